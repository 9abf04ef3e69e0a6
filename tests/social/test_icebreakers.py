"""Sentences that help to begin: shipped in every language, changed by the operator."""

import json

import pytest

from app.kernel.db.session import Session, transaction
from modules.sites.contracts import Site
from modules.social import api
from modules.social.contracts import Icebreaker
from modules.social.errors import IcebreakerLength, IcebreakerUnknown
from tests.commands import Hearth, hearth  # noqa: F401 - a fixture
from tests.conftest import Client
from tests.fixture_types import LogIn, MakeMember
from tests.racing import start_while_open


def texts(browser: Client) -> list[str]:
    found: list[str] = browser.get("/api/v1/icebreakers").json["texts"]
    return found


@pytest.mark.spec("2.38")
@pytest.mark.parametrize(
    ("language", "second"),
    [
        ("en", "Tea, coffee, or something else entirely?"),
        ("nl", "Thee, koffie of toch iets heel anders?"),
        ("de", "Tee, Kaffee oder etwas ganz anderes?"),
    ],
)
def test_a_member_gets_them_in_their_language(
    make_member: MakeMember, login: LogIn, language: str, second: str
) -> None:
    found = texts(login(make_member(language=language)))
    assert (len(found), found[1]) == (8, second)


@pytest.mark.spec("2.38")
def test_an_operator_changes_one_and_the_others_stay(make_member: MakeMember, login: LogIn, site: Site) -> None:
    browser = login(make_member(language="en"))
    shipped = texts(browser)
    with transaction() as session:
        added = api.add_icebreaker(session, site_id=site.id, language="en", text="Which  song\nis in your head?")
        removed = api.remove_icebreaker(session, site_id=site.id, language="en", position=2)
    assert added == Icebreaker(9, "Which song is in your head?")
    assert removed == Icebreaker(2, shipped[1])
    assert texts(browser) == [shipped[0], *shipped[2:], "Which song is in your head?"]
    assert texts(login(make_member(language="nl")))[1] == "Thee, koffie of toch iets heel anders?"


def test_numbers_are_not_used_again(site: Site) -> None:
    with transaction() as session:
        for position in range(1, 9):
            api.remove_icebreaker(session, site_id=site.id, language="en", position=position)
        assert api.list_icebreakers(session, site_id=site.id, language="en") == []
        assert api.add_icebreaker(session, site_id=site.id, language="en", text="A new one?").position == 9


def test_two_who_change_the_list_at_once_change_one_list(site: Site) -> None:
    def add(session: Session, text: str) -> Icebreaker:
        return api.add_icebreaker(session, site_id=site.id, language="en", text=text)

    def add_second() -> Icebreaker:
        with transaction() as session:
            return add(session, "The second one?")

    added, _ = start_while_open(lambda session: add(session, "The first one?"), add_second)
    assert added == Icebreaker(10, "The second one?")
    with transaction() as session:
        assert len(api.list_icebreakers(session, site_id=site.id, language="en")) == 10


def test_what_is_no_sentence_is_refused(site: Site) -> None:
    for text in ("Hey!", "x" * 301):
        with pytest.raises(IcebreakerLength) as refused, transaction() as session:
            api.add_icebreaker(session, site_id=site.id, language="en", text=text)
        assert refused.value.field == "text"
    for text in ("Hello", "x" * 300):
        with transaction() as session:
            assert api.add_icebreaker(session, site_id=site.id, language="en", text=text).text == text
    with pytest.raises(IcebreakerUnknown), transaction() as session:
        api.remove_icebreaker(session, site_id=site.id, language="en", position=99)


@pytest.mark.spec("2.38", "10.10")
def test_an_operator_changes_the_list_on_the_command_line(hearth: Hearth, site: Site) -> None:
    where = ("--site", site.key, "--language", "nl")
    added = hearth("icebreaker", "add", "Welk lied krijg je niet uit je hoofd?", *where)[1]
    assert added.startswith("Added as number 9:")
    assert hearth("icebreaker", "remove", "1", *where, "--yes") == (
        0,
        "Removed: Waar heb je deze week om moeten lachen?\n",
    )
    listed = json.loads(hearth("icebreaker", "list", *where, "--json")[1])
    assert [one["position"] for one in listed] == list(range(2, 10))
    assert hearth("icebreaker", "remove", "1", *where, "--yes") == (2, "hearth: This icebreaker doesn’t exist.\n")
    code, said = hearth("icebreaker", "add", "Quelle chanson ?", "--site", site.key, "--language", "fr")
    assert (code, "has no language fr" in said) == (2, True)
