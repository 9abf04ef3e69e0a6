"""The VAPID keys (RFC 8292) that identify this installation to push services, in HEARTH_VAPID_FILE."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from app.kernel.config import ConfigError, config

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ec


def new_key() -> str:
    """Return a new private key (P-256), as PEM."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


@cache
def read_key(file: Path) -> ec.EllipticCurvePrivateKey:
    """Return the private key in a file; raises ConfigError."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(file.read_bytes(), password=None)
    except (OSError, ValueError, TypeError):
        raise ConfigError("HEARTH_VAPID_FILE contains no key: create one with `hearth push keys`") from None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
        raise ConfigError("HEARTH_VAPID_FILE contains a key of another kind: create one with `hearth push keys`")
    return key


def public_key(key: ec.EllipticCurvePrivateKey) -> str:
    """Return the key that browsers subscribe with: the uncompressed point, in base64url without padding."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")


def find_push_key() -> str | None:
    """Return this installation's public key, or None if no file is configured: then nothing is pushed."""
    file = config().vapid_file
    return public_key(read_key(file)) if file else None
