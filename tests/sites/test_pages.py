"""Static pages: those of the application in every language, and those that operators write (spec 2.30, 9.6)."""

import json
import re
import shlex
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError

from app.kernel import i18n
from app.kernel.db.session import transaction
from app.pages.routes import ROUTES, STATIC_PAGE, match_route
from cli.main import run
from modules.sites import api, policies
from modules.sites.contracts import BUILT_IN_PAGES, TAKEN_WORDS, Block, Site
from modules.sites.errors import PageLanguageUnknown, PageUnknown, TokenInvalid
from modules.sites.service import pages
from modules.sites.service.markdown import text_of
from tests.conftest import Client
from tests.factories.sites import make_site, set_site

ROOT = Path(__file__).resolve().parents[2]
FULL = {"address": "Street 1", "city": "Utrecht", "kvk": "123", "tradenames": ["A", "B"], "vat_numbers": ["NL1"]}
DEBIT = {"creditor_id": "NL79ZZZ999999990000", "iban": "NL91ABNA0417164300", "support_phone": "+31 30 000 0000"}
BODY = "## Who we are\n\nA *small* house in {{ company_country }}."


def words(blocks: tuple[Block, ...]) -> str:
    """Return everything that a page says."""
    parts = []
    for block in blocks:
        lines = [block.content, *block.head, *(cell for row in block.rows for cell in row)]
        parts += [text_of(line) for line in lines] + [words(item) for item in block.items]
    return "\n".join(part for part in parts if part)


def rich_site() -> Site:
    """Return a site on which everything is there that a page can name."""
    with transaction() as session:
        company = api.create_company(session, name=f"Full *house* {uuid4().hex}", country="NL", footer_id=1)
        api.update_company(session, name=company.name, changes={**FULL, **DEBIT})
        return make_site(session, company=company.name, fictional_enabled=True, **FICTION)


FICTION = {
    "fictional_warning": "Invented.",
    "fictional_singular": "Made-up profile",
    "fictional_plural": "Made-up profiles",
}


def write(site: Site, token: str = "about", language: str = "en", **over: str) -> Any:  # noqa: S107
    with transaction() as session:
        texts = {"title": "About us", "description": "Who we are.", "body": BODY, **over}
        return api.set_page(session, site_id=site.id, token=token, language=language, **texts)


@pytest.mark.spec("2.30")
def test_addresses_that_visitors_make_up_are_not_all_remembered() -> None:
    for number in range(1000):
        assert pages.built_in_languages(f"none-{number}") == ()
    assert pages.built_in_languages.cache_info().currsize < 100


@pytest.mark.spec("2.30")
@pytest.mark.parametrize("language", i18n.LOCALES)
@pytest.mark.parametrize("token", BUILT_IN_PAGES)
@pytest.mark.usefixtures("app")
def test_every_page_is_whole_in_every_language(token: str, language: str) -> None:
    with transaction() as session:
        bare = make_site(session, refund_days=0, signup_credits=0)
    for site in (rich_site(), bare):
        with transaction(read_only=True) as session:
            page = api.get_page(session, site=site, token=token, language=language)
        told = f"{page.title}\n{page.description}\n{words(page.blocks)}"
        assert page.language == language
        assert len(told) > 1_500, "a full text, not headings"
        assert 50 < len(page.description) <= 200
        assert re.findall(r".*(?:[{}]|None|, ,|\(\)| {2}| [,.]).*", told) == []
        assert site.name in told


@pytest.mark.spec("2.30")
def test_a_link_of_our_pages_leads_somewhere() -> None:
    for file in pages.FOLDER.glob("*/*.md"):
        for href in re.findall(r"\]\((/[^)]+)\)", file.read_text()):
            if href.startswith("/pages/"):
                assert href.removeprefix("/pages/") in BUILT_IN_PAGES, (file, href)
            else:
                assert match_route(href), (file, href)


@pytest.mark.spec("2.30", "1.5")
def test_who_cannot_read_a_page_in_their_language_gets_english_and_is_told(client: Client, site: Site) -> None:
    write(site)
    answer = client.get("/api/v1/pages/about?language=fi").json
    assert (answer["language"], answer["title"], answer["languages"]) == ("en", "About us", ["en"])
    assert set(client.get("/api/v1/pages/terms").json["languages"]) == set(site.languages)


