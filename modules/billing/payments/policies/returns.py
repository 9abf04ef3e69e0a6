"""When money goes back, and who must agree."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from fractions import Fraction

from modules.billing.contracts import Money, Payment, Refund, RefundState, RefusalReason
from modules.billing.errors import RefundTooLate, RefusalWordsMissing, SecondPersonNeeded, TakenBack

# Support's refunds above this many minor units need a second person: about 50 euros. A currency without a limit of its
# own has the euro's, which asks rather too often.
APPROVAL_LIMIT_MINOR = 50_00
APPROVAL_LIMITS_MINOR = {"DKK": 400_00, "NOK": 500_00, "SEK": 500_00, "PLN": 200_00}
# Whoever withdraws has the money back within so many days (Directive 2011/83/EU, article 13).
REFUND_IS_DECIDED_IN = timedelta(days=14)
# How long what one person gave a member counts towards the limit.
GIVEN_COUNTS_FOR = timedelta(days=30)


def refund_until(completed_at: datetime, *, refund_days: int) -> datetime:
    """Return the end of a member's own right to a refund (spec 9.7)."""
    return completed_at + timedelta(days=refund_days)


def ensure_in_time(completed_at: datetime, *, refund_days: int, now: datetime) -> None:
    """Raise RefundTooLate once the site's days for a refund are over."""
    if now >= refund_until(completed_at, refund_days=refund_days):
        raise RefundTooLate(days=refund_days)


def approval_limit(currency: str) -> Money:
    """Return the most that support may give back without a second person."""
    return Money(APPROVAL_LIMITS_MINOR.get(currency, APPROVAL_LIMIT_MINOR), currency)


def needs_approval(amount: Money, *, given: Iterable[Money]) -> bool:
    """Tell whether a refund that support asks for needs a second person.

    given: what single people gave the same member in the last days. Each amount is a share of its currency's limit, so
    neither small parts nor several currencies are a way around it.
    """
    shares = (Fraction(part.minor, approval_limit(part.currency).minor) for part in (amount, *given))
    return sum(shares) > 1


def ensure_not_taken_back(payment: Payment) -> None:
    """Raise TakenBack when a bank has the money already that a refund promised before."""
    if is_taken_back(payment):
        raise TakenBack()


def is_taken_back(payment: Payment) -> bool:
    """Tell whether more is promised back of a payment, or taken by a bank, than was paid."""
    return payment.refunded_minor + payment.charged_back_minor > payment.amount.minor


def left_of(payment: Payment) -> int:
    """Return the minor units that can still go back: none where more is promised, or taken by a bank, than was paid."""
    return max(0, payment.amount.minor - payment.refunded_minor - payment.charged_back_minor)


def can_be_sent_again(refund: Refund, payment: Payment) -> bool:
    """Tell whether a refund did not arrive, and something is left of its payment, for which nothing was given."""
    has_failed = refund.state in (RefundState.FAILED, RefundState.CANCELED)
    return has_failed and not payment.is_credited and left_of(payment) > 0


def decide_until(asked_at: datetime) -> datetime:
    """Return until when the money has to be on its way, or the refusal with the member."""
    return asked_at + REFUND_IS_DECIDED_IN


def ensure_refusal_is_said(refused_for: RefusalReason, words: str) -> None:
    """Raise RefusalWordsMissing where only words can say why a refund is refused."""
    if refused_for is RefusalReason.OTHER and not words:
        raise RefusalWordsMissing(field="words")


def ensure_second_person(refund: Refund, *, actor: str) -> None:
    """Raise SecondPersonNeeded when somebody approves their own refund."""
    if refund.needs_approval and refund.requested_by == actor:
        raise SecondPersonNeeded()
