"""Search and profiles as a browser meets them."""

from typing import Any
from urllib.parse import parse_qs
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.catalog.schemas import FiltersIn
from modules.profiles.service import profile
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from modules.social.service import interactions as social
from tests.conftest import Client
from tests.factories.catalog import make_findable, settle
from tests.factories.profiles import ANTWERP
from tests.factories.sites import make_site, set_site
from tests.factories.social import block, like
from tests.fixture_types import CountQueries, LogIn, MakeMember

pytestmark = pytest.mark.search_engine


def names(browser: Client, query: str = "") -> list[str]:
    answer = browser.get(f"/api/v1/search?{query}")
    assert answer.status_code == 200, answer.get_json()
    return sorted(card["name"] for card in answer.get_json()["results"])


@pytest.mark.spec("2.2", "3.11")
def test_a_search_starts_with_the_wishes_of_both_sides(
    anna: Member, bram: Member, make_member: MakeMember, login: LogIn
) -> None:
    make_findable(make_member, name="Too young", age=25, gender="man", seeking_genders=["woman"])
    make_findable(make_member, name="Looks for men", gender="man", seeking_genders=["man"])
    make_findable(make_member, name="Looks for younger", gender="man", seeking_genders=["woman"], seeking_max_age=30)
    make_findable(make_member, name="No wish", gender="man", seeking_genders=[])
    hers = login(anna)
    assert names(hers) == ["Bram", "No wish"]
    answer = hers.get("/api/v1/search").get_json()
    applied = answer["applied"]
    assert (applied["gender"], applied["country"], applied["min_age"], applied["max_age"]) == (["man"], "NL", 30, 45)
    assert (answer["total"], answer["engine"], answer["degraded"]) == (2, "postgres", False)
    assert names(hers, "min_age=20") == ["Bram", "No wish", "Too young"]
    assert names(hers, "gender=&gender=woman") == []


@pytest.mark.spec("3.11")
def test_every_filter_filters(anna: Member, bram: Member, cas: Member, login: LogIn) -> None:
    hers = login(anna)
    found = {
        "country=": ["Bram", "Cas"],
        "country=&gender=woman": [],
        "country=&min_age=36": ["Bram"],
        "country=&max_age=36": ["Cas"],
        "country=BE": ["Cas"],
        "region=NL-UT": ["Bram"],
        "country=&interest=cooking": ["Cas"],
        "country=&interest=cooking&interest=hiking": [],
        "radius_km=25": ["Bram"],
        f"place_id={ANTWERP}": ["Cas"],
        f"place_id={ANTWERP}&sort=newest": ["Cas"],
        "country=&online=true": ["Bram"],
        "country=&new=true": ["Bram", "Cas"],
        "country=&with_photo=true": [],
        "country=&text=accordion": ["Cas"],
        "country=&text=acordion": ["Cas"],
        "country=&text=accordion&online=true": [],
        "country=&text=accordion&sort=nearest": ["Cas"],
        "country=&text=nothing-like-this": [],
    }
    tried = {name for query in found for name in parse_qs(query, keep_blank_values=True)}
    assert set(FiltersIn().fields) - tried == {"fictional", "network"}, "filters without a case here"
    for query, expected in found.items():
        assert names(hers, query) == expected, query
    order = [card["name"] for card in hers.get("/api/v1/search?country=&sort=nearest").get_json()["results"]]
    assert order == ["Bram", "Cas"]


def test_nonsense_is_refused_with_a_pointer(anna: Member, login: LogIn) -> None:
    hers = login(anna)
    for query, pointer in {
        "gender=robot": "/gender/0",
        "radius_km=7": "/radius_km",
        "min_age=12": "/min_age",
        "page=0": "/page",
        "sort=luck": "/sort",
        "interest=crime": "/interest/0",
        "place_id=1": "/place_id",
    }.items():
        answer = hers.get(f"/api/v1/search?{query}")
        assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (422, pointer), query


