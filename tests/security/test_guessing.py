"""Guessing passwords, and asking who has an account, with patience and many networks (docs/reports/guessing.md).

A few tries here; 10,000 guesses and 1,000 addresses, with their times, with HEARTH_LONG=1 (`hearth test long`).
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from time import perf_counter
from typing import Any
from uuid import uuid4

import pytest
from argon2 import PasswordHasher
from flask import Flask

from app.console.staff_requests import SIGN_IN
from app.kernel import clock
from app.kernel.http import ratelimit
from app.kernel.http.ratelimit import Limit
from modules.accounts.contracts import Member
from modules.accounts.routes import common, identity
from modules.accounts.routes.common import MAILED_LINKS
from modules.accounts.sessions import policies
from modules.billing.routes import notices
from modules.moderation import routes as complaints
from modules.notifications import routes as notifications
from modules.sites import routes as sites
from modules.sites.contracts import Site
from tests.accounts.routes.doors import SIGNUP, log_in
from tests.accounts.test_races import at_once
from tests.conftest import Client
from tests.factories.accounts import PASSWORD
from tests.factories.sites import set_site
from tests.fixture_types import MakeMember
from tests.security.operations import list_operations
from tests.security.policies import LOGIN, POLICIES

IS_LONG = bool(os.environ.get("HEARTH_LONG"))
GUESSES = 10_000 if IS_LONG else 30
ADDRESSES = 1_000 if IS_LONG else 8
# How well times may tell known addresses from others; 0.5 is not at all.
MAX_AREA = 0.55
CHECKED_AN_HOUR = 10


def elsewhere() -> dict[str, str]:
    """Return a network that nobody has asked from."""
    return {"REMOTE_ADDR": ".".join(["10", *(str(byte) for byte in uuid4().bytes[:3])])}


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What of passwords was compared with a hash."""
    seen: list[str] = []
    verify = PasswordHasher.verify

    def counted(hasher: Any, hash: Any, password: Any) -> Any:
        seen.append(str(password))
        return verify(hasher, hash, password)

    monkeypatch.setattr(PasswordHasher, "verify", counted)
    return seen


@pytest.mark.spec("8.2")
def test_of_many_guesses_from_many_networks_ten_an_hour_are_checked(
    app: Flask, site: Site, looks: list[str], member: Member
) -> None:
    home, thief = Client(app, site.hosts[0]), Client(app, site.hosts[0])
    assert log_in(home, member.email).status_code == 200
    assert home.delete("/api/v1/session").status_code == 204
    looks.clear()
    answers = set()
    for number in range(GUESSES):
        body = {"email": member.email, "password": f"guess {number}"}
        thief = Client(app, site.hosts[0]) if number % 50 == 0 else thief
        answers.add(thief.post("/api/v1/session", body, environ_base=elsewhere()).status_code)
    assert answers == {422, 429}
    assert len(looks) <= CHECKED_AN_HOUR
    right = {"email": member.email, "password": PASSWORD}
    refused = thief.post("/api/v1/session", right, environ_base=elsewhere())
    assert (refused.status_code, refused.json["code"]) == (429, "accounts.login-by-mail")
    assert log_in(home, member.email).status_code == 200, "the owner's own browser is not kept out"
    assert log_in(Client(app, site.hosts[0]), member.email).status_code == 200, "nor are other browsers at their place"


@pytest.mark.spec("8.2")
def test_of_simultaneous_guesses_from_many_networks_ten_are_checked(
    app: Flask, site: Site, looks: list[str], member: Member
) -> None:
    places = [elsewhere() for _ in range(40)]

    def guess(number: int) -> Any:
        body = {"email": member.email, "password": f"guess {number}"}
        return Client(app, site.hosts[0]).post("/api/v1/session", body, environ_base=places[number])

    answers = at_once(40, guess)
    assert len(looks) == CHECKED_AN_HOUR
    assert {answer.json["code"] for answer in answers} == {"accounts.login-failed", "accounts.login-by-mail"}


