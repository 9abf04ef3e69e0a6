"""Every operation, asked by every kind of person about their own things, another's, and another site's.

The operations come from the OpenAPI document, the expectations from policies.py; whatever is answered is searched for
what nobody else may know (OWASP API1, API3 and API5:2023).
"""

import re
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from sqlalchemy import text

from app.kernel import clock
from app.kernel.db.session import Base, transaction
from app.kernel.http.requests import CLIENT_HEADER
from tests import simulating
from tests.engines import undone
from tests.factories.profiles import add_photo
from tests.security.operations import Operation, list_operations
from tests.security.policies import POLICIES, Answer, Policy
from tests.security.world import (
    BY_A_BLOCK,
    ELSEWHERE,
    MEMBERS,
    MINE,
    OTHERS,
    VISITORS,
    World,
    build,
    hidden_by_a_block,
)

pytestmark = pytest.mark.search_engine

NAMES = sorted(POLICIES)
NO_HEADER = {CLIENT_HEADER: None}
# How a browser tells of a request that another site's page began, and an old one does not.
FOREIGN: tuple[dict[str, Any], ...] = (
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "https://elsewhere.example", **NO_HEADER},
    NO_HEADER,
)
# Whom somebody blocked they are told, so that they can take it back.
OWN_BLOCKS = "GET /api/v1/blocks"
# Whose refunds are whose is tried in tests/billing/members/test_papers.py.
FIXED = {
    "step": "photo",
    "name": "visa",
    "gift": "rose",
    "lander": "video",
    "page": "terms",
    "ticket": "new-like.nothing",
    "provider": "mollie",
    "invitation_id": uuid4(),
    "refund_id": uuid4(),
    "seq": 1,
}


def known_to_all() -> dict[str, Any]:
    """Return what everybody asks about alike, and the month of now: a run may go on from one into the next."""
    home = ZoneInfo("Europe/Amsterdam")  # of the sites of tests
    return {**FIXED, "month": f"{clock.now().astimezone(home):%Y-%m}"}


@pytest.fixture(scope="module")
def operations(app: Flask) -> dict[str, Operation]:
    return {operation.name: operation for operation in list_operations(app)}


@pytest.fixture(scope="module")
def lasting_world(app: Flask, _simulator: simulating.Simulator) -> World:
    return build(app)


@pytest.fixture
def world(lasting_world: World, name: str) -> Iterator[World]:
    """Return the common world; what an operation uses up is there again afterwards."""
    with undone() if POLICIES[name].uses_up else nullcontext():
        yield lasting_world


def ask(
    world: World, operation: Operation, policy: Policy, actor: str, whose: str, headers: dict[str, Any] | None = None
) -> Any:
    """Let an actor call an operation about somebody's thing; a header that is None is not sent."""
    values = {**known_to_all(), **world.things(actor, whose)}
    options: dict[str, Any] = {"query_string": policy.query(world, actor, whose)}
    if (files := policy.files(world, actor, whose)) is not None:
        options["data"] = files
    elif (given := policy.make(world, actor, whose)) is not None:
        options["json"] = given
    path = operation.path.format(**values)
    if "?" in path:
        path, _, query = path.partition("?")
        options["query_string"] = query
    headers = {CLIENT_HEADER: "web", "Idempotency-Key": uuid4().hex if policy.key else None, **(headers or {})}
    browser = world.browser(actor)
    given_headers = {name: value for name, value in headers.items() if value is not None}
    url = f"http://{browser.host}"
    return browser.http.open(path, method=operation.method, base_url=url, headers=given_headers, **options)


def outcome(answer: Any) -> Answer:
    """Return the status of what was allowed, the code of what was refused."""
    return answer.json["code"] if answer.status_code >= 400 else answer.status_code


def holds(told: str, secret: str) -> bool:
    """Say whether a text holds a secret; a longitude is none inside of the fraction of a second."""
    if secret not in told or not re.fullmatch(r"\d+\.\d+", secret):
        return secret in told
    return re.search(rf"(?<!\d){re.escape(secret)}(?!\d)", told) is not None


@pytest.mark.spec("6.3", "6.7", "6.8", "1.12")
@pytest.mark.parametrize("name", NAMES)
def test_everybody_gets_what_the_policy_says_and_no_secret(
    name: str, operations: dict[str, Operation], world: World
) -> None:
    operation, policy = operations[name], POLICIES[name]
    kinds = (MINE, OTHERS, ELSEWHERE) if operation.names_a_thing() else (MINE,)
    wrong, leaks = {}, []
    for actor in (*VISITORS, *MEMBERS):
        for whose in (ELSEWHERE, OTHERS, MINE) if len(kinds) == 3 else kinds:
            answer = ask(world, operation, policy, actor, whose)
            seen, expected = outcome(answer), policy.expected(actor, whose)
            if seen != expected:
                wrong[f"{actor} about {whose}"] = (seen, "instead of", expected)
            if seen == "login-required":
                assert answer.json["authentication_required"] is True
            is_text = "image" not in answer.mimetype
            told = f"{answer.headers}{answer.data.decode(errors='replace')}" if is_text else ""
            is_apart = actor in BY_A_BLOCK and name != OWN_BLOCKS
            hidden = (*world.secrets, *(hidden_by_a_block(world) if is_apart else ()))
            leaks += [(actor, whose, secret) for secret in hidden if holds(told, secret)]
    assert wrong == {}
    assert leaks == []


