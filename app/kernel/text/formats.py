"""Amounts and dates as people read them, in their language."""

from datetime import date, datetime, time, timedelta
from decimal import Decimal

from babel.core import Locale
from babel.dates import format_date, format_time, format_timedelta
from babel.numbers import format_currency, format_percent, get_currency_precision
from babel.units import format_unit

# Norwegian is written in Bokmål; English in the way of our European members.
_LOCALES = {"no": "nb", "en": "en_GB"}


def money(language: str, minor: int, currency: str) -> str:
    """Return an amount of minor units, such as `€ 19,99`."""
    return format_currency(plain_money(minor, currency), currency, locale=_locale(language)).replace("\u202f", "\u00a0")


def plain_money(minor: int, currency: str) -> Decimal:
    """Return an amount of minor units as a decimal number, such as `19.99`."""
    return Decimal(minor).scaleb(-get_currency_precision(currency))


def day(language: str, when: date) -> str:
    """Return a date, such as `20 November 2026`."""
    return format_date(when, format="long", locale=_locale(language))


# Between a date and its time: CLDR's pattern `atTime`, which Babel does not have.
_AT = {
    "da": " kl. ",
    "de": " um ",
    "en": " at ",
    "es": ", ",  # "a las", but "a la 1:05"
    "fi": " klo ",
    "fr": " à ",
    "it": " alle ore ",
    "nl": " om ",
    "no": " kl. ",
    "pl": " ",
    "sv": " kl. ",
}


def moment(language: str, when: datetime) -> str:
    """Return a date, with the time unless that is midnight, such as `20 November 2026 at 14:05` or `20. november 2026
    kl. 14.05` in Danish.
    """
    words = day(language, when.date())
    if when.time() == time():
        return words
    return words + _AT[language] + format_time(when, format="short", locale=_locale(language))


def month(language: str, when: date) -> str:
    """Return a month, such as `November 2026`."""
    return format_date(when, format="LLLL y", locale=_locale(language))


def percent(language: str, basis_points: int) -> str:
    """Return basis points as a percentage, such as `8,1 %`."""
    share = Decimal(basis_points) / 10_000
    return format_percent(share, locale=_locale(language), decimal_quantization=False).replace("\u202f", "\u00a0")


def kilometres(language: str, distance: int) -> str:
    """Return a distance in kilometres, such as `25 km`."""
    return _unit(language, distance, "length-kilometer")


def megabytes(language: str, size: int) -> str:
    """Return a size in megabytes, such as `10 MB`."""
    return _unit(language, size, "digital-megabyte")


def duration(language: str, seconds: int) -> str:
    """Return a duration in its largest unit, such as `2 minutes`; minutes and hours are rounded up."""
    unit = next((unit for unit in (3600, 60) if seconds >= unit), 1)
    whole = timedelta(seconds=-(-seconds // unit) * unit)
    return format_timedelta(whole, threshold=1, locale=_locale(language)).replace("\u202f", "\u00a0")


def country(language: str, code: str) -> str:
    """Return the name of a country by its two-letter code; the code if the language has no name for it."""
    return str(Locale.parse(_locale(language)).territories.get(code, code))


def _unit(language: str, number: int, unit: str) -> str:
    return format_unit(number, unit, length="short", locale=_locale(language)).replace("\u202f", "\u00a0")


def _locale(language: str) -> str:
    return _LOCALES.get(language, language)