@pytest.mark.spec("2.30")
def test_the_language_is_the_readers_unless_it_is_asked_for(client: Client) -> None:
    assert client.get("/api/v1/pages/cookies").json["language"] == "en"
    client.http.set_cookie("language", "nl", domain=client.host)
    assert client.get("/api/v1/pages/cookies").json["language"] == "nl"
    assert client.get("/api/v1/pages/cookies?language=de").json["language"] == "de"
    assert client.get("/api/v1/pages/cookies?language=xx").status_code == 422


@pytest.mark.parametrize(
    ("added", "dated"),
    [(date(2020, 1, 1), "2023-12-01"), (date(2023, 12, 1), "2023-12-01"), (date(2025, 3, 4), "2025-03-04")],
)
@pytest.mark.spec("9.6")
def test_terms_are_dated_by_the_company_when_it_came_later(app: Flask, added: date, dated: str) -> None:
    with transaction() as session:
        company = api.create_company(session, name=f"Dated {added} {id(session)}", country="NL", footer_id=1)
        api.update_company(session, name=company.name, changes={"added": added})
        site = make_site(session, company=company.name)
    answer = Client(app, site.hosts[0]).get("/api/v1/pages/terms").json
    assert answer["dated"] == dated
    if dated == "2023-12-01":
        assert "These terms are dated 1 December 2023." in json.dumps(answer)


@pytest.mark.spec("2.30", "3.2")
def test_a_page_says_what_the_site_does(app: Flask) -> None:
    with transaction() as session:
        plain = make_site(session)
    told = {
        name: json.dumps(Client(app, site.hosts[0]).get("/api/v1/pages/terms").json)
        for name, site in (("plain", plain), ("rich", rich_site()))
    }
    assert "invented" not in told["plain"]
    assert "direct debit" not in told["plain"]
    assert "Made-up profiles" in told["rich"]
    assert "direct debit" in told["rich"]
    set_site(plain, refund_days=30, min_age=21)
    terms = json.dumps(Client(app, plain.hosts[0]).get("/api/v1/pages/terms").json)
    assert "30 days to return" in terms
    assert "21 or older" in terms


@pytest.mark.spec("2.30")
@pytest.mark.parametrize("language", i18n.LOCALES)
@pytest.mark.usefixtures("app")
def test_what_a_fictional_profile_is_has_one_address_in_every_language(language: str) -> None:
    site = rich_site()
    with transaction(read_only=True) as session:
        page = api.get_page(session, site=site, token="faq", language=language)
    (heading,) = [block for block in page.blocks if block.id == "fictional"]
    assert text_of(heading.content).strip("?¿ ") != ""
    assert all(span.kind == "text" for span in heading.content)


@pytest.mark.spec("2.30")
def test_an_operators_page_is_at_its_token_with_every_version(client: Client, site: Site) -> None:
    assert client.get("/api/v1/pages/about").status_code == 404
    assert write(site).version == 1
    answer = client.get("/api/v1/pages/about").json
    assert (answer["path"], answer["title"], answer["languages"]) == ("/about", "About us", ["en"])
    assert "Netherlands" in json.dumps(answer)
    assert write(site, title="About the house").version == 2
    assert client.get("/api/v1/pages/about").json["title"] == "About the house"
    with transaction() as session:
        api.remove_page(session, site_id=site.id, token="about", language="en")
    refused = client.get("/api/v1/pages/about")
    assert (refused.status_code, refused.json["code"]) == (404, "sites.page-unknown")
    with transaction(read_only=True) as session:
        versions = api.list_page_versions(session, site.id, "about", "en")
    assert [(one.version, one.title, one.body is None) for one in versions] == [
        (3, "About the house", True),
        (2, "About the house", False),
        (1, "About us", False),
    ]
    with transaction() as session, pytest.raises(PageUnknown):
        api.remove_page(session, site_id=site.id, token="about", language="en")


@pytest.mark.spec("2.30", "1.12")
def test_an_operators_text_replaces_ours_in_its_language_on_its_site(app: Flask, site: Site, client: Client) -> None:
    write(site, "terms", "nl", title="Onze afspraken")
    assert client.get("/api/v1/pages/terms?language=nl").json["title"] == "Onze afspraken"
    assert client.get("/api/v1/pages/terms?language=nl").json["path"] == "/pages/terms"
    assert client.get("/api/v1/pages/terms?language=de").json["title"] == "Allgemeine Geschäftsbedingungen"
    with transaction() as session:
        other = make_site(session)
    assert Client(app, other.hosts[0]).get("/api/v1/pages/terms?language=nl").json["title"] == "Gebruiksvoorwaarden"


