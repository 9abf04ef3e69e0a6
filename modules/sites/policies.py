"""Rules of sites as pure functions: settings, hosts, countries, pages and landing pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any
from zoneinfo import available_timezones

from babel.core import Locale
from babel.numbers import list_currencies

from app.kernel.config import COUNTRY_HEADERS
from app.kernel.i18n import FALLBACK, LOCALES
from app.kernel.text.bank_texts import find_unwritable, is_legible
from modules.sites.contracts import (
    BUILT_IN_PAGES,
    LANDERS,
    PROFILE_FIELDS,
    SEARCH_FIELDS,
    TAKEN_WORDS,
    Company,
    LanderText,
    MessageCost,
    Signups,
)
from modules.sites.errors import (
    CompanyUnwritable,
    FictionalUndisclosed,
    HostInvalid,
    LanderTextInvalid,
    LanderUnknown,
    SettingMalformed,
    SettingMissing,
    SettingNotAChoice,
    SettingOutOfRange,
    TokenInvalid,
)

if TYPE_CHECKING:
    from schwifty import BIC, IBAN

BOUNDS: dict[str, tuple[int, int]] = {
    "niche": (1, 7),
    "message_credits": (0, 1000),
    "reply_credits": (0, 1000),
    "photo_credits": (0, 1000),
    "gift_credits": (0, 1000),
    "signup_credits": (0, 1000),
    "message_length": (1, 10_000),
    "care_credits": (1, 100_000),
    "refund_days": (0, 365),
    "min_age": (18, 99),
    "footer_id": (1, 32_767),
    "delete_discount": (0, 100),
}
# In minor units.
MAX_COSTS = 1_000_000
NEVER_EMPTY = ("key", "name", "index_title", "domain", "domain_language", "languages", "countries", "support_email")
# Codes of CLDR that are no countries: unions, oceans, test codes and unknown.
_NO_COUNTRIES = {"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"}
_LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_CREDITOR_ID = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}")
_HOST = re.compile(rf"{_LABEL}(\.{_LABEL})*")


@cache
def countries() -> frozenset[str]:
    """Return the two-letter codes of the world's countries (ISO 3166-1, by way of CLDR)."""
    codes = (str(code) for code in Locale.parse("en").territories)
    return frozenset(code for code in codes if re.fullmatch("[A-Z]{2}", code)) - _NO_COUNTRIES


@cache
def timezones() -> frozenset[str]:
    """Return the names of the world's time zones; they are read from the system once."""
    return frozenset(available_timezones())


def choices(name: str) -> Collection[str] | None:
    """Return the allowed values of a setting or, if it is a list, of its items; None if any value is allowed."""
    if name in ("domain_language", "languages"):
        return LOCALES
    if name in ("countries", "site_entry_countries", "country"):
        return countries()
    if name in ("visible_profile_fields", "visible_profile_notes"):
        return PROFILE_FIELDS
    if name == "timezone":
        return timezones()
    return {"search_fields": SEARCH_FIELDS, "signups": tuple(Signups)}.get(name)


def ensure_setting(name: str, value: Any) -> None:
    """Raise SettingMissing, SettingOutOfRange, SettingNotAChoice or SettingMalformed for an invalid value."""
    if name in NEVER_EMPTY and not value:
        raise SettingMissing(field=name, name=name)
    if name in BOUNDS and value is not None:
        low, high = BOUNDS[name]
        if not low <= value <= high:
            raise SettingOutOfRange(field=name, name=name, min=low, max=high)
    known = choices(name)
    if known is not None:
        _ensure_known(name, value, known)
    if name in FORMS and value is not None and not FORMS[name](value):
        raise SettingMalformed(field=name, name=name, value=value)


# Details of a company that its bank's files and its invoices contain.
PRINTED = ("name", "address", "city")


def ensure_printable(details: Mapping[str, Any]) -> None:
    """Raise CompanyUnwritable for details of a company with characters that banks do not accept in any form."""
    for name in (name for name in PRINTED if name in details):
        text: str = details[name]
        is_empty_there = name == "name" and not is_legible(text)
        if unwritable := find_unwritable(text) or (is_empty_there and list(dict.fromkeys(text))):
            raise CompanyUnwritable(field=name, name=name, characters=" ".join(unwritable))


def find_missing_on_invoices(company: Company) -> list[str]:
    """Return the details of a company that its invoices contain, and that have no letter or digit yet."""
    texts = {"address": (company.address,), "city": (company.city,), "vat_numbers": company.vat_numbers}
    return [name for name, values in texts.items() if not values or not all(any(map(str.isalnum, v)) for v in values)]


def ensure_invoices(before: Company, changed: Company) -> None:
    """Raise SettingMissing where a change of a company removes what its invoices contain."""
    for name in find_missing_on_invoices(changed):
        if name not in find_missing_on_invoices(before):
            raise SettingMissing(field=name, name=name)


def _is_iban(value: str) -> bool:
    from schwifty import IBAN

    return _has_valid_check_digits(IBAN, value)


def _is_bic(value: str) -> bool:
    from schwifty import BIC

    return _has_valid_check_digits(BIC, value)


def _has_valid_check_digits(kind: type[IBAN] | type[BIC], value: str) -> bool:
    from schwifty.exceptions import SchwiftyException

    try:
        return str(kind(value)) == value
    except SchwiftyException:
        return False


def _is_creditor_id(value: str) -> bool:
    """Return whether a SEPA creditor identifier has the right check digits, which leave out its business code."""
    if not _CREDITOR_ID.fullmatch(value):
        return False
    return int("".join(str(int(character, 36)) for character in value[7:] + value[:4])) % 97 == 1


