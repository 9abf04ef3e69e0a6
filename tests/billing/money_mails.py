"""What the machine of money knows of mails: each refund is told to its payer."""

from contextlib import suppress

from sqlalchemy import func, select, text, update

from app.kernel.db.session import transaction
from app.kernel.events.outbox import Event, Handler, OutboxEvent, TryLater
from modules.billing import handlers as billing
from modules.billing.contracts.states import RefundState
from modules.billing.events import CreditNoteIssued, RefundApproved, RefundFailed, RefundSettled
from modules.billing.payments.queries import returns
from modules.notifications.handlers import money
from modules.notifications.models import Mail
from modules.notifications.service import mails
from tests.billing import shopping
from tests.billing.money_model import Shopper

HANDLERS: dict[type[Event], tuple[Handler, ...]] = {
    RefundApproved: (money.on_refund_approved,),
    RefundSettled: (money.on_refund_settled, billing.on_refund_settled),
    CreditNoteIssued: (money.on_credit_note_issued,),
    RefundFailed: (money.on_refund_failed, billing.on_refund_failed),
}
TOLD_BY = {RefundState.REFUNDED: "refund-arrived", RefundState.FAILED: "refund-failed"}


def handle_refunds() -> None:
    """Let handlers see every event of a refund that waits, twice, as a worker that was killed does."""
    while events := _take_waiting():
        for event in (*events, *events):
            for handler in HANDLERS[type(event)]:
                with suppress(TryLater), transaction() as session:
                    handler.run(session, event)


def _take_waiting() -> list[Event]:
    waiting = (OutboxEvent.dispatched_at.is_(None), OutboxEvent.name.in_(event.name() for event in HANDLERS))
    with transaction() as session:
        found = select(OutboxEvent.name, OutboxEvent.payload).where(*waiting).order_by(OutboxEvent.seq)
        events = session.execute(found).all()
        session.execute(update(OutboxEvent).where(*waiting).values(dispatched_at=func.now()))
    return [Event.load(event.name, event.payload) for event in events]


def ensure_refunds_are_told(shopper: Shopper) -> None:
    """Assert that each refund of somebody which ended has one mail about that, and that it can be written."""
    payments = [payment.id for order in shopper.orders for payment in shopping.payments_of(order.id)]
    with transaction(read_only=True) as session:
        ended = [one for one in returns.list_refunds(session, payment_ids=payments) if one.state in TOLD_BY]
        about = Mail.params["refund_id"].astext
        told = session.execute(select(Mail.id, Mail.type, about).where(Mail.member_id == shopper.member.id)).all()
    for refund in ended:
        found = [id for id, type, refund_id in told if (type, refund_id) == (TOLD_BY[refund.state], str(refund.id))]
        assert len(found) == 1, refund
        with transaction() as session:
            letter = mails.write_mail(session, mail_id=found[0])
            session.execute(text("UPDATE notifications.mail SET state = 'dropped' WHERE id = :id"), {"id": found[0]})
        assert letter is not None, refund
