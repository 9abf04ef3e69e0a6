"""States and kinds of the billing module."""

from enum import StrEnum


class Reason(StrEnum):
    """Why credits moved. `refund` reverses a spend; `payout` and `chargeback` accompany money that is paid back."""

    SIGNUP = "signup"
    PURCHASE = "purchase"
    MESSAGE = "message"
    PHOTO = "photo"
    GIFT = "gift"
    REFUND = "refund"
    SUPPORT = "support"
    PAYOUT_HOLD = "payout-hold"
    PAYOUT = "payout"
    PAYOUT_FAILED = "payout-failed"
    CHARGEBACK = "chargeback"
    CHARGEBACK_REVERSED = "chargeback-reversed"


class SystemReason(StrEnum):
    """Why money moved without credits of a wallet."""

    SETTLEMENT = "settlement"


# What a member spends credits on.
SPENDS = (Reason.MESSAGE, Reason.PHOTO, Reason.GIFT)

# Postings that reverse an earlier one, which they name in `reverses_tx`.
REVERSALS = (Reason.REFUND, Reason.PAYOUT_FAILED, Reason.CHARGEBACK_REVERSED)


class LotKind(StrEnum):
    """Where credits came from: granted, or bought. Granted ones are spent first."""

    BONUS = "bonus"
    PURCHASED = "purchased"


class OrderState(StrEnum):
    """The state of an order (spec 4.5)."""

    LOADING = "loading"
    PENDING = "pending"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


class OrderOrigin(StrEnum):
    """How an order was made: in the shop, by repeating the last order, or by auto-reload."""

    SHOP = "shop"
    REPEAT = "repeat"
    RELOAD = "reload"


class Consent(StrEnum):
    """What a buyer agreed to, by the version of its wording (directive 2011/83/EU, articles 7(3) and 16)."""

    START_NOW = "start-now-1"
    AUTO_RELOAD = "auto-reload-1"


class PaymentState(StrEnum):
    """The state of a payment. `unknown`: the provider was asked for it, but did not answer whether it created it."""

    PREPARED = "prepared"
    SUBMITTED = "submitted"
    UNKNOWN = "unknown"
    OPEN = "open"
    PENDING = "pending"
    AUTHORIZED = "authorized"
    PAID = "paid"
    FAILED = "failed"
    CANCELED = "canceled"
    EXPIRED = "expired"


# Stored as the actor of what the application did by itself.
SYSTEM_ACTOR = "house"
# States in which a payment may still be paid; an order has at most one such payment.
LIVE_PAYMENTS = (
    PaymentState.PREPARED,
    PaymentState.SUBMITTED,
    PaymentState.UNKNOWN,
    PaymentState.OPEN,
    PaymentState.PENDING,
    PaymentState.AUTHORIZED,
)


class RefundState(StrEnum):
    """The state of a refund. `rejected`: by the second person; `failed`: also if a bank returned the money."""

    REQUESTED = "requested"
    APPROVED = "approved"
    REJECTED = "rejected"
    SUBMITTED = "submitted"
    UNKNOWN = "unknown"
    QUEUED = "queued"
    PENDING = "pending"
    PROCESSING = "processing"
    REFUNDED = "refunded"
    FAILED = "failed"
    CANCELED = "canceled"


ENDED_REFUNDS = (RefundState.REFUNDED, RefundState.FAILED, RefundState.CANCELED, RefundState.REJECTED)


class RefundReason(StrEnum):
    """Why money is paid back: by withdrawal, by support, or because the payment could not be accepted.

    It cannot be accepted if the order is paid already, if another order used its code, if it exceeds the member's
    spending limit, or if the member has left.
    """

    WITHDRAWAL = "withdrawal"
    SUPPORT = "support"
    PAID_TWICE = "paid-twice"
    CODE_USED = "code-used"
    OVER_LIMIT = "over-limit"
    MEMBER_GONE = "member-gone"


# Reasons for not accepting a payment, other than that its order was paid before.
NOT_TAKEN = (RefundReason.CODE_USED, RefundReason.OVER_LIMIT, RefundReason.MEMBER_GONE)


class RefusalReason(StrEnum):
    """Why a refund was refused; shown to the member in their language. `other` needs words by whoever refused."""

    CREDITS_USED = "credits-used"
    TOO_LATE = "too-late"
    PAID_BACK_ALREADY = "paid-back-already"
    DETAILS_MISSING = "details-missing"
    OTHER = "other"


class ChargebackState(StrEnum):
    """The state of a chargeback."""

    RECEIVED = "received"
    REVERSED = "reversed"


class MandateState(StrEnum):
    """Whether a saved payment method can be used."""

    VALID = "valid"
    INVALID = "invalid"
    REVOKED = "revoked"


# The provider name of direct debits, which the company collects itself, without a payment provider.
DIRECT_DEBIT = "direct-debit"

DIRECT_DEBIT_METHOD = "directdebit"


class DebitMandateState(StrEnum):
    """The state of a direct debit mandate.

    `closed`: the account's holder has died. `lapsed`: unused for 36 months, or its member left or revoked it.
    """

    ACTIVE = "active"
    INVALID = "invalid"
    CLOSED = "closed"
    LAPSED = "lapsed"


class CollectionState(StrEnum):
    """The state of a collection. `rejected`: the money never came; `returned`: it came and was taken back."""

    SCHEDULED = "scheduled"
    BATCHED = "batched"
    SENT = "sent"
    SETTLED = "settled"
    REJECTED = "rejected"
    RETURNED = "returned"
    CANCELED = "canceled"


# States of collections whose money is still to come.
OPEN_COLLECTIONS = (CollectionState.SCHEDULED, CollectionState.BATCHED, CollectionState.SENT)


class BatchState(StrEnum):
    """The state of a file of collections. `refused`: by the bank, as a whole; `discarded`: it was never exported."""

    DRAFT = "draft"
    RELEASED = "released"
    EXPORTED = "exported"
    REFUSED = "refused"
    DISCARDED = "discarded"


class Occasion(StrEnum):
    """Why a code exists; shown to members in their language."""

    PROMOTION = "promotion"
    WELCOME = "welcome"
    TIME_BONUS = "time-bonus"
    COMEBACK = "comeback"
    BIRTHDAY = "birthday"
    APOLOGY = "apology"


class EvidenceKind(StrEnum):
    """A kind of evidence of a customer's country.

    `network`: their IP address. `card`, `bank`, `paypal`: what they paid from.
    """

    PROFILE = "profile"
    NETWORK = "network"
    CARD = "card"
    BANK = "bank"
    PAYPAL = "paypal"


class Standing(StrEnum):
    """Whether the evidence of a customer's country agrees."""

    AGREED = "agreed"
    SINGLE = "single"
    CONTRADICTORY = "contradictory"
    NONE = "none"


class RedemptionState(StrEnum):
    """The state of a code's use.

    `honoured`: the refund of its order failed after others had used up the code, so the order keeps it uncounted.
    """

    RESERVED = "reserved"
    REDEEMED = "redeemed"
    RELEASED = "released"
    HONOURED = "honoured"


class ReloadEnd(StrEnum):
    """Why auto-reload ended."""

    MEMBER = "member"
    REFUNDED = "refunded"
    DECLINED = "declined"
    FAILED_TWICE = "failed-twice"
    METHOD_GONE = "method-gone"
    BUNDLE_GONE = "bundle-gone"
