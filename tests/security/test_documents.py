"""What both OpenAPI documents promise, tried with values that fit them and values that do not, by schemathesis.

Each document is tried as four people: a few examples an operation, the same every time; many with HEARTH_LONG=1
(`hearth test long`).
"""

import os
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from app.kernel.http import CLIENT_HEADER
from app.registry import RESOURCES
from modules.moderation.contracts import Role
from tests.factories.moderation import make_staff, open_session
from tests.security.console_document import console_document
from tests.security.test_matrix import FIXED
from tests.security.world import World, build

IS_LONG = bool(os.environ.get("HEARTH_LONG"))
EXAMPLES = 60 if IS_LONG else 2
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
Headers = Callable[[], dict[str, str]]


@pytest.fixture(scope="module")
def world(app: Any, _simulator: Any) -> World:
    return build(app)


def try_all(schema: Any, host: str, headers: Headers, known: dict[str, Any]) -> dict[str, str]:
    """Try every operation of a document as one person; returns what went wrong, by operation."""
    wrong: dict[str, str] = {}
    for found in schema.get_all_operations():
        operation = found.ok()
        for mode in MODES:
            try:
                _try(operation, mode, host, headers, known)
            except Unsatisfiable:
                continue  # no value is wrong here
            except (Exception, BaseExceptionGroup) as failure:  # every way to fail is one to be told of
                wrong[f"{operation.label} ({mode.value})"] = _told(failure)
    return wrong


def _try(operation: Any, mode: GenerationMode, host: str, headers: Headers, known: dict[str, Any]) -> None:
    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[*HealthCheck],
    )
    @given(case=operation.as_strategy(mode))
    def run(case: Case) -> None:
        if mode is GenerationMode.POSITIVE:
            # Things that are there, so that more is asked than whether they are.
            case.path_parameters = {
                name: str(known.get(name, value)) for name, value in (case.path_parameters or {}).items()
            }
        answer = case.call(base_url=f"http://{host}", headers={**headers(), "Idempotency-Key": uuid4().hex})
        case.validate_response(answer, checks=CHECKS)

    run()


def _told(failure: BaseException) -> str:
    return "\n".join(str(one) for one in getattr(failure, "exceptions", [failure]))[:300]


@pytest.mark.spec("8.1")
@pytest.mark.parametrize("actor", ["visitor", "free", "premium", "banned"])
def test_the_members_document_is_kept(actor: str, app: Any, world: World) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app)
    host = world.site.hosts[0]

    def headers() -> dict[str, str]:
        cookie = world.browser(actor).http.get_cookie("hearth_session", domain=host)
        return {CLIENT_HEADER: "web", **({"Cookie": f"hearth_session={cookie.value}"} if cookie else {})}

    wrong = try_all(schema, host, headers, {**FIXED, **world.things(actor, "own")})
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())


@pytest.mark.spec("10.4")
@pytest.mark.parametrize("role", [Role.MODERATOR, Role.SUPPORT, Role.FINANCE, Role.ADMIN])
def test_the_consoles_document_is_kept(role: Role, app: Any, world: World, db: Any) -> None:
    schema = schemathesis.openapi.from_dict(console_document(RESOURCES))
    schema.app = app
    with db() as session:
        colleague = make_staff(session, role)
        token = open_session(session, colleague)
    given = {CLIENT_HEADER: "web", "Cookie": f"hearth_staff={token}"}
    things = {"record_id": world.people["owner"].member.id}
    wrong = try_all(schema, world.site.hosts[0], lambda: given, things)
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())
