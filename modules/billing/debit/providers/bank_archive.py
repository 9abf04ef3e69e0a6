"""Files of a bank, single or in a zip. Names in a zip are shown, and never used as paths."""

import io
import zlib
from collections.abc import Iterator
from zipfile import BadZipFile, ZipFile, ZipInfo

from modules.billing.errors.debit import BankArchiveRefused, BankFileTooLarge

MAX_FILES = 200
MAX_BYTES = 64 * 2**20
# The highest compression ratio that is accepted, against zip bombs, and the bytes below which any is. Statements with
# many similar entries reach 150.
MAX_COMPRESSION_RATIO, SMALL = 400, 2**20
_SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")


def unpack(content: bytes) -> list[tuple[str, bytes]]:
    """Return the files in a zip with their names; content that is no zip is returned as one file with an empty name.

    A zip within a zip is returned unopened. Raises BankFileTooLarge, BankArchiveRefused.
    """
    if len(content) > MAX_BYTES:
        raise BankFileTooLarge(megabytes=MAX_BYTES >> 20)
    if not is_archive(content):
        return [("", content)]
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            files = [info for info in archive.infolist() if not info.is_dir()]
            if len(files) > MAX_FILES:
                raise BankArchiveRefused(files=MAX_FILES)
            return list(_read_all(archive, files))
    except (BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError):
        raise BankArchiveRefused(files=MAX_FILES) from None


def is_archive(content: bytes) -> bool:
    """Return whether a file is a zip, by its first bytes."""
    return content.startswith(_SIGNATURES)


def printable(name: str) -> str:
    """Return the last 80 characters of a name, with a question mark for each character that is not printable."""
    return "".join(character if character.isprintable() else "?" for character in name)[-80:]


def _read_all(archive: ZipFile, files: list[ZipInfo]) -> Iterator[tuple[str, bytes]]:
    left = MAX_BYTES
    for info in files:
        # The sizes that a zip declares are not trusted: no more than `left` bytes are unpacked.
        with archive.open(info) as packed:
            content = packed.read(left + 1)
        left -= len(content)
        if left < 0:
            raise BankFileTooLarge(megabytes=MAX_BYTES >> 20)
        if len(content) > max(SMALL, MAX_COMPRESSION_RATIO * info.compress_size):
            raise BankArchiveRefused(files=MAX_FILES)
        yield printable(info.filename), content
