"""What both OpenAPI documents promise, tried with values that fit them and values that do not, by schemathesis.

Each is tried by everybody who may ask, logged in for real: a few examples an operation, the same every time; many with
HEARTH_LONG=1 (`hearth test long`).
"""

import copy
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from uuid import uuid4

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    ignored_auth,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from app.console import staff_requests
from app.console.document import PICTURE, SESSION, console_document
from app.kernel.db.session import transaction
from app.kernel.http.ratelimit import Limit
from app.kernel.http.requests import CLIENT_HEADER
from app.registry import RESOURCES
from modules.media import api as media_api
from modules.media.contracts import STAFF, Use
from modules.moderation.contracts.staff import Role
from modules.moderation.staff.policies import permissions as policies
from tests.factories.moderation import PASSWORD, make_staff
from tests.security.desks import Desk
from tests.security.test_matrix import known_to_all
from tests.security.world import World

pytestmark = pytest.mark.search_engine
# All who try a document share one worker, which makes its cases once.
MEMBERS = pytest.mark.xdist_group("the document of the members")
CONSOLE = pytest.mark.xdist_group("the document of the console")

IS_LONG = bool(os.environ.get("HEARTH_LONG"))
EXAMPLES = 60 if IS_LONG else 2
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    ignored_auth,
]
# What a signed-in colleague is never told of what the role may do.
NEVER = ("login-required", "forbidden", "confirmation-required")
NAMED = {"site_id": "sites.sites", "member_id": "accounts.members", "company_id": "sites.companies"}
DAYS = {"begin": "2026-01-01", "end": "2026-01-08"}
# What everybody at the door of the console is to have done at least once.
SUCCEEDS = {
    (f"GET {SESSION}", 200),
    (f"POST {SESSION}", 200),
    (f"DELETE {SESSION}", 204),
    (f"POST {SESSION}/confirm", 204),
    (f"POST {SESSION}/password", 204),
    (f"POST {SESSION}/recovery-codes", 200),
    (f"GET {PICTURE}", 200),
}
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)


@dataclass
class Asker:
    """One person who tries a document: `cookies` of a session that is open, `fit` puts what is there into a case, and
    no answer may be one of `never`. `heard` is what they were answered, as (label, status).
    """

    cookies: Callable[[], dict[str, str]]
    fit: Callable[[Case], None]
    never: tuple[str, ...] = ()
    heard: set[tuple[str, int]] = field(default_factory=set)


def served_at(app: Flask, host: str) -> Any:
    """Return the application as it is at a host: the client keeps cookies for localhost, and calls that alone."""

    def serve(environ: Any, start: Any) -> list[bytes]:
        answer: Any = app({**environ, "HTTP_HOST": host}, start)
        with closing(answer):
            return [*answer]

    return serve


@dataclass
class Document:
    """The operations of a document, and the cases that everybody tries of each: making them is most of the work."""

    operations: list[Any]
    made: dict[tuple[str, GenerationMode], list[Case]] = field(default_factory=dict)

    @classmethod
    def of(cls, schema: Any) -> "Document":
        """Return the document of a schema."""
        return cls([found.ok() for found in schema.get_all_operations()])

    def cases(self, operation: Any, mode: GenerationMode) -> list[Case]:
        """Return the cases of an operation, each a copy to be changed; none where no value is wrong."""
        key = (operation.label, mode)
        if key not in self.made:
            self.made[key] = _make_cases(operation, mode)
        return [_copy(case) for case in self.made[key]]


def _copy(case: Case) -> Case:
    names = ("path_parameters", "headers", "cookies", "query", "body", "media_type", "multipart_content_types", "meta")
    return Case(case.operation, case.method, case.path, **{name: copy.deepcopy(getattr(case, name)) for name in names})


def _make_cases(operation: Any, mode: GenerationMode) -> list[Case]:
    made: list[Case] = []

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[*HealthCheck],
    )
    @given(case=operation.as_strategy(mode))
    def make(case: Case) -> None:
        made.append(case)

    with suppress(Unsatisfiable):
        make()
    return made


def try_all(document: Document, operations: list[Any], asker: Asker) -> dict[str, str]:
    """Try operations of a document as one person; returns what went wrong, by operation."""
    wrong: dict[str, str] = {}
    for operation in operations:
        for mode in MODES:
            try:
                for case in document.cases(operation, mode):
                    _try(operation, case, mode, asker)
            except (Exception, BaseExceptionGroup) as failure:  # every way to fail is one to be told of
                wrong[f"{operation.label} ({mode.value})"] = _told(failure)
    return wrong


