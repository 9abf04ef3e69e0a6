"""Later pages of a search show what the first page found, and of that only who may be shown now."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from redis.exceptions import ConnectionError as RedisAway

from app.kernel import marks
from app.kernel.db.session import transaction
from app.kernel.redis import redis
from modules.accounts.contracts import Member
from modules.profiles.service import profile
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.conftest import Client
from tests.factories.catalog import make_findable, settle
from tests.factories.profiles import make_fictional
from tests.factories.social import block
from tests.fixture_types import CountQueries, LogIn, MakeMember

MEN = ("Bob", "Cas", "Dirk", "Eef", "Finn")
SEARCH = "/api/v1/search?sort=newest&page_size=2"


@pytest.fixture
def men(make_member: MakeMember) -> dict[str, Member]:
    """Five men who fit Anna, the last one the newest."""
    return {name: make_findable(make_member, name=name, gender="man", seeking_genders=["woman"]) for name in MEN}


def names(browser: Client, page: int, search: str = SEARCH) -> list[str]:
    answer = browser.get(f"{search}&page={page}")
    assert answer.status_code == 200, answer.get_json()
    return [card["name"] for card in answer.get_json()["results"]]


@pytest.mark.spec("3.11")
@pytest.mark.parametrize("sort", ["newest", "fit", "active", "nearest"])
def test_later_pages_are_what_the_search_would_find_by_itself(
    sort: str, anna: Member, men: dict[str, Member], login: LogIn
) -> None:
    hers, search = login(anna), f"/api/v1/search?sort={sort}&page_size=2"
    walked = [hers.get(f"{search}&page={page}").get_json() for page in (1, 2, 3, 4)]
    alone = []
    for page in (1, 2, 3, 4):
        redis().delete(f"mark:search:{anna.id}")
        alone.append(hers.get(f"{search}&page={page}").get_json())
    assert walked == alone
    assert sorted(card["name"] for page in walked for card in page["results"]) == list(MEN)


def test_a_later_page_costs_two_statements(
    anna: Member, men: dict[str, Member], login: LogIn, count_queries: CountQueries
) -> None:
    hers = login(anna)
    names(hers, 1)
    # Session; cards.
    assert count_queries(lambda: names(hers, 2)) == 2


def test_nobody_is_shown_twice_when_somebody_joins_meanwhile(
    anna: Member, men: dict[str, Member], make_member: MakeMember, login: LogIn
) -> None:
    hers = login(anna)
    first = names(hers, 1)
    make_findable(make_member, name="Gijs", gender="man", seeking_genders=["woman"])
    assert sorted(first + names(hers, 2) + names(hers, 3)) == list(MEN)
    assert names(hers, 1)[0] == "Gijs"


def hide(member: Member) -> None:
    with transaction() as session:
        profile.update_profile(session, member_id=member.id, changes={"is_invisible": True})


@pytest.mark.spec("3.11", "6.7")
@pytest.mark.parametrize("act", ["is blocked", "blocks", "hides"])
def test_who_must_not_be_shown_any_more_is_missing_from_the_next_page_at_once(
    act: str, anna: Member, men: dict[str, Member], login: LogIn
) -> None:
    hers = login(anna)
    names(hers, 1)
    before = names(hers, 2)
    assert "Cas" in before
    acts: dict[str, Callable[[], None]] = {
        "is blocked": lambda: block(anna, men["Cas"]),
        "blocks": lambda: block(men["Cas"], anna),
        "hides": lambda: hide(men["Cas"]),
    }
    acts[act]()
    assert names(hers, 2) == [name for name in before if name != "Cas"]


def test_a_later_page_shows_nobody_whose_block_was_answered_before_it(
    anna: Member, men: dict[str, Member], login: LogIn
) -> None:
    hers = login(anna)
    names(hers, 1)
    before = names(hers, 2)
    others = [login(anna) for _ in range(4)]
    for name in before:
        with ThreadPoolExecutor() as pool:
            pages = [pool.submit(names, browser, 2) for browser in others]
            block(anna, men[name])
            assert name not in names(hers, 2)
            assert all(set(page.result()) <= {*before} for page in pages)
    assert names(hers, 2) == []


def test_fictional_profiles_leave_the_next_page_with_the_wish_to_see_them(
    anna: Member, men: dict[str, Member], honest_site: Site, login: LogIn
) -> None:
    with transaction() as session:
        for name in ("Victor", "Walter", "Xaver"):
            make_fictional(session, site=honest_site, name=name, gender="man", seeking_genders=["woman"])
    settle()
    hers, search = login(anna), f"{SEARCH}&fictional=true"
    names(hers, 1, search)
    shown = names(hers, 2, search)
    with transaction() as session:
        profile.update_profile(session, member_id=anna.id, changes={"hide_fictional": True})
    assert names(hers, 2, search) == [name for name in shown if name in MEN]
    with transaction() as session:
        profile.update_profile(session, member_id=anna.id, changes={"hide_fictional": False})
        sites_api.update_site_settings(session, site_id=honest_site.id, changes={"fictional_enabled": False})
    assert names(hers, 2, search) == [name for name in shown if name in MEN]


def test_pages_go_on_while_redis_is_away(
    anna: Member, men: dict[str, Member], login: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    hers = login(anna)

    def away() -> None:
        raise RedisAway()

    monkeypatch.setattr(marks, "redis", away)
    assert sorted(names(hers, 1) + names(hers, 2) + names(hers, 3)) == list(MEN)


def test_another_search_in_between_does_not_mix_with_the_pages(
    anna: Member, men: dict[str, Member], login: LogIn
) -> None:
    hers = login(anna)
    first = names(hers, 1)
    assert names(hers, 1, "/api/v1/search?sort=newest&page_size=2&min_age=44") == []
    names(hers, 1, "/api/v1/search?sort=active&page_size=1")
    assert sorted(first + names(hers, 2) + names(hers, 3)) == list(MEN)
