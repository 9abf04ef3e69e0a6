"""A passphrase-encrypted file: AES-256-GCM in chunks of one mebibyte, under a key derived by scrypt.

Every chunk is bound to the file's header, its position and whether it is the last, so that changes, omissions and
truncation are detected (the STREAM construction, Hoang, Reyhanitabar, Rogaway and Vizár 2015).
"""

import io
import json
import os
from dataclasses import asdict, dataclass
from typing import BinaryIO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from cli.errors import CliError

MAGIC = b"hearthside backup 1\n"
CHUNK = 2**20
TAG = 16
PREFIX = 7  # random bytes of each file's nonces; the rest is the chunk's position and whether it is the last
MAX_HEADER_BYTES = 1000
MIN_LENGTH = 12  # characters of a passphrase
COST, MAX_COST = 2**17, 2**20  # scrypt's n: 128 MiB and about half a second; more than the second is refused


@dataclass(frozen=True)
class Head:
    """The header with what is needed to open a file, beside the passphrase; `check` detects a wrong passphrase."""

    salt: str
    prefix: str
    cost: int
    check: str


class Sealer:
    """Writes a sealed file, which can be opened only after `close`."""

    def __init__(self, file: BinaryIO, passphrase: bytes) -> None:
        self._file = file
        salt, prefix = os.urandom(16), os.urandom(PREFIX)
        key, check = _derive(passphrase, salt, COST)
        head = Head(salt.hex(), prefix.hex(), COST, check)
        self._head = MAGIC + json.dumps(asdict(head)).encode() + b"\n"
        self._cipher, self._prefix = AESGCM(key), prefix
        self._buffer, self._place = bytearray(), 0
        file.write(self._head)

    def write(self, content: bytes) -> None:
        """Add content."""
        self._buffer += content
        # A full chunk waits for the next byte, because only then is it known not to be the last.
        while len(self._buffer) > CHUNK:
            self._seal(bytes(self._buffer[:CHUNK]), is_last=False)
            del self._buffer[:CHUNK]

    def close(self) -> None:
        """Write the last chunk, marked as such."""
        self._seal(bytes(self._buffer), is_last=True)

    def _seal(self, chunk: bytes, *, is_last: bool) -> None:
        nonce = _nonce(self._prefix, self._place, is_last)
        self._file.write(self._cipher.encrypt(nonce, chunk, self._head))
        self._place += 1


class Unsealer(io.RawIOBase):
    """Reads a sealed file; raises CliError for another kind of file, a wrong passphrase or a damaged file."""

    def __init__(self, file: BinaryIO, passphrase: bytes) -> None:
        if file.read(len(MAGIC)) != MAGIC:
            raise CliError("this file is not a Hearthside backup.")
        line = file.readline(MAX_HEADER_BYTES)
        head = _read_head(line)
        key, check = _derive(passphrase, bytes.fromhex(head.salt), head.cost)
        if check != head.check:
            raise CliError("wrong passphrase for this backup.")
        self._file, self._head = file, MAGIC + line
        self._cipher, self._prefix = AESGCM(key), bytes.fromhex(head.prefix)
        self._next, self._place, self._open = file.read(CHUNK + TAG), 0, b""

    def readable(self) -> bool:
        return True

    def readinto(self, target: bytearray) -> int:  # type: ignore[override]
        """Fill `target` with the next bytes; returns 0 at the end."""
        if not self._open and self._next:
            self._open = self._unseal()
        size = min(len(target), len(self._open))
        target[:size], self._open = self._open[:size], self._open[size:]
        return size

    def _unseal(self) -> bytes:
        sealed, self._next = self._next, self._file.read(CHUNK + TAG)
        try:
            chunk = self._cipher.decrypt(_nonce(self._prefix, self._place, not self._next), sealed, self._head)
        except InvalidTag:
            where = f"within mebibyte {self._place + 1}"
            raise CliError(f"the backup is damaged or incomplete {where}; use another one.") from None
        self._place += 1
        return chunk


def ensure_passphrase(content: bytes) -> bytes:
    """Return a passphrase without its line end; raises CliError for a short one."""
    passphrase = content.strip()
    if len(passphrase) < MIN_LENGTH:
        raise CliError(f"a passphrase of fewer than {MIN_LENGTH} characters is too short; choose a longer one.")
    return passphrase


def _read_head(line: bytes) -> Head:
    try:
        head = Head(**json.loads(line))
        is_sound = 1 < head.cost <= MAX_COST and len(bytes.fromhex(head.prefix + head.salt)) == PREFIX + 16
    except (ValueError, TypeError):
        is_sound = False
    if not is_sound:
        raise CliError("the header of the backup is damaged; use another one.")
    return head


def _derive(passphrase: bytes, salt: bytes, cost: int) -> tuple[bytes, str]:
    material = Scrypt(salt=salt, length=48, n=cost, r=8, p=1).derive(passphrase)
    return material[:32], material[32:].hex()


def _nonce(prefix: bytes, place: int, is_last: bool) -> bytes:
    return prefix + place.to_bytes(4) + bytes([is_last])
