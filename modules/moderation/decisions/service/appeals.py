"""Appeals: a member appeals within 180 days, and somebody who has not decided about it before decides."""

from uuid import UUID

from sqlalchemy import func, text, update
from sqlalchemy.dialects.postgresql import insert

from app.kernel import clock
from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.http.auth import Actor
from app.kernel.ids import new_private_id
from app.kernel.mail import links
from modules.moderation.contracts.decisions import STANDS, AppealOutcome, AppealState, Statement
from modules.moderation.decisions.models import AppealRow
from modules.moderation.decisions.policies import decisions as policies
from modules.moderation.decisions.queries import decisions as queries
from modules.moderation.decisions.queries.rows import Decision
from modules.moderation.decisions.service import decisions, statements
from modules.moderation.errors import AppealOpen, CaseClosed, DecisionNotFound, DecisionOver, OwnSignature
from modules.moderation.events import AppealDecided
from modules.moderation.staff.service.audit import record_audit

RESOURCE = "moderation.appeals"


def get_statement(session: Session, *, actor: Actor, decision_id: UUID, key: str) -> Statement:
    """Return a statement of reasons to its member, by login or by the key of the mail; raises DecisionNotFound."""
    _find_own(session, actor, decision_id, key)
    return statements.get_statement(session, decision_id, actor.language)


def appeal(session: Session, *, actor: Actor, decision_id: UUID, key: str, words: str) -> Statement:
    """Appeal against a decision; raises DecisionNotFound, DecisionOver, AppealLate or AppealOpen.

    A decision about an erased member is over too: nothing is left that could be judged.
    """
    row = _find_own(session, actor, decision_id, key)
    if row.state not in STANDS or row.emptied_at is not None:
        raise DecisionOver()
    policies.ensure_in_time(row.appeal_until, clock.now())
    values = {"id": new_private_id(), "decision_id": decision_id, "words": words}
    values["due_at"] = clock.now() + policies.APPEAL_IS_DECIDED_IN
    added = (
        insert(AppealRow)
        .values(values)
        .on_conflict_do_nothing(index_elements=[AppealRow.decision_id], index_where=text("state = 'open'"))
    )
    if session.execute(added.returning(AppealRow.id)).one_or_none() is None:
        raise AppealOpen()
    return statements.get_statement(session, decision_id, actor.language)


def decide_appeal(session: Session, *, appeal_id: UUID, staff_id: UUID, outcome: AppealOutcome, answer: str) -> None:
    """Decide an appeal; a reversal ends the decision with its strikes.

    Raises CaseClosed or OwnSignature.
    """
    row = queries.lock_appeal(session, appeal_id)
    if row is None:
        raise DecisionNotFound()
    if row.state != AppealState.OPEN:
        raise CaseClosed()
    decision = queries.lock_decision(session, row.decision_id)
    if decision is None or staff_id in queries.list_deciders(session, decision.id):
        raise OwnSignature()
    by = {"decided_by": staff_id, "decided_at": func.now()}
    made = {"state": AppealState.DECIDED, "outcome": outcome, "answer": answer}
    session.execute(update(AppealRow).where(AppealRow.id == appeal_id).values(**made, **by))
    detail = {"outcome": outcome, "decision": str(decision.id)}
    record_audit(session, staff_id=staff_id, action="decide", resource=RESOURCE, record_id=appeal_id, detail=detail)
    if outcome is AppealOutcome.REVERSED and decision.state in STANDS:
        decisions.reverse(session, decision_id=decision.id, staff_id=staff_id, reason="appeal")
    publish(session, AppealDecided(appeal_id, decision.id, decision.number, decision.member_id, outcome))


def lapse_of_erased(session: Session, member_id: UUID | None = None) -> None:
    """Close the open appeals of an erased member, or of all of them: nobody can judge them, as they are emptied."""
    for appeal_id in queries.lock_appeals_of_erased(session, member_id):
        session.execute(update(AppealRow).where(AppealRow.id == appeal_id).values(state=AppealState.LAPSED))
        why = "the account is erased"
        record_audit(session, staff_id=None, action="lapse", resource=RESOURCE, record_id=appeal_id, reason=why)


def _find_own(session: Session, actor: Actor, decision_id: UUID, key: str) -> Decision:
    row = queries.find_decision(session, decision_id)
    if row is None or row.in_force_at is None or row.rule is None or row.site_id != actor.site_id:
        raise DecisionNotFound()
    is_own = actor.member_id is not None and actor.member_id == row.member_id
    if not is_own and not links.opens(decisions.statement_path(decision_id), key):
        raise DecisionNotFound()
    return row
