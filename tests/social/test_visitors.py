"""Visitors of a profile: who is listed, and who leaves no trace."""

from typing import Any

import pytest

from app.kernel.db.session import transaction
from modules.social import queries
from tests.conftest import Client, drain_now
from tests.factories.social import block
from tests.fixture_types import CountQueries, LogIn, MakeMember, Pair
from tests.social.test_routes import names

pytestmark = pytest.mark.search_engine


def seen_by(browser: Client) -> list[str]:
    return names(browser.get("/api/v1/visitors"))


def look_at(visitor: Any, other: Any, login: LogIn) -> None:
    assert login(visitor).post(f"/api/v1/members/{other.id}/visit").status_code == 204


@pytest.mark.spec("4.12")
def test_visitors_are_listed_the_latest_first_and_once(pair: Pair, make_member: MakeMember, login: LogIn) -> None:
    anna, bram = pair
    cas = make_member(name="Cas")
    for visitor in (bram, cas, bram):
        look_at(visitor, anna, login)
    answer = login(anna).get("/api/v1/visitors").get_json()
    assert [one["name"] for one in answer["profiles"]] == ["Bram", "Cas"]
    assert (answer["total"], answer["pages"]) == (2, 1)
    assert all(one["visited_at"] for one in answer["profiles"])
    assert seen_by(login(bram)) == []


@pytest.mark.spec("4.12")
def test_the_invisible_are_in_no_list_of_visitors_and_no_search(pair: Pair, login: LogIn) -> None:
    anna, bram = pair
    hers, his = login(anna), login(bram)
    look_at(bram, anna, login)
    assert his.patch("/api/v1/profile", {"is_invisible": True}).get_json()["is_invisible"] is True
    drain_now()
    assert seen_by(hers) == []
    assert hers.get("/api/v1/search").get_json()["results"] == []
    assert his.get("/api/v1/me").get_json()["profile"]["status"] == "invisible"
    # What was seen while invisible stays unseen.
    look_at(bram, anna, login)
    with transaction(read_only=True) as session:
        before = queries.list_visitors(session, anna.id, limit=5)
    assert before == ([], 0)
    his.patch("/api/v1/profile", {"is_invisible": False})
    drain_now()
    assert seen_by(hers) == ["Bram"]
    assert [one["name"] for one in hers.get("/api/v1/search").get_json()["results"]] == ["Bram"]


@pytest.mark.spec("4.12")
def test_who_lets_nobody_know_leaves_no_trace(pair: Pair, login: LogIn) -> None:
    anna, bram = pair
    hers, his = login(anna), login(bram)
    look_at(bram, anna, login)
    assert his.get("/api/v1/shown-visits").get_json() == {"enabled": True}
    assert his.put("/api/v1/shown-visits", {"enabled": False}).get_json() == {"enabled": False}
    assert seen_by(hers) == []
    look_at(bram, anna, login)
    assert his.put("/api/v1/shown-visits", {"enabled": True}).status_code == 200
    assert seen_by(hers) == [], "visits of the past are forgotten, not hidden"
    look_at(bram, anna, login)
    assert seen_by(hers) == ["Bram"]


@pytest.mark.spec("6.7")
def test_the_blocked_are_no_visitors(pair: Pair, login: LogIn) -> None:
    anna, bram = pair
    look_at(bram, anna, login)
    block(anna, bram)
    assert login(anna).get("/api/v1/visitors").get_json()["total"] == 0


def test_the_visitors_cost_few_statements(pair: Pair, login: LogIn, count_queries: CountQueries) -> None:
    anna, bram = pair
    look_at(bram, anna, login)
    hers = login(anna)
    # Session, count, page, cards.
    assert count_queries(lambda: hers.get("/api/v1/visitors")) == 4
