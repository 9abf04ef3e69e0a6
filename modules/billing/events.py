"""What happens to money."""

from dataclasses import dataclass
from uuid import UUID

from app.kernel.outbox import Event


@dataclass(frozen=True)
class NoticeReceived(Event):
    """A provider says that something became of a payment."""

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
    """Nobody waits for this payment any more; the provider is asked to stop it."""

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
    """Somebody of the staff said no to a refund; its credits are back."""

    refund_id: UUID


@dataclass(frozen=True)
class RefundCheckAsked(Event):
    """Somebody of the staff wants to know at once what became of a refund."""

    refund_id: UUID


@dataclass(frozen=True)
class ChargebackReceived(Event):
    chargeback_id: UUID


@dataclass(frozen=True)
class DirectDebitCodeAsked(Event):
    challenge_id: UUID


@dataclass(frozen=True)
class CollectionScheduled(Event):
    collection_id: UUID


@dataclass(frozen=True)
class DirectDebitBlocked(Event):
    """A member can no longer pay by direct debit, who could before."""

    block_id: UUID


@dataclass(frozen=True)
class DiscountGiven(Event):
    """A code was made for one member."""

    discount_id: UUID


@dataclass(frozen=True)
class CreditsAdjusted(Event):
    """A member was given credits that nobody bought, or support took some."""

    member_id: UUID


@dataclass(frozen=True)
class ReloadStarted(Event):
    """A member wants credits to be bought by themselves."""

    member_id: UUID
    agreed_at: str


@dataclass(frozen=True)
class ReloadPaused(Event):
    """Auto-reload waits, because more would go beyond what the member allowed."""

    member_id: UUID
    until: str


@dataclass(frozen=True)
class ReloadEnded(Event):
    """Credits are no longer bought by themselves."""

    member_id: UUID
    ended_at: str
