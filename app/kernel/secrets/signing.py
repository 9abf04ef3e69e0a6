"""Signatures, and keyed hashes for storage (docs/decisions/0044).

A signature is made with the secret and is valid while that is configured, also as a former one. A keyed hash is
compared for years with values that cannot be hashed again, so its key stays the same: it is in the database, sealed
under the secret.
"""

import hmac
import os
from functools import cache
from uuid import UUID

from sqlalchemy import CheckConstraint, insert, select
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.config import ConfigError, config
from app.kernel.db.engines import engine
from app.kernel.db.session import Base, Session
from app.kernel.personal.tables import not_personal
from app.kernel.secrets.sealing import SealedColumn, seal, unseal

# The id of the table's only row.
HASHES = UUID(int=1)
PURPOSE = "hashes"


@not_personal
class HashKey(Base):
    """The key of hashes. `hearth db migrate` makes it once; it never changes, and is resealed with a new secret."""

    __tablename__ = "house_key"
    __table_args__ = (CheckConstraint(f"id = '{HASHES}'", name="one"),)

    id: Mapped[UUID] = mapped_column(primary_key=True)
    key_sealed: Mapped[bytes]


SEALED = (SealedColumn(HashKey.key_sealed, purpose=PURPOSE, owner=HashKey.id),)


def sign(purpose: str, text: str) -> str:
    """Return a signature of `text` bound to `purpose`, as 32 hexadecimal digits (128 bits)."""
    return _digest(config().secret, purpose, text)


def is_signed(purpose: str, text: str, signature: str) -> bool:
    """Return, in constant time, whether a signature was made by `sign`, under the secret or a former one."""
    # As bytes, because compare_digest refuses text that is not ASCII.
    given = signature.encode(errors="replace")
    return any(hmac.compare_digest(_digest(one, purpose, text).encode(), given) for one in config().secrets)


def keyed_hash(purpose: str, text: str) -> str:
    """Return a hash of `text` that only this installation can compute, whatever its secret: 32 hexadecimal digits."""
    return _digest(read_key(), purpose, text)


def ensure_key(session: Session, *, is_new: bool) -> None:
    """Make the key of hashes if there is none; an installation that has hashed before goes on with its secret.

    Raises ConfigError if it is unclear which of several secrets that is.
    """
    if session.execute(select(HashKey.id)).one_or_none() is not None:
        return
    if not is_new and config().former_secrets:
        raise ConfigError(
            "the database has no key of hashes yet; migrate it once with its own secret as HEARTH_SECRET_FILE "
            "and without HEARTH_FORMER_SECRET_FILES"
        )
    key = os.urandom(32) if is_new else config().secret
    session.execute(insert(HashKey).values(id=HASHES, key_sealed=seal(key, purpose=PURPOSE, owner=HASHES)))


@cache
def read_key() -> bytes:
    """Return the key of hashes; raises InvalidTag if no configured secret opens it.

    It is read once per process, on its own connection, because the caller may be in any transaction.
    """
    with engine().connect() as connection:
        sealed: bytes = connection.execute(select(HashKey.key_sealed)).scalar_one()
    return unseal(sealed, purpose=PURPOSE, owner=HASHES)


def _digest(key: bytes, purpose: str, text: str) -> str:
    return hmac.digest(key, f"{purpose}\0{text}".encode(), "sha256").hex()[:32]
