"""No request makes a 500: every operation of both OpenAPI documents is sent what no browser sends (raw_requests.py).

One part of a request is odd, where all else fits; the answer is what was asked for, or a problem with a code.
"""

import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes
from uuid import uuid4

import pytest
from werkzeug.test import run_wsgi_app

from app.bootstrap import MAX_BODY_BYTES
from app.console.document import console_document
from app.kernel.http import ratelimit
from app.kernel.http.problem import MIMETYPE
from app.registry import RESOURCES
from modules.moderation.contracts.staff import Role
from modules.moderation.staff.policies import permissions as policies
from modules.notifications.service.return_notices import sign_notice
from tests.notifications.test_return_notices import KEY, key
from tests.security.desks import Desk
from tests.security.fitting import JSON, Operation, kind_of, operations_of
from tests.security.raw_requests import BODIES, EDGES, FORM, HEADERS, PARTS, QUERIES, TYPES, VALUES, WORDS, forms
from tests.security.test_matrix import known_to_all
from tests.security.world import MINE, World

__all__ = ["key"]

pytestmark = [
    pytest.mark.search_engine,
    pytest.mark.xdist_group("raw requests"),  # all share a world
    # Of a form that cannot be read to its end, Werkzeug leaves files of memory to the collector.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

MAX_PROBLEM_BYTES = 64 * 1024  # bytes: little of what was sent comes back
# Whoever does it is a visitor from then on.
LEAVING = ("POST /api/v1/session", "DELETE /api/v1/session", "DELETE /ops/api/session")
# What reads a body of which its document says nothing.
MAIL_RETURNS = "POST /api/v1/mail-returns"
UNDESCRIBED = ("POST /api/v1/payment-notices/{provider}", MAIL_RETURNS)
# Refused for who asks, or because it is not there: no form or query was read.
REFUSED = {401, 403, 404, 405}
# What answers nothing else, and why.
UNREAD = {
    "GET /api/v1/account/export/file": "nobody here has asked for a copy of their data",
    "GET /api/v1/refunds/{refund_id}/credit-note.pdf": "the member has no refund",
    "POST /api/v1/payment-notices/{provider}": "what names no payment is taken for forged",
}
# What every list of the console asks alike.
TURNING = ("page", "per_page", "sort")
ODD = "an odd value"


@dataclass(frozen=True)
class Raw:
    """A request by what is odd about it; path and query as they go over the wire."""

    what: str
    method: str
    path: str
    query: str = ""
    body: bytes = b""
    kind: str = JSON
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    status: int
    kind: str
    body: bytes

    @property
    def problem(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.body) if self.kind == MIMETYPE else {}
        return told


@dataclass(frozen=True)
class Sender:
    """Somebody with the cookie of a session that is open, who sends to the application as a server in front does."""

    app: Any
    host: str
    cookie: str

    def send(self, raw: Raw) -> Answer:
        """Return the answer to a request."""
        environ = {
            "REQUEST_METHOD": raw.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(raw.path).decode("latin-1"),
            "QUERY_STRING": raw.query,
            "SERVER_NAME": self.host,
            "SERVER_PORT": "80",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_TYPE": raw.kind,
            "CONTENT_LENGTH": raw.headers.get("Content-Length", str(len(raw.body))),
            "HTTP_HOST": self.host,
            "HTTP_COOKIE": self.cookie,
            "HTTP_X_HEARTHSIDE_CLIENT": "web",
            "HTTP_IDEMPOTENCY_KEY": uuid4().hex,
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(raw.body),
            "wsgi.errors": BytesIO(),
            **{f"HTTP_{name.upper().replace('-', '_')}": value for name, value in raw.headers.items()},
        }
        parts, status, headers = run_wsgi_app(self.app, environ, buffered=True)
        return Answer(int(status[:3]), headers.get("Content-Type", ""), b"".join(parts))


@pytest.fixture(autouse=True)
def _unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody ask as often as they like."""
    monkeypatch.setattr(ratelimit, "_count_each", lambda made: [(0, 1)] * len(made))


def member_of(world: World) -> Sender:
    """Return a member in a new session."""
    host = world.site.hosts[0]
    cookie = world.browser("premium").http.get_cookie("hearth_session", domain=host)
    return Sender(world.app, host, f"hearth_session={cookie.value}")


def fault_of(answer: Answer) -> str | None:
    """Return what is wrong with an answer to an odd request."""
    if answer.status >= 500:
        return f"{answer.status}"
    if answer.status >= 400 and not answer.problem.get("code"):
        return f"{answer.status} without a code, as {answer.kind}"
    if answer.status >= 400 and len(answer.body) > MAX_PROBLEM_BYTES:
        return f"{answer.status} in {len(answer.body)} bytes"
    return None


def try_all(operations: list[Operation], sender_of: Callable[[], Sender]) -> list[str]:
    """Send everything odd to every operation, each in a session of its own; returns what was answered wrongly."""
    wrong, heard = [], set()
    for operation in operations:
        sender, statuses = sender_of(), set()
        for raw in odd_requests(operation, sender):
            answer = sender.send(raw)
            fault = fault_of(answer)
            statuses.add(answer.status)
            if answer.problem.get("code") == "login-required" and operation.name not in LEAVING:
                fault = "the session is over"
            if fault:
                wrong.append(f"{operation.name}, {raw.what[:100]}: {fault}")
        # What neither reads nor has a form or a query is given odd paths only, which lead nowhere.
        is_read = operation.method == "GET" or operation.asked or has_form(operation)
        if (is_read and statuses <= REFUSED) != (operation.name in UNREAD):
            wrong.append(f"{operation.name}: answers {sorted(statuses)}")
        heard |= statuses
    assert {200, 204, 400, 404, 409, 422} <= heard
    return wrong


def odd_requests(operation: Operation, sender: Sender) -> Iterator[Raw]:
    """Yield the requests that an operation is tried with; a read first as it fits."""
    if operation.method == "GET":
        yield Raw("nothing", "GET", operation.at(), operation.query())
    yield from _odd_addresses(operation)
    if has_form(operation):
        yield from _odd_bodies(operation)
    if operation.name == MAIL_RETURNS:
        yield from (signed(raw) for raw in _odd_bodies(operation))
        yield from (signed(replace(raw, kind="message/rfc822")) for raw in _odd_bodies(operation))
    if operation.form is not None:
        yield from _odd_fields(operation, filled(operation, sender))


def has_form(operation: Operation) -> bool:
    """Tell whether an operation reads a body."""
    return bool(operation.fields or operation.files) or operation.name in UNDESCRIBED


def signed(raw: Raw) -> Raw:
    """Return a request with the signature of a mail server."""
    now = f"{time.time():.0f}"
    return replace(raw, headers={"Hearth-Timestamp": now, "Hearth-Signature": sign_notice(KEY, raw.body, now)})


def _odd_addresses(operation: Operation) -> Iterator[Raw]:
    method, path, query = operation.method, operation.at(), operation.query()
    for name in operation.parts:
        for word in PARTS:
            yield Raw(f"{name} in the path is {word}", method, operation.at(**{name: word}), query, b"{}")
    for names in _asked_together(operation):
        for word in WORDS:
            yield Raw(f"?{names}={word}", method, path, operation.query(**dict.fromkeys(names, word)))
        yield Raw(f"{names} twice", method, path, "&".join(f"{name}=1&{name}=2" for name in names))
    if operation.asked:
        yield from (Raw(f"?{odd}", method, path, odd) for odd in QUERIES)


def _asked_together(operation: Operation) -> Iterator[tuple[str, ...]]:
    """Yield the names in a query that are odd at once: the filters of one kind of a list of the console, all others
    alone.
    """
    if re.fullmatch(r"/ops/api/[a-z-]+\.[a-z-]+", operation.path):
        kinds = {json.dumps(schema) for schema in operation.asked.values()}
        yield from (
            tuple(name for name, one in operation.asked.items() if json.dumps(one) == kind) for kind in sorted(kinds)
        )
    else:
        yield from ((name,) for name in operation.asked)


def _odd_bodies(operation: Operation) -> Iterator[Raw]:
    address = (operation.method, operation.at(), operation.query())
    for what, body in BODIES.items():
        yield Raw(f"a body: {what}", *address, body)
    for kind in TYPES:
        yield Raw(f"a body that is said to be {kind}", *address, b"{}", kind)
    for name in operation.files:
        for what, body in forms(name).items():
            yield Raw(f"a form: {what}, {name}", *address, body, FORM)


def _odd_fields(operation: Operation, form: Any) -> Iterator[Raw]:
    address = (operation.method, operation.at(), operation.query())
    fields = operation.fields
    outer = {name for name, *inner in fields if not inner}
    for value in VALUES:
        yield Raw(f"all fields are {value!r}", *address, _odd(dict.fromkeys(outer, ODD), value))
    for at, schema in fields.items():
        for value in EDGES.get(schema.get("format", "")) or EDGES.get(kind_of(schema), ()):
            yield Raw(f"{'.'.join(at)} is {value!r}", *address, _odd(_with(form, at), value))


def _odd(form: Any, value: bytes) -> bytes:
    return json.dumps(form).encode().replace(json.dumps(ODD).encode(), value)


def _with(form: Any, at: tuple[str, ...]) -> Any:
    """Return a form with the odd value at a place."""
    if not at:
        return ODD
    outside = form if isinstance(form, dict) else {}
    return {**outside, at[0]: _with(outside.get(at[0]), at[1:])}


def filled(operation: Operation, sender: Sender) -> Any:
    """Return an operation's form, which begins with what the record holds where it has to."""
    if ("before",) not in operation.fields:
        return operation.form
    body = json.dumps(operation.form).encode()
    told = sender.send(Raw("nothing", operation.method, operation.at(), operation.query(), body)).problem
    return {**operation.form, "before": told.get("now", {})}


@pytest.mark.spec("8.1")
@pytest.mark.usefixtures("key")
def test_no_request_of_a_member_makes_a_500(world: World) -> None:
    known = {**known_to_all(), **world.things("premium", MINE), "member_id": world.people["owner"].member.id}
    document = world.app.test_client().get("/api/openapi.json", base_url=f"http://{world.site.hosts[0]}").json
    wrong = try_all([*operations_of(document, lambda _: known)], lambda: member_of(world))
    assert not wrong, "\n".join(wrong)


@pytest.mark.spec("10.4")
def test_no_request_of_staff_makes_a_500(world: World) -> None:
    desk = Desk(world, *Role)
    ids = desk.first_records()

    def known_at(path: str) -> dict[str, str]:
        return {"record_id": record_id} if (record_id := ids.get(path.split("/")[3])) else {}

    def sender_of() -> Sender:
        return Sender(world.app, desk.host, f"hearth_staff={desk.sign_in()}")

    operations = [*operations_of(console_document(RESOURCES, policies.KNOWN_PERMISSIONS), known_at)]
    for operation in operations[1:]:
        for name in TURNING:
            operation.asked.pop(name, None)
    # A table is asked what its list is asked.
    lists = [operation for operation in operations if not operation.path.endswith("/export.csv")]
    wrong = try_all(lists, sender_of)
    assert not wrong, "\n".join(wrong)


@pytest.mark.spec("8.1")
@pytest.mark.parametrize("address", ["/api/v1/session", "/api/v1/orders", "/api/user.php", "/ops/api/session"])
def test_no_header_makes_a_500(world: World, address: str) -> None:
    sender = member_of(world)
    odd = [Raw(f"{name}: {value}", "POST", address, body=b"{}", headers={name: value}) for name, value in HEADERS]
    wrong = [f"{raw.what[:100]}: {fault}" for raw in odd if (fault := fault_of(sender.send(raw)))]
    assert not wrong, "\n".join(wrong)


@pytest.mark.spec("8.1")
@pytest.mark.parametrize("address", ["/api/v1/session", "/api/v1/photos", "/ops/api/session"])
def test_no_body_as_large_as_may_be_makes_a_500(world: World, address: str) -> None:
    sender = member_of(world)
    for size in (MAX_BODY_BYTES, MAX_BODY_BYTES + 1):
        text = Raw("a text", "POST", address, body=b'{"email": "' + b"x" * (size - 13) + b'"}')
        form = Raw("a form", "POST", address, body=forms("file")["an empty file"].ljust(size, b"x"), kind=FORM)
        for raw in (text, form):
            assert len(raw.body) == size
            assert fault_of(sender.send(raw)) is None, raw.what
