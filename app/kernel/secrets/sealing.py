"""Encryption of values that must be stored but not be readable in the database: AES-256-GCM under the secret.

Values of a former secret can still be opened; `hearth keys reseal` re-encrypts them (docs/decisions/0044).
"""

import os
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from sqlalchemy.orm import InstrumentedAttribute

from app.kernel.config import config

NONCE_BYTES = 12


@dataclass(frozen=True)
class SealedColumn:
    """A column of sealed values: the purpose they were sealed for, and the column with their owner's id."""

    column: InstrumentedAttribute[Any]
    purpose: str
    owner: InstrumentedAttribute[UUID]

    @property
    def name(self) -> str:
        """Return its name, such as `billing.dd_mandate.iban_sealed`."""
        return f"{self.column.class_.__table__}.{self.column.key}"


def seal(content: bytes, *, purpose: str, owner: UUID) -> bytes:
    """Encrypt a value for storage; it can only be opened for this purpose and owner."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + _cipher(config().secret, purpose).encrypt(nonce, content, owner.bytes)


def unseal(sealed: bytes, *, purpose: str, owner: UUID) -> bytes:
    """Decrypt a sealed value, made under the secret or a former one; raises InvalidTag if it was changed, is for
    another purpose or owner, or was sealed under another secret.
    """
    return _open(sealed, purpose, owner)[0]


def reseal(sealed: bytes, *, purpose: str, owner: UUID) -> bytes | None:
    """Return the value sealed under the current secret, or None if it already is; raises InvalidTag."""
    content, secret = _open(sealed, purpose, owner)
    return None if secret == config().secret else seal(content, purpose=purpose, owner=owner)


def _open(sealed: bytes, purpose: str, owner: UUID) -> tuple[bytes, bytes]:
    """Return the content and the secret that opened it."""
    if len(sealed) <= NONCE_BYTES:
        raise InvalidTag
    for secret in config().secrets:
        with suppress(InvalidTag):
            cipher = _cipher(secret, purpose)
            return cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], owner.bytes), secret
    raise InvalidTag


def _cipher(secret: bytes, purpose: str) -> AESGCM:
    return AESGCM(HKDF(SHA256(), 32, salt=None, info=purpose.encode()).derive(secret))
