"""An empty search: what to loosen, and how many fit then."""

from typing import Any

import pytest

from modules.accounts.contracts import Member
from modules.sites.contracts import Site
from tests.conftest import Client
from tests.factories.catalog import make_findable, settle
from tests.factories.profiles import ANTWERP
from tests.factories.sites import set_site
from tests.factories.social import block
from tests.fixture_types import CountQueries, LogIn, MakeMember

pytestmark = pytest.mark.search_engine


def widenings(browser: Client, query: str = "") -> dict[str, Any]:
    """What to loosen, and how many fit then, by an empty search."""
    answer = browser.get(f"/api/v1/search?{query}").get_json()
    assert answer["results"] == [], query
    return {one["loosened"]: one["total"] for one in answer["widenings"]}


@pytest.mark.spec("3.11")
def test_an_empty_search_says_what_to_loosen_and_how_many_fit_then(
    anna: Member, bram: Member, cas: Member, make_member: MakeMember, login: LogIn, count_queries: CountQueries
) -> None:
    make_findable(make_member, name="Looks for men", gender="man", seeking_genders=["man"])
    hers = login(anna)
    for query, expected in {
        "max_age=34": {"ages": 1},
        "country=&max_age=31": {"ages": 1},
        "max_age=31": {"ages": 1},
        "radius_km=25&min_age=40": {"ages": 1},
        f"place_id={ANTWERP}&radius_km=25&online=true": {"distance": 1, "online": 1},
        "radius_km=25&interest=cooking": {"interests": 1},
        "region=NL-GR": {"region": 1},
        "country=BE&region=NL-UT": {"region": 1, "country": 2},
        "with_photo=true": {"with_photo": 1},
        "interest=cooking": {"interests": 1, "country": 1},
        "text=accordion": {"text": 1, "country": 1},
        "country=&text=accordion&online=true": {"text": 1, "online": 1},
        "gender=woman": {},
        "country=DE&interest=cooking&text=accordion": {"country": 1},
    }.items():
        assert widenings(hers, query) == expected, query
    assert hers.get("/api/v1/search").get_json()["widenings"] == []
    assert hers.get("/api/v1/search?page=2").get_json()["widenings"] == []
    empty = "/api/v1/search?region=NL-GR&with_photo=true&online=true"
    # As any search, one more each for people who almost fit; and one for all that is loosened, but for the index's.
    assert count_queries(lambda: hers.get(empty)) == 8


@pytest.mark.spec("3.11")
def test_a_widening_is_the_narrowest_that_helps(anna: Member, bram: Member, login: LogIn) -> None:
    hers = login(anna)
    ages = [hers.get(f"/api/v1/search?max_age={age}").get_json()["widenings"][0] for age in (36, 31)]
    assert [(one["min_age"], one["max_age"]) for one in ages] == [(25, 41), (18, 120)]
    for query in ("max_age=36", "max_age=31"):
        (one,) = hers.get(f"/api/v1/search?{query}").get_json()["widenings"]
        assert hers.get(f"/api/v1/search?min_age={one['min_age']}&max_age={one['max_age']}").get_json()["total"] == 1
    # Antwerp is some 120 km from Utrecht.
    (far,) = hers.get(f"/api/v1/search?place_id={ANTWERP}&radius_km=25").get_json()["widenings"]
    assert (far["loosened"], far["radius_km"], far["total"], far["has_more"]) == ("distance", None, 1, False)


@pytest.mark.spec("6.1", "6.7")
def test_a_widening_counts_nobody_blocked_or_fictional_and_visitors_are_told_too(
    anna: Member, bram: Member, honest_site: Site, victor: None, login: LogIn, client: Client
) -> None:
    set_site(honest_site, logged_out_search=True)
    settle()
    assert widenings(client, "gender=man&with_photo=true") == {"with_photo": 1}
    hers = login(anna)
    assert widenings(hers, "fictional=true&with_photo=true") == {"with_photo": 1}
    block(bram, anna)
    assert widenings(hers, "with_photo=true") == {}
    assert widenings(client, "gender=man&with_photo=true") == {"with_photo": 1}


@pytest.mark.spec("3.11")
def test_postgres_counts_alike_what_is_loosened_while_the_index_is_away(
    anna: Member, bram: Member, login: LogIn, index_away: None
) -> None:
    hers = login(anna)
    assert widenings(hers, "text=accordion&with_photo=true") == {}
    assert widenings(hers, "text=accordion") == {"text": 1}
    assert widenings(hers, "radius_km=25&with_photo=true&sort=newest") == {"with_photo": 1}
