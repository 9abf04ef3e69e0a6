"""The content of a backup: named entries in sections, and at the end a manifest that describes them."""

import hashlib
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from cli.backup.sealed import CHUNK, Sealer, Unsealer
from cli.errors import CliError

MANIFEST = "manifest"
Entry = tuple[str, bytes]


@dataclass
class Section:
    """The number of entries in a section, their bytes, and the SHA-256 of all of them in their order."""

    entries: int = 0
    bytes: int = 0
    sha256: str = hashlib.sha256().hexdigest()


@dataclass(frozen=True)
class Manifest:
    """The content of a backup. `rows` counts each table; `ledger` has the last hashes of the wallets' chains.

    `has_files` is false for a backup of database and keys alone.
    """

    made_at: str
    version: str
    revision: str
    postgres: str
    hosts: list[str]
    rows: dict[str, int]
    ledger: dict[str, Any]
    has_files: bool
    sections: dict[str, Section] = field(default_factory=dict)

    def section(self, name: str) -> Section:
        """Return a section, empty if it is missing."""
        return self.sections.get(name, Section())


class Sums:
    """The sections of a stream of entries."""

    def __init__(self) -> None:
        self.sections: dict[str, Section] = {}
        self._digests: dict[str, Any] = {}

    def section(self, name: str) -> Section:
        """Return a section, empty if it had no entry."""
        return self.sections.get(name, Section())

    def add(self, name: str, content: bytes) -> None:
        """Count an entry."""
        key = name.partition("/")[0]
        section = self.sections.setdefault(key, Section())
        digest = self._digests.setdefault(key, hashlib.sha256())
        digest.update(_line(name, content))
        digest.update(content)
        section.entries += 1
        section.bytes += len(content)
        section.sha256 = digest.hexdigest()


class Archive:
    """An archive that is being written."""

    def __init__(self, sealer: Sealer) -> None:
        self._sealer = sealer
        self._sums = Sums()

    def add(self, name: str, content: bytes) -> None:
        """Add an entry; the part of its name before the first / is its section."""
        self._sums.add(name, content)
        self._write(name, content)

    def finish(self, manifest: Manifest) -> Manifest:
        """Write the manifest with the sums of all sections, and return it."""
        manifest.sections.update(self._sums.sections)
        self._write(MANIFEST, json.dumps(asdict(manifest)).encode())
        return manifest

    def _write(self, name: str, content: bytes) -> None:
        self._sealer.write(_line(name, content))
        self._sealer.write(content)


@contextmanager
def writing(path: Path, passphrase: bytes) -> Iterator[Archive]:
    """Write an archive that appears at `path` when it is complete, readable by its owner only."""
    part = path.with_name(f".{path.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    try:
        with part.open("wb") as file:
            sealer = Sealer(file, passphrase)
            yield Archive(sealer)
            sealer.close()
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@dataclass(frozen=True)
class Backup:
    """A backup that was read completely and is undamaged. `keys` are small enough for memory."""

    path: Path
    passphrase: bytes
    manifest: Manifest
    keys: dict[str, bytes]

    def entries(self, section: str) -> Iterator[Entry]:
        """Yield the entries of a section, without its name in theirs."""
        for name, content in _entries(self.path, self.passphrase):
            if name.startswith(f"{section}/"):
                yield name.removeprefix(f"{section}/"), content


def check(path: Path, passphrase: bytes) -> Backup:
    """Read a whole backup; raises CliError if it cannot be opened or is damaged."""
    sums, keys, last = Sums(), dict[str, bytes](), b""
    for name, content in _entries(path, passphrase):
        if name == MANIFEST:
            last = content
            continue
        sums.add(name, content)
        if name.startswith("keys/"):
            keys[name.removeprefix("keys/")] = content
    facts = json.loads(last)
    manifest = Manifest(**{**facts, "sections": {key: Section(**part) for key, part in facts["sections"].items()}})
    wrong = [key for key in {*sums.sections, *manifest.sections} if sums.section(key) != manifest.section(key)]
    if wrong:
        raise CliError(f"the checksum of {', '.join(sorted(wrong))} differs from the manifest; use another backup.")
    return Backup(path, passphrase, manifest, keys)


def _entries(path: Path, passphrase: bytes) -> Iterator[Entry]:
    with path.open("rb") as file:
        stream = io.BufferedReader(Unsealer(file, passphrase), CHUNK)  # type: ignore[type-var]
        while line := stream.readline():
            name, size = line.decode().rsplit(" ", 1)
            yield name, stream.read(int(size))


def _line(name: str, content: bytes) -> bytes:
    return f"{name} {len(content)}\n".encode()
