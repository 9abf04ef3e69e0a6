"""Reads of the review queue."""

from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Select, and_, bindparam, case, exists, func, or_, select
from sqlalchemy.orm import aliased

from app.kernel.db import Session
from app.kernel.read import columns_of, read
from modules.moderation.contracts import STANDS, DecisionState, ItemKind, ItemState, ReportState, Signal
from modules.moderation.models import DecisionRow, OpenedCase, ReportRow, ReviewItemRow, ReviewMatch, StaffRow
from modules.moderation.queries.rows import Item, Match, OpenedBy

_ITEMS = select(*columns_of(Item, ReviewItemRow))
WAITS = (ItemState.OPEN, ItemState.CLAIMED)
IS_FREE = or_(
    ReviewItemRow.state == ItemState.OPEN,
    and_(ReviewItemRow.state == ItemState.CLAIMED, ReviewItemRow.claimed_until < func.now()),
)
# Reports that were last decided with a ban whose second signature was refused.
DECIDED_WITH_REFUSED_BAN = ReportRow.decision_id.in_(
    select(DecisionRow.id).where(DecisionRow.state == DecisionState.REFUSED).scalar_subquery()
)
# Overdue cases first, then by priority.
URGENCY = case((ReviewItemRow.due_at < func.now(), ReviewItemRow.priority - 3), else_=ReviewItemRow.priority)


def _last_digest() -> Select[bytes | None, bool]:
    item, decision, same = ReviewItemRow, DecisionRow, aliased(ReviewItemRow)
    # After a refused ban, the reopened case has the same digest as the case that removed the texts.
    of_same = (same.kind == item.kind, same.subject_id == item.subject_id, same.digest == item.digest)
    removed = exists().where(decision.item_id == same.id, *of_same, decision.takes_texts, decision.state.in_(STANDS))
    of_texts = (item.kind == ItemKind.PROFILE_TEXT, item.subject_id == bindparam("of_member"))
    return select(item.digest, removed).where(*of_texts).order_by(item.opened_at.desc()).limit(1)


# Built once, because that costs more than running it, and it runs for every new member.
_LAST_DIGEST = _last_digest()


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


def list_matches(session: Session, item_id: UUID) -> list[Match]:
    """Return the matches that the signals of a case are based on, the oldest first."""
    found = select(*columns_of(Match, ReviewMatch)).where(ReviewMatch.item_id == item_id)
    return read(session, Match, found.order_by(ReviewMatch.id)).all()


def is_noted(session: Session, member_id: UUID, signal: Signal, *, hours: int) -> bool:
    """Return whether a member has a case with a signal that is open, or was closed less than `hours` ago."""
    item = ReviewItemRow
    ended = func.coalesce(item.closed_at, func.now())
    lately = ended > func.now() - func.make_interval(0, 0, 0, 0, hours)
    noted = exists().where(item.member_id == member_id, item.signals.contains([signal]), lately)
    return session.execute(select(noted)).scalar_one()


def find_last_digest(session: Session, member_id: UUID) -> tuple[bytes | None, bool]:
    """Return the digest of a member's newest review of texts, None without one, and whether it removed the texts."""
    found = session.execute(_LAST_DIGEST, {"of_member": member_id}).one_or_none()
    return (found[0], found[1]) if found else (None, False)


def list_open_reports(session: Session, item: Item) -> list[dict[str, Any]]:
    """Return the open reports about a case's subject as JSON, the oldest first."""
    return _list_reports(session, item, ReportRow.state == ReportState.OPEN)


def list_waiting_reports(session: Session, item: Item) -> list[dict[str, Any]]:
    """Return the open reports about a case's subject, and those that were decided with a refused ban, as JSON."""
    return _list_reports(session, item, or_(ReportRow.state == ReportState.OPEN, DECIDED_WITH_REFUSED_BAN))


def list_reports_decided_with(session: Session, item: Item) -> list[dict[str, Any]]:
    """Return the reports that were decided with a case as JSON, the oldest first."""
    about = select(DecisionRow.id).where(DecisionRow.item_id == item.id)
    return _list_reports(session, item, or_(ReportRow.decided_at == item.closed_at, ReportRow.decision_id.in_(about)))


def get_item_of_report(session: Session, report_id: UUID) -> tuple[Item, str]:
    """Return the case about a reported message, and the id of its conversation."""
    report = ReportRow
    about = select(report.subject_id, report.decided_at, report.evidence["conversation"].astext.label("conversation"))
    found = session.execute(about.where(report.id == report_id)).one()
    item = ReviewItemRow
    of_it = (item.kind == ItemKind.MESSAGE_REPORT, item.subject_id == found.subject_id)
    in_time = item.opened_at <= (found.decided_at or func.now())
    newest = _ITEMS.where(*of_it, in_time).order_by(item.opened_at.desc()).limit(1)
    return read(session, Item, newest).one(), found.conversation


def is_about(item: Item) -> ColumnElement[bool]:
    """Return the condition that a report is about the subject of a case."""
    kinds = {ItemKind.MEMBER_REPORT: "profile", ItemKind.PHOTO_REPORT: "photo", ItemKind.MESSAGE_REPORT: "message"}
    return and_(ReportRow.kind == kinds.get(item.kind), ReportRow.subject_id == item.subject_id)


def _list_reports(session: Session, item: Item, state: ColumnElement[bool]) -> list[dict[str, Any]]:
    row = ReportRow
    found = session.execute(
        select(row.id, row.number, row.reporter_id, row.reason, row.words, row.evidence, row.created_at)
        .where(is_about(item), state)
        .order_by(row.created_at)
    )
    return [
        {
            "id": str(one.id),
            "number": one.number,
            "reporter_id": str(one.reporter_id),
            "reason": one.reason,
            "words": one.words,
            "evidence": one.evidence,
            "created_at": one.created_at.isoformat(),
        }
        for one in found
    ]
