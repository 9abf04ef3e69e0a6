"""No question that a visitor may ask costs the database more than a stated bound (docs/reports/public-reads.md).

A few tries for each read here, the same every time; many with HEARTH_LONG=1 (`hearth test long`), which prints the
dearest that they found.
"""

import os
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.catalog.service import neighbourhood
from modules.sites.contracts import Site
from tests.bench.population import fill
from tests.conftest import Client
from tests.factories.sites import make_site, set_site
from tests.security.dearest import Read, find_dearest
from tests.security.test_public_reads import COUNTED, FOR_MEMBERS, WITHOUT_END

IS_LONG = bool(os.environ.get("HEARTH_LONG"))
SEEDS = range(10) if IS_LONG else range(1)
TRIES = 300 if IS_LONG else 24
LISTINGS, ELSEWHERE = 3000, 1000
MAX_STATEMENTS = 12
# Blocks and rows together. Where Meilisearch is away, as here, Postgres looks at all members of a site, up to some
# times each; towns are those of a country; all else is found by an index.
SMALL = 500
BOUNDS = {
    "GET /api/v1/search": 20 * LISTINGS,
    "GET /api/v1/search/facets": 15 * LISTINGS,
    "GET /api/v1/neighbourhood": 15 * LISTINGS,
    "GET /api/v1/members/{member_id}/similar": 3 * LISTINGS,
    "GET /api/v1/places": 10_000,
}


@pytest.fixture(scope="module")
def crowd(_engines: None) -> Iterator[Site]:
    """A site that lets visitors search, with 3,000 members, beside another one."""
    with transaction() as session:
        site, other = make_site(session), make_site(session)
    set_site(site, logged_out_search=True)
    url = os.environ["HEARTH_DATABASE_URL"]
    fill(url, site_id=site.id, countries=("NL", "BE"), count=LISTINGS, seed=1)
    fill(url, site_id=other.id, countries=("NL", "BE"), count=ELSEWHERE, seed=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(neighbourhood, "FRESH_SECONDS", -1.0)
        yield site


@pytest.fixture
def ask(app: Flask, crowd: Site) -> Callable[[str], int]:
    """Ask as a visitor, every time from another network; returns the status."""
    visitor, networks = Client(app, crowd.hosts[0]), count(1)

    def run(address: str) -> int:
        number = next(networks)
        network = f"10.{number // 65536}.{number // 256 % 256}.{number % 256}"
        status: int = visitor.get(address, environ_base={"REMOTE_ADDR": network}).status_code
        return status

    return run


def reads(app: Flask, site_id: Any) -> dict[str, Read]:
    """Return what visitors may ask with parameters, by operation; each thing in a path is one that is there."""
    paths = app.test_client().get("/api/openapi.json", base_url="http://nowhere.localhost").json["paths"]
    with transaction(read_only=True) as session:
        of_site = "FROM profiles.profile WHERE site_id = :site_id ORDER BY member_id LIMIT 20"
        people = session.execute(text(f"SELECT member_id, place_id, region {of_site}"), {"site_id": site_id}).all()
    known = {
        "place_id": [str(person.place_id) for person in people],
        "region": [person.region for person in people],
        "country": ["NL", "BE", "nl", ""],
    }
    found = {}
    for path, operations in paths.items():
        name, description = f"GET {path}", operations.get("get", {})
        asked = [one for one in description.get("parameters", ()) if one.get("in") == "query"]
        if asked and (name in COUNTED or name in WITHOUT_END) and name not in FOR_MEMBERS:
            parts = {"member_id": people[0].member_id, "page": "terms", "lander": "default", "key": "photos/a.webp"}
            filled = path.format_map({"decision_id": uuid4(), "complaint_id": uuid4(), **parts})
            found[name] = Read(name, filled, {one["name"]: one["schema"] for one in asked}, known)
    return found


@pytest.mark.spec("8.2")
def test_no_question_of_a_visitor_costs_more_than_its_bound(app: Flask, crowd: Site, ask: Callable[[str], int]) -> None:
    asked = reads(app, crowd.id)
    assert COUNTED.keys() - FOR_MEMBERS - {"GET /api/geocode.php"} <= asked.keys()
    dearest = {}
    for name, read in asked.items():
        tries = TRIES if name in COUNTED else TRIES // 12
        dearest[name] = max(
            (find_dearest(read, ask, tries=tries, seed=seed) for seed in SEEDS), key=lambda found: found[0].work
        )
        cost, address = dearest[name]
        print(f"{cost.blocks:>6} blocks {cost.rows:>7} rows {cost.statements:>3} statements  {address}")
    assert dearest["GET /api/v1/search"][0].work > LISTINGS, "all members were looked at"
    above = {name: found for name, found in dearest.items() if found[0].work > BOUNDS.get(name, SMALL)}
    assert above == {}
    assert [found for found in dearest.values() if found[0].statements > MAX_STATEMENTS] == []
