"""Reads of the review queue."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import and_, case, exists, func, or_, select

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from modules.moderation.contracts.queue import ItemKind, ItemState, Signal
from modules.moderation.queue.models import OpenedCase, ReviewItemRow, ReviewMatch
from modules.moderation.staff.models import StaffRow


@dataclass(frozen=True, slots=True)
class Item:
    """A case of the review queue, open or closed."""

    id: UUID
    site_id: UUID
    kind: ItemKind
    subject_id: UUID
    member_id: UUID
    priority: int
    signals: list[Signal]
    digest: bytes | None
    message_id: UUID | None
    state: ItemState
    version: int
    due_at: datetime
    claimed_by: UUID | None
    claimed_until: datetime | None
    closed_at: datetime | None


@dataclass(frozen=True, slots=True)
class OpenedBy:
    """By whom and why a case was opened without a report."""

    reason: str
    name: str


@dataclass(frozen=True, slots=True)
class SignalMatch:
    """The basis of a signal: another account, and the equal pictures of both."""

    signal: Signal
    other_id: UUID
    photo_id: UUID | None
    known_id: UUID | None


_ITEMS = select(*columns_of(Item, ReviewItemRow))
WAITS = (ItemState.OPEN, ItemState.CLAIMED)
IS_FREE = or_(
    ReviewItemRow.state == ItemState.OPEN,
    and_(ReviewItemRow.state == ItemState.CLAIMED, ReviewItemRow.claimed_until < func.now()),
)
# Overdue cases first, then by priority.
URGENCY = case((ReviewItemRow.due_at < func.now(), ReviewItemRow.priority - 3), else_=ReviewItemRow.priority)


def lock_item(session: Session, item_id: UUID) -> Item | None:
    """Return a case with its row locked, or None."""
    return read(session, Item, _ITEMS.where(ReviewItemRow.id == item_id).with_for_update()).one_or_none()


def find_item(session: Session, item_id: UUID) -> Item | None:
    """Return a case, or None."""
    return read(session, Item, _ITEMS.where(ReviewItemRow.id == item_id)).one_or_none()


def lock_next(session: Session, kinds: tuple[ItemKind, ...]) -> Item | None:
    """Return the most urgent case that nobody has claimed or locked, with its row locked, or None."""
    free = _ITEMS.where(IS_FREE)
    if kinds:
        free = free.where(ReviewItemRow.kind.in_(kinds))
    # Ids are ordered by time, so among equally urgent cases the oldest comes first.
    most_urgent = free.order_by(URGENCY, ReviewItemRow.id).limit(1)
    return read(session, Item, most_urgent.with_for_update(skip_locked=True)).one_or_none()


def lock_held(session: Session, staff_id: UUID) -> list[Item]:
    """Return the cases that a staff member has claimed and is not just deciding, with their rows locked."""
    item = ReviewItemRow
    held = _ITEMS.where(item.claimed_by == staff_id, item.claimed_until >= func.now()).order_by(item.id)
    return read(session, Item, held.with_for_update(skip_locked=True)).all()


def lock_waiting(session: Session, kind: ItemKind, subject_id: UUID) -> Item | None:
    """Return the open case about a subject with its row locked, or None."""
    item = ReviewItemRow
    about = (item.kind == kind, item.subject_id == subject_id, item.state.in_(WAITS))
    return read(session, Item, _ITEMS.where(*about).with_for_update()).one_or_none()


def find_reason(session: Session, item_id: UUID) -> OpenedBy | None:
    """Return by whom and why a case was opened without a report; None for other cases."""
    row = OpenedCase
    opened = select(row.reason, StaffRow.name).join(StaffRow, StaffRow.id == row.staff_id)
    return read(session, OpenedBy, opened.where(row.item_id == item_id)).one_or_none()


def list_matches(session: Session, item_id: UUID) -> list[SignalMatch]:
    """Return the matches that the signals of a case are based on, the oldest first."""
    found = select(*columns_of(SignalMatch, ReviewMatch)).where(ReviewMatch.item_id == item_id)
    return read(session, SignalMatch, found.order_by(ReviewMatch.id)).all()


def is_noted(session: Session, member_id: UUID, signal: Signal, *, hours: int) -> bool:
    """Return whether a member has a case with a signal that is open, or was closed less than `hours` ago."""
    item = ReviewItemRow
    ended = func.coalesce(item.closed_at, func.now())
    lately = ended > func.now() - func.make_interval(0, 0, 0, 0, hours)
    noted = exists().where(item.member_id == member_id, item.signals.contains([signal]), lately)
    return session.execute(select(noted)).scalar_one()
