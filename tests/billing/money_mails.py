"""What the machine of money knows of mails: each refund is told to its payer."""

from typing import Any

from sqlalchemy import func, select, text, update

import app.registry  # noqa: F401  # the texts of all modules
from app.kernel.db import transaction
from app.kernel.outbox import Event, OutboxEvent
from modules.billing.contracts import RefundState
from modules.billing.events import RefundApproved, RefundFailed, RefundSettled
from modules.billing.queries import returns
from modules.notifications.handlers import money
from modules.notifications.models import Mail
from modules.notifications.service import mails
from tests.billing import shopping
from tests.billing.money_model import Shopper

HANDLERS: dict[type[Event], Any] = {
    RefundApproved: money.on_refund_approved,
    RefundSettled: money.on_refund_settled,
    RefundFailed: money.on_refund_failed,
}
TOLD_BY = {RefundState.REFUNDED: "refund-arrived", RefundState.FAILED: "refund-failed"}


def handle_refunds() -> None:
    """Let the handlers of mails see every event of a refund that waits, twice, as a worker that was killed does."""
    handlers = {event.name(): handler for event, handler in HANDLERS.items()}
    waiting = (OutboxEvent.dispatched_at.is_(None), OutboxEvent.name.in_(handlers))
    with transaction() as session:
        found = select(OutboxEvent.name, OutboxEvent.payload).where(*waiting).order_by(OutboxEvent.seq)
        events = session.execute(found).all()
        session.execute(update(OutboxEvent).where(*waiting).values(dispatched_at=func.now()))
    for event in (*events, *events):
        with transaction() as session:
            handlers[event.name].run(session, Event.load(event.name, event.payload))


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
