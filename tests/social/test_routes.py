"""Likes and blocks as a browser meets them."""

from typing import Any
from uuid import uuid4

import pytest

from app.kernel.db.session import transaction
from modules.accounts.leaving.service import leaving
from modules.profiles.service import profile
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.conftest import Client, drain_now
from tests.factories.profiles import make_fictional
from tests.factories.sites import make_site, set_site
from tests.factories.social import block, like
from tests.fixture_types import CountQueries, LogIn, MakeMember, Pair

pytestmark = pytest.mark.search_engine


def names(answer: Any) -> list[str]:
    return [card["name"] for card in answer.get_json()["profiles"]]


@pytest.mark.spec("3.10", "4.10")
def test_a_like_is_new_until_its_profile_is_opened(pair: Pair, login: LogIn) -> None:
    anna, bram = pair
    hers, his = login(anna), login(bram)
    assert hers.post(f"/api/v1/members/{bram.id}/like").get_json() == {"matched": False, "profile": None}

    received = his.get("/api/v1/likes").get_json()
    assert [(p["name"], p["like_new"], p["kind"]) for p in received["profiles"]] == [("Anna", True, "member")]
    assert (received["totals"], received["new_likes"]) == ({"received": 1, "sent": 0, "matches": 0}, 1)
    assert his.get("/api/v1/me").get_json()["new_likes"] == 1

    assert his.post(f"/api/v1/members/{anna.id}/visit").status_code == 204
    received = his.get("/api/v1/likes").get_json()
    assert [p["like_new"] for p in received["profiles"]] == [False]
    assert received["new_likes"] == 0


@pytest.mark.spec("3.10", "4.10")
def test_reading_the_list_clears_nothing_and_a_profile_only_its_own_flag(
    pair: Pair, make_member: MakeMember, login: LogIn
) -> None:
    anna, bram = pair
    like(bram, anna)
    like(make_member(name="Cas"), anna)
    hers = login(anna)
    for _ in range(2):
        assert hers.get("/api/v1/likes").get_json()["new_likes"] == 2
    hers.post(f"/api/v1/members/{bram.id}/visit")
    seen = hers.get("/api/v1/likes").get_json()
    assert {p["name"]: p["like_new"] for p in seen["profiles"]} == {"Bram": False, "Cas": True}
    assert seen["new_likes"] == 1


@pytest.mark.spec("2.15")
def test_a_mutual_like_is_a_match_on_both_sides(pair: Pair, login: LogIn) -> None:
    anna, bram = pair
    like(anna, bram)
    his = login(bram)
    answer = his.post(f"/api/v1/members/{anna.id}/like").get_json()
    assert answer["matched"] is True
    assert (answer["profile"]["name"], answer["profile"]["liked"]) == ("Anna", True)
    # Whoever likes back has seen the like.
    assert his.get("/api/v1/likes").get_json()["new_likes"] == 0
    for browser, other in ((his, "Anna"), (login(anna), "Bram")):
        (card,) = browser.get("/api/v1/likes?type=matches").get_json()["profiles"]
        assert (card["name"], card["liked"]) == (other, True)


def test_taking_a_like_back_ends_the_match(pair: Pair, login: LogIn) -> None:
    anna, bram = pair
    like(anna, bram)
    like(bram, anna)
    hers = login(anna)
    assert hers.delete(f"/api/v1/members/{bram.id}/like").status_code == 204
    assert names(hers.get("/api/v1/likes?type=matches")) == []
    assert names(hers.get("/api/v1/likes?type=sent")) == []
    assert names(hers.get("/api/v1/likes?type=received")) == ["Bram"]
    assert hers.delete(f"/api/v1/members/{bram.id}/like").status_code == 204


