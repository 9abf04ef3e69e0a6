"""How a request is handled: identify, authorise, one transaction around the view, answer."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Any, cast

from flask import Request, Response, current_app, g, make_response, request
from flask_smorest import Api, Blueprint
from marshmallow import INCLUDE, Schema, fields
from sqlalchemy.exc import DBAPIError
from webargs.flaskparser import FlaskParser, abort
from werkzeug.datastructures import CombinedMultiDict

from app.kernel import clock, metrics
from app.kernel.config import config
from app.kernel.db import replicas
from app.kernel.db.session import Session, run_in_transaction, transaction
from app.kernel.errors import Forbidden, LoginRequired
from app.kernel.http import idempotency, problem
from app.kernel.http.auth import Access, Actor, Identify
from app.kernel.http.headers import NOTHING
from app.kernel.http.json_in import read_json
from app.kernel.secrets.signing import is_signed, sign

CLIENT_HEADER = "X-Hearthside-Client"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
METHODS = (*SAFE_METHODS, "POST", "PUT", "PATCH", "DELETE")
# The name of the session cookie in the OpenAPI document.
LOGIN = "login"
# And of status 422, whose phrase differs from Python 3.13 on.
UNPROCESSABLE = "UNPROCESSABLE_ENTITY"


def cookie_name(name: str) -> str:
    """Return a cookie's name; under https the __Host- prefix binds it to this host."""
    return f"__Host-{name}" if config().secure_cookies else name


def set_cookie(response: Response, name: str, value: str, *, days: int, readable: bool = False) -> None:
    """Set a cookie for the whole site; scripts may read it only when `readable`."""
    response.set_cookie(
        cookie_name(name),
        value,
        max_age=days * 86_400,
        secure=config().secure_cookies,
        httponly=not readable,
        samesite="Lax",
        path="/",
    )


# Where the primary was after the last write of this browser, so that it reads from no replica that is not there.
POSITION = "position"
# No replica is there, for want of an answer.
_NOWHERE = 2**63 - 1


def read_position() -> int:
    """Return the position of the last write of this browser; 0 if there is none, or its signature is not valid."""
    position, _, signature = request.cookies.get(cookie_name(f"hearth_{POSITION}"), "").partition(".")
    return int(position) if position.isdecimal() and is_signed(POSITION, position, signature) else 0


def keep_position(response: Response) -> None:
    """Have a browser whose request wrote keep the primary's position, where there are replicas."""
    if config().database_read_url is None or not replicas.has_written():
        return
    try:
        position = str(replicas.read_position())
    except DBAPIError:
        position = str(_NOWHERE)
    set_cookie(response, f"hearth_{POSITION}", f"{position}.{sign(POSITION, position)}", days=1)


class Parser(FlaskParser):
    """Reads the body and the form; a required body must be there, as JSON or as a multipart form."""

    DEFAULT_UNKNOWN_BY_LOCATION = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "files": None}

    def load_json(self, req: Request, schema: Schema) -> Any:
        """Return the body; raises BadRequest if it is missing or cannot be read."""
        if not req.is_json or not req.get_data():
            abort(400)
        try:
            return read_json(req.get_data())
        except ValueError:
            abort(400, messages={"json": ["field.invalid"]})

    def load_files(self, req: Request, schema: Schema) -> Any:
        """Return the whole form, files and texts."""
        return self._makeproxy(CombinedMultiDict([req.files, req.form]), schema)


parser = Parser()


class ProblemSchema(Schema):
    """The form of every refusal (RFC 9457); some have more fields, such as a limit."""

    class Meta:
        unknown = INCLUDE

    status = fields.Integer(required=True)
    code = fields.String(required=True)
    title = fields.String(required=True)
    detail = fields.String(required=True)
    errors = fields.List(fields.Dict())
    authentication_required = fields.Boolean()


class ProblemApi(Api):
    """flask-smorest, with problem details for errors."""

    ERROR_SCHEMA = ProblemSchema

    def _init_spec(self, **options: Any) -> None:
        """Describe the cookie that operations for members require."""
        super()._init_spec(**options)
        cookie = {"type": "apiKey", "in": "cookie", "name": cookie_name("hearth_session")}
        self.spec.components.security_scheme(LOGIN, cookie)

    def _register_responses(self) -> None:
        """Describe every error with its content type, for which flask-smorest assumes plain JSON."""
        super()._register_responses()
        responses = self.spec.components.responses_lazy
        responses[UNPROCESSABLE] = {**responses[HTTPStatus(422).name], "description": "Unprocessable Entity"}
        for response in responses.values():
            if plain := response.get("content", {}).pop("application/json", None):
                response["content"][problem.MIMETYPE] = plain

    def handle_http_exception(self, error: Any) -> Response:
        """Answer an HTTP error as a problem document."""
        return problem.from_http(error)


@dataclass(frozen=True)
class Operation:
    """How an operation is run.

    access: who may call it. managed: one transaction around the view; an unmanaged view opens its own, because it calls
    a network in between. writes: None means "unless GET". idempotent: needs an Idempotency-Key. client_only: needs the
    client header even for GET, so that no other page can trigger it. beacon: harmless, and sent without that header.
    any_host: for programs that know none of our sites; such a view has no current actor. replica: what is read within
    `on_replica` may come from a replica.
    """

    access: Access = Access.MEMBER
    managed: bool = True
    writes: bool | None = None
    idempotent: bool = False
    client_only: bool = False
    beacon: bool = False
    any_host: bool = False
    replica: bool = False

    def __post_init__(self) -> None:
        """Refuse checks that `any_host` would skip, as there is no actor to check, and writes to a replica
        (ValueError).
        """
        is_open = self.access is Access.PUBLIC and self.beacon and self.managed and not self.idempotent
        if self.any_host and not is_open:
            raise ValueError("an operation for any host is a public, managed beacon")
        if self.replica and (self.writes or self.idempotent or self.any_host or not self.managed):
            raise ValueError("an operation that may read from a replica is a managed GET")

    def is_write(self) -> bool:
        """Return whether this request may change state."""
        return self.writes if self.writes is not None else request.method not in SAFE_METHODS


