"""Hosts, texts, least prices and settings of sites, changed in the console."""

from typing import Any
from uuid import uuid4

import pytest

from app.kernel.db.session import transaction
from modules.moderation.contracts.staff import Role
from modules.profiles import jobs
from modules.sites import api
from modules.sites.contracts import Site
from tests import editing
from tests.conftest import Client
from tests.factories.sites import make_site
from tests.fixture_types import MakeColleague, OpenConsole


@pytest.fixture
def admin(colleague: MakeColleague, staff_browser: OpenConsole) -> Client:
    """A browser of somebody who keeps the installation."""
    return staff_browser(colleague(Role.ADMIN))


def make(browser: Client, resource: str, form: dict[str, Any]) -> Any:
    return browser.post(f"/ops/api/sites.{resource}", form, key=uuid4().hex)


def act(browser: Client, resource: str, record_id: Any, action: str, form: dict[str, Any] | None = None) -> Any:
    return editing.act(browser, f"/ops/api/sites.{resource}/{record_id}", action, form or {})


def rows(browser: Client, resource: str, site: Site) -> list[Any]:
    found: list[Any] = browser.get(f"/ops/api/sites.{resource}?site_id={site.id}").json["data"]
    return found


@pytest.mark.spec("1.12")
def test_a_site_is_given_a_host_and_it_is_taken_away(admin: Client, site: Site) -> None:
    host = f"love-{uuid4().hex[:8]}.example"
    made = make(admin, "hosts", {"site_id": str(site.id), "host": f"www.{host.upper()}:443"})
    assert (made.status_code, made.json["id"], made.json["is_domain"]) == (201, host, False)
    with transaction(read_only=True) as session:
        assert api.find_site_by_host(session, host).id == site.id
    with transaction() as session:
        other = make_site(session)
    taken = make(admin, "hosts", {"site_id": str(other.id), "host": host})
    assert (taken.status_code, taken.json["code"]) == (409, "sites.host-taken")
    assert make(admin, "hosts", {"site_id": str(site.id), "host": "no host"}).json["code"] == "sites.host-invalid"
    assert make(admin, "hosts", {"site_id": str(uuid4()), "host": "x.example"}).json["code"] == "sites.site-unknown"
    assert act(admin, "hosts", host, "remove").status_code == 204
    own = act(admin, "hosts", site.domain, "remove")
    assert (own.status_code, own.json["code"]) == (409, "sites.host-is-domain")
    assert [row["id"] for row in rows(admin, "hosts", site) if row["is_domain"]] == [site.domain]
    with transaction(read_only=True) as session:
        assert api.find_site_by_host(session, host) is None


@pytest.mark.spec("9.7")
def test_the_least_price_of_a_message_is_set_for_a_country(admin: Client, site: Site) -> None:
    form = {"site_id": str(site.id), "country": "at", "costs": 180, "currency": "eur"}
    made = make(admin, "message-costs", form)
    assert (made.status_code, made.json["costs"]) == (201, {"minor": 180, "currency": "EUR"})
    path = made.json["id"]
    assert act(admin, "message-costs", path, "change", {"costs": 190, "currency": "EUR"}).status_code == 200
    with transaction(read_only=True) as session:
        assert [c.costs for c in api.get_site(session, site.id).minimum_message_costs if c.country == "AT"] == [190]
    for wrong, field in (
        ({"country": "QQ"}, "/country"),
        ({"currency": "QQQ"}, "/currency"),
        ({"costs": -1}, "/costs"),
    ):
        refused = make(admin, "message-costs", {**form, **wrong})
        assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, field)
    assert act(admin, "message-costs", path, "remove").status_code == 204
    assert [row for row in rows(admin, "message-costs", site) if row["country"] == "AT"] == []


