"""Money that goes back: until when, how much, and who must agree."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import RefundState, RefusalReason
from modules.billing.errors.payments import RefusalWordsMissing, SecondPersonNeeded, TakenBack
from modules.billing.payments.policies import returns as policies
from tests.billing.examples import NOW, TICK, a_payment, a_refund, euros
from tests.refusing import refused

AMSTERDAM = ZoneInfo("Europe/Amsterdam")


@pytest.mark.spec("9.7")
@pytest.mark.parametrize(
    ("paid", "days", "last"),
    [
        ("2026-03-02T10:00:00+01:00", 14, "2026-03-16T23:59:59.999999+01:00"),
        ("2026-03-02T23:30:00+00:00", 14, "2026-03-17T23:59:59.999999+01:00"),
        ("2026-03-20T10:00:00+01:00", 14, "2026-04-03T23:59:59.999999+02:00"),
        ("2026-03-07T10:00:00+01:00", 14, "2026-03-23T23:59:59.999999+01:00"),
        ("2026-03-08T10:00:00+01:00", 14, "2026-03-23T23:59:59.999999+01:00"),
        ("2026-12-24T10:00:00+01:00", 14, "2027-01-07T23:59:59.999999+01:00"),
        ("2026-03-01T10:00:00+01:00", 0, "2026-03-01T10:00:00+01:00"),
    ],
    ids=[
        "whole days",
        "the site's days",
        "summer time",
        "until a Saturday",
        "until a Sunday",
        "another year",
        "no days",
    ],
)
def test_a_refund_is_in_time_until_the_end_of_its_last_day(paid: str, days: int, last: str) -> None:
    until = policies.refund_until(datetime.fromisoformat(paid), refund_days=days, zone=AMSTERDAM)
    assert until == datetime.fromisoformat(last)
    assert policies.is_in_time(until, now=until)
    assert not policies.is_in_time(until, now=until + TICK)


@pytest.mark.parametrize(("currency", "limit"), [("EUR", 50_00), ("SEK", 500_00), ("PLN", 200_00), ("JPY", 50_00)])
def test_the_limit_of_one_person_is_as_high_in_every_currency(currency: str, limit: int) -> None:
    assert policies.approval_limit(currency) == Money(limit, currency)
    assert not policies.needs_approval(Money(limit, currency), given=[])
    assert policies.needs_approval(Money(limit + 1, currency), given=[])


@pytest.mark.parametrize("given", [[euros(20_00)], [euros(10_00), Money(100_00, "SEK")], [Money(80_00, "PLN")]])
def test_what_was_given_before_counts_in_any_currency(given: list[Money]) -> None:
    assert not policies.needs_approval(euros(30_00), given=given)
    assert policies.needs_approval(euros(30_01), given=given)


@pytest.mark.parametrize(
    ("refunded", "charged_back", "left", "is_taken_back"),
    [
        (0, 0, 1000, False),
        (300, 0, 700, False),
        (0, 999, 1, False),
        (300, 700, 0, False),
        (300, 701, 0, True),
        (1000, 1000, 0, True),
    ],
)
def test_no_more_goes_back_than_was_paid(refunded: int, charged_back: int, left: int, is_taken_back: bool) -> None:
    payment = a_payment(refunded_minor=refunded, charged_back_minor=charged_back)
    assert policies.left_of(payment) == left
    assert policies.is_taken_back(payment) is is_taken_back
    if not is_taken_back:
        policies.ensure_not_taken_back(payment)
        return
    with refused(TakenBack):
        policies.ensure_not_taken_back(payment)


@pytest.mark.parametrize(
    ("state", "payment", "can_be"),
    [
        (RefundState.FAILED, {}, True),
        (RefundState.CANCELED, {"refunded_minor": 999}, True),
        (RefundState.REJECTED, {}, False),
        (RefundState.REFUNDED, {}, False),
        (RefundState.FAILED, {"is_credited": True}, False),
        (RefundState.FAILED, {"refunded_minor": 1000}, False),
        (RefundState.FAILED, {"charged_back_minor": 1001}, False),
    ],
)
def test_only_what_failed_and_is_owed_can_be_sent_again(
    state: RefundState, payment: dict[str, Any], can_be: bool
) -> None:
    assert policies.can_be_sent_again(a_refund(state=state), a_payment(**payment)) is can_be


def test_a_refund_is_decided_within_fourteen_days() -> None:
    assert policies.decide_until(NOW) == NOW + timedelta(days=14)


def test_a_refusal_for_another_reason_needs_words() -> None:
    policies.ensure_refusal_is_explained(RefusalReason.TOO_LATE, "")
    policies.ensure_refusal_is_explained(RefusalReason.OTHER, "because")
    with refused(RefusalWordsMissing, "words"):
        policies.ensure_refusal_is_explained(RefusalReason.OTHER, "")


def test_nobody_approves_their_own_refund_that_needs_another() -> None:
    policies.ensure_second_person(a_refund(requested_by="robin"), actor="kim")
    policies.ensure_second_person(a_refund(needs_approval=False, requested_by="robin"), actor="robin")
    with refused(SecondPersonNeeded):
        policies.ensure_second_person(a_refund(requested_by="robin"), actor="robin")
