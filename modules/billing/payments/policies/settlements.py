"""Rules of settlements: fees, and why a line does not clear."""

from decimal import ROUND_HALF_UP, Decimal

from modules.billing.contracts.books import Problem, Subject
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import PaymentState

_GONE = ("failed", "canceled", "rejected")


def whole_fees(fees: Decimal, *, kept: int) -> int:
    """Return fees in whole minor units: `kept` (lines less payout) if it differs by less than one, else rounded."""
    if abs(kept - fees) < 1:
        return kept
    return int(fees.quantize(Decimal(1), ROUND_HALF_UP))


def find_problem(
    subject: Subject, amount: Money, settled: Money, *, known_state: str, known_amount: Money
) -> Problem | None:
    """Return why a line does not match our books, or None if it does.

    A payment may be settled once it is paid; a refund may be settled before it arrives, but not after it failed.
    """
    if abs(amount.minor) != known_amount.minor or amount.currency != known_amount.currency:
        return Problem.AMOUNT
    if settled.currency == amount.currency and settled.minor != amount.minor:
        return Problem.AMOUNT
    is_due = known_state == PaymentState.PAID if subject is Subject.PAYMENT else known_state not in _GONE
    return None if is_due else Problem.STATE
