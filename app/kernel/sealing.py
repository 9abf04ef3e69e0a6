"""Encryption of what the database must hold and nobody should read there: AES-256-GCM under the house's secret."""

import os
from uuid import UUID

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from app.kernel.config import config

NONCE_BYTES = 12


def seal(content: bytes, *, purpose: str, owner: UUID) -> bytes:
    """Encrypt something for storage; it opens for this purpose and owner only."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + _cipher(purpose).encrypt(nonce, content, owner.bytes)


def unseal(sealed: bytes, *, purpose: str, owner: UUID) -> bytes:
    """Decrypt what `seal` returned; raises InvalidTag when it was changed or belongs elsewhere."""
    return _cipher(purpose).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], owner.bytes)


def _cipher(purpose: str) -> AESGCM:
    return AESGCM(HKDF(SHA256(), 32, salt=None, info=purpose.encode()).derive(config().secret))