@pytest.mark.spec("3.11")
def test_similar_members_fill_what_runs_out(anna: Member, bram: Member, make_member: MakeMember, login: LogIn) -> None:
    make_findable(make_member, name="Cas", gender="man", seeking_genders=["woman"], place_id=ANTWERP)
    answer = login(anna).get("/api/v1/search").get_json()
    assert [card["name"] for card in answer["results"]] == ["Bram"]
    assert [card["name"] for card in answer["similar"]] == ["Cas"]


@pytest.mark.spec("6.1")
def test_visitors_search_only_as_the_site_allows(anna: Member, client: Client, site: Site) -> None:
    paths = (
        "/api/v1/search",
        "/api/v1/search/facets",
        f"/api/v1/members/{anna.id}",
        f"/api/v1/members/{anna.id}/similar",
    )

    def statuses(query: str = "") -> set[int]:
        return {client.get(path + query).status_code for path in paths}

    def allow(**settings: bool) -> None:
        set_site(site, **settings)

    assert statuses() == {403}
    assert client.get(paths[0]).get_json()["authentication_required"] is True
    allow(logged_out_search_trafficsource=True)
    assert statuses() == {403}
    assert statuses("?network=partner") == {200}
    allow(logged_out_search=True)
    assert statuses() == {200}
    assert [card["name"] for card in client.get(paths[0]).get_json()["results"]] == ["Anna"]


@pytest.mark.spec("6.7")
def test_a_block_is_absence_in_search_and_profile_before_the_index_knows(
    anna: Member, bram: Member, login: LogIn
) -> None:
    hers, his = login(anna), login(bram)
    queries = ("", "text=Bram&country=", "text=Anna&country=", "sort=newest&radius_km=25")
    assert names(hers) == ["Bram"]
    block(anna, bram)
    for browser, other in ((hers, bram), (his, anna)):
        for query in queries:
            answer = browser.get(f"/api/v1/search?{query}").get_json()
            assert (answer["results"], answer["total"], answer["similar"]) == ([], 0, []), query
        assert browser.get("/api/v1/search/facets").get_json()["total"] == 0
        absent = browser.get(f"/api/v1/members/{uuid4()}")
        for path in (f"/api/v1/members/{other.id}", f"/api/v1/members/{other.id}/similar"):
            answer = browser.get(path)
            assert (answer.status_code, answer.get_data()) == (404, absent.get_data())


@pytest.mark.spec("6.7")
def test_1500_blocks_are_kept_by_every_search(
    anna: Member, bram: Member, make_member: MakeMember, login: LogIn
) -> None:
    make_findable(make_member, name="Cas", gender="man", seeking_genders=["woman"])
    hers = login(anna)
    searches = ("", "text=clocks&country=", "text=clocks&sort=active", "sort=newest&radius_km=25")
    for query in searches:
        assert hers.get(f"/api/v1/search?{query}").get_json()["total"] == 2, query
    block(anna, bram)
    _block_crowd(anna, 1499)
    for query in searches:
        answer = hers.get(f"/api/v1/search?{query}").get_json()
        assert [card["name"] for card in answer["results"]] == ["Cas"], query
        assert (answer["total"], answer["engine"], answer["degraded"]) == (1, "postgres", False)
    facets = hers.get("/api/v1/search/facets").get_json()
    assert (facets["total"], facets["counts"]["gender"]) == (1, {"man": 1})


def _block_crowd(member: Any, count: int) -> None:
    """Let a member block that many others, who have no profile."""
    crowd = text(
        """
        WITH made AS (
            INSERT INTO accounts.member (id, site_id, email, name, date_of_birth, language, password_hash)
            SELECT id, :site, id || '@crowd.example', 'Somebody', '1970-01-01', 'en', 'none'
              FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, :count)) AS new
            RETURNING id)
        INSERT INTO social.block (blocker_id, blocked_id) SELECT :member, id FROM made
        """
    )
    with transaction() as session:
        session.execute(crowd, {"site": member.site_id, "count": count, "member": member.id})


def test_someone_who_vanished_is_not_shown_though_every_index_still_has_them(
    anna: Member, bram: Member, login: LogIn
) -> None:
    with transaction() as session:
        profile.update_profile(session, member_id=bram.id, changes={"is_invisible": True})
    hers = login(anna)
    for query in ("", "text=Bram", "sort=newest&radius_km=25"):
        assert names(hers, query) == []
    assert hers.get(f"/api/v1/members/{bram.id}").status_code == 404


