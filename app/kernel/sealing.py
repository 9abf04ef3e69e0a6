"""Encryption of what the database must hold and nobody should read there: AES-256-GCM under the house's secret.

What a former secret sealed is still opened; `hearth keys reseal` seals it afresh (docs/decisions/0044).
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
    """A column of sealed values: what they were sealed for, and the column that names their owner."""

    column: InstrumentedAttribute[Any]
    purpose: str
    owner: InstrumentedAttribute[UUID]

    @property
    def name(self) -> str:
        """Return its name, such as `billing.dd_mandate.iban_sealed`."""
        return f"{self.column.class_.__table__}.{self.column.key}"


def seal(content: bytes, *, purpose: str, owner: UUID) -> bytes:
    """Encrypt something for storage; it opens for this purpose and owner only."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + _cipher(config().secret, purpose).encrypt(nonce, content, owner.bytes)


def unseal(sealed: bytes, *, purpose: str, owner: UUID) -> bytes:
    """Decrypt what `seal` returned, now or under a former secret; raises InvalidTag when it was changed, belongs
    elsewhere, or was sealed under another secret.
    """
    return _open(sealed, purpose, owner)[0]


def reseal(sealed: bytes, *, purpose: str, owner: UUID) -> bytes | None:
    """Return the same content sealed afresh, or None where it is sealed under the present secret; raises InvalidTag."""
    content, secret = _open(sealed, purpose, owner)
    return None if secret == config().secret else seal(content, purpose=purpose, owner=owner)


def _open(sealed: bytes, purpose: str, owner: UUID) -> tuple[bytes, bytes]:
    """Return the content, and the secret that opened it."""
    if len(sealed) <= NONCE_BYTES:
        raise InvalidTag
    for secret in config().secrets:
        with suppress(InvalidTag):
            cipher = _cipher(secret, purpose)
            return cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], owner.bytes), secret
    raise InvalidTag


def _cipher(secret: bytes, purpose: str) -> AESGCM:
    return AESGCM(HKDF(SHA256(), 32, salt=None, info=purpose.encode()).derive(secret))
