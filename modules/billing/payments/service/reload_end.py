"""The end of auto-reload, apart from the rest of it (reload.py), which needs payments and refunds itself."""

from uuid import UUID

from sqlalchemy import func, select, update

from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from modules.billing.contracts.states import ReloadEnd
from modules.billing.events import ReloadEnded
from modules.billing.ledger import queries as ledger_queries
from modules.billing.payments.models.limits import ReloadRuleRow


def end_rule(session: Session, *, member_id: UUID, reason: ReloadEnd) -> None:
    """Switch auto-reload off; a repeat changes nothing."""
    ended = (
        update(ReloadRuleRow)
        .where(ReloadRuleRow.member_id == member_id, ReloadRuleRow.ended_at.is_(None))
        .values(ended_at=func.clock_timestamp(), end_reason=reason)
        .returning(ReloadRuleRow.ended_at)
    )
    ended_at = session.execute(ended).scalar_one_or_none()
    if ended_at is not None:
        publish(session, ReloadEnded(member_id, ended_at.isoformat()))


def end_if_short(session: Session, *, member_id: UUID) -> None:
    """Switch auto-reload off if it would buy again what a member gives back, because too few credits are left."""
    balance = ledger_queries.get_balance(session, member_id=member_id)
    short = select(ReloadRuleRow.member_id).where(
        ReloadRuleRow.member_id == member_id, ReloadRuleRow.threshold > balance
    )
    if session.execute(short).first():
        end_rule(session, member_id=member_id, reason=ReloadEnd.REFUNDED)
