"""Jobs of handlers for events: those that wait, those that were given up and why, and how to retry them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, and_, func, or_, select, update

from app.kernel.db.session import Session
from app.kernel.events.outbox import InboxEntry, OutboxEvent


@dataclass(frozen=True, slots=True)
class HandlerJob:
    """An open job of a handler for an event, waiting or given up; without a handler, an event that the relay has not
    dispatched.
    """

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
_HANDLER_JOBS = (
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


def list_handler_jobs(session: Session, *, handler: str | None, only_given_up: bool, limit: int) -> list[HandlerJob]:
    """Return open jobs, the oldest event first; only of one handler, or only those given up, if asked."""
    found = _HANDLER_JOBS.where(*_of(handler))
    if only_given_up:
        found = found.where(InboxEntry.failed_at.is_not(None))
    return [HandlerJob(*row) for row in session.execute(found.limit(limit))]


def count_given_up(session: Session, *, handler: str | None, event_id: UUID | None) -> int:
    """Return how many jobs were given up, of one handler or one event if given."""
    return session.execute(select(func.count()).where(*_given_up(handler, event_id))).scalar_one()


def retry_given_up(session: Session, *, handler: str | None, event_id: UUID | None) -> int:
    """Make given-up jobs due again with all their attempts; returns how many. The relay queues them."""
    again = update(InboxEntry).where(*_given_up(handler, event_id))
    again = again.values(failed_at=None, attempts=0, next_try_at=func.now())
    return len(session.execute(again.returning(InboxEntry.event_id)).all())


def _given_up(handler: str | None, event_id: UUID | None) -> list[ColumnElement[bool]]:
    one = [InboxEntry.event_id == event_id] if event_id else []
    return [InboxEntry.failed_at.is_not(None), *_of(handler), *one]


def _of(handler: str | None) -> list[ColumnElement[bool]]:
    return [InboxEntry.handler == handler] if handler else []
