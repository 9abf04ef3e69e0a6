"""Our books beside a provider's lists and settlements, line by line."""

import pytest

from modules.billing.contracts.books import Finding, Outcome, Problem, Subject
from modules.billing.contracts.shop import Money
from modules.billing.payments.providers.port import ListedLine, SettledLine
from modules.billing.payments.queries.reconciliation import Known
from modules.billing.payments.service import reconciliation, settlements
from tests.billing.examples import euros


@pytest.mark.parametrize(
    ("subject", "told", "known", "is_found"),
    [
        (Subject.PAYMENT, "paid", Known("paid", euros(1000)), False),
        (Subject.PAYMENT, "open", Known("paid", euros(1000)), False),
        (Subject.PAYMENT, "paid", Known("open", euros(1000)), True),
        (Subject.PAYMENT, "paid", Known("paid", euros(999)), True),
        (Subject.REFUND, "refunded", Known("refunded", euros(999)), True),
        (Subject.CHARGEBACK, "received", Known("received", euros(999)), False),
        (Subject.CHARGEBACK, "reversed", Known("received", euros(999)), True),
        (Subject.PAYMENT, "paid", None, True),
    ],
)
def test_a_line_is_found_that_is_not_known_so(subject: Subject, told: str, known: Known | None, is_found: bool) -> None:
    line = ListedLine(subject, "re_1", "tr_1", told, euros(1000))
    state = known.state if known else None
    finding = Finding(subject, "re_1", "tr_1", euros(1000), told, state, Outcome.UNASKED)
    assert reconciliation._find_difference(line, known) == (finding if is_found else None)


@pytest.mark.parametrize(
    ("strangers", "still", "outcome"),
    [
        ({"tr_1"}, {"re_1"}, Outcome.FOREIGN),
        ({"re_1"}, {"re_1"}, Outcome.UNRESOLVED),
        (set(), {"tr_1"}, Outcome.TAKEN_OVER),
    ],
)
def test_a_finding_is_foreign_unresolved_or_taken_over(strangers: set[str], still: set[str], outcome: Outcome) -> None:
    finding = Finding(Subject.REFUND, "re_1", "tr_1", euros(1000), "refunded", None, Outcome.UNASKED)
    assert reconciliation._outcome(finding, strangers, still) is outcome


@pytest.mark.parametrize(
    ("settled", "known", "problem"),
    [
        (euros(1000), Known("paid", euros(1000)), None),
        (euros(1000), None, Problem.UNKNOWN),
        (Money(4300, "PLN"), Known("paid", euros(1000)), Problem.AMOUNT),
        (euros(1000), Known("paid", euros(999)), Problem.AMOUNT),
        (euros(999), Known("paid", euros(1000)), Problem.AMOUNT),
        (euros(1000), Known("open", euros(1000)), Problem.STATE),
    ],
)
def test_a_line_of_a_settlement_clears_what_we_know(
    settled: Money, known: Known | None, problem: Problem | None
) -> None:
    line = SettledLine(Subject.PAYMENT, "tr_1", "tr_1", euros(1000), settled)
    assert settlements._find_problem(line, known, "EUR") is problem
