"""The rules of sites, tried without any engine."""

from typing import Any

import pytest

from modules.sites import policies
from modules.sites.contracts import MessageCost
from modules.sites.errors import (
    FictionalUndisclosed,
    HostInvalid,
    SettingMissing,
    SettingNotAChoice,
    SettingOutOfRange,
)


@pytest.mark.spec("1.12")
@pytest.mark.parametrize(
    "host", ["warm.example", "WARM.example", "www.warm.example", "warm.example:8080", "www.Warm.Example.:443"]
)
def test_a_host_is_the_same_with_port_www_and_capitals(host: str) -> None:
    assert policies.clean_host(host) == "warm.example"


@pytest.mark.parametrize("host", ["", "-a.example", "a b", "a..b", "a/b", "[::1]:80", "x" * 300, "a\r\nb", "user@host"])
def test_what_is_no_host_is_refused(host: str) -> None:
    with pytest.raises(HostInvalid):
        policies.clean_host(host)


@pytest.mark.spec("3.2")
@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("niche", 0, SettingOutOfRange),
        ("niche", 8, SettingOutOfRange),
        ("min_age", 17, SettingOutOfRange),
        ("message_length", 0, SettingOutOfRange),
        ("reply_credits", -1, SettingOutOfRange),
        ("refund_days", 366, SettingOutOfRange),
        ("languages", ["nl", "xx"], SettingNotAChoice),
        ("countries", ["NL", "Holland"], SettingNotAChoice),
        ("countries", ["EU"], SettingNotAChoice),
        ("signups", "some", SettingNotAChoice),
        ("timezone", "Europe/Atlantis", SettingNotAChoice),
        ("visible_profile_fields", ["iban"], SettingNotAChoice),
        ("search_fields", ["shoe_size"], SettingNotAChoice),
        ("countries", [], SettingMissing),
        ("name", "", SettingMissing),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(name: str, value: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        policies.ensure_setting(name, value)


@pytest.mark.spec("3.2")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("niche", 7),
        ("reply_credits", None),
        ("site_entry_countries", []),
        ("timezone", "Europe/Oslo"),
        ("signups", "none"),
    ],
)
def test_a_setting_that_makes_sense_is_taken(name: str, value: Any) -> None:
    policies.ensure_setting(name, value)


@pytest.mark.spec("9.7")
@pytest.mark.parametrize(
    ("cost", "error"),
    [
        (MessageCost("ZZ", 150, "EUR"), SettingNotAChoice),
        (MessageCost("NL", 150, "GLD"), SettingNotAChoice),
        (MessageCost("NL", -1, "EUR"), SettingOutOfRange),
    ],
)
def test_a_least_price_has_a_country_and_a_currency(cost: MessageCost, error: type[Exception]) -> None:
    with pytest.raises(error):
        policies.ensure_message_cost(cost)


SETTINGS = {
    "domain_language": "nl",
    "languages": ("nl", "en"),
    "fictional_enabled": False,
    "fictional_warning": "",
    "fictional_singular": "",
    "fictional_plural": "",
}


@pytest.mark.spec("10.9")
@pytest.mark.parametrize("left_out", ["fictional_warning", "fictional_singular", "fictional_plural"])
def test_fictional_profiles_are_never_without_their_warning(left_out: str) -> None:
    told = dict.fromkeys(("fictional_warning", "fictional_singular", "fictional_plural"), "Told.")
    policies.ensure_coherent({**SETTINGS, **told, "fictional_enabled": True})
    with pytest.raises(FictionalUndisclosed):
        policies.ensure_coherent({**SETTINGS, **told, "fictional_enabled": True, left_out: " "})


def test_the_language_of_the_domain_is_one_of_the_sites() -> None:
    policies.ensure_coherent(SETTINGS)
    with pytest.raises(SettingNotAChoice):
        policies.ensure_coherent({**SETTINGS, "languages": ("en",)})


@pytest.mark.spec("2.51", "3.2")
@pytest.mark.parametrize(
    ("headers", "country"),
    [
        ({"Cf-Ipcountry": "nl"}, "NL"),
        ({"X-Country": "DE"}, "DE"),
        ({"CF-IPCountry": "XX"}, None),
        ({"CF-IPCountry": "T1", "X-Country": "BE"}, "BE"),
        ({"X-Country": "<b>"}, None),
        ({}, None),
    ],
)
def test_the_country_is_what_the_proxy_says(headers: dict[str, str], country: str | None) -> None:
    assert policies.country_of(headers) == country


@pytest.mark.spec("3.2")
def test_the_selected_country_is_one_of_the_sites() -> None:
    assert policies.selected_country(("NL", "BE"), "be", "NL") == "BE"
    assert policies.selected_country(("NL", "BE"), "FR", "NL") == "NL"
    assert policies.selected_country(("NL", "BE"), None, "FR") is None
