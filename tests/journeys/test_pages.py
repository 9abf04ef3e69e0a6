"""Static pages as somebody reads them, and the footer that leads there."""

import re
import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from cli.paths import ROOT
from tests.journeys.conftest import DESK, PHONE, Person
from tests.running import Running, own_environment

SIZES = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
TITLES = {
    "en": ("Terms of use", "Questions and answers"),
    "nl": ("Voorwaarden", "Vragen en antwoorden"),
    "de": ("Nutzungsbedingungen", "Fragen und Antworten"),
}


@pytest.fixture
def operate(house: Running) -> Callable[..., str]:
    """Type a command as the operator does."""

    def run(*words: str) -> str:
        environment = {**own_environment(), "HEARTH_DATA": str(house.data)}
        command = [str(ROOT / "hearth"), *words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@SIZES
@pytest.mark.parametrize("language", TITLES)
@pytest.mark.spec("2.30", "9.6")
def test_a_page_reads_well_in_every_language(
    viewport: dict[str, int], language: str, arrive: Callable[..., Person]
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
def test_a_page_is_read_without_scripts(chromium: Any, house: Running) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{house.port}/pages/privacy")
    expect(page.get_by_role("heading", level=1)).to_have_text("Privacy statement")
    expect(page.get_by_role("link", name="a page of their own")).to_have_attribute("href", "/pages/cookies")
    context.close()


@SIZES
@pytest.mark.spec("2.49", "2.30")
def test_every_link_of_the_footer_leads_somewhere(viewport: dict[str, int], arrive: Callable[..., Person]) -> None:
    reader = arrive(viewport)
    page = reader.page
    reader.go("/pricing")
    links = page.get_by_role("contentinfo").get_by_role("link")
    addresses = {link.get_attribute("href") for link in links.all()}
    names = {"terms", "privacy", "cookies", "ban", "faq", "service", "return-policy", "accessibility"}
    assert {f"/pages/{name}" for name in names} | {"/pricing", "/complaints"} <= addresses
    for name in names:
        before = page.get_by_role("heading", level=1).inner_text()
        page.get_by_role("contentinfo").locator(f'a[href="/pages/{name}"]').click()
        page.wait_for_url(f"**/pages/{name}")
        expect(page.get_by_role("heading", level=1)).not_to_have_text(before)
        expect(page.get_by_role("heading", level=1)).to_be_focused()
        expect(page.locator("main article h2").first).to_be_visible()


@pytest.mark.spec("2.50", "6.6", "2.40")
def test_the_footer_shows_what_its_visitor_may_see(arrive: Callable[..., Person], operate: Callable[..., str]) -> None:
    address = "Voorbeeldstraat 1"

    def footer(path: str = "/pricing", **settings: Any) -> Any:
        """Return the footer for somebody new, whose page is filled with these settings."""
        reader = arrive()
        if settings:
            reader.page.add_init_script(fill(settings))
        reader.go(path)
        return reader.page.get_by_role("contentinfo")

    def fill(settings: dict[str, Any]) -> str:
        facts = ",".join(f"{name}: {value!r}" for name, value in settings.items())
        return (
            "const parse = JSON.parse; JSON.parse = (text, ...rest) => { const told = parse(text, ...rest);"
            f" if (told?.settings) Object.assign(told.settings, {{ {facts} }}); return told; }};"
        )

    for company in (1, 5, 6):
        operate("site", "company", "set", "Example Company B.V.", f"footer_id={company}")
        expect(until_told(footer, company)).to_contain_text(address)
    operate("site", "company", "set", "Example Company B.V.", "footer_id=2")
    other = until_told(footer, 2)
    expect(other).not_to_contain_text(address)
    expect(other).to_contain_text("Example Company B.V.")
    expect(other.get_by_role("img", name="Visa")).to_be_visible()
    operate("site", "company", "set", "Example Company B.V.", "footer_id=1")

    from_elsewhere = footer("/pricing?network=ads&ref=spring")
    expect(from_elsewhere.get_by_role("link", name="Terms")).to_be_visible()
    expect(from_elsewhere).not_to_contain_text("Example Company B.V.")
    expect(from_elsewhere.get_by_role("img", name="Visa")).to_be_hidden()

    american = footer(geoip_country="US")
    expect(american).to_contain_text("criminal background checks")
    expect(american).not_to_contain_text("Example Company B.V.")
    expect(american.get_by_role("img", name="Visa")).to_be_hidden()


def until_told(footer: Callable[..., Any], company: int) -> Any:
    """Return the footer once every process knows the company's new number: five seconds at most, and one page more."""
    for _ in range(30):
        shown = footer()
        told = shown.page.evaluate("fetch('/api/v1/settings').then(answer => answer.json())")
        boot = shown.page.locator("#hearth-boot").inner_text()
        if told["company_id"] == company and f'"company_id": {company}' in boot:
            return shown
        shown.page.wait_for_timeout(500)
    raise AssertionError(f"no page is of company {company}")


@pytest.mark.spec("2.30", "2.44")
def test_an_operators_page_is_there_and_gone(
    arrive: Callable[..., Person], operate: Callable[..., str], tmp_path: Any
) -> None:
    file = tmp_path / "about.md"
    file.write_text("title: Our house\ndescription: Who lives here.\n\n## First\n\nWelcome to {{ site_name }}.\n")
    reader = arrive()
    page = reader.page
    reader.go("/our-house")
    expect(page.get_by_role("heading", level=1)).to_have_text("This page could not be found")
    operate("page", "set", "hearthside", "our-house", "en", str(file))
    reader.go("/our-house")
    expect(page.get_by_role("heading", level=1)).to_have_text("Our house")
    expect(page.get_by_role("main")).to_contain_text("Welcome to Hearthside.")
    reader.check()
    # Who reads Dutch gets it in English, and is told so in Dutch.
    reader.go("/our-house?lang=nl")
    expect(page.get_by_role("note")).to_have_text(
        "Deze pagina is er nog niet in jouw taal. Hier staat ze in het Engels."
    )
    expect(page.locator("main article")).to_have_attribute("lang", "en")
    reader.check()
    operate("page", "remove", "hearthside", "our-house", "en")
    reader.go("/our-house")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("niet"))
