"""Every operation of the console for every role: what stands in no row of the permissions is refused, what is allowed
is about records that are there, and no other site's page can do any of it.
"""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from app.console import engines, overview
from app.kernel import figures, i18n
from app.kernel.http.requests import CLIENT_HEADER
from app.kernel.resources import Resource
from app.registry import RESOURCES
from modules.moderation.contracts.staff import Role
from modules.moderation.staff.policies import permissions as policies
from tests.conftest import Client
from tests.security.desks import Desk
from tests.security.test_matrix import FOREIGN, fingerprint
from tests.security.world import World

Needs = tuple[str, ...]
DAYS = "?begin=2026-01-01&end=2026-01-08"
PICTURE = "media/photos/none/full.webp?v=none&e=1"
# The pages that are no resource's, with what they need.
PAGES: dict[str, Needs] = {
    "session": (),
    "waiting": (overview.FIGURES,),
    f"figures{DAYS}": (overview.FIGURES,),
    f"figures/parts{DAYS}&by=site": (overview.FIGURES,),
    f"figures.csv{DAYS}": (overview.FIGURES,),
    "engines": (engines.ENGINES,),
    "engines.csv": (engines.ENGINES,),
    PICTURE: (),
}
# What may be read and is answered otherwise than by 200, with the reason.
OTHERWISE = {
    PICTURE: (404, "not-found"),  # there is no such picture; one that is there is looked at in test_documents.py
    "billing.orders/views/refund": (422, "invalid"),  # says how many credits, and this asks without a form
    "moderation.fiction/views/case": (409, "moderation.conversation-not-locked"),  # only for who has it in hand
}
# What everybody who is signed in may do with their own account, by password and code.
OWN_ACCOUNT = ("session/confirm", "session/password", "session/recovery-codes")
# All that is served below /ops/api: a new rule belongs here and into the matrix.
RULES = {
    "/session": {"GET", "POST", "DELETE"},
    "/session/language": {"PUT"},
    **{f"/{path}": {"POST"} for path in OWN_ACCOUNT},
    **{f"/{page.partition('?')[0]}": {"GET"} for page in PAGES if page not in ("session", PICTURE)},
    "/media/<path:key>": {"GET"},
    "/<resource:key>": {"GET", "POST"},
    "/<resource:key>/export.csv": {"GET"},
    "/<resource:key>/<record_id>": {"GET"},
    "/<resource:key>/<record_id>/reveal": {"POST"},
    "/<resource:key>/<record_id>/views/<name>": {"GET"},
    "/<resource:key>/<record_id>/actions/<name>": {"POST"},
}


@pytest.fixture(scope="module")
def records(world: World) -> dict[str, str]:
    """One record of every resource, by the resource's key."""
    return Desk(world, *Role).first_records()


def operations(resource: Resource, record_id: str) -> Iterator[tuple[str, str, Needs]]:
    """Return method, path and needed permissions of all that a resource offers."""
    path, record = f"/ops/api/{resource.key}", f"/ops/api/{resource.key}/{record_id}"
    read = resource.permission
    yield "GET", path, (read,)
    yield "GET", record, (read,)
    yield "GET", f"{path}/export.csv", (read, resource.export)
    if resource.reveal:
        yield "POST", f"{record}/reveal", (read, resource.reveal)
    for view in resource.views:
        yield "GET", f"{record}/views/{view.name}", (read, view.permission)
    for action in resource.actions:
        yield "POST", path if action.creates else f"{record}/actions/{action.name}", (read, action.permission)


def everything(records: dict[str, str]) -> list[tuple[str, str, Needs]]:
    """Return what all resources offer, and the pages, about records that are there."""
    pages = [("GET", f"/ops/api/{page}", needed) for page, needed in PAGES.items()]
    offered = (operations(one, records[one.key]) for one in RESOURCES)
    return [*pages, *(operation for each in offered for operation in each)]


def told_otherwise(records: dict[str, str]) -> dict[str, tuple[int, str]]:
    """Return what is answered otherwise, by its path about the records that are there."""
    parted = ((path.partition("/views/"), answer) for path, answer in OTHERWISE.items())
    return {
        f"/ops/api/{key}/{records[key]}{views}{name}" if views else f"/ops/api/{key}": answer
        for (key, views, name), answer in parted
    }


