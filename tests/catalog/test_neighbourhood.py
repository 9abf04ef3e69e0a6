"""What visitors are told of how many members live where: coarse, honest, and nothing where they may not look."""

import pytest

from app.kernel.db.session import transaction
from modules.catalog.policies import search as policies
from modules.catalog.service import neighbourhood
from modules.sites import api
from modules.sites.contracts import Site
from tests.conftest import Client
from tests.factories.catalog import make_findable, settle
from tests.factories.profiles import make_fictional
from tests.fixture_types import MakeMember

pytestmark = pytest.mark.search_engine


@pytest.mark.parametrize(("members", "told"), [(0, None), (9, None), (10, 10), (19, 10), (212, 210)])
def test_visitors_are_told_full_tens(members: int, told: int | None) -> None:
    assert policies.rounded_count(members) == told


@pytest.fixture
def anywhere() -> None:
    neighbourhood._kept.clear()


def settle_in_utrecht(make_member: MakeMember, count: int) -> None:
    for number in range(count):
        make_findable(make_member, name=f"Neighbour {number}")


@pytest.mark.spec("2.29", "6.1")
def test_a_region_counts_its_real_members_only(
    client: Client, site: Site, make_member: MakeMember, anywhere: None
) -> None:
    settle_in_utrecht(make_member, 11)
    disclosed = {f"fictional_{word}": "Invented" for word in ("warning", "singular", "plural")}
    with transaction() as session:
        changes = {"logged_out_search": True, "fictional_enabled": True, **disclosed}
        api.update_site_settings(session, site_id=site.id, changes=changes)
        for number in range(9):
            make_fictional(session, site=api.get_site(session, site.id), name=f"Vera {number}")
    settle()
    answer = client.get("/api/v1/neighbourhood?country=NL").json
    utrecht = next(region for region in answer["regions"] if region["code"] == "NL-UT")
    assert (answer["country"], len(answer["regions"])) == ("NL", 12)
    assert (utrecht["town"], utrecht["members"]) == ("Utrecht", 10)
    assert {region["members"] for region in answer["regions"] if region["code"] != "NL-UT"} == {None}


@pytest.mark.spec("6.1")
def test_nobody_is_counted_where_visitors_may_not_look(client: Client, make_member: MakeMember, anywhere: None) -> None:
    settle_in_utrecht(make_member, 11)
    answer = client.get("/api/v1/neighbourhood?country=NL").json
    assert {region["members"] for region in answer["regions"]} == {None}


def test_a_country_where_the_site_is_not_at_home_gives_its_first(client: Client, site: Site, anywhere: None) -> None:
    assert client.get("/api/v1/neighbourhood?country=US").json["country"] == site.countries[0]
