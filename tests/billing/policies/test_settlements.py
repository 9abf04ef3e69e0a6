"""What of a settlement our books explain."""

from decimal import Decimal

import pytest

from modules.billing.contracts.books import Problem, Subject
from modules.billing.contracts.shop import Money
from modules.billing.payments.policies import settlements as policies
from tests.billing.examples import euros


@pytest.mark.parametrize(
    ("fees", "kept", "whole"),
    [
        ("314.6", 315, 315),
        ("314.6", 314, 314),
        ("314.6", 340, 315),
        ("314", 315, 314),  # a whole unit is no rounding
        ("315", 314, 315),
        ("0.5", 40, 1),
        ("0.4", 40, 0),
        ("0", 0, 0),
    ],
)
def test_fees_are_whole_cents_and_take_what_rounding_left(fees: str, kept: int, whole: int) -> None:
    found = policies.whole_fees(Decimal(fees), kept=kept)
    assert (found, type(found)) == (whole, int)


@pytest.mark.parametrize(
    ("subject", "known_state", "problem"),
    [
        (Subject.PAYMENT, "paid", None),
        (Subject.PAYMENT, "open", Problem.STATE),
        (Subject.PAYMENT, "failed", Problem.STATE),
        (Subject.REFUND, "refunded", None),
        (Subject.REFUND, "pending", None),
        (Subject.REFUND, "failed", Problem.STATE),
        (Subject.REFUND, "canceled", Problem.STATE),
        (Subject.REFUND, "rejected", Problem.STATE),
        (Subject.CHARGEBACK, "received", None),
    ],
)
def test_a_line_clears_what_is_due(subject: Subject, known_state: str, problem: Problem | None) -> None:
    amount = euros(1000)
    found = policies.find_problem(subject, amount, amount, known_state=known_state, known_amount=amount)
    assert found is problem


@pytest.mark.parametrize(
    ("amount", "settled", "problem"),
    [
        (euros(-1000), euros(-1000), None),
        (euros(1000), Money(4300, "PLN"), None),  # exchanged on the way
        (euros(1000), euros(999), Problem.AMOUNT),
        (euros(1000), euros(-1000), Problem.AMOUNT),
        (euros(1001), euros(1001), Problem.AMOUNT),
        (Money(1000, "PLN"), Money(1000, "PLN"), Problem.AMOUNT),
    ],
)
def test_a_line_clears_its_own_amount(amount: Money, settled: Money, problem: Problem | None) -> None:
    found = policies.find_problem(Subject.PAYMENT, amount, settled, known_state="paid", known_amount=euros(1000))
    assert found is problem
