"""Handlers of events in the billing module."""

from app.kernel import sms
from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import Queue, TryLater, handles
from modules.accounts import api as accounts_api
from modules.accounts.contracts import MemberStatus
from modules.accounts.events import MemberBanned, MemberConfirmed, MemberDeleted, MemberErased
from modules.billing.debit.service import direct_debit
from modules.billing.errors.payments import ProviderAway
from modules.billing.events import (
    DirectDebitCodeAsked,
    MethodRevoked,
    NoticeReceived,
    OrderCompleted,
    OrderFailed,
    PaymentAbandoned,
    RefundApproved,
    RefundCheckAsked,
    RefundFailed,
    RefundSettled,
)
from modules.billing.ledger import service as ledger
from modules.billing.papers.service import papers
from modules.billing.payments.service import methods, outcomes, payments, reload
from modules.billing.service import leaving


@handles(MemberConfirmed)
def on_member_confirmed(session: Session, event: MemberConfirmed) -> None:
    """Grant the signup credits."""
    ledger.grant_signup_credits(session, member_id=event.member_id)


@handles(MemberDeleted)
def on_member_deleted(session: Session, event: MemberDeleted) -> None:
    """Stop purchases of a member who left, unless they have come back by now."""
    if accounts_api.get_member(session, event.member_id).status in outcomes.GONE:
        leaving.stop_buying(session, member_id=event.member_id)


@handles(MemberBanned)
def on_member_banned(session: Session, event: MemberBanned) -> None:
    """Cancel a banned member's unpaid orders and scheduled collections, unless the ban has ended by now."""
    if accounts_api.get_member(session, event.member_id).status is MemberStatus.BANNED:
        leaving.stop_paying(session, member_id=event.member_id)


@handles(MemberErased, managed=False)
def on_member_erased(event: MemberErased) -> None:
    """Delete an erased member's saved payment methods; paid orders stay in the books."""
    with transaction() as session:
        leaving.stop_buying(session, member_id=event.member_id)
        leaving.forget_words(session, member_id=event.member_id)
    leaving.forget_ways_to_pay(member_id=event.member_id)


@handles(NoticeReceived, managed=False)
def on_notice_received(event: NoticeReceived) -> None:
    """Fetch the payment from its provider."""
    payments.sync_ref(event.provider, event.ref)


@handles(PaymentAbandoned, managed=False)
def on_payment_abandoned(event: PaymentAbandoned) -> None:
    """Cancel the payment at its provider."""
    payments.abandon_payment(event.payment_id)


@handles(MethodRevoked, managed=False)
def on_method_revoked(event: MethodRevoked) -> None:
    """Revoke the payment method at its provider, however long that is away."""
    try:
        methods.revoke_at_provider(event.mandate_id)
    except ProviderAway as away:
        raise TryLater("a provider has not deleted a saved payment method") from away


@handles(RefundApproved, managed=False)
def on_refund_approved(event: RefundApproved) -> None:
    """Request the refund from its provider."""
    payments.submit_refund(event.refund_id)


@handles(RefundCheckAsked, managed=False)
def on_refund_check_asked(event: RefundCheckAsked) -> None:
    """Fetch the refund from its provider."""
    payments.sync_refund(event.refund_id)


@handles(OrderCompleted, queue=Queue.URGENT)
def on_order_completed(session: Session, event: OrderCompleted) -> None:
    """Issue the invoice, and reset the failures of auto-reload."""
    papers.issue_invoice(session, order_id=event.order_id)
    reload.note_success(session, order_id=event.order_id)


@handles(OrderFailed)
def on_order_failed(session: Session, event: OrderFailed) -> None:
    """Postpone or end auto-reload."""
    reload.note_failure(session, order_id=event.order_id)


@handles(RefundSettled, queue=Queue.URGENT)
def on_refund_settled(session: Session, event: RefundSettled) -> None:
    """Issue the credit note."""
    papers.issue_credit_note(session, refund_id=event.refund_id)


@handles(RefundFailed)
def on_refund_failed(session: Session, event: RefundFailed) -> None:
    """Reverse the credit note of a refund that the bank returned."""
    papers.issue_reversal(session, refund_id=event.refund_id)


@handles(DirectDebitCodeAsked, managed=False, queue=Queue.URGENT)
def on_direct_debit_code_asked(event: DirectDebitCodeAsked) -> None:
    """Send the code by SMS; the id is the gateway's idempotency key."""
    with transaction(read_only=True) as session:
        message = direct_debit.get_code_text(session, event.challenge_id)
    if message is not None:
        sms.send(*message, id=str(event.challenge_id))