def test_a_change_is_found(anna: Member, bram: Member, login: LogIn) -> None:
    hers = login(anna)
    assert names(hers, "text=unicycle") == []
    with transaction() as session:
        profile.update_profile(session, member_id=bram.id, changes={"about": "I ride a unicycle"})
    settle()
    assert names(hers, "text=unicycle") == ["Bram"]


def test_members_of_another_site_are_elsewhere(anna: Member, make_member: MakeMember, login: LogIn) -> None:
    with transaction() as session:
        elsewhere = make_site(session)
    foreign = make_findable(
        lambda **over: make_member(site=elsewhere, **over), name="Far", gender="man", seeking_genders=["woman"]
    )
    hers = login(anna)
    assert names(hers, "country=&text=Far") == names(hers) == []
    assert hers.get(f"/api/v1/members/{foreign.id}").status_code == 404


def test_fictional_profiles_show_on_request_and_count_apart(
    anna: Member, bram: Member, victor: None, login: LogIn
) -> None:
    settle()
    hers = login(anna)
    for query in ("country=", "country=&text=mountains", "radius_km=25&sort=newest"):
        assert names(hers, query) == ["Bram"], query
        answer = hers.get(f"/api/v1/search?{query}&fictional=true").get_json()
        shown = {card["name"]: (card["kind"], card["fictional_label"]) for card in answer["results"]}
        assert shown == {"Bram": ("member", None), "Victor": ("fictional", "Story")}, query
        assert (answer["total"], answer["fictional_total"]) == (1, 1)
    assert hers.get("/api/v1/search/facets?country=&fictional=true").get_json()["total"] == 1


def test_fictional_profiles_stay_away_where_the_site_or_the_person_does_not_want_them(
    anna: Member, bram: Member, honest_site: Site, victor: None, login: LogIn
) -> None:
    settle()
    hers = login(anna)
    everybody = "country=&fictional=true"
    assert names(hers, everybody) == ["Bram", "Victor"]
    with transaction() as session:
        profile.update_profile(session, member_id=anna.id, changes={"hide_fictional": True})
    assert names(hers, everybody) == ["Bram"]
    with transaction() as session:
        profile.update_profile(session, member_id=anna.id, changes={"hide_fictional": False})
    assert names(hers, everybody) == ["Bram", "Victor"]
    with transaction() as session:
        changes = {"fictional_enabled": False}
        sites_api.update_site_settings(session, site_id=honest_site.id, changes=changes)
    assert names(hers, everybody) == ["Bram"]
    # Not even counted, and no place on the page is kept for them.
    assert hers.get(f"/api/v1/search?{everybody}").get_json()["fictional_total"] == 0


@pytest.mark.spec("3.6")
def test_a_profile_says_what_is_between_the_two(anna: Member, bram: Member, login: LogIn) -> None:
    like(bram, anna)
    hers = login(anna)
    shown = hers.get(f"/api/v1/members/{bram.id}").get_json()
    assert (shown["name"], shown["kind"], shown["has_liked_me"], shown["liked"], shown["is_match"]) == (
        "Bram",
        "member",
        True,
        False,
        False,
    )
    assert {"key": "hiking", "name": shown["interests"][0]["name"], "shared": True} in shown["interests"]
    like(anna, bram)
    shown = hers.get(f"/api/v1/members/{bram.id}").get_json()
    assert (shown["liked"], shown["is_match"]) == (True, True)
    assert names(hers) == ["Bram"]
    assert hers.get("/api/v1/search").get_json()["results"][0]["liked"] is True


def test_people_like_this_one(anna: Member, bram: Member, make_member: MakeMember, login: LogIn) -> None:
    make_findable(make_member, name="Cas", age=40, gender="man", seeking_genders=["woman"])
    make_findable(make_member, name="Old", age=70, gender="man", seeking_genders=["woman"])
    answer = login(anna).get(f"/api/v1/members/{bram.id}/similar").get_json()
    assert [card["name"] for card in answer["results"]] == ["Cas"]