class ApiBlueprint(Blueprint):
    """The routes of a module. `@blp.get("/x", op=Operation(...))`; without `op` an operation is for members."""

    ARGUMENTS_PARSER = parser

    def __init__(self, module: str, **kwargs: Any) -> None:
        super().__init__(module, module, url_prefix="/api/v1", **kwargs)

    def route(self, rule: str, *, op: Operation | None = None, **options: Any) -> Callable[[Any], Any]:
        """Register a view, wrapped by `edge`."""
        operation = op or Operation()

        def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
            register = super(ApiBlueprint, self).route(rule, **options)
            return cast(Callable[..., Any], register(described(edge(view, operation), operation)))

        return decorate

    def arguments(self, schema: Any, **options: Any) -> Callable[[Any], Any]:
        """Parse and validate a request's arguments, with one schema instance: making one costs as much as a query."""
        decorate = super().arguments(schema() if isinstance(schema, type) else schema, **options)

        def describe(view: Callable[..., Any]) -> Any:
            wrapped = decorate(view)
            wrapped._apidoc["arguments"]["responses"] = {422: UNPROCESSABLE}
            return wrapped

        return describe


def described(view: Callable[..., Any], operation: Operation) -> Callable[..., Any]:
    """Document in OpenAPI that a view requires a login, unless it is public."""
    if operation.access is Access.PUBLIC:
        return view
    return cast(Callable[..., Any], Blueprint.doc(security=[{LOGIN: []}])(view))


def edge(view: Callable[..., Any], operation: Operation) -> Callable[..., Any]:
    """Wrap a view in identification, access check, transaction and idempotency.

    It is run again when its connection is lost: a GET always, and a write before COMMIT was sent or where an
    Idempotency-Key decides whether it was done.
    """

    @wraps(view)
    def run(**arguments: Any) -> Response:
        if not operation.managed:
            with transaction(read_only=True) as session:
                admit(session, operation)
            return make_response(view(**arguments))

        def attempt(session: Session) -> Response:
            if session.retries.has_waited:
                _rewind_files()
            if operation.any_host:
                return make_response(view(**arguments))
            actor = admit(session, operation)
            if operation.replica:
                session.replica_position = read_position()
            return answer(session, operation, actor, lambda: view(**arguments))

        return run_in_transaction(attempt, read_only=not operation.is_write(), is_repeatable=operation.idempotent)

    run.operation = operation  # type: ignore[attr-defined]
    return run


def _rewind_files() -> None:
    """Let the files of a form be read again."""
    if request.mimetype == "multipart/form-data":
        for _, file in request.files.items(multi=True):
            file.stream.seek(0)


def check_origin(operation: Operation) -> None:
    """Refuse requests that another site's page could have triggered; raises Forbidden."""
    if operation.beacon or not (operation.is_write() or operation.client_only):
        return
    if not is_from_own_page():
        raise Forbidden()


def is_from_own_page() -> bool:
    """Return whether a request comes from one of our programs: a page of another site cannot send the header."""
    is_same_site = request.headers.get("Sec-Fetch-Site", "same-origin") in ("same-origin", "none")
    return is_same_site and CLIENT_HEADER in request.headers


def admit(session: Session, operation: Operation) -> Actor:
    """Identify the actor, set their language and check their access; raises Forbidden and LoginRequired."""
    identify: Identify = current_app.extensions["identify"]
    actor = identify(session, request)
    g.actor = actor
    g.language = actor.language
    check_origin(operation)
    if operation.access is not Access.PUBLIC and actor.member_id is None:
        raise LoginRequired()
    return actor


def answer(session: Session, operation: Operation, actor: Actor, view: Callable[[], Any]) -> Response:
    """Run the view, once per Idempotency-Key where the operation needs one."""
    if not operation.idempotent:
        return make_response(view())
    scope = str(actor.member_id) if actor.member_id else f"visitor {actor.site_id}"
    return idempotency.run_once(session, scope=scope, view=view)


def picture(content: bytes | None, *, expires: int) -> Response:
    """Return a picture that the browser alone caches until `expires`, in seconds since 1970; 404 without one."""
    if content is None:
        abort(404)
    response = Response(content, content_type="image/webp")
    response.headers["Cache-Control"] = f"private, max-age={expires - int(clock.now().timestamp())}, immutable"
    response.headers["Content-Security-Policy"] = f"{NOTHING}; sandbox"
    return response


def attachment(content: bytes | Iterable[bytes], *, name: str, mimetype: str) -> Response:
    """Return a file to be saved under a name; no cache keeps it."""
    response = Response(content, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-store"
    return response


def observe(started: float, response: Response) -> Response:
    """Record the request and its duration for Prometheus."""
    route = request.url_rule.rule if request.url_rule else "none"
    # A series stays in memory for ever, and a request may name any method.
    method = request.method if request.method in METHODS else "other"
    metrics.REQUESTS.labels(method, route, response.status_code).inc()
    metrics.REQUEST_SECONDS.labels(route).observe(time.perf_counter() - started)
    return response
