"""The match finder and the introduction of one person, as a browser meets them."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import func, select

from app.kernel.db.session import transaction
from app.kernel.events.outbox import publish
from modules.accounts.contracts import Member
from modules.accounts.events import MemberErased
from modules.catalog.models import FinderAnswersRow
from modules.profiles.service import profile
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from modules.social.service import interactions as social
from tests.conftest import Client, drain_now
from tests.factories.catalog import make_findable, settle
from tests.factories.profiles import ANTWERP, add_photo, make_fictional
from tests.factories.sites import DISCLOSED, make_site, set_site
from tests.factories.social import block
from tests.fixture_types import LogIn, MakeMember

pytestmark = pytest.mark.search_engine

AMERSFOORT = 2759821
MAN: dict[str, Any] = {"gender": "man", "seeking_genders": ["woman"]}


def answer(browser: Client, question: str, **values: Any) -> Any:
    done = browser.patch("/api/v1/match-finder", {"question": question, **values})
    assert done.status_code == 200, done.json
    return done.json


def people(browser: Client, query: str = "") -> list[Any]:
    done = browser.get(f"/api/v1/match-finder/people?{query}")
    assert done.status_code == 200, done.json
    return list(done.json["results"])


def names(browser: Client) -> list[str]:
    return [one["person"]["name"] for one in people(browser)]


class TestAnswers:
    @pytest.mark.spec("2.17")
    def test_what_the_profile_says_is_not_asked(self, anna: Member, login: LogIn) -> None:
        told = login(anna).get("/api/v1/match-finder").json
        assert (told["seeking_genders"], told["seeking_min_age"], told["seeking_max_age"]) == (["man"], 30, 45)
        assert told["open"] == ["distance", "aim", "ways", "matters"]

    @pytest.mark.spec("2.17")
    def test_wishes_and_interests_are_kept_in_the_profile(self, anna: Member, login: LogIn) -> None:
        hers = login(anna)
        answer(hers, "ages", seeking_min_age=40, seeking_max_age=50)
        answer(hers, "interests", interests=["tea", "tea", "art"])
        kept = hers.get("/api/v1/profile").json
        assert (kept["seeking_min_age"], kept["seeking_max_age"], kept["interests"]) == (40, 50, ["tea", "art"])

    @pytest.mark.spec("2.17")
    def test_answers_and_skipped_questions_are_remembered(self, anna: Member, login: LogIn) -> None:
        hers = login(anna)
        answer(hers, "distance", radius_km=50)
        answer(hers, "aim", aim="lasting")
        answer(hers, "ways")
        told = answer(hers, "matters", matters=["near", "aim"])
        assert told["open"] == []
        assert (told["radius_km"], told["aim"], told["ways"], told["matters"]) == (50, "lasting", [], ["near", "aim"])
        assert answer(hers, "aim", aim=None)["aim"] is None
        assert hers.get("/api/v1/match-finder").json["open"] == []

    @pytest.mark.parametrize(
        ("body", "pointer"),
        [
            ({}, "/question"),
            ({"question": "shoe-size"}, "/question"),
            ({"question": "aim", "aim": "money"}, "/aim"),
            ({"question": "distance", "radius_km": 7}, "/radius_km"),
            ({"question": "matters", "matters": ["near", "aim", "ways"]}, "/matters"),
            ({"question": "ages", "seeking_min_age": 50, "seeking_max_age": 40}, "/seeking_max_age"),
            ({"question": "ages", "seeking_min_age": 12}, "/seeking_min_age"),
            ({"question": "interests", "interests": ["sex"]}, "/interests"),
            ({"question": "aim", "gender": "man"}, "/gender"),
        ],
    )
    def test_nonsense_is_refused_and_nothing_kept(
        self, anna: Member, login: LogIn, body: dict[str, Any], pointer: str
    ) -> None:
        hers = login(anna)
        refused = hers.patch("/api/v1/match-finder", body)
        assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, pointer), refused.json
        assert hers.get("/api/v1/match-finder").json["open"] == ["distance", "aim", "ways", "matters"]

    def test_an_erased_member_leaves_no_answers(self, anna: Member, login: LogIn) -> None:
        answer(login(anna), "aim", aim="lasting")
        with transaction() as session:
            publish(session, MemberErased(member_id=anna.id))
        drain_now()
        with transaction(read_only=True) as session:
            left = select(func.count()).where(FinderAnswersRow.member_id == anna.id)
            assert session.execute(left).scalar_one() == 0


class TestPeople:
    @pytest.mark.spec("2.17")
    def test_the_best_come_first_with_reasons_from_facts(
        self, anna: Member, make_member: MakeMember, login: LogIn
    ) -> None:
        far = make_findable(make_member, name="Far", age=38, **MAN, place_id=AMERSFOORT, interests=["tea"])
        best = make_findable(make_member, name="Best", age=38, **MAN, interests=["hiking", "reading", "tea"])
        hers = login(anna)
        for browser in (hers, login(best)):
            answer(browser, "aim", aim="lasting")
            answer(browser, "ways", ways=["home", "culture"])
        answer(login(far), "aim", aim="friends")
        found = people(hers)
        assert [one["person"]["name"] for one in found] == ["Best", "Far"]
        assert found[0]["reasons"] == [
            {"key": "same-town", "count": 1, "values": ["Utrecht"]},
            {"key": "same-aim", "count": 1, "values": ["lasting"]},
            {"key": "shared-interests", "count": 2, "values": ["hiking", "reading"]},
            {"key": "shared-ways", "count": 2, "values": ["home", "culture"]},
        ]
        assert found[0]["score"] == 4 + 3 + 2 + 2
        assert [reason["key"] for reason in found[1]["reasons"]] == ["near"]
        answer(hers, "matters", matters=["interests"])
        assert [reason["key"] for reason in people(hers)[0]["reasons"]][:2] == ["shared-interests", "same-town"]

    @pytest.mark.spec("2.17")
    def test_the_wishes_of_both_sides_hold(self, anna: Member, make_member: MakeMember, login: LogIn) -> None:
        make_findable(make_member, name="Too young", age=25, **MAN)
        make_findable(make_member, name="Looks for men", gender="man", seeking_genders=["man"])
        make_findable(make_member, name="Looks for younger", **MAN, seeking_max_age=30)
        make_findable(make_member, name="Bram", age=38, **MAN, seeking_min_age=30, seeking_max_age=40)
        hers = login(anna)
        found = people(hers)
        assert [one["person"]["name"] for one in found] == ["Bram"]
        assert {"key": "both-wishes", "count": 1, "values": []} in found[0]["reasons"]

    @pytest.mark.spec("6.7")
    def test_blocked_invisible_and_fictional_are_not_among_them(
        self, anna: Member, make_member: MakeMember, login: LogIn, site: Site
    ) -> None:
        set_site(site, **DISCLOSED)
        blocker = make_findable(make_member, name="Blocker", age=38, **MAN)
        blocked = make_findable(make_member, name="Blocked", age=38, **MAN)
        hidden = make_findable(make_member, name="Hidden", age=38, **MAN)
        with transaction() as session:
            make_fictional(session, site=sites_api.get_site(session, site.id), name="Invented", **MAN)
        settle()
        hers = login(anna)
        assert sorted(names(hers)) == ["Blocked", "Blocker", "Hidden"]
        block(blocker, anna)
        block(anna, blocked)
        with transaction() as session:
            profile.update_profile(session, member_id=hidden.id, changes={"is_invisible": True})
        # The card is checked in Postgres, before the listing follows.
        assert names(hers) == []

    @pytest.mark.spec("2.17")
    def test_the_radius_is_kept_and_needs_a_town(self, anna: Member, make_member: MakeMember, login: LogIn) -> None:
        make_findable(make_member, name="Bram", age=38, **MAN)
        make_findable(make_member, name="Antwerp", age=38, **MAN, place_id=ANTWERP)
        hers = login(anna)
        answer(hers, "distance", radius_km=25)
        assert names(hers) == ["Bram"]
        assert hers.get("/api/v1/match-finder/people").json["is_wider"] is False
        with transaction() as session:
            changes = {"country": "NL", "region": None, "place_id": None}
            profile.update_profile(session, member_id=anna.id, changes=changes)
        assert hers.get("/api/v1/match-finder").json["has_town"] is False
        assert names(hers) == ["Bram"]

    @pytest.mark.spec("2.17")
    def test_where_nobody_fits_those_who_come_close_are_said_to(
        self, anna: Member, make_member: MakeMember, login: LogIn
    ) -> None:
        make_findable(make_member, name="Antwerp", age=38, **MAN, place_id=ANTWERP)
        make_findable(make_member, name="Looks for younger", age=38, **MAN, place_id=ANTWERP, seeking_max_age=30)
        found = login(anna).get("/api/v1/match-finder/people").json
        assert ([one["person"]["name"] for one in found["results"]], found["is_wider"]) == (["Antwerp"], True)

    @pytest.mark.spec("2.17", "3.6")
    def test_what_the_site_shows_of_nobody_is_no_reason(
        self, anna: Member, make_member: MakeMember, login: LogIn, site: Site
    ) -> None:
        make_findable(make_member, name="Bram", age=38, **MAN, interests=["hiking"])
        set_site(site, visible_profile_fields=["gender"])
        assert [one["reasons"] for one in people(login(anna))] == [[]]

    @pytest.mark.spec("2.17")
    def test_intimate_interests_are_no_reason(self, make_member: MakeMember, login: LogIn) -> None:
        intimate: dict[str, Any] = {"consent": True, "interests": ["sex", "tea"]}
        anna = make_findable(make_member, name="Anna", **intimate)
        make_findable(make_member, name="Bram", age=38, **MAN, **intimate)
        reasons = {one["key"]: one["values"] for one in people(login(anna))[0]["reasons"]}
        assert reasons["shared-interests"] == ["tea"]

    @pytest.mark.spec("2.17")
    def test_pages_show_everybody_once(self, anna: Member, make_member: MakeMember, login: LogIn) -> None:
        for number in range(5):
            make_findable(make_member, name=f"Man {number}", age=38, **MAN)
        hers = login(anna)
        pages = [hers.get(f"/api/v1/match-finder/people?page_size=2&page={page}").json for page in (1, 2, 3, 4)]
        assert [(page["total"], page["pages"], len(page["results"])) for page in pages] == [
            (5, 3, 2),
            (5, 3, 2),
            (5, 3, 1),
            (5, 3, 0),
        ]
        assert len({one["person"]["id"] for page in pages for one in page["results"]}) == 5

    @pytest.mark.spec("2.23")
    def test_a_newcomer_without_answers_and_confirmation_sees_people_too(
        self, anna: Member, make_member: MakeMember, login: LogIn
    ) -> None:
        hers = login(make_member(confirmed=False))
        assert names(hers) == ["Anna"]

    def test_a_page_costs_the_same_for_few_and_many(
        self, anna: Member, make_member: MakeMember, login: LogIn, count_queries: Callable[..., int]
    ) -> None:
        hers = login(anna)
        make_findable(make_member, name="Man", age=38, **MAN)
        people(hers)
        few = count_queries(lambda: people(hers))
        for number in range(4):
            make_findable(make_member, name=f"Man {number}", age=38, **MAN)
        # Session; profile twice, answers, blocks, town; plan, candidates, cards.
        assert few == count_queries(lambda: people(hers)) == 8


class TestIntroduction:
    def look(self, browser: Client, member_id: Any, query: str = "") -> Any:
        return browser.get(f"/api/v1/members/{member_id}/introduction?{query}")

    @pytest.mark.spec("2.6", "2.7", "6.1")
    def test_a_closed_site_shows_visitors_a_blurred_picture_and_no_name(self, anna: Member, client: Client) -> None:
        with transaction() as session:
            add_photo(session, anna.id)
        shown = self.look(client, anna.id).json
        hidden = ("name", "age", "city", "headline", "fictional_label", "fictional_warning")
        assert [shown[part] for part in hidden] == [None] * 6
        assert (shown["is_open"], shown["kind"], shown["photo"]["is_locked"]) == (False, "member", True)
        assert all("-blurred" in shown["photo"][size] for size in ("thumb", "card", "match"))
        assert "Anna" not in str(shown)
        assert client.http.get(shown["photo"]["card"], base_url=f"http://{client.host}").status_code == 200

    @pytest.mark.spec("2.6", "6.1")
    def test_an_open_site_shows_what_the_search_shows(self, anna: Member, client: Client, site: Site) -> None:
        set_site(site, logged_out_search=True)
        shown = self.look(client, anna.id).json
        assert (shown["is_open"], shown["name"], shown["age"], shown["city"]) == (True, "Anna", 35, "Utrecht")
        assert shown["headline"] == "Tea first, then the mountains"

    @pytest.mark.spec("6.1")
    def test_where_partners_visitors_may_look_they_see_more(self, anna: Member, client: Client, site: Site) -> None:
        set_site(site, logged_out_search_trafficsource=True)
        assert self.look(client, anna.id).json["is_open"] is False
        assert self.look(client, anna.id, "network=leaf").json["is_open"] is True

    @pytest.mark.spec("2.6", "2.7")
    @pytest.mark.parametrize("is_open", [False, True])
    def test_a_fictional_profile_says_so_to_everybody(self, client: Client, site: Site, is_open: bool) -> None:
        set_site(site, logged_out_search=is_open, **DISCLOSED)
        with transaction() as session:
            vera = make_fictional(session, site=sites_api.get_site(session, site.id))
        shown = self.look(client, vera.id).json
        assert (shown["kind"], shown["fictional_label"], shown["fictional_warning"]) == (
            "fictional",
            "Story",
            "Nobody stands behind it.",
        )
        set_site(site, fictional_enabled=False)
        assert self.look(client, vera.id).status_code == 404

    @pytest.mark.spec("2.6", "6.7")
    def test_who_is_not_there_is_not_found_alike(
        self, anna: Member, client: Client, make_member: MakeMember, login: LogIn
    ) -> None:
        hidden, gone = make_findable(make_member, name="Hidden"), make_member(confirmed=False)
        with transaction() as session:
            profile.update_profile(session, member_id=hidden.id, changes={"is_invisible": True})
            elsewhere = make_site(session)
        far = make_findable(lambda **over: make_member(site=elsewhere, **over), name="Far")
        answers = [self.look(client, one) for one in (hidden.id, gone.id, far.id, uuid4())]
        assert {(one.status_code, one.json["code"]) for one in answers} == {(404, "not-found")}
        blocker = make_findable(make_member, name="Blocker")
        with transaction() as session:
            social.block_member(session, site_id=anna.site_id, member_id=blocker.id, to_id=anna.id)
        assert self.look(login(anna), blocker.id).status_code == 404
