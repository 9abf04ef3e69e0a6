"""Commands of reports. A report hides and decides nothing by itself."""

from typing import Any
from uuid import UUID

from sqlalchemy import func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from app.kernel import clock
from app.kernel.db.session import Session
from app.kernel.errors import NotFound
from app.kernel.events.outbox import publish
from app.kernel.http.auth import Actor
from app.kernel.ids import new_private_id
from modules.accounts import api as accounts_api
from modules.accounts.contracts import MemberStatus
from modules.moderation.contracts.reports import REPORTED_AS, Outcome, Report, ReportKind, ReportReason, ReportState
from modules.moderation.errors import AlreadyReported, CaseClosed
from modules.moderation.events import ReportDecided, ReportReceived
from modules.moderation.queue.service import queue
from modules.moderation.queue.service.numbers import new_number
from modules.moderation.queue.service.pictures import hold_pictures, release_pictures
from modules.moderation.reports import policies, queries
from modules.moderation.reports.models import ReportRow
from modules.moderation.reports.queries import LockedReport
from modules.moderation.reports.service.subjects import find_subject, without_messages_of
from modules.social import api as social_api


def report(
    session: Session,
    *,
    actor: Actor,
    kind: ReportKind,
    reason: ReportReason,
    words: str = "",
    member_id: UUID | None = None,
    thing_id: UUID | None = None,
    blocks: bool = False,
) -> Report:
    """Report a member's profile, one of their photos or a message from them, with evidence of how it is now.

    `blocks` also blocks the member. Raises NotFound for blocked and absent members alike, ReportWordsMissing, or
    AlreadyReported while an earlier report of the same subject is open.
    """
    policies.ensure_said_what(reason, words)
    priority, time_to_decide = policies.handling_of_report(reason)
    subject = find_subject(session, actor=actor, kind=kind, member_id=member_id, thing_id=thing_id)
    row: dict[str, Any] = {
        "id": new_private_id(),
        "number": new_number(),
        "site_id": actor.site_id,
        "reporter_id": actor.member,
        "reported_id": subject.reported_id,
        "kind": kind,
        "subject_id": subject.id,
        "reason": reason,
        "words": words,
        "evidence": dict(subject.evidence),
        "due_at": clock.now() + time_to_decide,
    }
    added = (
        insert(ReportRow)
        .values(row)
        .on_conflict_do_nothing(
            index_elements=[ReportRow.reporter_id, ReportRow.kind, ReportRow.subject_id],
            index_where=text("state = 'open'"),
        )
    )
    report_id = session.execute(added.returning(ReportRow.id)).scalar_one_or_none()
    if report_id is None:
        raise AlreadyReported()
    hold_pictures(
        session,
        case_id=report_id,
        photo_ids=subject.photo_ids,
        message_ids=subject.message_ids,
        # As its evidence does, until the decision.
        outlives_owner=True,
    )
    queue.open_item(
        session,
        kind=REPORTED_AS[kind],
        subject_id=subject.id,
        member_id=subject.reported_id,
        priority=priority,
        due_at=row["due_at"],
    )
    if blocks:
        social_api.block_member(session, site_id=actor.site_id, member_id=actor.member, to_id=subject.reported_id)
    publish(session, ReportReceived(report_id=report_id, number=row["number"], reporter_id=actor.member))
    return queries.get_report(session, report_id)


def decide_report(
    session: Session,
    *,
    report_id: UUID,
    staff_id: UUID,
    outcome: Outcome,
    answer: str,
    decision_id: UUID | None = None,
) -> None:
    """Decide a report finally and notify its reporter; raises CaseClosed."""
    row = _lock_open(session, report_id)
    decision = {"state": ReportState.DECIDED, "outcome": outcome, "answer": answer}
    by = {"claimed_by": staff_id, "decided_by": staff_id, "decided_at": func.now(), "decision_id": decision_id}
    session.execute(update(ReportRow).where(ReportRow.id == report_id).values(**decision, **by))
    if accounts_api.get_member(session, row.reported_id).status is MemberStatus.ERASED:
        erase_member(session, member_id=row.reported_id)
    release_pictures(session, case_ids=[report_id])
    publish(session, ReportDecided(report_id=report_id, number=row.number, reporter_id=row.reporter_id))


def erase_member(session: Session, *, member_id: UUID) -> None:
    """Empty an erased member's texts in reports, the answers about them, and the evidence once decided."""
    row = ReportRow
    for report in session.execute(select(row.id, row.evidence).where(row.reporter_id == member_id)):
        evidence = without_messages_of(report.evidence, member_id)
        session.execute(update(row).where(row.id == report.id).values(words="", answer="", evidence=evidence))
    decided = (row.reported_id == member_id, row.state == ReportState.DECIDED)
    session.execute(update(row).where(*decided).values(evidence={}, answer=""))


def _lock_open(session: Session, report_id: UUID) -> LockedReport:
    row = queries.lock_report(session, report_id)
    if row is None:
        raise NotFound()
    if row.state != ReportState.OPEN:
        raise CaseClosed()
    return row
