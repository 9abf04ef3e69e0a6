"""A town's worth of people on a site of their own."""

import os
from typing import Any
from uuid import UUID

import pytest

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.sites.contracts import Site
from tests.bench.population import fill
from tests.factories.catalog import make_findable
from tests.factories.profiles import ANTWERP, make_fictional
from tests.factories.sites import disclose
from tests.fixture_types import MakeMember


@pytest.fixture(scope="module")
def crowd(_engines: None) -> UUID:
    """The id of a site with 500 members, listed and indexed."""
    from modules.catalog.service import index
    from tests.factories.sites import make_site

    with transaction() as session:
        site, elsewhere = make_site(session), make_site(session)
    for home, count, seed in ((site, 500, 1), (elsewhere, 200, 2)):
        fill(os.environ["HEARTH_DATABASE_URL"], site_id=home.id, countries=("NL", "BE"), count=count, seed=seed)
    index.rebuild_index()
    return site.id


@pytest.fixture
def index_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have nobody listen where the search engine is."""
    from modules.catalog import search_index

    (server,) = search_index.servers()
    away = search_index.Server(server.name, "http://127.0.0.1:9")
    monkeypatch.setattr(search_index, "_server", lambda _url: away)


@pytest.fixture
def anna(make_member: MakeMember) -> Member:
    """A woman of 35 in Utrecht who looks for men from 30 to 45 and loves hiking, coffee and reading."""
    return make_findable(make_member, name="Anna", seeking_min_age=30, seeking_max_age=45)


@pytest.fixture
def bram(make_member: MakeMember) -> Member:
    """A man of 38 in Utrecht who looks for women."""
    return make_findable(make_member, name="Bram", age=38, gender="man", seeking_genders=["woman"])


@pytest.fixture
def cas(make_member: MakeMember) -> Member:
    """A man of 35 in Antwerp who looks for women, cooks, and was not here lately."""
    wishes: dict[str, Any] = {
        "gender": "man",
        "seeking_genders": ["woman"],
        "place_id": ANTWERP,
        "interests": ["cooking"],
    }
    return make_findable(make_member, name="Cas", about="Plays the accordion", is_active=False, **wishes)


@pytest.fixture
def honest_site(site: Site) -> Site:
    """The test's site, which shows fictional profiles and labels them."""
    with transaction() as session:
        return disclose(session, site)


@pytest.fixture
def victor(honest_site: Site) -> None:
    """A fictional man who looks for women."""
    with transaction() as session:
        make_fictional(session, site=honest_site, name="Victor", gender="man", seeking_genders=["woman"])