def _try(operation: Any, case: Case, mode: GenerationMode, asker: Asker) -> None:
    if mode is GenerationMode.POSITIVE:
        asker.fit(case)  # things that are there, so that more is asked than whether they are
    cookies = asker.cookies()
    given_headers = {CLIENT_HEADER: "web", "Idempotency-Key": uuid4().hex}
    answer = case.call(headers=given_headers, cookies=cookies)
    asker.heard.add((operation.label, answer.status_code))
    code = answer.json()["code"] if answer.status_code >= 400 else ""
    assert code not in asker.never, f"{code}: {answer.json()['detail']}"
    told = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())} if cookies else None
    # Query strings leave unknown names alone on purpose; a body is taken whole or not at all.
    is_wrong = case.meta is not None and case.meta.is_negative_at(ParameterLocation.BODY)
    checks = [*CHECKS, negative_data_rejection] if is_wrong else CHECKS
    case.validate_response(answer, checks=checks, headers=told, transport_kwargs={"headers": given_headers})


def _told(failure: BaseException) -> str:
    return "\n".join(str(one) for one in getattr(failure, "exceptions", [failure]))[:300]


def taken_of(document: Document, asker: Asker) -> list[str]:
    """Send every body that breaks a document in one place, where all else fits; returns those that were not refused."""
    cookies, taken = asker.cookies(), []
    for operation in document.operations:
        broken = [*_broken(operation)] if operation.body else []
        assert len(broken) >= len(operation.body), operation.label
        for case in broken:
            asker.fit(case)
            answer = case.call(headers={CLIENT_HEADER: "web", "Idempotency-Key": uuid4().hex}, cookies=cookies)
            if not _is_refused(case, answer):
                what = f"{case.meta.phase.data.description}: {case.body}"[:300]
                taken.append(f"{operation.label}: {answer.status_code} for {what}: {answer.text[:300]}")
    return taken


def _is_refused(case: Case, answer: Any) -> bool:
    """Tell whether a body was refused for what is broken in it, and not by chance for something else."""
    pointers = [error["pointer"] for error in answer.json().get("errors", ())] if answer.content else []
    field = re.match(r"/properties/(\w+)", case.meta.phase.data.location or "")
    is_told = any(f"{pointer}/".startswith(f"/{field[1]}/") for pointer in pointers) if field else True
    return answer.status_code in (400, 422) and is_told


def _broken(operation: Any) -> Iterator[Case]:
    """Yield cases of an operation whose body does not fit: every field and rule of it, broken by itself."""
    config = operation.schema.config.generation
    cases = operation.schema.iter_coverage_cases(
        operation=operation, generation_modes=[*MODES], generation_config=config
    )
    return (case for case in cases if case.meta.is_negative_at(ParameterLocation.BODY))


@pytest.fixture(scope="module")
def members_document(world: World) -> Document:
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", world.app)
    schema.app = served_at(world.app, world.site.hosts[0])
    return Document.of(schema)


def asker_of(world: World, actor: str, never: tuple[str, ...] = ()) -> Asker:
    """Return somebody who asks after things of their own."""
    known = {**known_to_all(), **world.things(actor, "own"), "member_id": world.people["owner"].member.id}

    def fit(case: Case) -> None:
        case.path_parameters = {
            name: str(known.get(name, value)) for name, value in (case.path_parameters or {}).items()
        }

    def cookies() -> dict[str, str]:
        cookie = world.browser(actor).http.get_cookie("hearth_session", domain=world.site.hosts[0])
        return {"hearth_session": cookie.value} if cookie else {}

    return Asker(cookies, fit, never)


@MEMBERS
@pytest.mark.spec("8.1")
@pytest.mark.parametrize("actor", ["visitor", "free", "premium", "banned"])
def test_the_members_document_is_kept(actor: str, world: World, members_document: Document) -> None:
    is_member = actor in ("free", "premium")
    asker = asker_of(world, actor, never=("login-required",) if is_member else ())
    wrong = try_all(members_document, members_document.operations, asker)
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())
    assert (("GET /api/v1/me", 200) in asker.heard) is is_member


