"""Commands of the table of released push messages that browsers have still to be sent."""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, select, tuple_, update
from sqlalchemy.dialects.postgresql import insert

from app.kernel import clock
from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from modules.notifications.contracts import NoticeType
from modules.notifications.models import UnsentPushRow

# How long one worker has a push message to itself; if it dies, another one sends the message after this.
LEASE = timedelta(minutes=1)
# A push message is retried after as long as it has waited already, between these.
MIN_PAUSE, MAX_PAUSE = timedelta(seconds=2), timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class UnsentPush:
    """A push message that one browser has still to be sent; a later `version` replaces it."""

    member_id: UUID
    subscription_id: UUID
    type: NoticeType
    version: int
    queued_at: datetime


def add_unsent(session: Session, one: UnsentPush) -> None:
    """Add a push message for one browser, which takes the place of an earlier version that is still unsent."""
    row = UnsentPushRow
    fresh = insert(row).values(asdict(one))
    keep = {
        "version": fresh.excluded.version,
        "queued_at": fresh.excluded.queued_at,
        "next_try_at": fresh.excluded.next_try_at,
    }
    session.execute(
        fresh.on_conflict_do_update(
            index_elements=["member_id", "subscription_id", "type"],
            set_=keep,
            where=row.version < fresh.excluded.version,
        )
    )


def count_due(session: Session, *, limit: int) -> int:
    """Return how many push messages are to be sent or retried now, at most `limit`."""
    due = select(UnsentPushRow.version).where(UnsentPushRow.next_try_at <= func.now()).limit(limit)
    return session.execute(select(func.count()).select_from(due.subquery())).scalar_one()


# Built once: building a statement takes longer than running it.
_KEY = (UnsentPushRow.member_id, UnsentPushRow.subscription_id, UnsentPushRow.type)
_NEXT = (
    select(*_KEY)
    .where(UnsentPushRow.next_try_at <= func.now())
    .order_by(UnsentPushRow.next_try_at)
    .limit(1)
    .with_for_update(skip_locked=True)
    .cte("next")
)
_CLAIM = (
    update(UnsentPushRow)
    .where(tuple_(*_KEY) == tuple_(*_NEXT.c))
    .values(next_try_at=func.now() + LEASE)
    .returning(*columns_of(UnsentPush, UnsentPushRow))
)


def claim_due(session: Session) -> UnsentPush | None:
    """Return a push message that is to be sent or retried now, and keep it from other workers; None without one."""
    return read(session, UnsentPush, _CLAIM).one_or_none()


def try_later(session: Session, one: UnsentPush, *, seconds: float) -> None:
    """Have a push message retried after at least `seconds`."""
    pause = min(max(clock.now() - one.queued_at, MIN_PAUSE), MAX_PAUSE)
    later = func.now() + max(pause, timedelta(seconds=seconds))
    session.execute(update(UnsentPushRow).where(_is(one)).values(next_try_at=later))


def remove_unsent(session: Session, one: UnsentPush) -> None:
    """Remove a push message that was sent or is no longer needed; a later version stays."""
    session.execute(delete(UnsentPushRow).where(_is(one)))


def _is(one: UnsentPush) -> ColumnElement[bool]:
    return tuple_(*_KEY, UnsentPushRow.version) == (one.member_id, one.subscription_id, one.type, one.version)
