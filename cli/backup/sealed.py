"""A file that only a passphrase opens: AES-256-GCM in chunks of a mebibyte, under a key made by scrypt.

Every chunk is bound to the file's head, to its place and to whether it is the last, so that nothing can be changed,
left out, moved or cut off unseen (the STREAM construction, Hoang, Reyhanitabar, Rogaway and Vizár 2015).
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
PREFIX = 7  # bytes of the nonce that each file draws; the rest is the chunk's place and whether it is the last
LONGEST_HEAD = 1000
SHORTEST = 12  # characters of a passphrase
COST, MOST_COST = 2**17, 2**20  # scrypt's n: 128 MiB and about half a second; more than the second is refused


@dataclass(frozen=True)
class Head:
    """What is needed to open a file beside the passphrase; `check` tells a wrong passphrase from a damaged file."""

    salt: str
    prefix: str
    cost: int
    check: str


class Sealer:
    """Write a sealed file; what is not closed cannot be opened."""

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
        # A full chunk waits for the next byte: only then is it known not to be the last.
        while len(self._buffer) > CHUNK:
            self._seal(bytes(self._buffer[:CHUNK]), is_last=False)
            del self._buffer[:CHUNK]

    def close(self) -> None:
        """Write the last chunk, which says that it is."""
        self._seal(bytes(self._buffer), is_last=True)

    def _seal(self, chunk: bytes, *, is_last: bool) -> None:
        nonce = _nonce(self._prefix, self._place, is_last)
        self._file.write(self._cipher.encrypt(nonce, chunk, self._head))
        self._place += 1


class Unsealer(io.RawIOBase):
    """Read a sealed file from its start; raises CliError for another file, another passphrase or a damaged file."""

    def __init__(self, file: BinaryIO, passphrase: bytes) -> None:
        if file.read(len(MAGIC)) != MAGIC:
            raise CliError("this is no backup of Hearthside.")
        line = file.readline(LONGEST_HEAD)
        head = _read_head(line)
        key, check = _derive(passphrase, bytes.fromhex(head.salt), head.cost)
        if check != head.check:
            raise CliError("the passphrase does not open this backup.")
        self._file, self._head = file, MAGIC + line
        self._cipher, self._prefix = AESGCM(key), bytes.fromhex(head.prefix)
        self._next, self._place, self._open = file.read(CHUNK + TAG), 0, b""

    def readable(self) -> bool:
        return True

    def readinto(self, target: bytearray) -> int:  # type: ignore[override]
        """Fill `target` with what comes next; 0 at the end."""
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
            raise CliError(f"the backup is damaged or cut short {where}; take another one.") from None
        self._place += 1
        return chunk


def ensure_passphrase(content: bytes) -> bytes:
    """Return a passphrase without the line's end; raises CliError for one that is quickly guessed."""
    passphrase = content.strip()
    if len(passphrase) < SHORTEST:
        raise CliError(f"a passphrase of fewer than {SHORTEST} characters is quickly guessed; take a longer one.")
    return passphrase


def _read_head(line: bytes) -> Head:
    try:
        head = Head(**json.loads(line))
        is_sound = 1 < head.cost <= MOST_COST and len(bytes.fromhex(head.prefix + head.salt)) == PREFIX + 16
    except (ValueError, TypeError):
        is_sound = False
    if not is_sound:
        raise CliError("the head of the backup is damaged; take another one.")
    return head


def _derive(passphrase: bytes, salt: bytes, cost: int) -> tuple[bytes, str]:
    material = Scrypt(salt=salt, length=48, n=cost, r=8, p=1).derive(passphrase)
    return material[:32], material[32:].hex()


def _nonce(prefix: bytes, place: int, is_last: bool) -> bytes:
    return prefix + place.to_bytes(4) + bytes([is_last])
