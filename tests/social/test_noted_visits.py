"""A profile that is opened is noted as a visit by the same request, and stored within seconds."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisAway
from sqlalchemy.exc import OperationalError

from app.kernel import waiting
from app.kernel.db.session import transaction
from app.kernel.http import ratelimit
from app.kernel.redis import redis
from modules.profiles.service import profile
from modules.social.jobs import store_visits
from modules.social.service import interactions, visits
from tests.conftest import Client
from tests.factories.catalog import make_findable
from tests.factories.social import block, like
from tests.fixture_types import LogIn, MakeMember, Pair
from tests.social.test_visitors import seen_by

pytestmark = pytest.mark.search_engine


@pytest.fixture
def pair(make_member: MakeMember) -> Pair:
    redis().delete("waiting:visits")
    return make_findable(make_member, name="Anna"), make_findable(make_member, name="Bram", gender="man")


def open_profile(browser: Client, other: Any, query: str = "visit=true", **headers: str) -> None:
    answer = browser.get(f"/api/v1/members/{other.id}?{query}", headers=headers)
    assert answer.status_code == 200, answer.get_json()


@pytest.mark.spec("4.12")
def test_who_opens_a_profile_is_its_visitor_once_with_the_time_of_the_last_visit(pair: Pair, login: LogIn) -> None:
    anna, bram = pair
    hers, his = login(anna), login(bram)
    open_profile(his, anna)
    open_profile(his, anna)
    assert seen_by(hers) == []
    store_visits()
    first = hers.get("/api/v1/visitors").get_json()["profiles"]
    assert [one["name"] for one in first] == ["Bram"]
    his.post(f"/api/v1/members/{anna.id}/visit")
    store_visits()
    (later,) = hers.get("/api/v1/visitors").get_json()["profiles"]
    assert datetime.fromisoformat(later["visited_at"]) > datetime.fromisoformat(first[0]["visited_at"])


@pytest.mark.parametrize(
    ("query", "headers"),
    [("", {}), ("visit=false", {}), ("visit=true", {"Sec-Fetch-Site": "cross-site"})],
    ids=["another use of the profile", "said to be none", "a page of another site"],
)
def test_a_profile_that_is_not_opened_by_its_reader_has_no_visitor(
    query: str, headers: dict[str, str], pair: Pair, login: LogIn
) -> None:
    anna, bram = pair
    open_profile(login(bram), anna, query, **headers)
    store_visits()
    assert seen_by(login(anna)) == []


def show_visits(member: Any, is_enabled: bool) -> None:
    with transaction() as session:
        interactions.set_shown_visits(session, member_id=member.id, is_enabled=is_enabled)


def set_invisible(member: Any, is_invisible: bool) -> None:
    with transaction() as session:
        profile.update_profile(session, member_id=member.id, changes={"is_invisible": is_invisible})


@pytest.mark.spec("4.12")
@pytest.mark.parametrize("hides", [lambda one, on: show_visits(one, not on), set_invisible], ids=["visits", "oneself"])
def test_a_visit_of_somebody_who_hid_then_or_hides_now_is_not_stored(
    hides: Callable[[Any, bool], None], pair: Pair, login: LogIn
) -> None:
    anna, bram = pair
    hers, his = login(anna), login(bram)
    hides(bram, True)
    open_profile(his, anna)
    hides(bram, False)
    store_visits()
    assert seen_by(hers) == []
    open_profile(his, anna)
    hides(bram, True)
    store_visits()
    hides(bram, False)
    assert seen_by(hers) == []


@pytest.mark.spec("6.7")
def test_a_visit_before_a_block_is_not_stored_after_it(pair: Pair, login: LogIn) -> None:
    anna, bram = pair
    open_profile(login(bram), anna)
    block(anna, bram)
    store_visits()
    with transaction() as session:
        interactions.unblock_member(session, member_id=anna.id, to_id=bram.id)
    assert seen_by(login(anna)) == []


@pytest.mark.spec("4.10")
def test_a_noted_visit_clears_the_flag_of_a_new_like(pair: Pair, login: LogIn) -> None:
    anna, bram = pair
    like(anna, bram)
    his = login(bram)
    open_profile(his, anna)
    store_visits()
    assert his.get("/api/v1/me").get_json()["new_likes"] == 0


def test_no_more_visits_are_stored_than_somebody_makes_by_hand(
    pair: Pair, login: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bram = pair
    monkeypatch.setattr(visits, "VISITS", ratelimit.Limit("visit", calls=0, seconds=3600))
    open_profile(login(bram), anna)
    store_visits()
    assert seen_by(login(anna)) == []


def test_a_profile_is_shown_while_redis_is_away(pair: Pair, login: LogIn, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bram = pair
    his = login(bram)

    def away() -> None:
        raise RedisAway()

    monkeypatch.setattr(waiting, "redis", away)
    open_profile(his, anna)


def test_a_visit_that_the_database_refuses_is_stored_later(
    pair: Pair, login: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bram = pair
    open_profile(login(bram), anna)

    def fail(*_: Any, **__: Any) -> None:
        raise OperationalError("", {}, Exception())

    with monkeypatch.context() as patched, pytest.raises(OperationalError):
        patched.setattr(interactions, "visit_profile", fail)
        store_visits()
    store_visits()
    assert seen_by(login(anna)) == ["Bram"]