def test_no_resource_is_without_a_record(records: dict[str, str]) -> None:
    """What is asked about nothing answers nothing, whoever may ask."""
    assert [one.key for one in RESOURCES if one.key not in records] == []


def ask(desk: Desk, method: str, path: str) -> tuple[int, str]:
    """Return the status and code of an answer; a form is left empty, so that little is done."""
    form: dict[str, Any] = {"json": {}} if method == "POST" else {}
    with desk.browser.open(path, method=method, key=uuid4().hex, **form) as answer:
        return answer.status_code, answer.json["code"] if answer.status_code >= 400 else ""


@pytest.mark.spec("10.4")
@pytest.mark.parametrize("role", Role)
def test_a_role_may_do_what_its_row_says_and_nothing_else(role: Role, world: World, records: dict[str, str]) -> None:
    desk, wrong = Desk(world, role), {}
    otherwise = told_otherwise(records)
    for method, path, needed in everything(records):
        status, code = ask(desk, method, path)
        if not desk.permissions.issuperset(needed):
            is_right = code == "forbidden"
        elif method == "POST":  # some let the record go, which the next ones do not find
            is_right = status < 500 and status != 403
        else:
            is_right = (status, code) == otherwise.get(path, (200, ""))
        if not is_right:
            wrong[f"{method} {path}"] = (status, code, needed)
    assert wrong == {}


def test_what_is_served_below_the_console_stands_in_the_matrix(app: Flask) -> None:
    served: dict[str, set[str]] = {}
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/ops/api/"):
            served.setdefault(rule.rule.removeprefix("/ops/api"), set()).update(rule.methods - {"HEAD", "OPTIONS"})
    assert served == RULES


def test_a_visitor_and_a_member_are_asked_to_sign_in(world: World, records: dict[str, str]) -> None:
    for actor in ("visitor", "premium"):
        browser = world.browser(actor)
        own = [("POST", f"/ops/api/{path}", ()) for path in OWN_ACCOUNT]
        for method, path, _ in everything(records) + own:
            answer = browser.get(path) if method == "GET" else browser.post(path, {}, key=uuid4().hex)
            assert answer.json["code"] == "login-required", path


def test_every_permission_is_one_that_something_asks_for() -> None:
    offered = everything({one.key: "any" for one in RESOURCES})
    asked = {permission for _, _, needed in offered for permission in needed}
    asked |= {one.permission for one in figures.all_figures().values()}
    assert policies.KNOWN_PERMISSIONS - asked == set()


def test_no_other_sites_page_can_do_anything_in_the_console(world: World, records: dict[str, str]) -> None:
    """Who is signed in may do everything there is, so that only where the page comes from can be the reason."""
    desk = Desk(world, *Role)
    writes = [(method, path) for method, path, _ in everything(records) if method != "GET"]
    session = "/ops/api/session"
    writes += [("POST", session), ("DELETE", session), *(("POST", f"/ops/api/{path}") for path in OWN_ACCOUNT)]
    before, heard = fingerprint(), {}
    for method, path in writes:
        for headers in FOREIGN:
            given = {name: value for name, value in {CLIENT_HEADER: "web", **headers}.items() if value is not None}
            answer = desk.browser.http.open(
                path, method=method, json={}, base_url=f"http://{desk.host}", headers={**given, "Idempotency-Key": "k"}
            )
            heard[f"{method} {path} {headers}"] = answer.json["code"] if answer.is_json else answer.status_code
            assert "Set-Cookie" not in answer.headers
    assert {call: code for call, code in heard.items() if code != "forbidden"} == {}
    assert fingerprint() == before
    assert ask(desk, "GET", session)[0] == 200, "nobody was signed out"


@pytest.mark.spec("1.7")
def test_the_console_refuses_in_the_language_that_it_is_shown_in(client: Client) -> None:
    polish = {"Accept-Language": "pl"}
    asked = [
        client.post("/ops/api/session", {}, headers={**polish, "Sec-Fetch-Site": "cross-site"}),
        client.post("/ops/api/session", {}, headers=polish),
        client.delete("/ops/api/session", headers={**polish, "Sec-Fetch-Site": "cross-site"}),
        client.get("/ops/api/nothing", headers=polish),
    ]
    codes = [answer.json["code"] for answer in asked]
    assert codes == ["forbidden", "invalid", "forbidden", "not-found"]
    assert [answer.json["detail"] for answer in asked] == [i18n.text("pl", f"errors.{code}") for code in codes]
