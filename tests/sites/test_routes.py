"""What a page learns of its site."""

from collections.abc import Callable

import pytest
from flask import Flask

from app.kernel.db.session import transaction
from modules.sites import api
from modules.sites.contracts import Site
from tests.conftest import Client
from tests.documented import COMPANY, SETTINGS
from tests.factories.sites import make_site, set_site
from tests.settings import SetEnv


@pytest.fixture
def behind_a_proxy(set_env: SetEnv) -> None:
    set_env(HEARTH_TRUSTED_PROXIES="1")


@pytest.mark.spec("3.2", "7.8")
def test_the_settings_have_every_field_of_the_specification(client: Client, site: Site) -> None:
    settings = client.get("/api/v1/settings").json
    assert set(SETTINGS) <= set(settings)
    assert settings["domain"] == site.domain
    assert settings["domain_language"] == "en"
    assert settings["company_id"] == site.company.footer_id
    assert settings["minimum_message_costs"] == [{"country": "NL", "costs": 150, "currency": "EUR"}]


@pytest.mark.spec("3.2")
def test_a_changed_setting_takes_effect(client: Client, site: Site) -> None:
    set_site(site, message_credits=9)
    assert client.get("/api/v1/settings").json["message_credits"] == 9


@pytest.mark.spec("3.2", "1.5")
def test_the_settings_are_told_in_the_readers_language(client: Client, site: Site) -> None:
    with transaction() as session:
        api.set_texts(session, site_id=site.id, language="de", texts={"index_title": "Komm herein"})
    client.put("/api/v1/me/language", {"language": "de"})
    assert client.get("/api/v1/settings").json["index_title"] == "Komm herein"
    client.put("/api/v1/me/language", {"language": "en"})
    assert client.get("/api/v1/settings").json["index_title"] == site.index_title


@pytest.mark.spec("7.8")
def test_a_forced_host_answers_that_site(client: Client) -> None:
    with transaction() as session:
        other = make_site(session, name="Evergreen", domain_language="nl", languages=["nl"])
    settings = client.get(f"/api/v1/settings?host=www.{other.domain}:8080&ref=spring&t=5").json
    assert (settings["name"], settings["domain_language"]) == ("Evergreen", "nl")


@pytest.mark.spec("7.8")
@pytest.mark.parametrize("host", ["nobody.example", "", "<script>"])
def test_a_forced_host_that_is_no_sites_is_not_found(client: Client, host: str) -> None:
    assert client.get("/api/v1/settings", query_string={"host": host}).status_code == 404


@pytest.mark.spec("1.12")
def test_a_host_that_is_no_sites_is_not_found(app: Flask, client: Client) -> None:
    assert Client(app, "nobody.example").get("/api/v1/settings").status_code == 404


@pytest.mark.spec("1.12")
def test_www_leads_to_the_same_site(app: Flask, site: Site) -> None:
    assert Client(app, f"www.{site.domain}").get("/api/v1/settings").json["domain"] == site.domain


@pytest.mark.spec("2.51")
def test_a_country_is_believed_only_behind_a_trusted_proxy(client: Client) -> None:
    answer = client.get("/api/v1/settings", headers={"CF-IPCountry": "NL"})
    assert answer.json["geoip_country"] is None


@pytest.mark.spec("2.51")
@pytest.mark.usefixtures("behind_a_proxy")
def test_the_country_behind_a_trusted_proxy(client: Client) -> None:
    answer = client.get("/api/v1/settings", headers={"CF-IPCountry": "NL"})
    assert (answer.json["geoip_country"], answer.json["geoip_selected_country"]) == ("NL", "NL")
    abroad = client.get("/api/v1/settings?country=be", headers={"CF-IPCountry": "FR"})
    assert (abroad.json["geoip_country"], abroad.json["geoip_selected_country"]) == ("FR", "BE")


@pytest.mark.spec("3.3", "7.14")
def test_the_company_has_every_field_of_the_specification(client: Client, site: Site) -> None:
    info = client.get("/api/v1/companyinfo").json
    assert set(info) == set(COMPANY)
    assert info["name"] == site.company.name
    assert client.get("/api/v1/settings").json["company"] == info


def test_the_settings_take_no_statement(client: Client, count_queries: Callable[..., int]) -> None:
    client.get("/api/v1/settings")
    # The sites are in memory.
    assert count_queries(lambda: client.get("/api/v1/settings")) == 0