@pytest.mark.spec("2.30")
@pytest.mark.parametrize("token", ["members", "api", "About", "a/b", "", "-a", "a--b", "a" * 61, "é"])
def test_a_token_that_is_no_address_or_another_is_refused(site: Site, token: str) -> None:
    with pytest.raises(TokenInvalid):
        write(site, token)
    with pytest.raises(IntegrityError, match="page_token"), transaction() as session:
        session.execute(
            text("INSERT INTO sites.page VALUES (:site, :token, 'en', 1, 'T', '', 'B')"),
            {"site": site.id, "token": token},
        )


def test_a_language_that_the_site_does_not_speak_is_refused(site: Site) -> None:
    with pytest.raises(PageLanguageUnknown):
        write(site, language="fi")


def test_no_first_word_of_an_address_can_be_a_page(app: Flask) -> None:
    """The list in the code, the one in the database, and the addresses that there are."""
    with transaction(read_only=True) as session:
        definition = session.execute(
            text("SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'page_token_is_free_check'")
        ).scalar_one()
    assert set(re.findall(r"'([^']+)'", definition)) == set(TAKEN_WORDS)
    addresses = [rule.rule for rule in app.url_map.iter_rules() if not rule.rule.startswith("/<")]
    addresses += [route.pattern for route in (*ROUTES, STATIC_PAGE)]
    words_in_use = {word for word in (address.split("/")[1] for address in addresses) if word and "." not in word}
    assert words_in_use - set(TAKEN_WORDS) == set()


@pytest.mark.parametrize("statement", ["UPDATE sites.page SET title = 'x'", "DELETE FROM sites.page"])
def test_a_version_stays_as_it_is(site: Site, statement: str) -> None:
    write(site)
    with pytest.raises(DBAPIError, match="never changed or deleted"), transaction() as session:
        session.execute(text(statement))


def test_a_page_takes_one_statement(client: Client, site: Site, count_queries: Callable[..., int]) -> None:
    write(site)
    for token in ("about", "terms"):
        client.get(f"/api/v1/pages/{token}")
        assert count_queries(lambda token=token: client.get(f"/api/v1/pages/{token}")) == 1


def test_english_comes_before_the_domains_language() -> None:
    def choose(wished: str, own: list[str], built_in: list[str]) -> str | None:
        return policies.choose_version(wished, domain_language="nl", own=own, built_in=built_in)

    assert choose("de", ["nl"], ["en", "nl"]) == "en"
    assert choose("de", ["nl"], []) == "nl"
    assert choose("de", ["fr"], []) == "fr"
    assert choose("de", [], []) is None


def test_every_language_of_the_application_counts_days() -> None:
    assert i18n.text("de", "pages.days", count=1) == "1 Tag"
    assert i18n.text("de", "pages.days", count=14) == "14 Tagen"


def test_an_operator_writes_lists_shows_and_removes_a_page(
    site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def hearth(line: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["hearth", *shlex.split(line)])
        with pytest.raises(SystemExit) as end:
            run()
        return int(end.value.code or 0), *capsys.readouterr()

    file = tmp_path / "about.md"
    file.write_text(f"title: About {{{{ site_name }}}}\ndescription: Who we are.\n\n{BODY}\n")
    code, out, _ = hearth(f"page set {site.key} about en {file}")
    assert (code, out.startswith("Published version 1 of /about in en: http")) == (0, True)
    assert [row["token"] for row in json.loads(hearth(f"page list {site.key} --json")[1])] == ["about"]
    assert hearth(f"page show {site.key} about en")[1] == file.read_text() + "\n"
    assert "still get the built-in page" in hearth(f"page set {site.key} terms nl {file}")[1]
    removed = hearth(f"page remove {site.key} about en --yes")[1]
    assert removed == "The page about in en is no longer published; its versions are kept.\n"
    assert "removed the page" in hearth(f"page show {site.key} about en")[1]
    assert json.loads(hearth(f"page values {site.key} de --json")[1])["refund_period"] == "14 Tagen"
    file.write_text("no title")
    code, _, err = hearth(f"page set {site.key} about en {file}")
    assert (code, err) == (2, "hearth: The page can’t be shown: title:.\n")
    code, _, err = hearth(f"page set {site.key} members en {file}")
    assert code == 2
    assert "page --help" not in err
    assert "Examples:" in hearth("page --help")[1]
