"""The port of payment providers. Amounts are in minor units of a currency.

No method is called inside a transaction. A call that may have had an effect, but was not answered, raises
OutcomeUnknown: its outcome is looked up (`find_payment`), and it is never repeated with another key.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Protocol
from uuid import UUID

from modules.billing.contracts.books import Subject
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import EvidenceKind


class ProviderStatus(StrEnum):
    """The state of a payment at the provider."""

    OPEN = "open"
    PENDING = "pending"
    AUTHORIZED = "authorized"
    PAID = "paid"
    FAILED = "failed"
    CANCELED = "canceled"
    EXPIRED = "expired"


class ProviderRefundStatus(StrEnum):
    """The state of a refund at the provider."""

    QUEUED = "queued"
    PENDING = "pending"
    PROCESSING = "processing"
    REFUNDED = "refunded"
    FAILED = "failed"
    CANCELED = "canceled"


class Step(StrEnum):
    """Whether a payment is single, creates a mandate, or uses one."""

    ONE_OFF = "oneoff"
    FIRST = "first"
    RECURRING = "recurring"


@dataclass(frozen=True, slots=True)
class Issuer:
    """A bank that a payment method offers."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Method:
    """A payment method that the provider offers for an amount and a country."""

    id: str
    name: str
    issuers: tuple[Issuer, ...] = ()


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt to pay an order. `key` is its idempotency key; `payment_id` is stored at the provider."""

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
    """A refund as the provider reports it; `refund_id` is our id, None if we did not request it."""

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
    """What a payment was made from (a card, a bank account or a PayPal account), and its country."""

    kind: EvidenceKind
    country: str


def paid_from(**countries: str | None) -> PaidFrom | None:
    """Return the first of `card`, `bank` and `paypal` whose country is known, as a code of two letters, or None."""
    countries_by_kind = ((EvidenceKind(kind), (country or "").upper()) for kind, country in countries.items())
    return next(
        (PaidFrom(kind, country) for kind, country in countries_by_kind if re.fullmatch("[A-Z]{2}", country)), None
    )


@dataclass(frozen=True, slots=True)
class ProviderPayment:
    """A payment as the provider reports it, with its refunds and chargebacks."""

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
    """A customer's mandate for further payments; `label` describes it to its owner, as by a card's last four digits."""

    ref: str
    method: str
    label: str
    is_valid: bool


# Providers list by creation time. Refunds and chargebacks change late, so their lists are read from further back.
REFUNDS_CHANGE_FOR = timedelta(days=14)  # a bank may return a refund that it cannot pay out
CHARGEBACKS_CHANGE_FOR = timedelta(days=120)  # a bank may reverse a chargeback


@dataclass(frozen=True, slots=True)
class ListedLine:
    """A line of a provider's lists; `fetch_payment` finds its payment by `payment_ref`."""

    subject: Subject
    ref: str
    payment_ref: str
    state: str
    amount: Money


@dataclass(frozen=True, slots=True)
class SettledLine:
    """A payment, refund or chargeback in a settlement, and its part of the payout; only payments are positive."""

    subject: Subject
    ref: str
    payment_ref: str
    amount: Money
    settled: Money


@dataclass(frozen=True, slots=True)
class ProviderSettlement:
    """A payout of a provider to the bank; `fees` are in minor units, and may have fractions."""

    ref: str
    reference: str
    amount: Money
    fees: Decimal
    settled_at: datetime
    lines: tuple[SettledLine, ...]


class ProviderError(Exception):
    """Base of the errors of providers."""


class Rejected(ProviderError):
    """The provider rejected a call, with its own `code` and `detail`."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


class Unavailable(ProviderError):
    """The call had no effect, and may be repeated later."""


class OutcomeUnknown(ProviderError):
    """The call may have had an effect or not, or an earlier one with the same key but another content."""


class NoticeForged(ProviderError):
    """A notice that is malformed, or not from the provider."""


class NoticeIgnored(ProviderError):
    """A notice of the provider that is not about a payment."""


class PaymentProvider(Protocol):
    """The port. All methods may raise Rejected or Unavailable; those that change something may raise OutcomeUnknown.

    signs_notices: whether only the provider can send a notice that `read_notice` accepts.
    """

    name: str
    signs_notices: bool

    def list_methods(self, *, amount: Money, country: str, locale: str, step: Step) -> Sequence[Method]:
        """Return the payment methods for an amount, best known first."""

    def create_payment(self, attempt: Attempt) -> ProviderPayment:
        """Create a payment, once per key."""

    def fetch_payment(self, ref: str) -> ProviderPayment:
        """Return a payment with its refunds and chargebacks; `ref` may also be the id in a notice."""

    def find_payment(self, payment_id: UUID, *, since: datetime) -> ProviderPayment | None:
        """Return the payment of an attempt among those created since a time, or None."""

    def list_touched(self, *, since: datetime) -> Sequence[ListedLine]:
        """Return the payments created since a time, and the refunds and chargebacks that may have changed since."""

    def cancel_payment(self, ref: str) -> None:
        """Cancel an unpaid payment; one that cannot be cancelled is left unchanged."""

    def create_refund(self, ref: str, *, refund_id: UUID, key: str, amount: Money, description: str) -> ProviderRefund:
        """Request a refund to the payer, once per key."""

    def create_customer(self, *, member_id: UUID, key: str, locale: str) -> str:
        """Create a customer for saved payment methods and return its id at the provider."""

    def list_mandates(self, customer_ref: str) -> Sequence[ProviderMandate]:
        """Return a customer's mandates."""

    def revoke_mandate(self, customer_ref: str, mandate_ref: str) -> None:
        """Revoke a mandate; one that has ended is left unchanged."""

    def read_notice(self, body: bytes, headers: Mapping[str, str]) -> str:
        """Return the ref of the payment that a notice is about; raises NoticeForged, NoticeIgnored."""


class SettlementSource(Protocol):
    """The port of settlements. Both methods may raise Rejected or Unavailable."""

    def list_settlements(self, *, since: datetime) -> Sequence[str]:
        """Return the refs of the settlements since a time, newest first."""

    def fetch_settlement(self, ref: str) -> ProviderSettlement:
        """Return a settlement with all its lines."""
