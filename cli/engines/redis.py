"""Valkey, which is compatible with Redis, as a child process."""

import os
import socket
from pathlib import Path

from cli.errors import CliError
from cli.folder import DataFolder, engine_user, write_private
from cli.process import Service

PATTERN_CHARACTERS = "*?["  # Valkey reads the path of its configuration as a pattern


def service(folder: DataFolder, program: Path) -> Service:
    """Write the configuration and return the server's service (CliError for a folder's name that it would misread)."""
    if any(character in str(folder.path) for character in PATTERN_CHARACTERS):
        raise CliError(f"{folder.path} has one of {' '.join(PATTERN_CHARACTERS)} in its name; choose another --data.")
    home = folder.engine_folder("redis")
    port = folder.choose_port("redis")
    configuration = home / "redis.conf"
    settings = {
        "bind": "127.0.0.1",
        "port": port,
        "requirepass": folder.secret("redis"),
        "dir": _quoted(str(home)),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": '""',
        # Its own chores once a second, not ten times, which cost more than all else at rest.
        "hz": 1,
        "maxmemory": "512mb",
        "maxmemory-policy": "noeviction",
    }
    write_private(configuration, "".join(f"{name} {value}\n" for name, value in settings.items()))
    user = engine_user()
    if user is not None:
        os.chown(configuration, user, user)
    return Service(
        name="redis",
        argv=[program, configuration],
        env={"PATH": "/usr/bin:/bin", "TZ": "UTC"},
        log=folder.log("redis"),
        ready=lambda: _answers(port, folder.secret("redis")),
        address=f"127.0.0.1:{port}",
        user=user,
        held_files=(folder.lock,),
    )


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def url(folder: DataFolder) -> str:
    """Return the address of the server, with its password."""
    return f"redis://:{folder.secret('redis')}@127.0.0.1:{folder.port('redis')}/0"


def _answers(port: int, password: str) -> bool:
    # Another Redis refuses our password, and one that is still loading refuses PING.
    with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
        connection.sendall(f"AUTH {password}\r\nPING\r\n".encode())
        answer = b""
        while answer.count(b"\n") < 2 and (part := connection.recv(256)):
            answer += part
    return answer == b"+OK\r\n+PONG\r\n"