def test_facets_count_members(anna: Member, bram: Member, make_member: MakeMember, login: LogIn) -> None:
    make_findable(
        make_member, name="Cas", gender="man", seeking_genders=["woman"], is_active=False, interests=["cooking"]
    )
    answer = login(anna).get("/api/v1/search/facets").get_json()
    counts = answer["counts"]
    assert (answer["total"], counts["gender"], counts["region"]) == (2, {"man": 2}, {"NL-UT": 2})
    assert (counts["interest"]["hiking"], counts["interest"]["cooking"]) == (1, 1)
    assert (counts["online"], counts["with_photo"], counts["new"]) == (1, 0, 2)


@pytest.mark.spec("2.2")
def test_postgres_answers_alike_while_the_index_is_away(
    anna: Member, bram: Member, login: LogIn, index_away: None
) -> None:
    hers = login(anna)
    for query in ("text=Bram", "text=Brom", "radius_km=25&sort=newest"):
        answer = hers.get(f"/api/v1/search?{query}").get_json()
        assert [card["name"] for card in answer["results"]] == (["Bram"] if query != "text=Brom" else []), query
        assert (answer["engine"], answer["degraded"]) == ("postgres", True)
    facets = hers.get("/api/v1/search/facets").get_json()
    assert (facets["total"], facets["counts"]["gender"]) == (1, {"man": 1})
    assert hers.get("/api/v1/search").get_json()["degraded"] is False


def test_a_search_costs_few_statements(
    anna: Member, bram: Member, make_member: MakeMember, login: LogIn, count_queries: CountQueries
) -> None:
    make_findable(make_member, name="Cas", gender="man", seeking_genders=["woman"])
    hers = login(anna)
    # Session; own profile, blocks, plan for the values, search, cards.
    plain = "/api/v1/search?page_size=1"
    hers.get(plain)
    assert count_queries(lambda: hers.get(plain)) == 5
    # Session; own profile, blocks, cards: the search engine found the page.
    text = "/api/v1/search?text=Bram&country=&page_size=1&min_age=18"
    near = "/api/v1/search?sort=newest&radius_km=25&page_size=1"
    hers.get(near)
    assert count_queries(lambda: hers.get(near)) == 4
    assert hers.get(text).status_code == 200
    # Session, profile, its photos, what is between the two.
    assert count_queries(lambda: hers.get(f"/api/v1/members/{bram.id}")) == 4


@pytest.mark.spec("7.10", "4.11")
def test_hello_for_me_likes_one_person_who_fits(
    anna: Member, bram: Member, make_member: MakeMember, login: LogIn, client: Client
) -> None:
    make_findable(make_member, name="Looks for men", gender="man", seeking_genders=["man"])
    hers = login(anna)
    assert hers.get("/api/auto-like.php").get_json() is None

    hers.put("/api/v1/auto-like", {"enabled": True})
    no_header = hers.http.get("/api/auto-like.php", base_url=f"http://{client.host}")
    assert no_header.status_code == 403
    overlay = hers.get("/api/auto-like.php").get_json()
    assert overlay == {
        "id": str(bram.id),
        "kind": "member",
        "fictional_label": None,
        "name": "Bram",
        "main_image": None,
    }
    his = login(bram).get("/api/v1/likes").get_json()
    assert [(card["name"], card["like_new"]) for card in his["profiles"]] == [("Anna", True)]
    # Once a day, whoever else there is.
    make_findable(make_member, name="Cas", gender="man", seeking_genders=["woman"])
    assert hers.get("/api/auto-like.php").get_json() is None


def test_hello_for_me_likes_nobody_blocked_or_fictional(anna: Member, bram: Member, victor: None, login: LogIn) -> None:
    with transaction() as session:
        social.set_auto_like(session, member_id=anna.id, is_enabled=True)
    settle()
    block(bram, anna)
    assert login(anna).get("/api/auto-like.php").get_json() is None


def test_an_unknown_host_is_no_site(app: Flask) -> None:
    assert Client(app, "nowhere.example").get("/api/v1/search").status_code == 404
