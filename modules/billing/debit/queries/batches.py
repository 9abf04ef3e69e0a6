"""Reads of files of collections for the bank."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from sqlalchemy import exists, func, or_, select

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from modules.billing.contracts.states import BatchState, CollectionState
from modules.billing.debit import models as tables
from modules.billing.errors.debit import BatchNotFound

_BATCH = tables.BatchRow
_COLLECTION = tables.CollectionRow
STATEMENTS_COME_WITHIN = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Batch:
    """A file of collections, and who made and released it."""

    id: UUID
    creditor_id: str
    collections: int
    total_minor: int
    state: BatchState
    created_by: str
    created_at: datetime
    released_by: str | None
    exported_at: datetime | None
    message_id: str | None


@dataclass(frozen=True, slots=True)
class Timing:
    """The first day on which a collection of a file is due, and when the file was released."""

    due_on: date
    released_at: datetime


def lock_batch(session: Session, batch_id: UUID) -> Batch:
    """Lock a file of collections and return it; raises BatchNotFound."""
    batch = read(session, Batch, _BATCHES.where(_BATCH.id == batch_id).with_for_update()).one_or_none()
    if batch is None:
        raise BatchNotFound()
    return batch


def get_batch(session: Session, batch_id: UUID) -> Batch:
    """Return a file of collections; raises BatchNotFound."""
    batch = read(session, Batch, _BATCHES.where(_BATCH.id == batch_id)).one_or_none()
    if batch is None:
        raise BatchNotFound()
    return batch


def get_timing(session: Session, batch_id: UUID) -> Timing:
    """Return when a released file's collections are due, and when it was released."""
    columns = (func.min(_COLLECTION.due_on).label("due_on"), _BATCH.released_at)
    found = select(*columns).join(_BATCH, _BATCH.id == _COLLECTION.batch_id).where(_BATCH.id == batch_id)
    return read(session, Timing, found.group_by(_BATCH.id)).one()


def find_batch_by_message(session: Session, message_id: str) -> UUID | None:
    """Return the file with a message id, or None."""
    return session.execute(select(_BATCH.id).where(_BATCH.message_id == message_id)).scalar_one_or_none()


def list_open_messages(session: Session) -> list[str]:
    """Return the message ids of the files that the bank has and may still report on, the newest first."""
    young = _BATCH.exported_at > func.now() - STATEMENTS_COME_WITHIN
    waits = exists().where(_COLLECTION.batch_id == _BATCH.id, _COLLECTION.state == CollectionState.SENT)
    has = select(_BATCH.message_id).where(_BATCH.state == BatchState.EXPORTED, or_(young, waits))
    return [str(name) for name in session.execute(has.order_by(_BATCH.exported_at.desc())).scalars()]


def get_content(session: Session, batch_id: UUID) -> bytes:
    """Return the sealed content of a released file."""
    content = session.execute(select(_BATCH.content_sealed).where(_BATCH.id == batch_id)).scalar_one()
    if content is None:
        raise BatchNotFound()
    return content


def list_batches(session: Session, *, limit: int = 50) -> list[Batch]:
    """Return the newest files of collections."""
    return read(session, Batch, _BATCHES.order_by(_BATCH.created_at.desc()).limit(limit)).all()


_BATCHES = select(*columns_of(Batch, _BATCH))
