"""Static pages as somebody reads them, and the footer that leads there."""

import re
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Route, ViewportSize, expect

from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.factories.sites import make_site
from tests.journeys.conftest import DESK, PHONE, Person
from tests.journeys.installation import acting, hearth
from tests.journeys.people import wait_for_pages
from tests.running import Instance

SIZES = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
COMPANY, STREET = "Example Company B.V.", "Voorbeeldstraat 1"
TITLES = {
    "en": ("Terms of use", "Questions and answers"),
    "nl": ("Gebruiksvoorwaarden", "Veelgestelde vragen"),
    "de": ("Allgemeine Geschäftsbedingungen", "Fragen und Antworten"),
}


@SIZES
@pytest.mark.parametrize("language", TITLES)
@pytest.mark.spec("2.30", "9.6")
def test_a_page_reads_well_in_every_language(
    viewport: ViewportSize, language: str, arrive: Callable[..., Person]
) -> None:
    reader = arrive(viewport)
    page = reader.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for name, title in zip(("terms", "faq"), TITLES[language], strict=True):
        reader.go(f"/pages/{name}?lang={language}")
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        expect(
            page.get_by_role("navigation", name=re.compile("On this page|Op deze pagina|Auf dieser"))
        ).to_be_visible()
        expect(page.locator("main article")).to_have_attribute("lang", language)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        reader.check()
    assert [url for url in asked if "/api/v1/pages/" in url] == [], "the text came with the page"


@pytest.mark.spec("2.30")
def test_a_page_is_read_without_scripts(chromium: Browser, installation: Instance) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{installation.port}/pages/privacy")
    expect(page.get_by_role("heading", level=1)).to_have_text("Privacy statement")
    expect(page.get_by_role("link", name="their own page")).to_have_attribute("href", "/pages/cookies")
    context.close()


@SIZES
@pytest.mark.spec("2.49", "2.30")
def test_every_link_of_the_footer_leads_somewhere(viewport: ViewportSize, arrive: Callable[..., Person]) -> None:
    reader = arrive(viewport)
    page = reader.page
    reader.go("/pricing")
    links = page.get_by_role("contentinfo").get_by_role("link")
    addresses = {link.get_attribute("href") for link in links.all()}
    names = {"terms", "privacy", "cookies", "ban", "faq", "service", "return-policy", "accessibility", "transparency"}
    assert {f"/pages/{name}" for name in names} | {"/pricing", "/complaints"} <= addresses
    for name in names:
        before = page.get_by_role("heading", level=1).inner_text()
        page.get_by_role("contentinfo").locator(f'a[href="/pages/{name}"]').click()
        page.wait_for_url(f"**/pages/{name}")
        expect(page.get_by_role("heading", level=1)).not_to_have_text(before)
        expect(page.get_by_role("heading", level=1)).to_be_focused()
        expect(page.locator("main article h2").first).to_be_visible()


@pytest.mark.spec("2.50")
def test_the_footers_address_follows_the_company(arrive: Callable[..., Person]) -> None:
    sites = {}
    with acting() as session:
        for footer in (5, 6, 2):
            name = f"Company {uuid4().hex[:6]}"
            sites_api.create_company(session, name=name, footer_id=footer, country="NL", address=STREET)
            sites[footer] = make_site(session, company=name, name=name)
    for footer, site in sites.items():
        see_company(arrive, site, footer)
    # One that changes is followed.
    hearth("site", "company", "set", site.company.name, "footer_id=1")
    see_company(arrive, site, 1)


def see_company(arrive: Callable[..., Person], site: Site, number: int) -> None:
    """See a site's company in its footer, and the street in all but one kind of footer."""
    wait_for_pages(site.hosts[0], lambda page: f'"company_id": {number},' in page)
    reader = arrive(host=site.hosts[0])
    reader.go("/pricing")
    footer = reader.page.get_by_role("contentinfo")
    expect(footer).to_contain_text(site.company.name)
    expect(footer.get_by_role("img", name="Visa")).to_be_visible()
    if number == 2:
        expect(footer).not_to_contain_text(STREET)
    else:
        expect(footer).to_contain_text(STREET)


@pytest.mark.spec("2.50", "6.6")
def test_who_comes_from_a_traffic_source_sees_no_company(arrive: Callable[..., Person]) -> None:
    reader = arrive()
    footer = reader.page.get_by_role("contentinfo")
    for path in ("/pricing?network=ads&ref=spring", "/pages/terms"):
        reader.go(path)
        expect(footer.get_by_role("link", name="Terms")).to_be_visible()
        expect(footer).not_to_contain_text(COMPANY)
        expect(footer.get_by_role("img", name="Visa")).to_be_hidden()


@pytest.mark.spec("2.40", "2.50")
def test_the_footer_for_the_united_states_shows_no_company(arrive: Callable[..., Person]) -> None:
    reader = arrive()
    # No proxy tells a country here, so the page is filled as the server does behind one. It is one that is not painted.
    reader.page.route("**/complaints", told_from("US"))
    reader.go("/complaints")
    footer = reader.page.get_by_role("contentinfo")
    expect(footer).to_contain_text("criminal background checks")
    expect(footer).not_to_contain_text(COMPANY)
    expect(footer.get_by_role("img", name="Visa")).to_be_hidden()


def told_from(country: str) -> Callable[[Route], None]:
    """Return a handler that lets a page believe its visitor is in a country."""

    def fill(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(
            response=answer, body=answer.text().replace('"geoip_country": null', f'"geoip_country": "{country}"')
        )

    return fill


@pytest.mark.spec("2.30", "2.44")
def test_an_operators_page_is_there_and_gone(arrive: Callable[..., Person], tmp_path: Path) -> None:
    file = tmp_path / "about.md"
    file.write_text("title: Our house\ndescription: Who lives here.\n\n## First\n\nWelcome to {{ site_name }}.\n")
    reader = arrive()
    page = reader.page
    reader.go("/our-house")
    expect(page.get_by_role("heading", level=1)).to_have_text("This page could not be found")
    hearth("page", "set", "hearthside", "our-house", "en", str(file))
    reader.go("/our-house")
    expect(page.get_by_role("heading", level=1)).to_have_text("Our house")
    expect(page.get_by_role("main")).to_contain_text("Welcome to Hearthside.")
    reader.check()
    # Who reads Dutch gets it in English, and is told so in Dutch.
    reader.go("/our-house?lang=nl")
    expect(page.get_by_role("note")).to_have_text(
        "Deze pagina is er nog niet in jouw taal. Je leest de versie in het Engels."
    )
    expect(page.locator("main article")).to_have_attribute("lang", "en")
    reader.check()
    hearth("page", "remove", "hearthside", "our-house", "en", "--yes")
    reader.go("/our-house")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("niet"))
