"""What other modules know of credits."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from modules.billing.contracts.states import (
    DIRECT_DEBIT,
    DIRECT_DEBIT_METHOD,
    ENDED_REFUNDS,
    LIVE_PAYMENTS,
    NOT_TAKEN,
    OPEN_COLLECTIONS,
    REVERSALS,
    SPENDS,
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
class Money:
    """An amount in minor units of a currency."""

    minor: int
    currency: str


@dataclass(frozen=True, slots=True)
class Price:
    """What an action costs in credits, and what those credits cost in money; None where that cannot be said."""

    credits: int
    money: Money | None


@dataclass(frozen=True, slots=True)
class Spent:
    """A spend that was posted, or found posted under the same key, and the balance in credits."""

    tx_id: UUID
    balance: int


@dataclass(frozen=True, slots=True)
class Spending:
    """Credits spent and not given back, and what was paid for them, in minor units of each of `currencies` together."""

    credits: int
    paid: int = 0
    currencies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Purse:
    """What a member's next credits cost: those they have, in the order in which they are spent, then more of them.

    `lots` are pairs of credits and what was paid for them, None for given ones. `offer` is the bundle for sale in their
    country that asks most for a credit, None where nothing is sold.
    """

    country: str | None
    lots: tuple[tuple[int, Money | None], ...] = ()
    offer: tuple[int, Money] | None = None

    @property
    def balance(self) -> int:
        """Return the credits in it."""
        return sum(credits for credits, _ in self.lots)


@dataclass(frozen=True, slots=True)
class Lot:
    """Credits that were given or bought together."""

    kind: LotKind
    remaining: int
    granted_at: datetime


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a member's credits; `reference_id` is what it was spent on (for a message: its conversation)."""

    at: datetime
    reason: Reason
    credits: int
    balance_after: int
    reference_id: UUID | None


@dataclass(frozen=True, slots=True)
class LedgerSize:
    """How much the ledger holds; `credits` are those in members' wallets."""

    wallets: int
    postings: int
    credits: int


@dataclass(frozen=True, slots=True)
class Difference:
    """Something in the ledger that does not add up."""

    check: str
    subject: str
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle of credits that is for sale in a country; the price includes VAT."""

    id: UUID
    site_id: UUID
    country: str
    credits: int
    price: Money


@dataclass(frozen=True, slots=True)
class Discount:
    """A discount code (spec 3.4). `validity` is in seconds since the member signed up; `used` counts orders."""

    id: UUID
    site_id: UUID
    code: str
    occasion: Occasion
    value_percentage: int
    country: str | None
    member_id: UUID | None
    starts: datetime
    expires: datetime | None
    validity: int | None
    currency: str | None
    minimum_order_minor: int
    paymentmethods: tuple[str, ...] | None
    max_uses: int | None
    used: int
    is_active: bool


@dataclass(frozen=True, slots=True)
class PlaceOfSale:
    """The country in which a sale is taxed, and how well that is known."""

    country: str
    standing: Standing

    def is_in(self, country: str) -> bool:
        """Tell whether a sale is in a country, and nothing says that it is in another."""
        return self.country == country and self.standing is not Standing.CONTRADICTORY


@dataclass(frozen=True, slots=True)
class Customer:
    """Who buys: what the rules about discounts and orders ask of a member. Times are the database's.

    country: the one whose bundles they buy. evidence: countries, by what says that they are there. place: what follows.
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
class Quote:
    """What an order costs. `vat` is in `total`; amounts are in minor units of the bundle's currency."""

    bundle: Bundle
    gross: int
    discount: int
    total: int
    vat_basis_points: int
    vat: int
    code: str


@dataclass(frozen=True, slots=True)
class Order:
    """An order as its member sees it. Amounts are in minor units.

    country: the one whose bundles were ordered. vat_country, vat_standing: where it is taxed, and how well that is
    known, from its payment on; None for what was paid before this was asked.
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
    """One try to have an order paid."""

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
        """Tell whether it may still be paid."""
        return self.state in LIVE_PAYMENTS


@dataclass(frozen=True, slots=True)
class Refund:
    """Money on its way back to a payer; `credits` are held for it."""

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
    """What became of a payment's credits, and what can still go back of its money.

    credits: that were given for it, none where it goes back. held: for refunds under way. returned: with refunds that
    arrived, or taken by a bank. worth: of the unspent credits. left: of what was paid. until: the end of the member's
    own right to a refund, None where there is none. asked_at: the provider, last.
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
    """What a member can have back of an order now: unspent credits, their money, and until when."""

    credits: int
    amount: Money
    until: datetime


@dataclass(frozen=True, slots=True)
class SavedMethod:
    """A way to pay that a member saved; `label` names it, such as a card's last four digits."""

    id: UUID
    method: str
    label: str


@dataclass(frozen=True, slots=True)
class File:
    """A paper as it is handed out."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class StayOffer:
    """What a company gives a member who was about to leave and stays; `code` once they took it."""

    percent: int
    code: str | None