# Settings of a company with check digits, in capitals and without spaces.
FORMS: Mapping[str, Callable[[str], bool]] = {"creditor_id": _is_creditor_id, "iban": _is_iban, "bic": _is_bic}


def _ensure_known(name: str, value: Any, known: Collection[str]) -> None:
    for item in (value,) if isinstance(value, str) else value:
        if item not in known:
            some = ", ".join(known) if len(known) <= 20 else "the standard's codes"
            raise SettingNotAChoice(field=name, name=name, value=str(item), choices=some)


def ensure_message_cost(cost: MessageCost) -> None:
    """Refuse a minimum price with an unknown country or currency, or below zero (spec 9.7)."""
    _ensure_known("country", cost.country, countries())
    _ensure_known("currency", cost.currency, list_currencies())
    if not 0 <= cost.costs <= MAX_COSTS:
        raise SettingOutOfRange(field="costs", name="costs", min=0, max=MAX_COSTS)


def ensure_coherent(settings: Mapping[str, Any]) -> None:
    """Raise SettingNotAChoice or FictionalUndisclosed for settings that contradict each other."""
    _ensure_known("domain_language", settings["domain_language"], settings["languages"])
    disclosed = all(settings[f"fictional_{part}"].strip() for part in ("warning", "singular", "plural"))
    if settings["fictional_enabled"] and not disclosed:
        raise FictionalUndisclosed(field="fictional_warning")


def clean_host(host: str, *, field: str = "host") -> str:
    """Return a host as it is stored and compared: lower case, without port, leading www and trailing dot.

    Raises HostInvalid, with `field`, for what cannot be a host name.
    """
    bare = re.sub(r":\d*$", "", host.strip().lower()).rstrip(".").removeprefix("www.")
    if len(bare) > 253 or not _HOST.fullmatch(bare):
        raise HostInvalid(field=field, host=host[:100])
    return bare


def country_of(headers: Mapping[str, str], names: Collection[str] = COUNTRY_HEADERS) -> str | None:
    """Return the visitor's country from the headers of the proxy (spec 3.2 geoip_country), or None."""
    by_name = {name.lower(): value.strip().upper() for name, value in headers.items()}
    return next((by_name[name] for name in names if by_name.get(name) in countries()), None)


def selected_country(site_countries: Collection[str], *preferred: str | None) -> str | None:
    """Return the first of `preferred` that is a country of the site (spec 3.2 geoip_selected_country), or None."""
    return next((one.upper() for one in preferred if one and one.upper() in site_countries), None)


# The date of the first version of the terms (spec 9.6).
FIRST_TERMS = date(2023, 12, 1)
MAX_TOKEN_CHARACTERS = 60
_TOKEN = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def ensure_token(token: str) -> None:
    """Raise TokenInvalid for a malformed token, or one that is the first word of other addresses."""
    if not _TOKEN.fullmatch(token) or len(token) > MAX_TOKEN_CHARACTERS or token in TAKEN_WORDS:
        raise TokenInvalid(field="token", token=token[:100])


def is_token(token: str) -> bool:
    """Return whether a page could have this token, so that malformed ones never reach the database."""
    return bool(_TOKEN.fullmatch(token)) and len(token) <= MAX_TOKEN_CHARACTERS


def page_path(token: str) -> str:
    """Return the address of a page below the root of its site (spec 2.30)."""
    return f"/pages/{token}" if token in BUILT_IN_PAGES else f"/{token}"


def terms_date(company_added: date) -> date:
    """Return the date of the terms: that of the first version, or when the company was added if later (spec 9.6)."""
    return max(FIRST_TERMS, company_added)


def page_languages(wished: str, *, domain_language: str) -> tuple[str, ...]:
    """Return the languages in which to look for a page, best first, English last."""
    return tuple(dict.fromkeys((wished, FALLBACK, domain_language)))


def choose_version(wished: str, *, domain_language: str, own: Iterable[str], built_in: Iterable[str]) -> str | None:
    """Return the language in which a page is shown, or None where it has no text.

    `own` are the languages that an operator wrote, `built_in` those of the built-in page. In each language the
    operator's text replaces the built-in one.
    """
    there = [*own, *built_in]
    best = (language for language in page_languages(wished, domain_language=domain_language) if language in there)
    return next(best, there[0] if there else None)


_SLUG = re.compile("[a-z0-9-]{0,40}")
_ID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# Most characters of each part of a landing page's text, which fit every design.
LANDER_LENGTHS = {"headline": 90, "lead": 300, "button": 40}
# Days for which bounces are kept.
BOUNCE_DAYS = 90


def ensure_lander_text(text: LanderText) -> None:
    """Raise LanderUnknown, LanderTextInvalid or SettingNotAChoice for an invalid text of a landing page."""
    if text.lander not in LANDERS:
        raise LanderUnknown(name=text.lander, choices=", ".join(LANDERS))
    if not _SLUG.fullmatch(text.slug):
        raise LanderTextInvalid(field="slug", name="slug", max=40)
    _ensure_known("language", text.language, LOCALES)
    for name, longest in LANDER_LENGTHS.items():
        if not 1 <= len(getattr(text, name).strip()) <= longest:
            raise LanderTextInvalid(field=name, name=name, max=longest)


def choose_lander_text(texts: Collection[LanderText], slug: str) -> LanderText | None:
    """Return a slug's own text, else the one for every address of the landing page, else None."""
    by_slug = {text.slug: text for text in texts}
    return by_slug.get(slug) or by_slug.get("")


def path_without_ids(path: str) -> str:
    """Return a path without the ids of members, so that bounces are counted by page and identify nobody."""
    return _ID.sub("_", path)