@MEMBERS
@pytest.mark.spec("8.1")
def test_members_send_no_body_that_does_not_fit(world: World, members_document: Document) -> None:
    taken = taken_of(members_document, asker_of(world, "premium"))
    assert not taken, "\n".join(taken)


def come_to_the_door(desk: Desk, role: Role, case: Case) -> None:
    """Let somebody new come, who knows password and code: a code is good once, and a new password ends the old one."""
    with transaction() as session:
        desk.staff = make_staff(session, role)
    if isinstance(case.body, dict):
        proof = {"email": desk.staff.email, "password": PASSWORD, "code": desk.staff.totp.now()}
        proof["new_password"] = f"herons above {uuid4().hex}"
        case.body |= {name: value for name, value in proof.items() if name in case.body}


def picture_of(world: World) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the key of a picture that is there, and the signature that the console gives it."""
    key = media_api.storage_key(Use.PROFILE, str(world.people["owner"].things["shown_folder"]), "full")
    return {"key": key}, dict(parse_qsl(urlsplit(media_api.sign(key, reader=STAFF)).query))


def test_all_that_the_console_serves_stands_in_its_document(app: Flask) -> None:
    """What is no resource's is added to app/console/document.py by hand."""
    rules = [rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/ops/api/")]
    served = {
        (rule.rule.replace("<path:key>", "{key}"), method.lower())
        for rule in rules
        for method in rule.methods - {"HEAD", "OPTIONS"}
        if "<resource:" not in rule.rule
    }
    paths = console_document((), policies.KNOWN_PERMISSIONS)["paths"]
    assert {(path, method) for path, methods in paths.items() for method in methods} == served


@pytest.fixture(scope="module")
def consoles_document(world: World) -> Document:
    desk = Desk(world, *Role)
    schema = schemathesis.openapi.from_dict(console_document(RESOURCES, desk.permissions))
    schema.app = served_at(desk.browser.http.application, desk.host)
    return Document.of(schema)


def name_record(case: Case, ids: Mapping[str, str]) -> None:
    """Let a case ask after the first record of its resource."""
    if record_id := ids.get(case.path.split("/")[3]):
        case.path_parameters = dict.fromkeys(case.path_parameters or {}, record_id)


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let staff show password and code as often as they like."""
    monkeypatch.setattr(staff_requests, "SIGN_IN", Limit("ops-sign-in-documents", calls=100_000, seconds=300))


@CONSOLE
@pytest.mark.spec("10.4")
@pytest.mark.usefixtures("often")
def test_the_console_takes_no_body_that_does_not_fit(world: World, consoles_document: Document) -> None:
    desk = Desk(world, *Role)
    ids = desk.first_records()
    asker = Asker(lambda: {"hearth_staff": desk.sign_in()}, lambda case: name_record(case, ids))
    taken = taken_of(consoles_document, asker)
    assert not taken, "\n".join(taken)


@CONSOLE
@pytest.mark.spec("10.4")
@pytest.mark.parametrize("role", Role)
@pytest.mark.usefixtures("often")
def test_the_consoles_document_is_kept(role: Role, world: World, consoles_document: Document) -> None:
    """A role tries what it may do; what else there is, it is refused (test_console.py)."""
    desk, picture = Desk(world, role), picture_of(world)
    ids = desk.first_records()
    known = {name: ids[key] for name, key in NAMED.items() if key in ids}

    def fit(case: Case) -> None:
        if case.path.startswith(SESSION):
            come_to_the_door(desk, role, case)
        if case.path == PICTURE:
            case.path_parameters, case.query = picture
        name_record(case, ids)
        for asked in (case.query, case.body):
            if isinstance(asked, dict):
                asked |= {name: value for name, value in known.items() if name in asked}
                asked |= DAYS if "begin" in asked else {}

    asker = Asker(lambda: {"hearth_staff": desk.sign_in()}, fit, never=NEVER)
    paths = console_document(RESOURCES, desk.permissions)["paths"]
    allowed = [one for one in consoles_document.operations if one.method in paths.get(one.path, {})]
    wrong = try_all(consoles_document, allowed, asker)
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())
    reads = {f"GET /ops/api/{resource.key}" for resource in desk.resources}
    assert {label for label in reads if (label, 200) not in asker.heard} == set()
    assert SUCCEEDS - asker.heard == set()
    assert any("/actions/" in label and status == 200 for label, status in asker.heard), "nothing was done"
