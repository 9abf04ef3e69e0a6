"""What only this house can make: signatures that it gives out, and keyed hashes that it keeps (docs/decisions/0044).

A signature is made with the secret, and counts while that secret is configured, be it as a former one. A keyed hash is
compared for years with what nobody can hash again, so its key stays: it lies in the database, sealed under the secret.
"""

import hmac
import os
from functools import cache
from uuid import UUID

from sqlalchemy import CheckConstraint, LargeBinary, insert, select
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.config import ConfigError, config
from app.kernel.db import Base, Session, engine
from app.kernel.personal import not_personal
from app.kernel.sealing import SealedColumn, seal, unseal

# The one row of its table.
HASHES = UUID(int=1)
PURPOSE = "hashes"


@not_personal
class HouseKey(Base):
    """The key of hashes. It is made once, by `hearth db migrate`, and never changes; its seal does with the secret."""

    __tablename__ = "house_key"
    __table_args__ = (CheckConstraint(f"id = '{HASHES}'", name="one"), {"schema": "platform"})

    id: Mapped[UUID] = mapped_column(primary_key=True)
    key_sealed: Mapped[bytes] = mapped_column(LargeBinary)


SEALED = (SealedColumn(HouseKey.key_sealed, purpose=PURPOSE, owner=HouseKey.id),)


def sign(purpose: str, text: str) -> str:
    """Return a signature of `text` bound to `purpose`, as 32 hexadecimal digits (128 bits)."""
    return _digest(config().secret, purpose, text)


def is_signed(purpose: str, text: str, signature: str) -> bool:
    """Tell, in constant time, whether `sign` gave a signature, now or under a former secret."""
    # As bytes, because text that is not ASCII cannot be compared.
    given = signature.encode(errors="replace")
    return any(hmac.compare_digest(_digest(one, purpose, text).encode(), given) for one in config().secrets)


def keyed_hash(purpose: str, text: str) -> str:
    """Return a hash of `text` that only this house can make, whatever its secret is: 32 hexadecimal digits."""
    return _digest(read_key(), purpose, text)


def ensure_key(session: Session, *, is_new: bool) -> None:
    """Make the key of hashes where there is none; a house that has hashed before goes on with its secret.

    Raises ConfigError where nobody can tell which of several secrets that is.
    """
    if session.execute(select(HouseKey.id)).one_or_none() is not None:
        return
    if not is_new and config().former_secrets:
        raise ConfigError(
            "the database has no key of hashes yet; migrate it once with its own secret as HEARTH_SECRET_FILE "
            "and without HEARTH_FORMER_SECRET_FILES"
        )
    key = os.urandom(32) if is_new else config().secret
    session.execute(insert(HouseKey).values(id=HASHES, key_sealed=seal(key, purpose=PURPOSE, owner=HASHES)))


@cache
def read_key() -> bytes:
    """Return the key of hashes; raises InvalidTag when no configured secret opens it.

    It is read once a process, on a connection of its own, because whoever hashes may be in any transaction.
    """
    with engine().connect() as connection:
        sealed: bytes = connection.execute(select(HouseKey.key_sealed)).scalar_one()
    return unseal(sealed, purpose=PURPOSE, owner=HASHES)


def _digest(key: bytes, purpose: str, text: str) -> str:
    return hmac.digest(key, f"{purpose}\0{text}".encode(), "sha256").hex()[:32]
