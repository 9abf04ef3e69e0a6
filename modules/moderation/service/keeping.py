"""How long the house keeps what it saw: until the last word about a case, and 180 days after that.

Who is erased takes their words along at once. What stays says that there was a decision, by which rule and for how
long; and, of somebody who is banned for good, keyed hashes by which they are told again, for three years.
"""

from datetime import timedelta
from uuid import UUID

from sqlalchemy import delete, exists, func, or_, select, update
from sqlalchemy.orm import Session

from modules.accounts import api as accounts_api
from modules.accounts.contracts import MemberStatus
from modules.moderation.contracts import AppealState, DecisionState, ReportState
from modules.moderation.models import AppealRow, BannedMark, DecisionRow, ReportRow
from modules.moderation.policies.decisions import EVIDENCE_IS_KEPT

MARKS_ARE_KEPT = timedelta(days=3 * 365)


def empty_evidence(session: Session) -> None:
    """Empty what was seen of cases whose last word is 180 days old, or whose subject was erased before they were
    decided, and forget marks that are three years old.
    """
    row, appeal, report = DecisionRow, AppealRow, ReportRow
    has_appeal = exists().where(appeal.decision_id == row.id, appeal.state == AppealState.OPEN)
    last_word = func.greatest(row.in_force_at, row.closed_at)
    over = (row.state != DecisionState.PROPOSED, last_word < func.now() - EVIDENCE_IS_KEPT, ~has_appeal)
    session.execute(update(row).where(*over, row.evidence != {}).values(evidence={}))
    people = accounts_api.people()
    erased = select(people.c.id).where(people.c.status == MemberStatus.ERASED)
    is_over = or_(report.decided_at < func.now() - EVIDENCE_IS_KEPT, report.reported_id.in_(erased))
    decided = (report.state == ReportState.DECIDED, is_over)
    session.execute(update(report).where(*decided, report.evidence != {}).values(evidence={}, words=""))
    session.execute(delete(BannedMark).where(BannedMark.created_at < func.now() - MARKS_ARE_KEPT))


def erase_member(session: Session, *, member_id: UUID) -> None:
    """Empty the words about and of an erased member."""
    row = DecisionRow
    own = row.member_id == member_id
    session.execute(update(row).where(own).values(facts="", evidence={}, emptied_at=func.now()))
    theirs = AppealRow.decision_id.in_(select(row.id).where(own))
    session.execute(update(AppealRow).where(theirs).values(words=""))
