"""Files of members: written completely or not at all, under keys that reveal nothing about their owner."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from shutil import copyfileobj
from threading import get_ident
from typing import IO, Protocol
from urllib.parse import unquote, urlsplit

from app.kernel import clock
from app.kernel.call_limit import CallLimit
from app.kernel.config import ConfigError, config
from app.kernel.errors import Unavailable

PARTS = ".*.part"
MAX_WRITE_SECONDS = 3600  # seconds
_KEY = re.compile(r"[a-z0-9-]+(/[a-z0-9-]+)*(\.[a-z0-9]+)?")


class Storage(Protocol):
    """Where files are stored: a folder, or a bucket of an S3 server."""

    def put(self, key: str, content: bytes | IO[bytes]) -> None:
        """Store `content`, or what a file has from its position on, durably under `key`."""

    def find(self, key: str) -> bytes | None:
        """Return what is stored under `key`, or None."""

    def open(self, key: str) -> IO[bytes] | None:
        """Return what is stored under `key` as a file to read from, which the caller closes, or None."""

    def copy(self, key: str, target: str) -> bool:
        """Also store under `target` what is stored under `key`; returns whether there was anything."""

    def delete(self, key: str) -> None:
        """Remove what is stored under `key`, with all of its versions; does nothing if it does not exist."""

    def list_names(self, folder: str) -> Iterator[str]:
        """Yield the last parts of the keys in a folder, in any order."""

    def list_keys(self) -> Iterator[str]:
        """Yield every key, in any order; for backups."""

    def list_parts(self) -> Iterator[tuple[str, bytes]]:
        """Yield (name, content) of incomplete files, which are being written or whose writer was killed."""

    def remove_parts(self) -> int:
        """Remove incomplete files that are an hour old or older; returns how many there were."""


def checked(key: str) -> str:
    """Return a well-formed key; raises ValueError for one that could leave the storage's folder."""
    if not _KEY.fullmatch(key):
        raise ValueError(f"not a storage key: {key!r}")
    return key


class FileStorage:
    """Files below one folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def _path(self, key: str) -> Path:
        return self.root / checked(key)

    def put(self, key: str, content: bytes | IO[bytes]) -> None:
        """Store `content`, or what a file has from its position on, durably under `key`."""
        path = self._path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = _part_of(path)
        with part.open("wb") as file:
            if isinstance(content, bytes):
                file.write(content)
            else:
                copyfileobj(content, file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)

    def find(self, key: str) -> bytes | None:
        """Return what is stored under `key`, or None."""
        try:
            return self._path(key).read_bytes()
        except FileNotFoundError:
            return None

    def open(self, key: str) -> IO[bytes] | None:
        """Return what is stored under `key` as a file to read from, which the caller closes, or None."""
        try:
            return self._path(key).open("rb")
        except FileNotFoundError:
            return None

    def copy(self, key: str, target: str) -> bool:
        """Also store under `target` what is stored under `key`; returns whether there was anything."""
        path = self._path(target)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = _part_of(path)
        try:
            # A hard link: files are never changed in place, so neither name affects the other.
            os.link(self._path(key), part)
        except FileNotFoundError:
            return False
        part.replace(path)
        part.unlink(missing_ok=True)  # os.replace does nothing if both are the same file
        return True

    def delete(self, key: str) -> None:
        """Remove what is stored under `key`; does nothing if it does not exist."""
        self._path(key).unlink(missing_ok=True)

    def list_names(self, folder: str) -> Iterator[str]:
        """Yield the last parts of the keys in a folder, in any order."""
        path = self._path(folder)
        if path.is_dir():
            yield from (file.name for file in path.iterdir() if not file.name.startswith("."))

    def list_keys(self) -> Iterator[str]:
        """Yield every key, in any order; for backups."""
        for folder, _, names in os.walk(self.root):
            place = Path(folder).relative_to(self.root)
            yield from ((place / name).as_posix() for name in names if not name.startswith("."))

    def list_parts(self) -> Iterator[tuple[str, bytes]]:
        """Yield (name, content) of incomplete files, which are being written or whose writer was killed."""
        for part in self.root.rglob(PARTS):
            with suppress(FileNotFoundError):  # it has been completed meanwhile
                yield part.relative_to(self.root).as_posix(), part.read_bytes()

    def remove_parts(self) -> int:
        """Remove incomplete files that are an hour old or older; returns how many there were."""
        long_ago = clock.now().timestamp() - MAX_WRITE_SECONDS
        left = [part for part in self.root.rglob(PARTS) if part.exists() and part.stat().st_mtime < long_ago]
        for part in left:
            part.unlink(missing_ok=True)
        return len(left)


def _part_of(path: Path) -> Path:
    """Return where a file is written until it is complete; each writer has its own."""
    return path.with_name(f".{path.name}.{os.getpid()}-{get_ident()}.part")


def open_storage(url: str) -> Storage:
    """Return the storage at `file:///folder` or `s3://bucket/prefix`; raises ConfigError."""
    parts = urlsplit(url)
    if parts.scheme == "file":
        # A folder whose name contains %20 and the like may exist as written; else the path is percent-encoded.
        as_it_stands = Path(parts.path)
        return FileStorage(as_it_stands if as_it_stands.is_dir() else Path(unquote(parts.path)))
    if parts.scheme == "s3":
        # Imported here because it takes half a second and 30 MB, which installations with a folder do not need.
        from app.kernel.files.s3 import S3Storage

        return S3Storage(url)
    raise ConfigError("HEARTH_STORAGE_URL must begin with file:// or s3://")


@cache
def storage() -> Storage:
    """Return the storage of HEARTH_STORAGE_URL; raises ConfigError."""
    return open_storage(config().storage_url)


# All threads of a web process but one: pages have many pictures, which wait for each other.
READS = CallLimit(3, lambda: Unavailable(retry_after=1))


@contextmanager
def reading() -> Iterator[Storage]:
    """Yield the storage to a request that reads of it; raises Unavailable while requests before it wait in vain."""
    with READS.hold():
        yield storage()
