"""A bank's lines: what is counted of each, and whether a group is one of ours."""

from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest

from modules.billing.debit.providers.bank_lines import Kind, Report
from modules.billing.debit.service import bank_groups, mandates
from modules.billing.debit.service.bank_reports import ImportResult, Line, _Result
from modules.billing.payments.providers.port import ProviderChargeback, ProviderPayment, ProviderStatus
from tests.billing.examples import NOW, a_payment, euros

DAY = date(2026, 11, 20)
LINE = Report(Kind.RETURN, "ref", "AC04", 2500, day=DAY, sign=-1)


def after(report: Report, done: _Result) -> ImportResult:
    outcome = ImportResult("camt.053")
    outcome.add(report, done)
    return outcome


def test_a_line_is_counted_as_what_became_of_it() -> None:
    outcome = after(LINE, _Result("returned", "AC04"))
    assert outcome == ImportResult("camt.053", returned=1, lines=[Line("returned", "ref", "AC04", DAY, -2500, "EUR")])
    assert outcome.ignored == []
    outcome.add(LINE, _Result("returned", "AC04"))
    assert (outcome.returned, len(outcome.lines)) == (2, 2)


def test_what_the_bank_charges_beside_it_is_left_to_a_person() -> None:
    outcome = after(LINE, _Result("returned", "AC04", amount=1999))
    charges = Line("ignored", "ref", "charges of the bank", DAY, -501, "EUR")
    assert outcome.lines == [Line("returned", "ref", "AC04", DAY, -1999, "EUR"), charges]
    assert (outcome.returned, outcome.ignored) == (1, [charges])


@pytest.mark.parametrize(
    ("report", "done", "lines"),
    [
        (LINE, _Result("ignored", "unknown"), [Line("ignored", "ref", "unknown", DAY, -2500, "EUR")]),
        (
            Report(Kind.GROUP_CREDIT, "", "", None, group="group", currency="PLN"),
            _Result("settled", amount=5),
            [Line("settled", "group", "", None, None, "PLN")],
        ),
        (LINE, _Result("returned", amount=2500), [Line("returned", "ref", "", DAY, -2500, "EUR")]),
    ],
)
def test_a_line_without_charges_is_one(report: Report, done: _Result, lines: list[Line]) -> None:
    assert after(report, done).lines == lines


@pytest.mark.parametrize(
    ("amount", "number", "why"),
    [
        (3000, 2, ""),
        (3000, None, ""),
        (3000, 3, "3 payments of 3000 cents came, 2 of 3000 were asked for"),
        (2999, 2, "2 payments of 2999 cents came, 2 of 3000 were asked for"),
        (2999, None, "some payments of 2999 cents came, 2 of 3000 were asked for"),
    ],
)
def test_a_group_is_ours_where_its_number_and_total_are(amount: int, number: int | None, why: str) -> None:
    booked: list[Any] = [SimpleNamespace(amount_minor=1000), SimpleNamespace(amount_minor=2000)]
    report = Report(Kind.GROUP_CREDIT, "file", "", amount, number=number)
    assert bank_groups._find_mismatch(report, booked) == why
    assert bank_groups._find_mismatch(report, []) == "no group of ours that the bank has"


def test_a_bank_says_it_as_a_provider_does() -> None:
    payment = a_payment()
    returned = ProviderChargeback("ref", euros(1000), "AC04", NOW, None)
    for chargeback, chargebacks in ((None, ()), (returned, (returned,))):
        told = mandates.provider_payment(payment, ProviderStatus.PAID, failure="AM04", chargeback=chargeback)
        assert told == ProviderPayment(
            ref=str(payment.id),
            payment_id=payment.id,
            status=ProviderStatus.PAID,
            amount=euros(1000),
            method=None,
            checkout_url=None,
            failure="AM04",
            customer_ref=None,
            mandate_ref=None,
            card=None,
            paid_at=None,
            chargebacks=chargebacks,
        )
