"""Orders, payments and refunds as other modules see them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from modules.billing.contracts.shop import Money, PlaceOfSale
from modules.billing.contracts.states import (
    DIRECT_DEBIT,
    DIRECT_DEBIT_METHOD,
    ENDED_REFUNDS,
    LIVE_PAYMENTS,
    NOT_TAKEN,
    OPEN_COLLECTIONS,
    REVERSALS,
    SPENDS,
    SYSTEM_ACTOR,
    BatchState,
    ChargebackState,
    CollectionState,
    Consent,
    DebitMandateState,
    EvidenceKind,
    LotKind,
    MandateState,
    Occasion,
    OrderOrigin,
    OrderState,
    PaymentState,
    Reason,
    RedemptionState,
    RefundReason,
    RefundState,
    RefusalReason,
    ReloadEnd,
    Standing,
    SystemReason,
)

__all__ = [
    "DIRECT_DEBIT",
    "DIRECT_DEBIT_METHOD",
    "ENDED_REFUNDS",
    "LIVE_PAYMENTS",
    "NOT_TAKEN",
    "OPEN_COLLECTIONS",
    "REVERSALS",
    "SPENDS",
    "SYSTEM_ACTOR",
    "BatchState",
    "ChargebackState",
    "CollectionState",
    "Consent",
    "DebitMandateState",
    "EvidenceKind",
    "LotKind",
    "MandateState",
    "Occasion",
    "OrderOrigin",
    "OrderStanding",
    "OrderState",
    "PaymentState",
    "Reason",
    "RedemptionState",
    "RefundReason",
    "RefundState",
    "RefusalReason",
    "ReloadEnd",
    "Standing",
    "SystemReason",
]


@dataclass(frozen=True, slots=True)
class Spending:
    """Credits spent and not refunded, and the sum paid for them in minor units, over all `currencies`."""

    credits: int
    paid: int = 0
    currencies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Customer:
    """A member who buys. Times are the database's.

    country: the one whose bundles they buy. evidence: their country by kind of evidence. place: where they are taxed.
    """

    member_id: UUID
    site_id: UUID
    country: str
    evidence: Mapping[EvidenceKind, str]
    place: PlaceOfSale
    language: str
    is_paid: bool
    signup_at: datetime
    now: datetime


@dataclass(frozen=True, slots=True)
class Order:
    """An order as its member sees it. Amounts are in minor units.

    country: the one whose bundles were ordered. vat_country, vat_standing: where it is taxed and whether the evidence
    agrees, known once it is paid; None for orders from before evidence was recorded.
    """

    id: UUID
    site_id: UUID
    member_id: UUID
    bundle_id: UUID
    origin: OrderOrigin
    country: str
    credits: int
    currency: str
    gross_minor: int
    discount_minor: int
    discount_code: str
    total_minor: int
    vat_basis_points: int
    vat_minor: int
    vat_country: str | None
    vat_standing: Standing | None
    state: OrderState
    created_at: datetime
    completed_at: datetime | None

    @property
    def taxed_in(self) -> str:
        """Return the country whose VAT is in the price."""
        return self.vat_country or self.country


@dataclass(frozen=True, slots=True)
class Payment:
    """One attempt to pay an order."""

    id: UUID
    order_id: UUID
    attempt_no: int
    provider: str
    provider_ref: str | None
    provider_key: str
    method: str
    issuer: str | None
    step: str
    mandate_id: UUID | None
    amount: Money
    state: PaymentState
    failure: str | None
    checkout_url: str | None
    is_credited: bool
    refunded_minor: int
    charged_back_minor: int
    created_at: datetime

    @property
    def is_live(self) -> bool:
        """Return whether it may still be paid."""
        return self.state in LIVE_PAYMENTS


@dataclass(frozen=True, slots=True)
class Refund:
    """A refund to a payer; `credits` are held for it."""

    id: UUID
    payment_id: UUID
    provider: str
    provider_ref: str | None
    provider_key: str
    amount: Money
    credits: int
    hold_tx: UUID | None
    reason: RefundReason
    note: str
    state: RefundState
    needs_approval: bool
    requested_by: str
    approved_by: str | None
    refused_for: RefusalReason | None
    refused_words: str
    created_at: datetime
    submitted_at: datetime | None
    settled_at: datetime | None


@dataclass(frozen=True, slots=True)
class OrderStanding:
    """The credits of a payment, and how much of it can still be refunded.

    credits: given for it, 0 if it is refunded instead. held: for open refunds. returned: with completed refunds and
    chargebacks. worth: what was paid for the unspent credits. left: what can still be refunded. until: until when the
    member can get a refund without support, or None. asked_at: when the payment was last checked at the provider.
    """

    order: Order
    payment: Payment
    credits: int
    unspent: int
    held: int
    returned: int
    used: int
    worth: Money
    left: Money
    until: datetime | None
    is_in_time: bool
    asked_at: datetime | None


@dataclass(frozen=True, slots=True)
class RefundOffer:
    """The refund that a member can get now without support: unspent credits, their money, and until when."""

    credits: int
    amount: Money
    until: datetime


@dataclass(frozen=True, slots=True)
class SavedMethod:
    """A saved payment method; `label` describes it, as by a card's last four digits."""

    id: UUID
    method: str
    label: str


@dataclass(frozen=True, slots=True)
class File:
    """A file for download, such as an invoice."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class StayOffer:
    """The discount for a member who was about to leave and stays; `code` is None until they accept it."""

    percent: int
    code: str | None
