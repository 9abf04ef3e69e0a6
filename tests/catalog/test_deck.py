"""The deck of the swipe game, and "say hello for me" as a page calls it."""

from typing import Any
from uuid import uuid4

import pytest

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.profiles.service import profile
from modules.sites.contracts import Site
from modules.social.service import interactions as social
from tests.conftest import Client, drain_now
from tests.factories.catalog import make_findable, settle
from tests.factories.profiles import ANTWERP, make_fictional
from tests.factories.sites import disclose
from tests.factories.social import block, like
from tests.fixture_types import CountQueries, LogIn, MakeMember

pytestmark = pytest.mark.search_engine

MAN: dict[str, Any] = {"gender": "man", "seeking_genders": ["woman"]}


def deck(browser: Client, query: str = "") -> list[str]:
    answer = browser.get(f"/api/v1/deck{query}")
    assert answer.status_code == 200, answer.get_json()
    return [card["name"] for card in answer.get_json()["cards"]]


def swipe(browser: Client, other: Any, kind: str) -> None:
    answer = browser.post(f"/api/v1/members/{other.id}/swipe", {"kind": kind}, key=uuid4().hex)
    assert answer.status_code == 200, answer.get_json()


@pytest.mark.spec("2.24")
def test_the_deck_holds_whom_both_sides_wish_for(
    anna: Member, bram: Member, make_member: MakeMember, login: LogIn
) -> None:
    make_findable(make_member, name="Too young", age=25, **MAN)
    make_findable(make_member, name="Looks for men", gender="man", seeking_genders=["man"])
    make_findable(make_member, name="Looks for younger", seeking_max_age=30, **MAN)
    make_findable(make_member, name="A woman", gender="woman", seeking_genders=["woman"])
    assert deck(login(anna)) == ["Bram"]


@pytest.mark.spec("2.24")
def test_the_deck_says_what_people_say_and_which_likes_are_left(anna: Member, bram: Member, login: LogIn) -> None:
    hers = login(anna)
    answer = hers.get("/api/v1/deck").get_json()
    (card,) = answer["cards"]
    assert (card["kind"], card["headline"], card["about"]) == (
        "member",
        "Tea first, then the mountains",
        "I repair old clocks.",
    )
    assert {one["key"]: one["shared"] for one in card["interests"]} == {"hiking": True, "coffee": True, "reading": True}
    assert (answer["likes_left"], answer["likes_a_day"]) == (4, 4)
    swipe(hers, bram, "like")
    assert hers.get("/api/v1/deck").get_json()["likes_left"] == 3


@pytest.mark.spec("2.24")
def test_nobody_comes_twice(anna: Member, bram: Member, make_member: MakeMember, login: LogIn) -> None:
    cas, daan = (make_findable(make_member, name=name, **MAN) for name in ("Cas", "Daan"))
    hers = login(anna)
    assert sorted(deck(hers)) == ["Bram", "Cas", "Daan"]
    swipe(hers, bram, "pass")
    swipe(hers, cas, "like")
    like(anna, daan)
    assert deck(hers) == []
    with transaction() as session:
        social.withdraw_like(session, member_id=anna.id, to_id=cas.id)
    assert deck(hers) == [], "who was swiped does not come back, whatever became of the like"


def test_whoever_was_taken_back_comes_again(anna: Member, bram: Member, login: LogIn) -> None:
    hers = login(anna)
    swipe(hers, bram, "pass")
    assert hers.delete(f"/api/v1/members/{bram.id}/swipe", key=uuid4().hex).status_code == 200
    assert deck(hers) == ["Bram"]


@pytest.mark.spec("6.7")
def test_blocked_and_invisible_people_are_in_nobodys_deck(
    anna: Member, bram: Member, make_member: MakeMember, login: LogIn
) -> None:
    cas = make_findable(make_member, name="Cas", **MAN)
    block(bram, anna)
    with transaction() as session:
        profile.update_profile(session, member_id=cas.id, changes={"is_invisible": True})
    hers, his = login(anna), login(bram)
    assert (deck(hers), deck(his)) == ([], [])


def test_the_best_fitting_come_first(anna: Member, make_member: MakeMember, login: LogIn) -> None:
    make_findable(make_member, name="Nothing shared", interests=["cooking"], **MAN)
    make_findable(make_member, name="One shared", interests=["hiking"], **MAN)
    make_findable(make_member, name="Everything shared", is_active=False, **MAN)
    assert deck(login(anna))[0] == "Everything shared"
    assert len(deck(login(anna), "?limit=1")) == 1


def test_the_own_country_comes_first_and_then_the_others(
    anna: Member, bram: Member, make_member: MakeMember, login: LogIn
) -> None:
    make_findable(make_member, name="Cas", place_id=ANTWERP, **MAN)
    hers = login(anna)
    assert deck(hers) == ["Bram", "Cas"]
    swipe(hers, bram, "pass")
    assert deck(hers) == ["Cas"]


def test_fictional_profiles_come_last_labelled_and_not_for_who_hides_them(
    anna: Member, bram: Member, site: Site, login: LogIn
) -> None:
    with transaction() as session:
        make_fictional(session, site=disclose(session, site), name="Victor", **MAN)
    settle()
    hers = login(anna)
    cards = hers.get("/api/v1/deck").get_json()["cards"]
    assert [(card["name"], card["fictional_label"]) for card in cards] == [
        ("Bram", None),
        ("Victor", "Story"),
    ]
    with transaction() as session:
        profile.update_profile(session, member_id=anna.id, changes={"hide_fictional": True})
    drain_now()
    assert deck(hers) == ["Bram"]


def test_a_deck_costs_few_statements_however_many_cards_it_has(
    anna: Member, bram: Member, make_member: MakeMember, login: LogIn, count_queries: CountQueries
) -> None:
    make_findable(make_member, name="Cas", **MAN)
    hers = login(anna)
    deck(hers)
    # Session, own profile, blocks, how to plan, who in the own country, the same elsewhere, cards, stories, likes left.
    assert count_queries(lambda: deck(hers)) == 8
    assert count_queries(lambda: deck(hers, "?limit=2")) == 7, "a full hand needs no other country"


def test_nonsense_is_refused_with_a_pointer(anna: Member, login: LogIn) -> None:
    for limit in ("0", "51", "many"):
        answer = login(anna).get(f"/api/v1/deck?limit={limit}")
        assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (422, "/limit")


@pytest.mark.spec("4.11", "7.10")
def test_hello_for_me_is_due_once_a_day_and_answers_the_overlay(anna: Member, bram: Member, login: LogIn) -> None:
    hers = login(anna)

    def is_due() -> bool:
        due: bool = hers.get("/api/v1/me").get_json()["auto_like_due"]
        return due

    assert is_due() is False
    assert hers.post("/api/v1/auto-like").get_json() == {"profile": None}
    assert hers.put("/api/v1/auto-like", {"enabled": True}).status_code == 200
    assert is_due() is True
    greeted = hers.post("/api/v1/auto-like").get_json()["profile"]
    assert (greeted["id"], greeted["name"], greeted["kind"]) == (str(bram.id), "Bram", "member")
    assert is_due() is False
    assert hers.post("/api/v1/auto-like").get_json() == {"profile": None}
