"""What a shop is made of: codes that can be used, months, amounts, and what it lacks to sell."""

from dataclasses import replace
from datetime import datetime
from types import SimpleNamespace
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from modules.billing.contracts.states import Reason
from modules.billing.errors.ledger import CreditsInvalid
from modules.billing.errors.shop import DiscountInvalid
from modules.billing.ledger import service as ledger
from modules.billing.ledger.models import SystemAccount
from modules.billing.ledger.service import Posting
from modules.billing.payments.service import limits
from modules.billing.service import readiness
from modules.billing.shop import service as shop
from tests.refusing import refused

HOME = ZoneInfo("Europe/Amsterdam")
SOUND = {"code": "SUN-25", "value_percentage": 25}
POSTING = Posting(
    "key", UUID(int=1), 5, SystemAccount.CREDIT_ISSUE, Reason.SUPPORT, "robin", "note", UUID(int=2), UUID(int=3)
)


@pytest.mark.parametrize(
    "over",
    [
        {},
        {"code": "ABC"},
        {"code": "A" * 32},
        {"value_percentage": 1},
        {"value_percentage": 90},
        {"minimum_order_minor": 0},
        {"minimum_order_minor": 1, "currency": "EUR"},
    ],
)
def test_a_sound_code_is_taken(over: dict[str, Any]) -> None:
    shop._ensure_valid({**SOUND, **over})


@pytest.mark.parametrize(
    ("over", "field"),
    [
        ({"code": "AB"}, "code"),
        ({"code": "A" * 33}, "code"),
        ({"code": "---"}, "code"),
        ({"code": "ZOMER É"}, "code"),
        ({"code": "ÉTÉ"}, "code"),
        ({"code": "A_B"}, "code"),
        ({"value_percentage": 0}, "value_percentage"),
        ({"value_percentage": 91}, "value_percentage"),
        ({"minimum_order_minor": 1}, "currency"),
    ],
)
def test_a_code_that_cannot_be_is_refused_at_its_field(over: dict[str, Any], field: str) -> None:
    with refused(DiscountInvalid, field):
        shop._ensure_valid({**SOUND, **over})


def test_a_code_takes_something_off() -> None:
    with refused(DiscountInvalid, "value_percentage"):
        shop._ensure_valid({"code": "SUN-25"})


@pytest.mark.parametrize(
    ("month", "then"),
    [("2026-01-01", "2026-02-01"), ("2026-02-01", "2026-03-01"), ("2026-12-01", "2027-01-01")],
)
def test_a_month_is_followed_by_the_next_at_midnight_there(month: str, then: str) -> None:
    begins, ends = (datetime.fromisoformat(day).replace(tzinfo=HOME) for day in (month, then))
    assert limits.next_month(begins) == ends


def test_some_credits_are_posted_and_no_more_than_a_million() -> None:
    for credits in (1, 1_000_000):
        ledger._ensure_amount(credits)
    for credits in (-1, 0, 1_000_001):
        with refused(CreditsInvalid, "credits"):
            ledger._ensure_amount(credits)


@pytest.mark.parametrize(
    ("over", "is_same"),
    [
        ({"idem": "another", "actor": "kim", "note": "another"}, True),
        ({"member_id": UUID(int=9)}, False),
        ({"amount": 6}, False),
        ({"system_account": SystemAccount.CREDIT_INCOME}, False),
        ({"reason": Reason.SIGNUP}, False),
        ({"reference_id": UUID(int=9)}, False),
        ({"reverses_tx": None}, False),
        ({"reference_id": UUID(int=3), "reverses_tx": UUID(int=2)}, False),
    ],
)
def test_a_repeat_means_the_same(over: dict[str, Any], is_same: bool) -> None:
    assert (replace(POSTING, **over).fingerprint == POSTING.fingerprint) is is_same


@pytest.mark.parametrize(
    ("company", "missing"),
    [
        ({}, []),
        ({"address": ""}, ["address"]),
        ({"city": "", "vat_numbers": ()}, ["city", "vat_numbers"]),
    ],
)
def test_a_site_says_what_it_lacks_to_sell(
    monkeypatch: pytest.MonkeyPatch, company: dict[str, Any], missing: list[str]
) -> None:
    monkeypatch.setattr(readiness, "find_missing_settings", lambda: ["HEARTH_VAPID_FILE"])
    known = {"address": "Lampstraat 1", "city": "Utrecht", "country": "NL", "vat_numbers": ("NL1",), **company}
    site: Any = SimpleNamespace(company=SimpleNamespace(**known))
    assert readiness.find_missing_to_sell(site) == [*missing, "HEARTH_VAPID_FILE"]
