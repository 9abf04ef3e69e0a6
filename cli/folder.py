"""The data folder of one running Hearthside: its lock, secrets, ports, logs and the engines' own folders."""

import fcntl
import json
import os
import secrets
import sys
import time
from pathlib import Path
from typing import Self

from cli.errors import CliError
from cli.ports import are_free, free_port, reserve

ENGINE_USER = 65534  # "nobody": PostgreSQL refuses to run as root
CLOSED_HOME = Path("/var/lib/hearthside")  # for engines' files if their user cannot reach the data folder
SECRETS = ("postgres", "redis", "meilisearch")
DYING_ENGINES = 15.0  # seconds that engines of a killed run have to release the folder


def engine_user() -> int | None:
    """Return the user that engines run as: nobody if we are root, otherwise None (ourselves)."""
    return ENGINE_USER if os.geteuid() == 0 else None


def is_reachable(path: Path) -> bool:
    """Return whether the engines' user can pass through every folder above `path`."""
    return engine_user() is None or all(folder.stat().st_mode & 0o001 for folder in path.resolve().parents)


def former_key(number: str) -> str:
    """Return the name of the file with an earlier secret."""
    return f"former-{number}.key"


class DataFolder:
    """A data folder, locked by this process until `close` (a context manager); CliError if it cannot be used."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        try:
            self._open()
        except PermissionError as error:
            raise CliError(
                f"{error.filename} belongs to another user; run as that user or choose another --data."
            ) from error
        except OSError as error:
            raise CliError(f"{self.path} cannot be a data folder ({error.strerror}); choose another --data.") from error
        except (ValueError, TypeError) as error:
            raise CliError(
                f"{self.path} is damaged (secrets.json or ports.json); move it away or choose another --data."
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the lock. Engines that still run keep it until they end."""
        os.close(self.lock)

    def secret(self, name: str) -> str:
        """Return the password of an engine."""
        return self._secrets[name]

    def port(self, name: str) -> int:
        """Return the loopback port that was chosen for a service."""
        return self._ports[name]

    def choose_port(self, name: str, count: int = 1) -> int:
        """Choose a service's loopback port: the previous one, or another if that is taken.

        With `count`, that many ports in a row are free, and the first is returned.
        """
        if name not in self._ports or not are_free(self._ports[name], count):
            self._ports[name] = free_port(count)
            write_private(self.path / "ports.json", json.dumps(self._ports))
        for port in range(self._ports[name], self._ports[name] + count):
            reserve(port)
        return self._ports[name]

    def log(self, name: str) -> Path:
        """Return the file with the output of a service."""
        return self.path / "logs" / f"{name}.log"

    def secret_key(self) -> Path:
        """Return the file with the application's secret (32 random bytes, hexadecimal)."""
        key = self.path / "secret.key"
        if not key.exists():
            write_private(key, secrets.token_hex(32))
        return key

    def former_keys(self) -> list[Path]:
        """Return the files of former secrets, which still open what they sealed."""
        return sorted(self.path.glob(former_key("*")))

    def push_key(self) -> Path:
        """Return the file with the private key that identifies this installation to push services."""
        from app.kernel.secrets import vapid

        key = self.path / "push.pem"
        if not key.exists():
            write_private(key, vapid.new_key())
        return key

    def engine_folder(self, name: str) -> Path:
        """Return a folder for one engine's files, owned by the engine's user."""
        home = self.path if is_reachable(self.path / name) else CLOSED_HOME / self._secrets["id"]
        folder = home / name
        folder.mkdir(parents=True, exist_ok=True)
        user = engine_user()
        if user is not None and folder.stat().st_uid != user:
            if any(folder.iterdir()):
                raise CliError(f"{folder} belongs to another user; run as that user or choose another --data.")
            os.chown(folder, user, user)
        folder.chmod(0o700)
        return folder

    def _open(self) -> None:
        marker = self.path / "secrets.json"
        if (
            self.path.exists()
            and any(self.path.iterdir())
            and not marker.exists()
            and not (self.path / "lock").exists()
        ):
            raise CliError(f"{self.path} has other files and is not a Hearthside data folder; choose another --data.")
        self.path.mkdir(parents=True, exist_ok=True)
        self.path.chmod(0o711)
        self.lock = self._take_lock()
        if not marker.exists():
            write_private(marker, json.dumps({name: secrets.token_urlsafe(24) for name in ("id", *SECRETS)}))
        self._secrets = read_names(marker)
        if not {"id", *SECRETS} <= self._secrets.keys():
            raise ValueError("a secret is missing")
        ports = self.path / "ports.json"
        self._ports = {name: int(port) for name, port in read_names(ports).items()} if ports.exists() else {}

    def _take_lock(self) -> int:
        lock = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        deadline = time.monotonic() + DYING_ENGINES
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                owner = int(os.pread(lock, 20, 0) or 0)
                if is_running(owner) or time.monotonic() > deadline:
                    os.close(lock)
                    raise CliError(
                        f"{self.path} is in use by process {owner}; stop it or choose another --data."
                    ) from None
                time.sleep(0.1)
                continue
            os.ftruncate(lock, 0)
            os.pwrite(lock, str(os.getpid()).encode(), 0)
            return lock


def is_running(pid: int) -> bool:
    """Return whether a process with this id runs."""
    if sys.platform != "linux":
        return _takes_signals(pid)
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"  # a zombie has ended


def _takes_signals(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return pid > 0


def read_names(path: Path) -> dict[str, str]:
    """Read a JSON object of names (ValueError or TypeError if it is something else)."""
    content = json.loads(path.read_text())
    if not isinstance(content, dict):
        raise TypeError(f"{path.name} is not an object")
    return content


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, completely or not at all."""
    draft = path.with_name(f".{path.name}.new")
    draft.unlink(missing_ok=True)
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    draft.replace(path)
