"""Reading without end: what costs much to find is counted, for each member and for each network."""

from uuid import uuid4

import pytest
from flask import Flask

from app.kernel.http import ratelimit
from app.kernel.http.ratelimit import Limit, read_limits
from modules.accounts.routes.life import COPIES
from modules.billing.routes.papers import FILES
from modules.sites.contracts import Site
from tests.conftest import Client
from tests.factories.sites import set_site
from tests.fixture_types import LogIn, MakeMember
from tests.security.operations import list_operations
from tests.security.policies import LOGIN, POLICIES

# Each counted read, with the word that it is counted under.
COUNTED = {
    "GET /api/v1/search": "search",
    "GET /api/v1/search/facets": "facets",
    "GET /api/v1/members/{member_id}": "profile",
    "GET /api/v1/members/{member_id}/similar": "similar",
    "GET /api/v1/members/{member_id}/introduction": "introduction",
    "GET /api/v1/neighbourhood": "neighbourhood",
    "GET /api/v1/places": "places",
    "GET /api/v1/geocode": "geocode",
    "GET /api/geocode.php": "geocode",
    "GET /api/v1/match-finder/people": "fit",
    "GET /api/v1/deck": "deck",
}
FOR_MEMBERS = {"GET /api/v1/match-finder/people", "GET /api/v1/deck"}
QUERIES = {"places": "country=NL&q=Utr", "geocode": "lat=52.09&lon=5.12", "neighbourhood": "country=NL"}
# What else visitors may read, and why there is no need to count it. What only members read, but for what is counted,
# are rows that an index finds by the member, or by a thing of theirs, and files, which have limits of their own.
WITHOUT_END = {
    "GET /api/v1/settings": "settings that are held in memory",
    "GET /api/settings.php": "the same, as documented",
    "GET /api/v1/companyinfo": "settings that are held in memory",
    "GET /api/companyinfo.php": "the same, as documented",
    "GET /api/v1/pages/{page}": "one row by its key, in a page of bounded length",
    "GET /api/v1/landers/{lander}": "one row by its key",
    "GET /api/v1/reference": "names that are held in memory",
    "GET /api/v1/interests": "names that are held in memory",
    "GET /api/interests.php": "the same, as documented",
    "GET /api/v1/regions": "names that are held in memory",
    "GET /api/regions.php": "the same, as documented",
    "GET /api/v1/prices": "a short list by the site",
    "GET /api/v1/invitations/check": "has a stricter limit of its own",
    "GET /api/v1/complaints/{complaint_id}": "one row by its key, for whoever was sent its address",
    "GET /api/v1/cases/{decision_id}": "one row by its key, for whoever was sent its address",
    "GET /api/v1/complaints/form": "a form that is the same for all",
    "GET /api/v1/gifts/{gift}.svg": "a file that is kept in browsers",
    "GET /api/assets/paymentmethod/{name}.svg": "a file that is kept in browsers",
    "GET /media/{key}": "a file, for whom its address was signed",
    "GET /api/v1/unsubscribe/{ticket}": "a redirect",
}


@pytest.mark.spec("8.2")
def test_every_read_that_is_open_to_visitors_is_counted_or_has_a_reason(app: Flask) -> None:
    reads = {one.name for one in list_operations(app) if one.method == "GET" and not one.writes}
    is_open = {name for name in reads if POLICIES[name].visitors != LOGIN}
    assert COUNTED.keys() <= reads
    assert is_open - COUNTED.keys() == WITHOUT_END.keys()


def read(client: Client, name: str, network: str) -> tuple[int, str]:
    """Return what a read is answered to somebody in a network."""
    path = name.removeprefix("GET ").format(member_id=uuid4())
    answer = client.get(f"{path}?{QUERIES.get(COUNTED[name], '')}", environ_base={"REMOTE_ADDR": network})
    return answer.status_code, (answer.get_json(silent=True) or {}).get("code", "")


def use_up(limit: Limit, subject: str) -> None:
    for _ in range(limit.calls - 1):
        ratelimit.check(limit, subject)


REFUSED = (429, "rate-limited")


@pytest.mark.spec("8.2")
@pytest.mark.parametrize("name", sorted(COUNTED.keys() - FOR_MEMBERS))
def test_nobody_reads_without_end_from_one_network(app: Flask, site: Site, name: str) -> None:
    set_site(site, logged_out_search=True)
    client = Client(app, site.hosts[0])
    use_up(read_limits()[0], f"{COUNTED[name]} 10.1.2.3")
    assert read(client, name, "10.1.2.3") != REFUSED, "the last one that is let in"
    assert read(client, name, "10.1.2.3") == REFUSED
    assert read(client, name, "10.1.2.4") != REFUSED


@pytest.mark.spec("8.2")
@pytest.mark.parametrize("name", sorted(COUNTED))
def test_no_member_reads_without_end_from_many_networks(name: str, make_member: MakeMember, login: LogIn) -> None:
    member, other = make_member(), make_member()
    theirs, others = login(member), login(other)
    use_up(read_limits()[1], f"{COUNTED[name]} {member.id}")
    assert read(theirs, name, "10.1.2.3") != REFUSED, "the last one that is let in"
    assert read(theirs, name, "10.1.2.4") == REFUSED
    assert read(others, name, "10.1.2.4") != REFUSED


@pytest.mark.spec("8.2")
def test_what_a_member_is_refused_is_not_counted_for_others_in_the_network(
    make_member: MakeMember, login: LogIn
) -> None:
    member, name, network = make_member(), "GET /api/v1/deck", "10.1.2.3"
    theirs, others = login(member), login(make_member())
    from_network, by_member = read_limits()
    use_up(from_network, f"{COUNTED[name]} {network}")
    use_up(by_member, f"{COUNTED[name]} {member.id}")
    ratelimit.check(by_member, f"{COUNTED[name]} {member.id}")
    for _ in range(3):
        assert read(theirs, name, network) == REFUSED
    assert read(others, name, network) != REFUSED


@pytest.mark.spec("8.2")
@pytest.mark.parametrize(
    ("path", "limit"),
    [
        ("orders/{id}/invoice.pdf", FILES),
        ("refunds/{id}/credit-note.pdf", FILES),
        ("statements/never.csv", FILES),
        ("statements/never.pdf", FILES),
        ("account/export/file", COPIES),
    ],
)
def test_no_member_has_files_made_or_sent_without_end(
    path: str, limit: Limit, make_member: MakeMember, login: LogIn
) -> None:
    member = make_member()
    theirs, others, path = login(member), login(make_member()), f"/api/v1/{path.format(id=uuid4())}"
    use_up(limit, str(member.id))
    assert theirs.get(path).status_code == 404, "the last one that is let in, of what there is not"
    assert theirs.get(path).status_code == 429
    assert others.get(path).status_code == 404