@pytest.mark.spec("6.7")
def test_a_block_is_absence_on_both_sides_at_once(pair: Pair, login: LogIn) -> None:
    anna, bram = pair
    like(anna, bram)
    like(bram, anna)
    hers, his = login(anna), login(bram)
    assert hers.post(f"/api/v1/members/{bram.id}/block").status_code == 204

    for browser, other in ((hers, bram), (his, anna)):
        for which in ("received", "sent", "matches"):
            answer = browser.get(f"/api/v1/likes?type={which}").get_json()
            assert (answer["profiles"], answer["totals"][which]) == ([], 0), which
        for method, what in (("POST", "like"), ("POST", "visit")):
            assert browser.open(f"/api/v1/members/{other.id}/{what}", method=method).status_code == 404

    assert [b["name"] for b in hers.get("/api/v1/blocks").get_json()] == ["Bram"]
    assert his.get("/api/v1/blocks").get_json() == []
    assert hers.delete(f"/api/v1/members/{bram.id}/block").status_code == 204
    assert names(hers.get("/api/v1/likes?type=matches")) == ["Bram"]


@pytest.mark.spec("6.7")
def test_blocked_absent_hidden_own_and_foreign_profiles_answer_alike(
    pair: Pair, make_member: MakeMember, login: LogIn
) -> None:
    anna, bram = pair
    with transaction() as session:
        elsewhere = make_site(session)
    foreign = make_member(site=elsewhere)
    unconfirmed = make_member(confirmed=False)
    block(bram, anna)
    hers = login(anna)
    ids = (bram.id, uuid4(), unconfirmed.id, anna.id, foreign.id)
    for what in ("like", "visit"):
        answers = [hers.post(f"/api/v1/members/{i}/{what}") for i in ids]
        assert {(a.status_code, a.get_data()) for a in answers} == {(404, answers[0].get_data())}


@pytest.mark.spec("6.7")
def test_who_was_blocked_may_block_too_and_learns_nothing(pair: Pair, login: LogIn) -> None:
    anna, bram = pair
    block(bram, anna)
    hers = login(anna)
    assert hers.post(f"/api/v1/members/{bram.id}/block").status_code == 204


@pytest.mark.spec("6.7")
def test_nobody_blocks_themselves_another_site_or_nobody(pair: Pair, make_member: MakeMember, login: LogIn) -> None:
    anna, _ = pair
    with transaction() as session:
        elsewhere = make_site(session)
    foreign = make_member(site=elsewhere)
    hers = login(anna)
    answers = [hers.post(f"/api/v1/members/{i}/block") for i in (anna.id, foreign.id, uuid4())]
    assert [answer.status_code for answer in answers] == [404, 404, 404]


def test_someone_invisible_is_counted_nowhere_and_returns(pair: Pair, login: LogIn) -> None:
    anna, bram = pair
    like(bram, anna)
    hers = login(anna)
    for is_invisible, expected in ((True, 0), (False, 1)):
        with transaction() as session:
            profile.update_profile(session, member_id=bram.id, changes={"is_invisible": is_invisible})
        drain_now()
        answer = hers.get("/api/v1/likes").get_json()
        assert {answer["totals"]["received"], len(answer["profiles"]), answer["new_likes"]} == {expected}


@pytest.mark.spec("6.7")
def test_likes_need_a_login_and_the_client_header(pair: Pair, login: LogIn, client: Client) -> None:
    anna, bram = pair
    answer = client.post(f"/api/v1/members/{bram.id}/like")
    assert (answer.status_code, answer.get_json()["code"]) == (403, "login-required")
    foreign = login(anna).http.post(f"/api/v1/members/{bram.id}/like", base_url=f"http://{client.host}")
    assert foreign.status_code == 403


def test_the_lists_are_paged(make_member: MakeMember, login: LogIn) -> None:
    anna = make_member(name="Anna")
    for number in range(26):
        like(make_member(name=f"Fan {number:02}"), anna)
    hers = login(anna)
    first, second = (hers.get(f"/api/v1/likes?page={page}").get_json() for page in (1, 2))
    assert (first["totals"]["received"], first["pages"]) == (26, 2)
    assert (len(first["profiles"]), len(second["profiles"])) == (24, 2)
    assert first["profiles"][0]["name"] == "Fan 25"
    assert {p["id"] for p in first["profiles"]}.isdisjoint(p["id"] for p in second["profiles"])