@pytest.mark.spec("3.2")
def test_a_text_is_told_in_another_language_and_taken_back(admin: Client, site: Site) -> None:
    other = next(language for language in ("fi", "sv") if language != site.domain_language)
    form = {"site_id": str(site.id), "language": other, "name": "index_title", "text": "Tervetuloa"}
    made = make(admin, "texts", form)
    assert (made.status_code, made.json["text"]) == (201, "Tervetuloa")
    assert act(admin, "texts", made.json["id"], "change", {"text": "Hei"}).json["text"] == "Hei"
    with transaction(read_only=True) as session:
        assert api.in_language(api.get_site(session, site.id), other).index_title == "Hei"
    own = make(admin, "texts", {**form, "language": site.domain_language})
    assert (own.status_code, own.json["errors"][0]["pointer"]) == (422, "/language")
    assert act(admin, "texts", made.json["id"], "remove").status_code == 204
    assert rows(admin, "texts", site) == []


@pytest.mark.spec("3.2")
def test_domain_company_and_niche_are_settings_too(admin: Client, site: Site) -> None:
    with transaction() as session:
        company = api.create_company(session, name=f"Ember {uuid4().hex[:8]}", country="NL", footer_id=5)
    domain = f"ember-{uuid4().hex[:8]}.example"
    form = {"domain": domain, "company_id": str(company.id), "niche": 7}
    changed = act(admin, "sites", site.id, "set-base", form).json
    assert {name: changed[name] for name in form} == form
    assert {row["id"] for row in rows(admin, "hosts", site)} == {domain, site.domain}
    for wrong, code in (
        ({"niche": 8}, "sites.setting-out-of-range"),
        ({"domain": "no host"}, "sites.host-invalid"),
        ({"company_id": str(uuid4())}, "sites.company-unknown"),
    ):
        assert act(admin, "sites", site.id, "set-base", {**form, **wrong}).json["code"] == code


@pytest.mark.spec("3.3")
def test_a_company_does_not_get_the_name_of_another(admin: Client) -> None:
    names = [f"Ember {uuid4().hex[:8]}" for _ in range(2)]
    with transaction() as session:
        first, _ = (api.create_company(session, name=name, country="NL", footer_id=5) for name in names)
    kept = admin.get(f"/ops/api/sites.companies/{first.id}").json
    fields = ("name", "address", "city", "country", "kvk", "tradenames", "vat_numbers", "support_phone")
    form = {field: kept[field] for field in (*fields, "delete_discount")}
    taken = act(admin, "companies", first.id, "change", {**form, "name": names[1]})
    assert (taken.status_code, taken.json["code"]) == (409, "sites.company-taken")
    assert [one["pointer"] for one in taken.json["errors"]] == ["/name"]
    assert act(admin, "companies", first.id, "change", form).json["name"] == names[0]


@pytest.mark.spec("10.4")
def test_who_does_not_keep_the_installation_changes_nothing_of_it(
    colleague: MakeColleague, staff_browser: OpenConsole, site: Site
) -> None:
    for role in (Role.MODERATOR, Role.SUPPORT, Role.FINANCE, Role.WRITER):
        browser = staff_browser(colleague(role))
        for resource in ("hosts", "texts", "message-costs"):
            assert browser.get(f"/ops/api/sites.{resource}").status_code == 403
            assert make(browser, resource, {}).status_code == 403
        assert act(browser, "sites", site.id, "set-base").status_code == 403


@pytest.mark.spec("3.14")
def test_each_interest_is_listed_with_its_profiles(admin: Client, browser: Client) -> None:
    def profiles_with_art() -> int:
        jobs.count_interests()
        return next(row["profiles"] for row in listed(admin) if row["key"] == "art")

    before = profiles_with_art()
    assert browser.patch("/api/v1/profile", {"interests": ["art"]}).status_code == 200
    assert profiles_with_art() == before + 1
    assert browser.patch("/api/v1/profile", {"interests": []}).status_code == 200
    assert profiles_with_art() == before


def listed(admin: Client) -> list[dict[str, Any]]:
    """Return the list of interests, by how many have them."""
    found = admin.get("/ops/api/profiles.interests?per_page=100").json
    assert found["total"] == 50
    assert {row["key"] for row in found["data"]} == {row["id"] for row in found["data"]}
    counted = [row["profiles"] for row in found["data"]]
    assert counted == sorted(counted, reverse=True)
    return list(found["data"])


@pytest.mark.spec("3.14")
def test_an_interest_is_found_by_its_name(admin: Client) -> None:
    (art,) = admin.get("/ops/api/profiles.interests?name=Art").json["data"][:1]
    assert art["is_intimate"] is False
