"""What of a settlement our books explain."""

from decimal import ROUND_HALF_UP, Decimal

from modules.billing.contracts import Money, PaymentState
from modules.billing.contracts.books import Problem, Subject

_GONE = ("failed", "canceled", "rejected")


def whole_fees(fees: Decimal, *, kept: int) -> int:
    """Return fees in whole minor units. What was `kept` of the lines is all fees where less than one unit differs."""
    if abs(kept - fees) < 1:
        return kept
    return int(fees.quantize(Decimal(1), ROUND_HALF_UP))


def find_problem(
    subject: Subject, amount: Money, settled: Money, *, known_state: str, known_amount: Money
) -> Problem | None:
    """Return why a line does not clear what we know, or None where it does.

    A refund may be settled before it has arrived, but not after it failed; a payment only once it is paid.
    """
    if abs(amount.minor) != known_amount.minor or amount.currency != known_amount.currency:
        return Problem.AMOUNT
    if settled.currency == amount.currency and settled.minor != amount.minor:
        return Problem.AMOUNT
    is_due = known_state == PaymentState.PAID if subject is Subject.PAYMENT else known_state not in _GONE
    return None if is_due else Problem.STATE
