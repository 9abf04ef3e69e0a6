"""Retention of evidence: until a case is final, and 180 days after that.

The texts of an erased member are emptied at once. The record of a decision with its rule and duration stays; so do, for
three years, the keyed hashes that recognise a permanently banned person.
"""

from datetime import timedelta
from uuid import UUID

from sqlalchemy import Select, and_, delete, exists, func, or_, select, union_all, update

from app.kernel.db.session import Session
from app.kernel.resources import ID_SEPARATOR
from modules.accounts import api as accounts_api
from modules.accounts.contracts import MemberStatus
from modules.billing import api as billing_api
from modules.moderation.complaints.models import ComplaintRow, Handover
from modules.moderation.contracts.decisions import BANS, AppealState, DecisionState, Measure
from modules.moderation.contracts.reports import ReportState
from modules.moderation.decisions.models import AppealRow, BannedLikeness, BannedMark, DecisionRow, FraudNotice
from modules.moderation.fiction.models import FictionalHandover
from modules.moderation.queue.models import OpenedCase, ReviewItemRow, ReviewMatch
from modules.moderation.queue.service.matches import delete_matches
from modules.moderation.queue.service.pictures import release_pictures
from modules.moderation.reference import EVIDENCE_IS_KEPT
from modules.moderation.reports.models import ReportRow
from modules.moderation.staff.models import AuditEvent

MARKS_ARE_KEPT = timedelta(days=3 * 365)


def empty_evidence(session: Session) -> None:
    """Empty evidence and texts of cases that have been final for 180 days, or whose decided subject is erased; delete
    their origins and matches, release their pictures, and delete marks after three years.

    The facts of bans and limits in force stay, because the member may ask for them.
    """
    row, appeal, report = DecisionRow, AppealRow, ReportRow
    has_appeal = exists().where(appeal.decision_id == row.id, appeal.state == AppealState.OPEN)
    heard_at = select(func.max(appeal.decided_at)).where(appeal.decision_id == row.id).scalar_subquery()
    last_word = func.greatest(row.in_force_at, row.closed_at, heard_at)
    over = (row.state != DecisionState.PROPOSED, last_word < func.now() - EVIDENCE_IS_KEPT, ~has_appeal)
    emptied = session.execute(update(row).where(*over, row.evidence != {}).values(evidence={}).returning(row.id))
    release_pictures(session, case_ids=list(emptied.scalars()))
    keeps_out = and_(row.state == DecisionState.IN_FORCE, row.measure.in_((*BANS, Measure.FEATURE_LIMIT)))
    session.execute(update(row).where(*over, ~keeps_out, row.facts != "").values(facts="", emptied_at=func.now()))
    objected = (appeal.decided_at < func.now() - EVIDENCE_IS_KEPT, appeal.words != "")
    session.execute(update(appeal).where(*objected).values(words="", answer=""))
    people = accounts_api.people()
    erased = select(people.c.id).where(people.c.status == MemberStatus.ERASED)
    is_judged = exists().where(row.id == report.decision_id, ~and_(*over))
    is_long_ago = and_(report.decided_at < func.now() - EVIDENCE_IS_KEPT, ~is_judged)
    is_over = or_(is_long_ago, report.reported_id.in_(erased))
    decided = (report.state == ReportState.DECIDED, is_over)
    has_words = or_(report.evidence != {}, report.words != "", report.answer != "")
    session.execute(update(report).where(*decided, has_words).values(evidence={}, words="", answer=""))
    item = ReviewItemRow
    is_spoken_of = exists().where(row.item_id == item.id, ~and_(*over))
    closed = select(item.id).where(item.closed_at < func.now() - EVIDENCE_IS_KEPT, ~is_spoken_of)
    _delete_origins(session, closed)
    for kept in (BannedMark, BannedLikeness):
        session.execute(delete(kept).where(kept.created_at < func.now() - MARKS_ARE_KEPT))


def erase_member(session: Session, *, member_id: UUID) -> None:
    """Empty all texts by and about an erased member, and delete their notices of fraud."""
    _empty_audit_reasons(session, member_id)
    row = DecisionRow
    own = row.member_id == member_id
    session.execute(update(row).where(own).values(facts="", evidence={}, emptied_at=func.now()))
    _delete_origins(session, select(ReviewItemRow.id).where(ReviewItemRow.member_id == member_id))
    session.execute(delete(FraudNotice).where(FraudNotice.member_id == member_id))
    theirs = AppealRow.decision_id.in_(select(row.id).where(own))
    session.execute(update(AppealRow).where(theirs).values(words="", answer=""))


def _delete_origins(session: Session, cases: Select[UUID]) -> None:
    """Delete the handovers, reasons and matches from which cases were opened."""
    for origin in (Handover, FictionalHandover, OpenedCase):
        session.execute(delete(origin).where(origin.item_id.in_(cases)))
    delete_matches(session, ReviewMatch.item_id.in_(cases))


def _empty_audit_reasons(session: Session, member_id: UUID) -> None:
    """Empty the reasons in audit events about a member's records, because they may contain personal data."""
    judged, case, report = DecisionRow, ReviewItemRow, ReportRow
    decisions = select(judged.id).where(judged.member_id == member_id)
    own = union_all(
        decisions,
        select(AppealRow.id).where(AppealRow.decision_id.in_(decisions)),
        select(case.id).where(case.member_id == member_id),
        select(ComplaintRow.id).where(ComplaintRow.member_id == member_id),
        select(report.id).where(or_(report.reporter_id == member_id, report.reported_id == member_id)),
    )
    ids = {
        member_id,
        *session.execute(own).scalars(),
        *billing_api.list_record_ids(session, member_id=member_id),
        *billing_api.list_mandate_ids(session, member_id=member_id),
    }
    # The id of a message in a case begins with that of its report.
    record = func.split_part(AuditEvent.record_id, ID_SEPARATOR, 1)
    has_words = (record.in_(map(str, ids)), AuditEvent.reason != "")
    session.execute(update(AuditEvent).where(*has_words).values(reason=""))
