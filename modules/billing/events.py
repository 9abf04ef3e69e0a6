"""Events of the billing module."""

from dataclasses import dataclass
from uuid import UUID

from app.kernel.events.outbox import Event, MemberEvent


@dataclass(frozen=True)
class NoticeReceived(Event):
    """A provider reports that a payment has changed."""

    provider: str
    ref: str


@dataclass(frozen=True)
class OrderCompleted(Event):
    order_id: UUID


@dataclass(frozen=True)
class OrderFailed(Event):
    order_id: UUID


@dataclass(frozen=True)
class InvoiceIssued(Event):
    order_id: UUID


@dataclass(frozen=True)
class CreditNoteIssued(Event):
    refund_id: UUID


@dataclass(frozen=True)
class PaymentAbandoned(Event):
    """A payment is not needed any more; the provider is asked to cancel it."""

    payment_id: UUID


@dataclass(frozen=True)
class RefundApproved(Event):
    refund_id: UUID


@dataclass(frozen=True)
class RefundSettled(Event):
    refund_id: UUID


@dataclass(frozen=True)
class RefundFailed(Event):
    refund_id: UUID


@dataclass(frozen=True)
class RefundRefused(Event):
    """Staff rejected a refund; its credits are returned."""

    refund_id: UUID


@dataclass(frozen=True)
class RefundCheckAsked(Event):
    """Staff asked for a check of a refund at its provider."""

    refund_id: UUID


@dataclass(frozen=True)
class ChargebackReceived(Event):
    chargeback_id: UUID


@dataclass(frozen=True)
class MethodRevoked(Event):
    """A saved payment method was revoked here, and is to be revoked at its provider."""

    mandate_id: UUID


@dataclass(frozen=True)
class DirectDebitCodeAsked(Event):
    challenge_id: UUID


@dataclass(frozen=True)
class CollectionScheduled(Event):
    collection_id: UUID


@dataclass(frozen=True)
class DirectDebitBlocked(Event):
    """A member was blocked for direct debit, and was not before."""

    block_id: UUID


@dataclass(frozen=True)
class DiscountGiven(Event):
    """A code was created for one member."""

    discount_id: UUID


class CreditsAdjusted(MemberEvent):
    """A member was granted credits, or support took some."""


@dataclass(frozen=True)
class ReloadStarted(MemberEvent):
    """A member switched auto-reload on."""

    agreed_at: str


@dataclass(frozen=True)
class ReloadPaused(MemberEvent):
    """Auto-reload is paused, because another bundle would exceed the member's cap or limit."""

    until: str


@dataclass(frozen=True)
class ReloadEnded(MemberEvent):
    """Auto-reload ended."""

    ended_at: str
