"""What the house asks of a payment provider, whoever it is. Amounts are in minor units of a currency.

No call of a port happens inside a transaction. A call that may have had an effect, but whose answer never came, raises
OutcomeUnknown: it is resolved by asking (`find_payment`), never by doing it again under another key.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Protocol
from uuid import UUID

from modules.billing.contracts import EvidenceKind, Money
from modules.billing.contracts.books import Subject


class ProviderStatus(StrEnum):
    """Where a payment stands at the provider."""

    OPEN = "open"
    PENDING = "pending"
    AUTHORIZED = "authorized"
    PAID = "paid"
    FAILED = "failed"
    CANCELED = "canceled"
    EXPIRED = "expired"


class ProviderRefundStatus(StrEnum):
    """Where a refund stands at the provider."""

    QUEUED = "queued"
    PENDING = "pending"
    PROCESSING = "processing"
    REFUNDED = "refunded"
    FAILED = "failed"
    CANCELED = "canceled"


class Step(StrEnum):
    """Whether a payment stands alone, begins a mandate, or uses one."""

    ONE_OFF = "oneoff"
    FIRST = "first"
    RECURRING = "recurring"


@dataclass(frozen=True, slots=True)
class Issuer:
    """A bank that a method lists."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Method:
    """A way to pay that the provider offers for an amount and a country."""

    id: str
    name: str
    issuers: tuple[Issuer, ...] = ()


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try to have an order paid. The provider is given `key` to know a repeat, and `payment_id` to be found by."""

    payment_id: UUID
    key: str
    amount: Money
    description: str
    return_url: str
    notice_url: str | None
    locale: str
    methods: tuple[str, ...]
    issuer: str | None = None
    step: Step = Step.ONE_OFF
    customer_ref: str | None = None
    mandate_ref: str | None = None


@dataclass(frozen=True, slots=True)
class ProviderRefund:
    """A refund as the provider knows it; `refund_id` is ours, where we asked for it."""

    ref: str
    amount: Money
    status: ProviderRefundStatus
    refund_id: UUID | None


@dataclass(frozen=True, slots=True)
class ProviderChargeback:
    """Money that the payer's bank took back; `reversed_at` is set once it was returned."""

    ref: str
    amount: Money
    reason: str
    created_at: datetime
    reversed_at: datetime | None


@dataclass(frozen=True, slots=True)
class PaidFrom:
    """What a payment came from, and its country: a card, an account at a bank or at PayPal."""

    kind: EvidenceKind
    country: str


def paid_from(**countries: str | None) -> PaidFrom | None:
    """Return the first of `card`, `bank` and `paypal` of which a provider tells the country in two letters, or None."""
    countries_by_kind = ((EvidenceKind(kind), (country or "").upper()) for kind, country in countries.items())
    return next(
        (PaidFrom(kind, country) for kind, country in countries_by_kind if re.fullmatch("[A-Z]{2}", country)), None
    )


@dataclass(frozen=True, slots=True)
class ProviderPayment:
    """A payment as the provider knows it, with everything that became of it."""

    ref: str
    payment_id: UUID | None
    status: ProviderStatus
    amount: Money
    method: str | None
    checkout_url: str | None
    failure: str | None
    customer_ref: str | None
    mandate_ref: str | None
    card: str | None
    paid_at: datetime | None
    paid_from: PaidFrom | None = None
    refunds: tuple[ProviderRefund, ...] = ()
    chargebacks: tuple[ProviderChargeback, ...] = ()


@dataclass(frozen=True, slots=True)
class ProviderMandate:
    """A customer's standing permission; `label` names it to its owner, such as a card's last four digits."""

    ref: str
    method: str
    label: str
    is_valid: bool


# Lists go by when a thing began. What may still change after weeks is few enough to be read from further back.
REFUNDS_CHANGE_FOR = timedelta(days=14)  # a bank that cannot pay it out sends it back
CHARGEBACKS_CHANGE_FOR = timedelta(days=120)  # a payer's bank may return what it took


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of a provider's lists: enough to see whether we know it. `fetch_payment` finds its payment by a name."""

    subject: Subject
    ref: str
    payment_ref: str
    state: str
    amount: Money


@dataclass(frozen=True, slots=True)
class SettledLine:
    """A payment, refund or chargeback in a settlement, and what of the settlement it is; what leaves is negative."""

    subject: Subject
    ref: str
    payment_ref: str
    amount: Money
    settled: Money


@dataclass(frozen=True, slots=True)
class ProviderSettlement:
    """What a provider paid out to the bank at once; `fees` are in minor units and may hold fractions of them."""

    ref: str
    reference: str
    amount: Money
    fees: Decimal
    settled_at: datetime
    lines: tuple[SettledLine, ...]


class ProviderError(Exception):
    """Base of what goes wrong with a provider."""


class Rejected(ProviderError):
    """The provider understood and refused; `code` and `detail` are its own words."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


class Unavailable(ProviderError):
    """Nothing happened; the same call may be tried again later."""


class OutcomeUnknown(ProviderError):
    """The call may have had its effect or not."""


class NoticeForged(ProviderError):
    """A notice that does not come from the provider, or is none."""


class NoticeIgnored(ProviderError):
    """A notice of the provider's that is about no payment."""


class PaymentProvider(Protocol):
    """The port. Every call may raise Rejected or Unavailable; those that change something, OutcomeUnknown."""

    name: str

    def list_methods(self, *, amount: Money, country: str, locale: str, step: Step) -> Sequence[Method]:
        """Return the ways to pay this amount, best known first."""

    def create_payment(self, attempt: Attempt) -> ProviderPayment:
        """Begin a payment; the same key begins it once."""

    def fetch_payment(self, ref: str) -> ProviderPayment:
        """Return a payment with its refunds and chargebacks; `ref` may also be a name that a notice gave."""

    def find_payment(self, payment_id: UUID, *, since: datetime) -> ProviderPayment | None:
        """Look for the payment of an attempt among those begun since then."""

    def list_touched(self, *, since: datetime) -> Sequence[Listed]:
        """Return the payments begun since then, and the refunds and chargebacks that may have changed since then."""

    def cancel_payment(self, ref: str) -> None:
        """Stop a payment that nobody has paid yet; one that cannot be stopped is left alone."""

    def create_refund(self, ref: str, *, refund_id: UUID, key: str, amount: Money, description: str) -> ProviderRefund:
        """Ask for money to go back to the payer; the same key asks once."""

    def create_customer(self, *, member_id: UUID, key: str, locale: str) -> str:
        """Make a customer for saved ways to pay and return the provider's name of it."""

    def list_mandates(self, customer_ref: str) -> Sequence[ProviderMandate]:
        """Return what a customer has permitted."""

    def revoke_mandate(self, customer_ref: str, mandate_ref: str) -> None:
        """End a permission; one that has ended already is left alone."""

    def read_notice(self, body: bytes, headers: Mapping[str, str]) -> str:
        """Return a name by which `fetch_payment` finds what a notice is about; raises NoticeForged, NoticeIgnored."""


class SettlementSource(Protocol):
    """The port of what a provider paid out to our bank. Both calls may raise Rejected or Unavailable."""

    def list_settlements(self, *, since: datetime) -> Sequence[str]:
        """Return the names of what was paid out since then, the newest first."""

    def fetch_settlement(self, ref: str) -> ProviderSettlement:
        """Return a settlement with all its lines."""
