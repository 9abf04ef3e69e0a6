"""Rules of direct debit: accounts, phones, limits, days, and the consequences of a bank's reason codes.

Amounts are in euro cents, because SEPA direct debit is in euros only.
"""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from enum import Enum

from schwifty import IBAN
from schwifty.exceptions import SchwiftyException

from app.kernel.text.words import on_one_line
from modules.billing.errors.debit import DirectDebitLimit, IbanInvalid, PhoneCountry, PhoneInvalid

CURRENCY = "EUR"
# Banks outside these countries require the payer's address, which we do not have.
COUNTRIES = frozenset({
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE",
    "IS", "IT", "LI", "LT", "LU", "LV", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI", "SK",
})  # fmt: skip

# The limits of one collection, of all open collections, and of all collections of 30 days that were not refused.
COLLECTION_LIMIT = 100_00
OPEN_LIMIT = 150_00
MONTH_LIMIT = 300_00

# The mandate promises two days' notice before a debit; a third is needed to make the file.
NOTICE_DAYS = 2
LEAD_BANKING_DAYS = 3
RETRY_BANKING_DAYS = 5

# The SEPA rulebook ends a mandate that was not used for this long.
MANDATE_LAPSES_AFTER = timedelta(days=36 * 365 // 12)
TEXT_VERSION = "2026-11"

CODE_DIGITS = 6
CODE_MINUTES = 10
CODE_TRIES = 5


class Consequence(Enum):
    """The consequence of a bank's reason for not paying."""

    FAIL = "fail"
    RETRY = "retry"
    INVALIDATE = "invalidate"
    DISPUTE = "dispute"
    CLOSE = "close"


# ISO 20022 reasons: AM04 no money; AC.. and AG.. no such account, or none to debit; MD01 no mandate; MD06 the payer
# wants it back; MD07 the payer has died; SL01 the payer's own block.
CONSEQUENCES = {
    "AM04": Consequence.RETRY,
    **dict.fromkeys(
        ("AC01", "AC04", "AC06", "AC13", "AG01", "MD01", "MD02", "MS02", "SL01", "SL11", "SL12", "SL13", "SL14"),
        Consequence.INVALIDATE,
    ),
    "MD06": Consequence.DISPUTE,
    "MD07": Consequence.CLOSE,
}


def consequence_of(reason: str) -> Consequence:
    """Return the consequence of a bank's reason code; an unknown one only ends the collection."""
    return CONSEQUENCES.get(reason, Consequence.FAIL)


def is_notified(reason: str) -> bool:
    """Return whether a member is notified of a block: not if the bank reports that they have died."""
    return consequence_of(reason) is not Consequence.CLOSE


def read_iban(text: str) -> str:
    """Return an IBAN in upper case without spaces and what nobody sees; raises IbanInvalid."""
    try:
        iban = IBAN(on_one_line(text))
    except SchwiftyException:
        raise IbanInvalid(field="iban") from None
    if iban.country_code not in COUNTRIES:
        raise IbanInvalid(field="iban")
    return str(iban)


def read_phone(text: str, *, country: str, countries: Collection[str]) -> str:
    """Return a mobile number, written as usual in `country`, in the form +31612345678.

    countries: those whose phones may get a code. Raises PhoneInvalid, PhoneCountry.
    """
    import phonenumbers

    try:
        number = phonenumbers.parse(text, country)
    except phonenumbers.NumberParseException:
        raise PhoneInvalid(field="phone") from None
    kinds = (phonenumbers.PhoneNumberType.MOBILE, phonenumbers.PhoneNumberType.FIXED_LINE_OR_MOBILE)
    if phonenumbers.number_type(number) not in kinds:
        raise PhoneInvalid(field="phone")
    phone = str(phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164))
    if country_of_phone(phone) not in countries:
        raise PhoneCountry(field="phone")
    return phone


def country_of_phone(phone: str) -> str | None:
    """Return the country code of a phone number in the form of `read_phone`; None if it belongs to no country."""
    import phonenumbers

    return phonenumbers.region_code_for_number(phonenumbers.parse(phone))


def iban_label(iban: str) -> str:
    """Return an IBAN shortened so that its owner recognises it and nobody else can use it."""
    return f"{iban[:2]}••\u00a0{iban[-4:]}"


def phone_label(phone: str) -> str:
    """Return a phone number shortened so that its owner recognises it and nobody else can use it."""
    return f"••••\u00a0{phone[-4:]}"


def ensure_within_limits(amount: int, *, open_minor: int, month_minor: int) -> None:
    """Raise DirectDebitLimit if a collection exceeds its limit, alone or with those open or made in 30 days."""
    for total, limit in (
        (amount, COLLECTION_LIMIT),
        (open_minor + amount, OPEN_LIMIT),
        (month_minor + amount, MONTH_LIMIT),
    ):
        if total > limit:
            raise DirectDebitLimit(euros=limit // 100)


def add_banking_days(day: date, days: int) -> date:
    """Return the day that is a number of TARGET banking days after another."""
    while days > 0:
        day += timedelta(days=1)
        days -= is_banking_day(day)
    return day


def earliest_collection_day(now: datetime) -> date:
    """Return the first day that a file for the bank can name: the next banking day (SEPA Core, D-1)."""
    return add_banking_days(now.date(), 1)


def is_banking_day(day: date) -> bool:
    """Return whether banks settle payments in euros on a day (TARGET)."""
    easter = _easter(day.year)
    closed = {easter - timedelta(days=2), easter + timedelta(days=1)}
    holiday = (day.month, day.day) in ((1, 1), (5, 1), (12, 25), (12, 26))
    return day.weekday() < 5 and not holiday and day not in closed


def _easter(year: int) -> date:
    """Return Easter Sunday of the Gregorian calendar (the anonymous algorithm of 1876)."""
    golden, century, rest = year % 19, year // 100, year % 100
    epact = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    shift = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * shift + 114, 31)
    return date(year, month, day + 1)
