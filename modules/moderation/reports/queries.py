"""Reads of reports."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import ColumnElement, and_, func, select

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from modules.moderation.contracts.evidence import StoredReport
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.contracts.reports import Report, ReportState
from modules.moderation.queue.models import ReviewItemRow
from modules.moderation.queue.queries import _ITEMS, Item
from modules.moderation.reports.models import ReportRow


@dataclass(frozen=True, slots=True)
class LockedReport:
    """A report whose row is locked."""

    number: str
    reporter_id: UUID
    reported_id: UUID
    state: ReportState


_REPORTS = select(*columns_of(Report, ReportRow), ReportRow.evidence["name"].astext.label("about"))


def get_report(session: Session, report_id: UUID) -> Report:
    """Return a report as its reporter sees it."""
    return read(session, Report, _REPORTS.where(ReportRow.id == report_id)).one()


def list_reports(session: Session, member_id: UUID) -> list[Report]:
    """Return a member's reports, the newest first."""
    own = _REPORTS.where(ReportRow.reporter_id == member_id)
    return read(session, Report, own.order_by(ReportRow.created_at.desc(), ReportRow.id).limit(100)).all()


def lock_report(session: Session, report_id: UUID) -> LockedReport | None:
    """Return a report's number, people and state with its row locked, or None."""
    own = select(*columns_of(LockedReport, ReportRow)).where(ReportRow.id == report_id)
    return read(session, LockedReport, own.with_for_update()).one_or_none()


def list_open_reports(session: Session, item: Item) -> list[StoredReport]:
    """Return the open reports about a case's subject as JSON, the oldest first."""
    return _list_reports(session, item, ReportRow.state == ReportState.OPEN)


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


def _list_reports(session: Session, item: Item, state: ColumnElement[bool]) -> list[StoredReport]:
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
