"""Making sites and changing them, on the real Postgres."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from app.kernel.db.session import transaction
from app.kernel.errors import Invalid
from modules.sites import api
from modules.sites.contracts import MessageCost, Signups, Site
from modules.sites.errors import CompanyTaken, HostTaken, KeyTaken, SettingOutOfRange, SettingUnknown, SiteUnknown
from modules.sites.service import sites as service
from tests.factories.sites import make_site


@pytest.mark.spec("1.12")
def test_a_site_is_found_by_its_hosts_only(site: Site) -> None:
    with transaction() as session:
        api.set_hosts(session, site_id=site.id, hosts=["Other-" + site.domain, "www.third-" + site.domain])
    with transaction(read_only=True) as session:
        for host in (site.domain, f"www.{site.domain}:8080", f"other-{site.domain}", f"third-{site.domain}"):
            found = api.find_site_by_host(session, host)
            assert found is not None, host
            assert found.id == site.id
        assert api.find_site_by_host(session, "elsewhere.example") is None
        assert api.find_site_by_host(session, "no host at all") is None
        with pytest.raises(SiteUnknown):
            api.get_site(session, uuid4())


@pytest.mark.spec("1.12")
def test_a_host_belongs_to_one_site(site: Site) -> None:
    with transaction() as session:
        other = make_site(session)
    with pytest.raises(HostTaken), transaction() as session:
        api.set_hosts(session, site_id=other.id, hosts=[site.domain])
    with transaction(read_only=True) as session:
        found = api.find_site_by_host(session, site.domain)
        assert found is not None
        assert found.id == site.id


def test_keys_and_companies_are_taken_once(site: Site) -> None:
    with pytest.raises(KeyTaken), transaction() as session:
        make_site(session, key=site.key)
    with pytest.raises(CompanyTaken), transaction() as session:
        api.create_company(session, name=site.company.name, country="NL", footer_id=5)


@pytest.mark.spec("3.2")
def test_every_setting_can_be_changed_and_is_answered(site: Site) -> None:
    changes: dict[str, Any] = {
        "name": "Evergreen",
        "index_title": "Evergreen, for later",
        "description": "Meet again.",
        "domain_language": "nl",
        "languages": ["nl", "de"],
        "timezone": "Europe/Berlin",
        "cdn_prefix": "/cdn",
        "niche": 7,
        "countries": ["DE", "AT"],
        "visible_profile_fields": ["gender", "city"],
        "visible_profile_notes": ["city"],
        "search_fields": ["gender", "min_age", "max_age"],
        "enable_site_entry_popup": True,
        "site_entry_countries": ["DE"],
        "message_credits": 7,
        "reply_credits": 3,
        "photo_credits": 8,
        "gift_credits": 20,
        "signup_credits": 21,
        "message_length": 500,
        "minimum_message_costs": [MessageCost("AT", 180, "EUR"), MessageCost("DE", 190, "EUR")],
        "support_email": "hilfe@example.org",
        "support_phone": "+49 30 1234",
        "fictional_enabled": True,
        "fictional_icon": "feather",
        "fictional_warning": "Written by our staff.",
        "fictional_singular": "fictional profile",
        "fictional_plural": "fictional profiles",
        "refund_days": 30,
        "signups": Signups.WITH_TRAFFICSOURCE,
        "logged_out_search": True,
        "logged_out_search_trafficsource": True,
        "member_resell": True,
        "min_age": 50,
        "hide_account_existence": True,
        "care_credits": 400,
    }
    assert {*changes} == service.SITE_SETTINGS - {"domain"} | {"minimum_message_costs"}
    with transaction() as session:
        changed = api.update_site_settings(session, site_id=site.id, changes=changes)
    for name, value in changes.items():
        answered = getattr(changed, name)
        assert (list(answered) if isinstance(answered, tuple) else answered) == value, name
    with transaction(read_only=True) as session:
        assert api.get_site(session, site.id) == changed


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        (datetime(2026, 3, 28, 22, 59, 59, tzinfo=UTC), date(2026, 3, 28)),
        (datetime(2026, 3, 28, 23, tzinfo=UTC), date(2026, 3, 29)),
        (datetime(2026, 3, 29, 21, 59, 59, tzinfo=UTC), date(2026, 3, 29)),
        (datetime(2026, 3, 29, 22, tzinfo=UTC), date(2026, 3, 30)),
    ],
)
def test_a_moment_belongs_to_the_day_of_the_sites_time_zone(site: Site, moment: datetime, day: date) -> None:
    assert replace(site, timezone="Europe/Amsterdam").day_of(moment) == day


@pytest.mark.spec("3.2", "1.5")
def test_a_site_says_its_texts_in_every_language(site: Site) -> None:
    words = {"index_title": "Komm herein", "fictional_singular": "Figur"}
    told = {"fictional_warning": "By staff.", "fictional_singular": "Character", "fictional_plural": "Characters"}
    with transaction() as session:
        api.update_site_settings(session, site_id=site.id, changes={**told, "fictional_enabled": True})
        api.set_texts(session, site_id=site.id, language="de", texts=words)
        changed = api.set_texts(session, site_id=site.id, language=site.domain_language, texts={"description": "Own."})
    german, dutch = api.in_language(changed, "de"), api.in_language(changed, "nl")
    assert (german.index_title, german.fictional_singular, german.description) == ("Komm herein", "Figur", "Own.")
    # What must be understood has the installation's words where the site has none.
    assert german.fictional_plural == "Fiktive Profile"
    assert (dutch.index_title, dutch.fictional_singular) == (site.index_title, "Fictief profiel")
    assert api.in_language(changed, "en").fictional_warning == "By staff."
    with transaction() as session:
        changed = api.set_texts(session, site_id=site.id, language="de", texts={"fictional_singular": ""})
    assert api.in_language(changed, "de").fictional_singular == "Fiktives Profil"


@pytest.mark.parametrize(("language", "name"), [("xx", "index_title"), ("de", "domain"), ("en", "domain")])
def test_no_other_setting_and_no_other_language_is_told(site: Site, language: str, name: str) -> None:
    with pytest.raises(Invalid), transaction() as session:
        api.set_texts(session, site_id=site.id, language=language, texts={name: "elsewhere.example"})


def test_one_bad_setting_leaves_all_as_they_were(site: Site) -> None:
    with pytest.raises(SettingOutOfRange), transaction() as session:
        api.update_site_settings(session, site_id=site.id, changes={"name": "Else", "niche": 9})
    with pytest.raises(SettingUnknown), transaction() as session:
        api.update_site_settings(session, site_id=site.id, changes={"name": "Else", "id": uuid4()})
    with transaction(read_only=True) as session:
        assert api.get_site(session, site.id) == site


def test_a_change_that_is_rolled_back_is_seen_by_nobody(site: Site) -> None:
    with pytest.raises(RuntimeError), transaction() as session:
        api.update_site_settings(session, site_id=site.id, changes={"name": "Else"})
        assert api.get_site(session, site.id).name == "Else"
        raise RuntimeError
    with transaction(read_only=True) as session:
        assert api.get_site(session, site.id).name == "Hearthside"


def test_a_new_domain_is_a_host_too(site: Site) -> None:
    with transaction() as session:
        changed = api.update_site_settings(session, site_id=site.id, changes={"domain": f"new-{site.domain}"})
    assert changed.hosts == (f"new-{site.domain}", site.domain)


def test_sites_are_read_from_memory(site: Site, count_queries: Callable[..., int]) -> None:
    with transaction(read_only=True) as session:
        api.get_site(session, site.id)
        assert count_queries(lambda: api.find_site_by_host(session, site.domain)) == 0


@pytest.mark.spec("3.3")
def test_a_company_keeps_all_its_details(site: Site) -> None:
    details: dict[str, Any] = {
        "address": "Oudegracht 1",
        "city": "Utrecht",
        "country": "NL",
        "kvk": "12345678",
        "tradenames": ["Hearthside", "Evergreen"],
        "vat_numbers": ["NL001234567B01"],
        "support_phone": "+31 30 1234567",
        "delete_discount": 25,
        "footer_id": 5,
    }
    with transaction() as session:
        company = api.update_company(session, name=site.company.name, changes=details)
        info = service.company_info(company)
        assert api.get_site(session, site.id).company == company
    assert {name: info[name] for name in details if name != "footer_id"} | {"footer_id": 5} == details


@pytest.mark.parametrize(
    "change",
    [
        "niche = 8",
        "min_age = 17",
        "message_credits = -1",
        "refund_days = -1",
        "signups = 'some'",
        "fictional_enabled = true",
        "message_length = 0",
    ],
)
def test_the_database_itself_refuses_a_broken_site(site: Site, change: str) -> None:
    with pytest.raises(IntegrityError), transaction() as session:
        session.execute(text(f"UPDATE sites.site SET {change} WHERE id = :id"), {"id": site.id})
