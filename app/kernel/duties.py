"""Work that events caused: what waits, what was given up and why, and how to retry it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, and_, func, or_, select, update

from app.kernel.db import Session
from app.kernel.outbox import InboxEntry, OutboxEvent


@dataclass(frozen=True, slots=True)
class Duty:
    """Work that remains for an event: for the relay (no handler yet), or for a handler that waits or has given up."""

    occurred_at: datetime
    event: str
    event_id: UUID
    handler: str | None
    queue: str | None
    attempts: int
    next_try_at: datetime | None
    given_up_at: datetime | None
    error: str | None


_IS_OPEN = and_(InboxEntry.event_id.is_not(None), InboxEntry.done_at.is_(None))
_DUTIES = (
    select(
        OutboxEvent.occurred_at,
        OutboxEvent.name,
        OutboxEvent.id,
        InboxEntry.handler,
        InboxEntry.queue,
        func.coalesce(InboxEntry.attempts, 0),
        InboxEntry.next_try_at,
        InboxEntry.failed_at,
        InboxEntry.error,
    )
    .outerjoin(InboxEntry, InboxEntry.event_id == OutboxEvent.id)
    .where(or_(OutboxEvent.dispatched_at.is_(None), _IS_OPEN))
    .order_by(OutboxEvent.seq, InboxEntry.handler)
)


def list_duties(session: Session, *, handler: str | None, only_given_up: bool, limit: int) -> list[Duty]:
    """Return remaining work, the oldest event first; only of one handler, or only what was given up, if asked."""
    found = _DUTIES.where(*_of(handler))
    if only_given_up:
        found = found.where(InboxEntry.failed_at.is_not(None))
    return [Duty(*row) for row in session.execute(found.limit(limit))]


def count_given_up(session: Session, *, handler: str | None, event_id: UUID | None) -> int:
    """Return how much work was given up, of one handler or one event if given."""
    return session.execute(select(func.count()).where(*_given_up(handler, event_id))).scalar_one()


def retry_given_up(session: Session, *, handler: str | None, event_id: UUID | None) -> int:
    """Make given-up work due again with all its attempts; returns how many entries. The relay queues them."""
    again = update(InboxEntry).where(*_given_up(handler, event_id))
    again = again.values(failed_at=None, attempts=0, next_try_at=func.now())
    return len(session.execute(again.returning(InboxEntry.event_id)).all())


def _given_up(handler: str | None, event_id: UUID | None) -> list[ColumnElement[bool]]:
    one = [InboxEntry.event_id == event_id] if event_id else []
    return [InboxEntry.failed_at.is_not(None), *_of(handler), *one]


def _of(handler: str | None) -> list[ColumnElement[bool]]:
    return [InboxEntry.handler == handler] if handler else []
