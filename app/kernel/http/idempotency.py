"""Idempotency keys: the same key and body give the same answer and one effect.

The key, the hash of the body and the stored answer are written in the transaction of the effect. Two concurrent copies
of a request cannot both commit: the primary key of the row forbids it.
"""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, cast
from uuid import UUID

from flask import Response, make_response, request
from sqlalchemy import SmallInteger, Table, delete, func, insert, or_, text
from sqlalchemy.dialects.postgresql import JSON
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base, Session
from app.kernel.errors import Conflict, Invalid
from app.kernel.personal.tables import WORKING_NOTE, Erasure, Personal

RETENTION = timedelta(hours=48)


@Personal(Erasure.DELETED, "answers to the member or about them; others after 48 hours", not_copied=WORKING_NOTE)
class IdempotencyKey(Base):
    """One answered request, kept for 48 hours."""

    __tablename__ = "idempotency_key"

    scope: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    body_hash: Mapped[bytes]
    status: Mapped[int] = mapped_column(SmallInteger)
    # JSON, not JSONB, so that the answer keeps the order of its keys.
    answer: Mapped[Any] = mapped_column(JSON)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now(), index=True)


class KeyMissing(Invalid):
    code = "idempotency.key-missing"


class KeyReused(Invalid):
    code = "idempotency.key-reused"


class StillRunning(Conflict):
    code = "idempotency.still-running"


# The lock does not wait: a second copy of a running request is refused at once.
_CLAIM = text(
    """
    SELECT pg_try_advisory_xact_lock(hashtextextended(:scope || ' ' || :key, 0)) AS is_ours,
           stored.body_hash, stored.status, stored.answer
      FROM (SELECT 1) AS here
      LEFT JOIN platform.idempotency_key AS stored ON stored.scope = :scope AND stored.key = :key
    """
)


_INSERT = insert(cast(Table, IdempotencyKey.__table__))


def run_once(session: Session, *, scope: str, view: Callable[[], Any]) -> Response:
    """Run a view once per Idempotency-Key and answer a repeat with the stored answer.

    Raises KeyMissing, KeyReused (another body under the same key) or StillRunning.
    """
    key, body_hash = read_key()
    claim = session.execute(_CLAIM, {"scope": scope, "key": key}).one()
    if claim.body_hash is not None:
        if claim.body_hash != body_hash:
            raise KeyReused()
        replay = make_response(claim.answer if claim.answer is not None else "", claim.status)
        replay.headers["Idempotent-Replay"] = "true"
        return replay
    if not claim.is_ours:
        raise StillRunning()
    response = make_response(view())
    row = {"scope": scope, "key": key, "body_hash": body_hash, "status": response.status_code}
    try:
        session.execute(_INSERT, {**row, "answer": response.get_json(silent=True)})
    except IntegrityError as error:
        raise StillRunning() from error
    return response


def forget_answers(session: Session, *, member_id: UUID) -> None:
    """Delete stored answers to a member, to the visitor who became that member, and about them."""
    answer, theirs = IdempotencyKey.answer, str(member_id)
    about = (IdempotencyKey.scope == theirs, answer["id"].astext == theirs, answer["member_id"].astext == theirs)
    session.execute(delete(IdempotencyKey).where(or_(*about)))


def forget_old_answers(session: Session) -> None:
    """Delete answers that were stored more than RETENTION ago."""
    session.execute(delete(IdempotencyKey).where(IdempotencyKey.created_at < func.now() - RETENTION))


def read_key() -> tuple[str, bytes]:
    """Return the request's Idempotency-Key and the hash of its body; raises KeyMissing.

    For a view that calls a network in between, and so stores the key with its own effect.
    """
    key = request.headers.get("Idempotency-Key", "")
    if not 8 <= len(key) <= 200:
        raise KeyMissing()
    return key, _body_hash()


def _body_hash() -> bytes:
    digest = hashlib.sha256(f"{request.method} {request.path}\0".encode())
    if request.mimetype != "multipart/form-data":
        digest.update(request.get_data(cache=True))
        return digest.digest()
    # A browser repeats a form with another boundary, so the parts are hashed, not the body.
    for name, value in request.form.items(multi=True):
        digest.update(f"{name}\0{value}\0".encode())
    for name, file in request.files.items(multi=True):
        digest.update(f"{name}\0".encode() + hashlib.sha256(file.stream.read()).digest())
        file.stream.seek(0)
    return digest.digest()
