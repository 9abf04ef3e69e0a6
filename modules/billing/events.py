"""Events of the billing module."""

from uuid import UUID

from app.kernel.events.outbox import Event, MemberEvent


class NoticeReceived(Event):
    """A provider reports that a payment has changed."""

    provider: str
    ref: str


class OrderCompleted(Event):
    order_id: UUID


class OrderFailed(Event):
    order_id: UUID


class InvoiceIssued(Event):
    order_id: UUID


class CreditNoteIssued(Event):
    refund_id: UUID


class PaymentAbandoned(Event):
    """A payment is not needed any more; the provider is asked to cancel it."""

    payment_id: UUID


class RefundApproved(Event):
    refund_id: UUID


class RefundSettled(Event):
    refund_id: UUID


class RefundFailed(Event):
    refund_id: UUID


class RefundRefused(Event):
    """Staff rejected a refund; its credits are returned."""

    refund_id: UUID


class RefundCheckAsked(Event):
    """Staff asked for a check of a refund at its provider."""

    refund_id: UUID


class ChargebackReceived(Event):
    chargeback_id: UUID


class MethodRevoked(Event):
    """A saved payment method was revoked here, and is to be revoked at its provider."""

    mandate_id: UUID


class DirectDebitCodeAsked(Event):
    challenge_id: UUID


class CollectionScheduled(Event):
    collection_id: UUID


class DirectDebitBlocked(Event):
    """A member was blocked for direct debit, and was not before."""

    block_id: UUID


class DiscountGiven(Event):
    """A code was created for one member."""

    discount_id: UUID


class CreditsAdjusted(MemberEvent):
    """A member was granted credits, or support took some."""


class ReloadStarted(MemberEvent):
    """A member switched auto-reload on."""

    agreed_at: str


class ReloadPaused(MemberEvent):
    """Auto-reload is paused, because another bundle would exceed the member's cap or limit."""

    until: str


class ReloadEnded(MemberEvent):
    """Auto-reload ended."""

    ended_at: str
