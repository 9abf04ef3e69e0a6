"""Reads of reports that were decided with a decision."""

from sqlalchemy import or_, select

from app.kernel.db.session import Session
from modules.moderation.contracts.decisions import DecisionState
from modules.moderation.contracts.evidence import StoredReport
from modules.moderation.contracts.reports import ReportState
from modules.moderation.decisions.models import DecisionRow
from modules.moderation.queue.queries import Item
from modules.moderation.reports.models import ReportRow
from modules.moderation.reports.queries import _list_reports

# Reports that were last decided with a ban whose second signature was refused.
DECIDED_WITH_REFUSED_BAN = ReportRow.decision_id.in_(
    select(DecisionRow.id).where(DecisionRow.state == DecisionState.REFUSED).scalar_subquery()
)


def list_waiting_reports(session: Session, item: Item) -> list[StoredReport]:
    """Return the open reports about a case's subject, and those that were decided with a refused ban, as JSON."""
    return _list_reports(session, item, or_(ReportRow.state == ReportState.OPEN, DECIDED_WITH_REFUSED_BAN))


def list_reports_decided_with(session: Session, item: Item) -> list[StoredReport]:
    """Return the reports that were decided with a case as JSON, the oldest first."""
    about = select(DecisionRow.id).where(DecisionRow.item_id == item.id)
    return _list_reports(session, item, or_(ReportRow.decided_at == item.closed_at, ReportRow.decision_id.in_(about)))
