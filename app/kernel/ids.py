"""Identifiers and secret tokens."""

import hashlib
import os
import secrets
import time
from uuid import UUID, uuid4


def new_id() -> UUID:
    """Return a UUID of version 7 (RFC 9562): ordered by time, so that indexes grow at one end; 74 random bits."""
    value = int.from_bytes((time.time_ns() // 1_000_000).to_bytes(6) + os.urandom(10))
    value = (value & ~(0xF << 76)) | (7 << 76)
    value = (value & ~(0x3 << 62)) | (0x2 << 62)
    return UUID(int=value)


def new_private_id() -> UUID:
    """Return a random UUID (version 4), for things whose time of creation is private (a member, a photo)."""
    return uuid4()


def new_token() -> str:
    """Return a secret of 256 random bits, safe in a URL."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> bytes:
    """Return the stored form of a secret token. Plain SHA-256 suffices: the token is random, not a password."""
    return hashlib.sha256(token.encode()).digest()
