"""Direct debit: accounts, phones, limits, banking days, and what a bank's reason means."""

from datetime import date, timedelta

import pytest

from modules.billing.debit import policies
from modules.billing.debit.policies import Consequence
from modules.billing.errors.debit import DirectDebitLimit, IbanInvalid, PhoneCountry, PhoneInvalid
from tests.refusing import refused

SERVED = ("NL", "DE", "US")


@pytest.mark.parametrize(
    ("reason", "consequence"),
    [
        ("AM04", Consequence.RETRY),
        ("AC04", Consequence.INVALIDATE),
        ("MD01", Consequence.INVALIDATE),
        ("SL14", Consequence.INVALIDATE),
        ("MD06", Consequence.DISPUTE),
        ("MD07", Consequence.CLOSE),
        ("XX00", Consequence.FAIL),
        ("", Consequence.FAIL),
    ],
)
def test_a_reason_has_its_consequence_and_only_of_a_death_nobody_is_told(reason: str, consequence: Consequence) -> None:
    assert policies.consequence_of(reason) is consequence
    assert policies.is_notified(reason) is (reason != "MD07")


@pytest.mark.parametrize("text", [" nl91 abna 0417 1643 00", "\u200eNL91\u00a0ABNA\u00a00417\u00a01643\u00a000\u200b"])
def test_an_account_is_read_in_any_case_and_spacing_and_as_it_is_copied(text: str) -> None:
    assert policies.read_iban(text) == "NL91ABNA0417164300"


@pytest.mark.parametrize(
    "text", ["", "not an iban", "NL91ABNA0417164301", "NL91ABNA041716430", "GB82WEST12345698765432"]
)
def test_what_is_no_account_or_of_another_country_is_refused(text: str) -> None:
    with refused(IbanInvalid, "iban"):
        policies.read_iban(text)


@pytest.mark.parametrize(
    ("text", "country", "phone"),
    [
        ("06 12345678", "NL", "+31612345678"),
        ("+31 6-12345678", "DE", "+31612345678"),
        ("0151 12345678", "DE", "+4915112345678"),
        ("(201) 555-0123", "US", "+12015550123"),  # where nobody can tell mobile from fixed
    ],
)
def test_a_phone_is_read_as_people_of_its_country_write_it(text: str, country: str, phone: str) -> None:
    assert policies.read_phone(text, country=country, countries=SERVED) == phone


@pytest.mark.parametrize("text", ["", "no phone", "030 123 4567", "12345", "06 1234567", "+88213300655"])
def test_what_is_no_mobile_phone_is_refused(text: str) -> None:
    with refused(PhoneInvalid, "phone"):
        policies.read_phone(text, country="NL", countries=SERVED)


@pytest.mark.parametrize("text", ["+212 612-345678", "+44 7400 123456"])
def test_a_phone_of_a_country_that_is_not_served_is_refused(text: str) -> None:
    with refused(PhoneCountry, "phone"):
        policies.read_phone(text, country="NL", countries=SERVED)


@pytest.mark.parametrize(
    ("phone", "country"), [("+31612345678", "NL"), ("+447400123456", "GB"), ("+10005550123", None)]
)
def test_a_phone_has_the_country_of_its_number(phone: str, country: str | None) -> None:
    assert policies.country_of_phone(phone) == country


def test_labels_say_the_last_four_and_nothing_else_of_the_number() -> None:
    assert policies.iban_label("NL91ABNA0417164300") == "NL••\u00a04300"
    assert policies.phone_label("+31612345678") == "••••\u00a05678"


def test_the_limits_can_be_reached() -> None:
    policies.ensure_within_limits(100_00, open_minor=50_00, month_minor=200_00)


@pytest.mark.parametrize(
    ("amount", "still_open", "month", "euros"),
    [
        (100_01, 0, 0, 100),
        (100_00, 50_01, 0, 150),
        (100_00, 0, 200_01, 300),
        (1, 150_00, 0, 150),
        (1, 0, 300_00, 300),
        (100_01, 50_00, 200_00, 100),  # the first that is exceeded is named
    ],
)
def test_a_cent_above_a_limit_is_refused_with_that_limit(amount: int, still_open: int, month: int, euros: int) -> None:
    with refused(DirectDebitLimit, euros=euros):
        policies.ensure_within_limits(amount, open_minor=still_open, month_minor=month)


@pytest.mark.parametrize(
    ("day", "days", "then"),
    [
        (date(2026, 11, 19), 1, date(2026, 11, 20)),
        (date(2026, 11, 20), 1, date(2026, 11, 23)),
        (date(2026, 11, 21), 1, date(2026, 11, 23)),
        (date(2026, 11, 21), 0, date(2026, 11, 21)),
        (date(2026, 12, 24), 1, date(2026, 12, 28)),
        (date(2027, 3, 25), 1, date(2027, 3, 30)),
        (date(2026, 4, 30), 3, date(2026, 5, 6)),
    ],
)
def test_days_on_which_banks_are_closed_are_not_counted(day: date, days: int, then: date) -> None:
    assert policies.add_banking_days(day, days) == then


def test_banks_are_closed_on_weekends_and_six_holidays() -> None:
    closed = {
        date(2031, 1, 1),
        date(2031, 4, 11),  # Good Friday
        date(2031, 4, 14),  # Easter Monday
        date(2031, 5, 1),
        date(2031, 12, 25),
        date(2031, 12, 26),
    }
    for day in (date(2031, 1, 1) + timedelta(days=after) for after in range(365)):
        is_weekend = day.strftime("%a") in ("Sat", "Sun")
        assert policies.is_banking_day(day) is (not is_weekend and day not in closed), day


def test_easter_monday_is_where_the_moon_puts_it() -> None:
    for year in range(1700, 3200):
        first = date(year, 3, 23)
        days = (first + timedelta(days=after) for after in range(35))
        assert [day for day in days if day.weekday() == 0 and not policies.is_banking_day(day)] == [_monday(year)]


def _monday(year: int) -> date:
    """Return Easter Monday by the other rule: the Sunday after the full moon (Knuth, volume 1, exercise 1.3.2-14)."""
    golden, century = year % 19 + 1, year // 100 + 1
    leaps, moons = 3 * century // 4 - 12, (8 * century + 5) // 25 - 5
    epact = (11 * golden + 20 + moons - leaps) % 30
    epact += epact == 24 or (epact == 25 and golden > 11)
    moon = 44 - epact if epact <= 23 else 74 - epact
    sunday = moon + 7 - (5 * year // 4 - leaps - 10 + moon) % 7
    return date(year, 3, 1) + timedelta(days=sunday)