@pytest.mark.spec("7.12", "3.10")
def test_the_documented_likes_call(pair: Pair, login: LogIn) -> None:
    anna, bram = pair
    like(bram, anna)
    answer = login(anna).get("/api/likes.php").get_json()
    assert answer["profiles"] == []
    assert [(p["id"], p["like_new"]) for p in answer["liked_by"]] == [(str(bram.id), True)]


def test_hello_for_me_is_off_until_switched_on(pair: Pair, login: LogIn) -> None:
    hers = login(pair[0])
    assert hers.get("/api/v1/auto-like").get_json() == {"enabled": False}
    for wanted in (True, False, True):
        assert hers.put("/api/v1/auto-like", {"enabled": wanted}).get_json() == {"enabled": wanted}
        assert hers.get("/api/v1/auto-like").get_json() == {"enabled": wanted}


def show_fictional(site: Site) -> Any:
    """Let the site have fictional profiles, and make one."""
    words = {"warning": "This profile is fictional.", "singular": "Character", "plural": "Characters"}
    changes = {"fictional_enabled": True, **{f"fictional_{name}": text for name, text in words.items()}}
    with transaction() as session:
        sites_api.update_site_settings(session, site_id=site.id, changes=changes)
        return make_fictional(session, site=site, name="Flora")


def test_hidden_fictional_profiles_are_in_no_list(make_member: MakeMember, site: Site, login: LogIn) -> None:
    anna = make_member(name="Anna")
    made_up = show_fictional(site)
    drain_now()
    like(anna, made_up)
    hers = login(anna)
    assert names(hers.get("/api/v1/likes?type=sent")) == ["Flora"]
    hers.patch("/api/v1/profile", {"hide_fictional": True})
    answer = hers.get("/api/v1/likes?type=sent").get_json()
    assert (answer["profiles"], answer["totals"]["sent"]) == ([], 0)
    hers.patch("/api/v1/profile", {"hide_fictional": False})
    assert names(hers.get("/api/v1/likes?type=sent")) == ["Flora"]


@pytest.mark.spec("3.2", "3.10")
def test_a_site_that_switches_fictional_profiles_off_counts_them_in_no_list(
    make_member: MakeMember, site: Site, login: LogIn
) -> None:
    anna = make_member()
    like(anna, show_fictional(site))
    drain_now()
    hers = login(anna)
    assert hers.get("/api/v1/likes?type=sent").get_json()["totals"]["sent"] == 1
    set_site(site, fictional_enabled=False)
    answer = hers.get("/api/v1/likes?type=sent").get_json()
    assert (answer["profiles"], answer["totals"]["sent"]) == ([], 0)


@pytest.mark.spec("2.45", "4.19", "6.7")
def test_what_is_new_is_counted_as_the_list_shows_it(make_member: MakeMember, site: Site, login: LogIn) -> None:
    anna, bram, carl, dirk = (make_member(name=name) for name in ("Anna", "Bram", "Carl", "Dirk"))
    made_up = show_fictional(site)
    drain_now()
    for member in (bram, carl, dirk, made_up):
        like(member, anna)
    hers = login(anna)

    def counts() -> set[int]:
        """Return every count of new likes that she can see, and how many of the list are new."""
        answer = hers.get("/api/v1/likes?type=received").get_json()
        new = sum(one["like_new"] for one in answer["profiles"])
        me, unread = hers.get("/api/v1/me").get_json(), hers.get("/api/v1/unread").get_json()
        return {new, answer["totals"]["received"], answer["new_likes"], me["new_likes"], unread["new_likes"]}

    assert counts() == {4}
    hers.patch("/api/v1/profile", {"hide_fictional": True})
    assert counts() == {3}
    block(bram, anna)
    assert counts() == {2}
    with transaction() as session:
        leaving.delete_member(session, member_id=carl.id, reason=None)
    drain_now()
    assert counts() == {1}
    hers.patch("/api/v1/profile", {"hide_fictional": False})
    assert counts() == {2}


def test_the_likes_page_costs_few_statements(pair: Pair, login: LogIn, count_queries: CountQueries) -> None:
    anna, bram = pair
    like(bram, anna)
    hers = login(anna)
    hers.get("/api/v1/likes")
    # Session, page, counts, cards.
    assert count_queries(lambda: hers.get("/api/v1/likes")) == 4
