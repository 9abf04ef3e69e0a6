"""Password hashes: argon2id at OWASP's minimum (19 MiB, two passes, one lane), at most two at once in a process."""

from threading import BoundedSemaphore
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from app.kernel.text.words import opaque_string

_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_semaphore = BoundedSemaphore(2)
# Compared when there is no account, so that both cases take the same time.
NOBODYS_HASH = "$argon2id$v=19$m=19456,t=2,p=1$51aB8QeIkxREwX9lShpQ2Q$i0SfGPDDJkXX0/nfU8izNqU0Wfu9FgzoejeGqEx/fI0"


def hash_password(password: str) -> str:
    """Return the hash of a password."""
    with _semaphore:
        return _hasher.hash(opaque_string(password))


def is_password(password_hash: str | None, password: str) -> bool:
    """Return whether a password is the right one; False, after the same time, where there is no hash.

    Old hashes were made of the password as it was typed, before it was normalised: on some systems decomposed.
    """
    spelling = opaque_string(password)
    spellings = dict.fromkeys((spelling, password, normalize("NFD", spelling)))
    return any(_is_made_of(password_hash, spelling) for spelling in spellings)


def is_still_password(password_hash: str | None, password: str, *, checked: str | None) -> bool:
    """Return whether a password that was right for the hash `checked` is right for the one that is stored by now.

    They differ after a change of the password, and when a simultaneous login made the hash anew.
    """
    return password_hash == checked or is_password(password_hash, password)


def _is_made_of(password_hash: str | None, password: str) -> bool:
    with _semaphore:
        try:
            return _hasher.verify(password_hash or NOBODYS_HASH, password) and password_hash is not None
        except (VerifyMismatchError, InvalidHashError):
            return False


def is_outdated(password_hash: str, password: str) -> bool:
    """Return whether a hash was made with other parameters than today's, or of a password that was not normalised."""
    return _hasher.check_needs_rehash(password_hash) or (
        not password.isascii() and not _is_made_of(password_hash, opaque_string(password))
    )
