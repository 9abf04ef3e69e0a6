"""Meilisearch as a child process."""

import os
from pathlib import Path

from cli.folder import DataFolder, engine_user
from cli.probe import fetch
from cli.process import Service


def service(folder: DataFolder, program: Path) -> Service:
    """Return the server's service."""
    home = folder.engine_folder("meilisearch")
    port = folder.choose_port("meilisearch")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    options = {
        "db-path": home / "data.ms",
        "dump-dir": home / "dumps",
        "snapshot-dir": home / "snapshots",
        "http-addr": f"127.0.0.1:{port}",
        "env": "production",
        "log-level": "WARN",
        "max-indexing-memory": f"{min(memory // 8, 2048)} MiB",
    }
    return Service(
        name="meilisearch",
        argv=[program, "--no-analytics", *(f"--{name}={value}" for name, value in options.items())],
        env={"PATH": "/usr/bin:/bin", "TZ": "UTC", "MEILI_MASTER_KEY": folder.secret("meilisearch")},
        log=folder.log("meilisearch"),
        ready=lambda: _answers(port, folder.secret("meilisearch")),
        address=f"127.0.0.1:{port}",
        user=engine_user(),
        held_files=(folder.lock,),
    )


def url(folder: DataFolder) -> str:
    """Return the address of the server."""
    return f"http://127.0.0.1:{folder.port('meilisearch')}"


def _answers(port: int, key: str) -> bool:
    # Only the server with our master key lists its keys.
    body = fetch(port, "/keys?limit=1", {"Authorization": f"Bearer {key}"})
    return body is not None and b'"results"' in body
