"""Rules of refunds: deadlines, limits and approval."""

from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta, tzinfo
from fractions import Fraction

from modules.billing.contracts.payments import Payment, Refund
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import RefundState, RefusalReason
from modules.billing.errors.payments import RefusalWordsMissing, SecondPersonNeeded, TakenBack

# Refunds by support above this many minor units, about 50 euros, need a second person. Currencies without their own
# limit use the euro's, which asks too often rather than too rarely.
APPROVAL_LIMIT_MINOR = 50_00
APPROVAL_LIMITS_MINOR = {"DKK": 400_00, "NOK": 500_00, "SEK": 500_00, "PLN": 200_00}
# A withdrawal must be refunded within this time (Directive 2011/83/EU, article 13).
REFUND_IS_DECIDED_IN = timedelta(days=14)
WEEKEND = (6, 7)
# How long refunds without a second person count towards a member's limit.
GIVEN_COUNTS_FOR = timedelta(days=30)


def refund_until(completed_at: datetime, *, refund_days: int, zone: tzinfo) -> datetime:
    """Return the last moment at which a member can get a refund without support (spec 9.7).

    The day of the purchase does not count, the last day counts as a whole, and it is never a Saturday or Sunday
    (Regulation 1182/71, article 3).
    """
    if not refund_days:
        return completed_at
    last_day = completed_at.astimezone(zone).date() + timedelta(days=refund_days)
    while last_day.isoweekday() in WEEKEND:
        last_day += timedelta(days=1)
    return datetime.combine(last_day, time.max, zone).astimezone(UTC)


def is_in_time(until: datetime, *, now: datetime) -> bool:
    """Return whether a member can still get a refund without support."""
    return now <= until


def approval_limit(currency: str) -> Money:
    """Return the most that support may refund without a second person."""
    return Money(APPROVAL_LIMITS_MINOR.get(currency, APPROVAL_LIMIT_MINOR), currency)


def needs_approval(amount: Money, *, given: Iterable[Money]) -> bool:
    """Return whether a refund by support needs a second person.

    given: recent refunds of the same member without a second person. Each amount counts as a share of its currency's
    limit, so that splitting a refund or using several currencies does not avoid it.
    """
    shares = (Fraction(part.minor, approval_limit(part.currency).minor) for part in (amount, *given))
    return sum(shares) > 1


def ensure_not_taken_back(payment: Payment) -> None:
    """Raise TakenBack if more is refunded and charged back of a payment than was paid."""
    if is_taken_back(payment):
        raise TakenBack()


def is_taken_back(payment: Payment) -> bool:
    """Return whether more is refunded and charged back of a payment than was paid."""
    return payment.refunded_minor + payment.charged_back_minor > payment.amount.minor


def left_of(payment: Payment) -> int:
    """Return the minor units of a payment that can still be refunded, at least 0."""
    return max(0, payment.amount.minor - payment.refunded_minor - payment.charged_back_minor)


def can_be_sent_again(refund: Refund, payment: Payment) -> bool:
    """Return whether a refund failed whose payment brought no credits and is not paid back in full."""
    has_failed = refund.state in (RefundState.FAILED, RefundState.CANCELED)
    return has_failed and not payment.is_credited and left_of(payment) > 0


def decide_until(asked_at: datetime) -> datetime:
    """Return until when a requested refund must be sent, or its rejection explained to the member."""
    return asked_at + REFUND_IS_DECIDED_IN


def ensure_refusal_is_explained(refused_for: RefusalReason, words: str) -> None:
    """Raise RefusalWordsMissing if a refund is refused for another reason without words that explain it."""
    if refused_for is RefusalReason.OTHER and not words:
        raise RefusalWordsMissing(field="words")


def ensure_second_person(refund: Refund, *, actor: str) -> None:
    """Raise SecondPersonNeeded if the person who requested a refund above the limit approves it."""
    if refund.needs_approval and refund.requested_by == actor:
        raise SecondPersonNeeded()