@pytest.mark.spec("8.2")
@pytest.mark.parametrize(
    ("rule", "max_tries"),
    [
        pytest.param(policies.FROM_STRANGE_NETWORKS, 14, id="all networks that are strange to the member"),
        pytest.param(policies.FROM_A_NETWORK, 11, id="one network that the member uses"),
        pytest.param(policies.FROM_A_DEVICE, 11, id="one device that the member uses"),
    ],
)
def test_so_many_guesses_at_one_account_are_checked_in_a_day(rule: policies.Lockout, max_tries: int) -> None:
    """Whoever tries again the moment that a pause ends, which brings the max_tries."""
    began = now = clock.now()
    failures, tries, failed_at = 0, 0, now
    while now - began < timedelta(days=1):
        failures, until = policies.count_failure(rule, failures=failures, failed_at=failed_at, now=now)
        tries, failed_at, now = tries + 1, now, until or now
    assert tries == max_tries


LINK = {"token": uuid4().hex}
CREDENTIALS = {"email": "nobody@example.org", "password": PASSWORD}
STAFF_DOOR = "POST /ops/api/session"


@dataclass(frozen=True)
class Door:
    """What a stranger can try again and again: the limit that holds one network back, and what is sent.

    Where it counts for the whole installation, trying at one site is trying at all.
    """

    limit: Limit
    body: dict[str, Any] | None = None
    is_of_a_site: bool = False


def at_a_site(limit: Limit, body: dict[str, Any]) -> Door:
    """Return a door of the accounts, which one knocks at site by site."""
    return Door(limit, body, is_of_a_site=True)


DOORS: dict[str, Door] = {
    "POST /api/v1/members": at_a_site(identity.SIGNUPS, SIGNUP),
    "POST /api/v1/session": at_a_site(common.LOGINS, CREDENTIALS),
    "POST /api/user.php": at_a_site(common.LOGINS, CREDENTIALS),
    "POST /api/v1/activation": at_a_site(MAILED_LINKS, LINK),
    "POST /api/v1/password-reset": at_a_site(MAILED_LINKS, {"email": "nobody@example.org"}),
    "POST /api/v1/password-reset/confirm": at_a_site(
        MAILED_LINKS, {**LINK, "password": PASSWORD, "password_repeat": PASSWORD}
    ),
    "POST /api/v1/email-change/confirm": at_a_site(MAILED_LINKS, LINK),
    "POST /api/v1/email-change/undo": at_a_site(MAILED_LINKS, LINK),
    "POST /api/v1/reactivation": at_a_site(MAILED_LINKS, LINK),
    "POST /api/v1/reactivation/mail": at_a_site(MAILED_LINKS, CREDENTIALS),
    "POST /api/v1/complaints": Door(complaints.COMPLAINTS, {"topic": "other", "text": "Nobody answers me here."}),
    "POST /api/v1/complaints/{complaint_id}/messages": Door(complaints.REPLIES, {"text": "And another word."}),
    "POST /api/v1/cases/{decision_id}/appeal": Door(complaints.REPLIES, {"words": "It was not me who wrote that."}),
    "POST /api/v1/page-bounces": Door(sites.BOUNCES, {"path": "/landers/video", "seconds": 3}),
    "POST /api/v1/unsubscribe/{ticket}": Door(notifications.UNSUBSCRIBED),
    "POST /api/v1/mail-returns": Door(notifications.RETURNS),
    "POST /api/v1/payment-notices/{provider}": Door(notices.NOTICES),
    STAFF_DOOR: Door(SIGN_IN, {**CREDENTIALS, "code": "123456"}),
}
# What a visitor may do without end, and why there is nothing to gain.
WITHOUT_END = {
    "PUT /api/v1/me/language": "sets a cookie in the browser that asks",
    "PUT /api/user.php": "the same, as documented",
    "DELETE /api/v1/session": "ends the session that the browser brings, if any",
    "GET /api/logout.php": "the same, as documented",
    "POST /api/logout.php": "the same, as documented",
    "POST /api/v1/page-hidden": "notes the use of the session that the browser brings, if any",
    "POST /api/page-hidden.php": "the same, as documented",
    "POST /api/v1/looking": "a mark of half a minute for whoever is logged in, if anybody",
}


