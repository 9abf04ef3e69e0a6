"""Reports that are settled with a decision, and again when it is reversed."""

from uuid import UUID

from sqlalchemy import func, update

from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from modules.accounts import api as accounts_api
from modules.moderation.contracts.decisions import Measure
from modules.moderation.contracts.reports import Outcome
from modules.moderation.decisions.policies import decisions as policies
from modules.moderation.decisions.queries import decided_reports
from modules.moderation.decisions.queries import decisions as decision_queries
from modules.moderation.events import ReportReviewed
from modules.moderation.queue import queries as queue_queries
from modules.moderation.queue.queries import Item
from modules.moderation.reports import queries as report_queries
from modules.moderation.reports.models import ReportRow
from modules.moderation.reports.service.reports import decide_report


def settle_reports(
    session: Session, item: Item, *, decision_id: UUID, staff_id: UUID, measure: Measure, answer: str
) -> None:
    """Decide all open reports about a case's subject, and answer their reporters.

    Reports that were decided with a refused ban move to this decision, and are reviewed if no rule was broken. An empty
    `answer` is replaced by the standard text in each reporter's language.
    """
    outcome, row = policies.outcome_of(measure), ReportRow
    in_vain = (report_queries.is_about(item), decided_reports.DECIDED_WITH_REFUSED_BAN)
    session.execute(update(row).where(*in_vain).values(decision_id=decision_id))
    if outcome is Outcome.NOT_UPHELD:
        review_reports(session, decision_id=decision_id)
    for one in report_queries.list_open_reports(session, item):
        reporter = accounts_api.get_member(session, UUID(one["reporter_id"]))
        words = answer or i18n.text(reporter.language, f"moderation.answers.{outcome}")
        decide_report(
            session,
            report_id=UUID(one["id"]),
            staff_id=staff_id,
            outcome=outcome,
            answer=words,
            decision_id=decision_id,
        )


def review_reports(session: Session, *, decision_id: UUID) -> None:
    """Move the upheld reports of a decision that is no longer valid to another one that supports them; mark the others
    as reviewed and notify their reporters.
    """
    row, decision = ReportRow, decision_queries.find_decision(session, decision_id)
    item = queue_queries.find_item(session, decision.item_id) if decision and decision.item_id else None
    if decision is None or item is None:
        return
    for one in decision_queries.list_dependent_reports(session, decision, item):
        change = {"decision_id": one.other_id} if one.other_id else {"reviewed_at": func.now()}
        session.execute(update(row).where(row.id == one.id).values(**change))
        if one.other_id is None:
            publish(session, ReportReviewed(one.id, one.number, one.reporter_id))
