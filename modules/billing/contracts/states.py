"""The states and kinds that the billing module knows."""

from enum import StrEnum


class Reason(StrEnum):
    """Why credits moved. `refund` gives a spend back; `payout` and `chargeback` go with money that goes back."""

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
    """Why money moved that touches no wallet."""

    SETTLEMENT = "settlement"


# What a member spends credits on.
SPENDS = (Reason.MESSAGE, Reason.PHOTO, Reason.GIFT)

# What undoes an earlier posting, and names it.
REVERSALS = (Reason.REFUND, Reason.PAYOUT_FAILED, Reason.CHARGEBACK_REVERSED)


class LotKind(StrEnum):
    """Where credits came from: given, or bought. Given ones are spent first."""

    BONUS = "bonus"
    PURCHASED = "purchased"


class OrderState(StrEnum):
    """Where an order stands (spec 4.5)."""

    LOADING = "loading"
    PENDING = "pending"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


class OrderOrigin(StrEnum):
    """What made an order: its member's choice, their wish to have the last one again, or their auto-reload."""

    SHOP = "shop"
    REPEAT = "repeat"
    RELOAD = "reload"


class Consent(StrEnum):
    """What a buyer agreed to, by the version of its wording (directive 2011/83/EU, articles 7(3) and 16)."""

    START_NOW = "start-now-1"
    AUTO_RELOAD = "auto-reload-1"


class PaymentState(StrEnum):
    """Where a try to pay stands. `unknown`: we asked the provider for it and do not know whether it exists."""

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


# An order has one of these at a time.
LIVE_PAYMENTS = (
    PaymentState.PREPARED,
    PaymentState.SUBMITTED,
    PaymentState.UNKNOWN,
    PaymentState.OPEN,
    PaymentState.PENDING,
    PaymentState.AUTHORIZED,
)


class RefundState(StrEnum):
    """Where a refund stands. `rejected`: the second person said no; `failed` also when a bank sent the money back."""

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
    """Why money goes back: the member withdrew, support decided, or the payment could not be taken. It cannot where the
    order had been paid already, its code was used by another order meanwhile, the member's limit is reached, or the
    member has gone.
    """

    WITHDRAWAL = "withdrawal"
    SUPPORT = "support"
    PAID_TWICE = "paid-twice"
    CODE_USED = "code-used"
    OVER_LIMIT = "over-limit"
    MEMBER_GONE = "member-gone"


# Why a payment was not taken, besides that its order had been paid before.
NOT_TAKEN = (RefundReason.CODE_USED, RefundReason.OVER_LIMIT, RefundReason.MEMBER_GONE)


class RefusalReason(StrEnum):
    """Why a refund was refused; the member reads it in their language. `other` is put into words by whoever refused."""

    CREDITS_USED = "credits-used"
    TOO_LATE = "too-late"
    PAID_BACK_ALREADY = "paid-back-already"
    DETAILS_MISSING = "details-missing"
    OTHER = "other"


class ChargebackState(StrEnum):
    """Where a chargeback stands."""

    RECEIVED = "received"
    REVERSED = "reversed"


class MandateState(StrEnum):
    """Whether a saved way to pay can be used."""

    VALID = "valid"
    INVALID = "invalid"
    REVOKED = "revoked"


# Our own rail: the house collects by itself, no payment provider takes part.
DIRECT_DEBIT = "direct-debit"

DIRECT_DEBIT_METHOD = "directdebit"


class DebitMandateState(StrEnum):
    """Whether an account may be debited. `closed`: its holder has died; `lapsed`: unused for 36 months,
    or its giver left or wanted it no more."""

    ACTIVE = "active"
    INVALID = "invalid"
    CLOSED = "closed"
    LAPSED = "lapsed"


class CollectionState(StrEnum):
    """Where a collection stands. `rejected`: the money never came; `returned`: it came and was taken back."""

    SCHEDULED = "scheduled"
    BATCHED = "batched"
    SENT = "sent"
    SETTLED = "settled"
    REJECTED = "rejected"
    RETURNED = "returned"
    CANCELED = "canceled"


# What is still to come in from these.
OPEN_COLLECTIONS = (CollectionState.SCHEDULED, CollectionState.BATCHED, CollectionState.SENT)


class BatchState(StrEnum):
    """Where a file of collections stands. `refused`: the bank took none of it; `discarded`: it was never exported."""

    DRAFT = "draft"
    RELEASED = "released"
    EXPORTED = "exported"
    REFUSED = "refused"
    DISCARDED = "discarded"


class Occasion(StrEnum):
    """Why a code exists; members read it in their language."""

    PROMOTION = "promotion"
    WELCOME = "welcome"
    TIME_BONUS = "time-bonus"
    COMEBACK = "comeback"
    BIRTHDAY = "birthday"
    APOLOGY = "apology"


class EvidenceKind(StrEnum):
    """What says in which country a customer is. `network`: the address that they ordered from; `bank`: the account that
    they paid from; `paypal`: their account there.
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
    """Where the use of a code stands. Honoured: its money came again when somebody else had it; it counts no use."""

    RESERVED = "reserved"
    REDEEMED = "redeemed"
    RELEASED = "released"
    HONOURED = "honoured"


class ReloadEnd(StrEnum):
    """Why credits are no longer bought by themselves."""

    MEMBER = "member"
    DECLINED = "declined"
    FAILED_TWICE = "failed-twice"
    METHOD_GONE = "method-gone"
    BUNDLE_GONE = "bundle-gone"