@pytest.mark.spec("8.2")
def test_every_door_that_is_open_to_visitors_has_a_limit_or_a_reason(app: Flask) -> None:
    """What visitors are not asked to log in for, the matrix tries (policies.py); test_console.py does for staff."""
    is_open = {one.name for one in list_operations(app) if one.writes and POLICIES[one.name].visitors != LOGIN}
    assert is_open == (DOORS.keys() - {STAFF_DOOR}) | WITHOUT_END.keys()
    assert DOORS.keys() & WITHOUT_END.keys() == set()


@pytest.mark.spec("8.2")
@pytest.mark.parametrize("name", DOORS)
def test_nobody_tries_a_door_without_end_from_one_network(client: Client, site: Site, name: str) -> None:
    door, here = DOORS[name], elsewhere()
    method, path = name.format(complaint_id=uuid4(), decision_id=uuid4(), ticket="none", provider="mollie").split()
    place = f"{site.id} {here['REMOTE_ADDR']}" if door.is_of_a_site else here["REMOTE_ADDR"]

    def knock(place: dict[str, str]) -> tuple[int, str]:
        answer = client.open(path, method=method, json=door.body, key=uuid4().hex, environ_base=place)
        return answer.status_code, (answer.get_json(silent=True) or {}).get("code", "")

    for _ in range(door.limit.calls - 1):
        ratelimit.check(door.limit, place)
    assert knock(here) != (429, "rate-limited"), "the last one that is let in"
    assert knock(here) == (429, "rate-limited")
    assert knock(elsewhere()) != (429, "rate-limited")


Ask = Callable[[Client, str], Any]


def log_in_wrong(client: Client, email: str) -> Any:
    return client.post("/api/v1/session", {"email": email, "password": "not this one"}, environ_base=elsewhere())


def ask_for_link(client: Client, email: str) -> Any:
    return client.post("/api/v1/password-reset", {"email": email}, environ_base=elsewhere())


def sign_up(client: Client, email: str) -> Any:
    return client.post("/api/v1/members", {**SIGNUP, "email": email}, key=uuid4().hex, environ_base=elsewhere())


@pytest.mark.spec("8.2")
@pytest.mark.parametrize("ask", [log_in_wrong, ask_for_link, sign_up])
def test_nobody_learns_whether_an_address_has_an_account(
    ask: Ask, app: Flask, site: Site, make_member: MakeMember
) -> None:
    set_site(site, hide_account_existence=True)
    client = Client(app, site.hosts[0])
    for _ in range(5):  # what is slow once: connections, prepared statements
        ask(client, f"{uuid4().hex}@example.org")
    times: dict[bool, list[float]] = {True: [], False: []}
    answers = set()
    for email, is_known in addresses(make_member):
        began = perf_counter()
        answer = ask(client, email)
        times[is_known].append(perf_counter() - began)
        answers.add((answer.status_code, body_of(answer), told_by(answer)))
    assert len(answers) == 1
    area = area_under_curve(times[True], times[False])
    print(f"{ask.__name__}: area under the curve {area:.3f} over {ADDRESSES} known and {ADDRESSES} unknown addresses")
    if IS_LONG:
        assert abs(area - 0.5) <= MAX_AREA - 0.5


def addresses(make_member: MakeMember) -> Iterator[tuple[str, bool]]:
    """Yield known and unknown addresses in turns, so that a slow moment of the machine is both's."""
    for number in range(ADDRESSES):
        known, unknown = make_member().email, f"{uuid4().hex[:12]}@example.org"
        yield from ((known, True), (unknown, False)) if number % 2 else ((unknown, False), (known, True))


def body_of(answer: Any) -> bytes | str:
    """Return a body without what was just sent, the number of a new account and the moment."""
    user = answer.get_json(silent=True) if answer.status_code == 201 else None
    own = {"id", "email", "signup_date"}
    return str({name: value for name, value in user.items() if name not in own}) if user else answer.data


def told_by(answer: Any) -> tuple[tuple[str, str], ...]:
    """Return what the headers of an answer tell, but for what is told about every request alone."""
    own = {"x-request-id", "date", "set-cookie", "content-length"}
    return tuple(sorted((name, value) for name, value in answer.headers.items() if name.lower() not in own))


def area_under_curve(first: list[float], second: list[float]) -> float:
    """Return how often one of the first is larger than one of the second, of all pairs: 0.5 tells them not apart."""
    larger = sum((one > other) + (one == other) / 2 for one in first for other in second)
    return larger / (len(first) * len(second))
