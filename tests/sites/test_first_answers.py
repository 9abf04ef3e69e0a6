"""A page brings along what it would ask first: what this very browser may see, and nothing else."""

import json
import re
from html import unescape
from typing import Any

import pytest

from app.kernel.db.session import transaction
from app.pages.routes import ROUTES
from modules.accounts.contracts import Member
from modules.sites.contracts import Site
from tests.conftest import Client
from tests.factories.catalog import make_findable, settle
from tests.factories.profiles import add_photo
from tests.factories.sites import set_site
from tests.factories.social import block
from tests.fixture_types import LogIn, MakeMember
from tests.sites.test_head import door  # noqa: F401
from tests.sites.test_landers import SPRING, say

pytestmark = pytest.mark.search_engine

QUESTIONS = {route.pattern: route.questions for route in ROUTES}
SEARCH, FACETS = QUESTIONS["/members"]


@pytest.fixture
def bram(make_member: MakeMember) -> Member:
    """A man with a photo, as Anna looks for."""
    member = make_findable(make_member, name="Bram", gender="man", seeking_genders=["woman"])
    with transaction() as session:
        add_photo(session, member.id)
    settle()
    return member


@pytest.fixture
def anna(make_member: MakeMember) -> Member:
    """A woman who looks for men."""
    return make_findable(make_member, name="Anna")


@pytest.fixture
def hers(anna: Member, login: LogIn, door: Client) -> Client:
    """Anna's browser."""
    browser = login(anna)
    assert isinstance(browser, Client)
    return browser


def brought(browser: Client, path: str) -> dict[str, Any]:
    """Return the answers that a page brings along, by question."""
    answers: dict[str, Any] = first_data(browser, path).get("answers", {})
    return answers


def first_data(browser: Client, path: str) -> dict[str, Any]:
    """Return what the server writes into a page for the front end."""
    found = re.search(r"<script>(.*)</script>", browser.get(path).get_data(as_text=True), re.DOTALL)
    assert found
    written: dict[str, Any] = json.loads(found[1])
    return written


def ahead(browser: Client, path: str) -> list[str]:
    """Return the pictures that a page's head asks for."""
    html = browser.get(path).get_data(as_text=True)
    return [unescape(href) for href in re.findall(r'<link rel="preload" as="image" [^>]*href="([^"]+)">', html)]


def open_to_visitors(site: Site) -> None:
    set_site(site, logged_out_search=True)


def names(answer: Any) -> list[str]:
    return [person["name"] for person in answer["results"]]


@pytest.mark.spec("3.1", "3.2")
def test_a_page_brings_of_its_site_and_its_reader_what_the_api_answers(door: Client, hers: Client) -> None:
    for browser in (door, hers):
        first, settings = first_data(browser, "/pages/terms"), browser.get("/api/v1/settings").json
        assert {**first["settings"], "server_now": None} == {**settings, "server_now": None}
        assert first["page"] == browser.get("/api/v1/pages/terms").json
    assert first["user"] == hers.get("/api/v1/me").json


@pytest.mark.spec("2.2")
def test_the_search_comes_with_its_page(hers: Client, bram: Member) -> None:
    answers = brought(hers, "/members")
    assert set(answers) == {SEARCH, FACETS}
    assert names(answers[SEARCH]) == ["Bram"]
    assert answers[FACETS] == hers.get(f"/api/v1{FACETS}").json
    (picture,) = ahead(hers, "/members")
    assert "/card." in picture
    assert hers.http.get(picture, base_url=f"http://{hers.host}").status_code == 200


@pytest.mark.spec("6.7")
def test_it_holds_nobody_whom_the_search_would_not_show(hers: Client, anna: Member, bram: Member) -> None:
    block(bram, anna)
    assert names(brought(hers, "/members")[SEARCH]) == []
    assert ahead(hers, "/members") == []


@pytest.mark.spec("6.1")
def test_a_visitor_gets_what_the_site_lets_visitors_see(door: Client, site: Site, bram: Member) -> None:
    assert brought(door, "/members") == brought(door, "/") == {}
    open_to_visitors(site)
    assert names(brought(door, "/members")[SEARCH]) == ["Bram"]
    (question,) = QUESTIONS["/"]
    assert names(brought(door, "/")[question]) == ["Bram"]


@pytest.mark.spec("2.1")
def test_a_member_at_home_and_a_search_with_filters_ask_for_themselves(hers: Client, bram: Member) -> None:
    assert brought(hers, "/") == brought(hers, "/members?min_age=40") == brought(hers, "/chats") == {}


@pytest.mark.spec("2.29")
def test_a_lander_comes_with_the_words_of_its_site(door: Client, site: Site) -> None:
    assert brought(door, "/landers/video") == {"/landers/video?language=en": {"text": None}}
    say(site, SPRING)
    (answer,) = brought(door, "/landers/video/spring").values()
    assert answer["text"]["headline"] == "Spring"
    assert brought(door, "/landers/video/spring?network=leaf") == brought(door, "/landers/video/spring")


@pytest.mark.spec("1.7")
def test_a_page_in_another_language_asks_in_that_language(door: Client) -> None:
    assert brought(door, "/landers/video?lang=de") == {"/landers/video?language=de": {"text": None}}


@pytest.mark.spec("2.29")
def test_the_map_of_towns_comes_with_the_regions_of_where_the_visitor_is(door: Client) -> None:
    for query, question in (("?country=NL", "/neighbourhood?country=NL"), ("", "/neighbourhood")):
        answers = brought(door, f"/landers/maplanding{query}")
        assert answers[question] == door.get(f"/api/v1{question}").json
    assert not [question for question in brought(door, "/landers/video") if question.startswith("/neighbourhood")]