def test_every_operation_has_a_policy_and_every_policy_an_operation(operations: dict[str, Operation]) -> None:
    assert set(operations) - set(POLICIES) == set(), "operations without a policy row"
    assert set(POLICIES) - set(operations) == set(), "policy rows without an operation"


def test_nothing_is_served_beside_the_document(app: Flask, operations: dict[str, Operation]) -> None:
    """A rule that is neither in the OpenAPI document nor a documented call would escape the matrix."""
    known = {operation.path for operation in operations.values()} | {"/api/openapi.json", "/healthz", "/readyz"}
    rules = {re.sub(r"<(?:[^:<>]+:)?(\w+)>", r"{\1}", rule.rule) for rule in app.url_map.iter_rules()}
    pages = {"/", "/{path}", "/ops", "/ops/", "/ops/{path}", "/robots.txt", "/sitemap.xml", "/share-picture.png"}
    pages |= {"/manifest.webmanifest", "/icons/{name}.png", "/offline.html"}
    assert {rule for rule in rules - known - pages if not rule.startswith("/ops/api/")} == set()  # test_console.py's


BEACONS = (
    "/api/v1/page-hidden",
    "/api/page-hidden.php",
    "/api/v1/payment-notices/{provider}",
    "/api/v1/unsubscribe/{ticket}",
    "/api/v1/mail-returns",
)
WRITES = sorted(name for name in POLICIES if (o := Operation(*name.split(" "))).writes and o.path not in BEACONS)


@pytest.mark.parametrize("name", WRITES)
def test_no_other_sites_page_can_change_anything(
    name: str, operations: dict[str, Operation], lasting_world: World
) -> None:
    operation, policy, world = operations[name], POLICIES[name], lasting_world
    for actor in ("visitor", "premium"):
        before = fingerprint()
        for headers in FOREIGN:
            answer = ask(world, operation, policy, actor, MINE, headers=headers)
            assert outcome(answer) == "forbidden", headers
            assert "Set-Cookie" not in answer.headers
        assert fingerprint() == before


@pytest.mark.spec("7.7")
def test_the_beacon_is_harmless_without_the_header(lasting_world: World) -> None:
    before = fingerprint()
    answer = ask(lasting_world, Operation("POST", "/api/page-hidden.php"), Policy(204), "premium", MINE, NO_HEADER)
    assert answer.status_code == 204
    assert fingerprint() == before


COUNTED = [table.fullname for table in Base.metadata.sorted_tables if table.name not in ("place", "login_session")]
# Asking opens sessions of its own, so only those that were ended are counted.
COUNTS = text(
    " UNION ALL ".join(
        [
            *(f"SELECT '{name}', count(*) FROM {name}" for name in COUNTED),
            "SELECT 'ended', count(*) FROM accounts.login_session WHERE revoked_at IS NOT NULL",
        ]
    )
)


def fingerprint() -> list[Any]:
    """Return how many rows every table holds, and how many sessions were ended."""
    with transaction(read_only=True) as session:
        return sorted(map(tuple, session.execute(COUNTS)))


@pytest.mark.spec("6.4", "6.7")
def test_the_secrets_are_looked_for_where_people_are_shown(lasting_world: World) -> None:
    """Without people in the answers, finding no secret in them would prove nothing."""
    world, owner = lasting_world, lasting_world.people["owner"]
    free = world.browser("free")
    profile = free.get(f"/api/v1/members/{owner.member.id}").get_data(as_text=True)
    assert "headline of owner" in profile
    for path in ("/api/v1/search?gender=woman&country=NL", "/api/v1/conversations", "/api/chats.php"):
        assert "Ownerface" in free.get(path).get_data(as_text=True), path
    history = f"/api/v1/conversations/{world.things('free', MINE)['conversation_id']}/messages"
    assert "letter of free" in free.get(history).get_data(as_text=True)
    blocked = world.browser("blocked").get("/api/v1/search?gender=woman&country=NL").get_data(as_text=True)
    assert "Thirdface" in blocked
    assert "Ownerface" not in blocked


@pytest.mark.spec("6.4")
def test_the_signature_of_a_blurred_file_does_not_open_the_sharp_one(lasting_world: World) -> None:
    world, owner = lasting_world, lasting_world.people["owner"].member
    with transaction() as session:
        add_photo(session, owner.id)
    free, premium = world.browser("free"), world.browser("premium")
    (locked,) = [p for p in free.get(f"/api/v1/members/{owner.id}").json["photos"] if p["is_locked"]]
    assert free.get(locked["full"]).status_code == 200
    sharp = locked["full"].replace("-blurred", "")
    assert sharp != locked["full"]
    assert free.get(sharp).status_code == 404
    (unlocked,) = [p for p in premium.get(f"/api/v1/members/{owner.id}").json["photos"] if p["id"] == locked["id"]]
    assert premium.get(unlocked["full"]).status_code == 200
    assert free.get(unlocked["full"]).status_code == 404, "an address works for the one it was signed for"
