"""The console as an OpenAPI document, made of what its REST is made of: what every resource offers, with its forms and
the shape of its records.
"""

from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin

from app.console import engines, overview, staff_requests
from app.console.asking import MAX_PER_PAGE
from app.console.prefilled import form_of
from app.console.rest import RevealIn
from app.kernel.http.problem import MIMETYPE
from app.kernel.resources import MAX_LISTED, Action, Column, Resource
from modules.media.api import MediaIn

Spec = dict[str, Any]
DOOR, PICTURE = "/ops/api/session", "/ops/api/media/{key}"
KEY = {"in": "path", "name": "key", "required": True, "schema": {"type": "string", "minLength": 1}}
RECORD = {"in": "path", "name": "record_id", "required": True, "schema": {"type": "string", "minLength": 1}}
TEXT, LINES = {"type": ["string", "null"]}, {"type": ["array", "null"], "items": {"type": "string"}}
SHAPES: dict[str, Spec] = {
    "text": TEXT,
    "long_text": TEXT,
    "picture": TEXT,
    "reference": TEXT,
    "json": {},
    "words": LINES,
    "number": {"type": ["number", "null"]},
    "instant": {"type": ["string", "null"], "format": "date-time"},
    "day": {"type": ["string", "null"], "format": "date"},
    "yes_no": {"type": ["boolean", "null"]},
}
SOUGHT: dict[str, Spec] = {
    "yes_no": {"type": "string", "enum": ["true", "false"]},
    "reference": {"type": "string", "format": "uuid"},
}
WORD = {"type": "string", "maxLength": 40}


def console_document(resources: tuple[Resource, ...], permissions: frozenset[str]) -> Spec:
    """Return the document of all that somebody with these permissions may do."""
    spec = APISpec("The console", "1", "3.1.0", plugins=[MarshmallowPlugin(_name)])
    for path, method, needed, operation in _operations(resources):
        if permissions.issuperset(needed):
            spec.path(path, operations={method: operation})
    document = spec.to_dict()
    document["components"]["securitySchemes"] = {"staff": {"type": "apiKey", "in": "cookie", "name": "hearth_staff"}}
    document["security"] = [{"staff": []}]
    return document


def _operations(resources: tuple[Resource, ...]) -> Any:
    for resource in resources:
        yield from _of(resource)
    yield from _door()
    yield PICTURE, "get", (), _asks([KEY, {"in": "query", "schema": MediaIn}], {"200": IMAGE}, 404, 422)
    begin = [{"in": "query", "schema": overview.FiguresIn}]
    for name, needed, asked in (
        ("waiting", overview.FIGURES, []),
        ("figures", overview.FIGURES, begin),
        ("figures/parts", overview.FIGURES, [{"in": "query", "schema": overview.PartsIn}]),
        ("engines", engines.ENGINES, []),
    ):
        yield f"/ops/api/{name}", "get", (needed,), _asks(asked, {"200": _json({"type": "object"})}, 422)
    for name, needed, asked in (("figures.csv", overview.FIGURES, begin), ("engines.csv", engines.ENGINES, [])):
        yield f"/ops/api/{name}", "get", (needed,), _asks(asked, {"200": TABLE}, 422)


def _door() -> Any:
    """Yield the sign-in of staff, and what they do with their own account by password and code."""
    yield DOOR, "get", (), _asks([], {"200": PERSON})
    yield DOOR, "post", (), {**_sends([], staff_requests.SignInIn, {"200": PERSON}, 429), "security": []}
    yield DOOR, "delete", (), _asks([], DONE)
    yield f"{DOOR}/confirm", "post", (), _sends([], staff_requests.ConfirmIn, DONE, 429)
    yield f"{DOOR}/password", "post", (), _sends([], staff_requests.NewPasswordIn, DONE, 429)
    codes = _json(_whole({"recovery_codes": MANY}))
    yield f"{DOOR}/recovery-codes", "post", (), _sends([], staff_requests.ConfirmIn, {"200": codes}, 429)


def _of(resource: Resource) -> Any:
    """Yield path, method, needed permissions and description of all that a resource offers."""
    read, path = resource.permission, f"/ops/api/{resource.key}"
    record, shape = f"{path}/{{record_id}}", _record(resource)
    yield path, "get", (read,), _asks(_list(resource), {"200": _json(_page(shape))}, 422)
    yield f"{path}/export.csv", "get", (read, resource.export), _asks(_list(resource), {"200": TABLE}, 422)
    yield record, "get", (read,), _asks([RECORD], {"200": _json(shape)}, 404)
    if resource.reveal:
        seen = {column.source: TEXT for column in resource.columns if column.pii}
        sends = _sends([RECORD], RevealIn, {"200": _json(_whole(seen))}, 404)
        yield f"{record}/reveal", "post", (read, resource.reveal), sends
    for view in resource.views:
        asked = [{"in": "query", "schema": view.form}] if view.form else []
        drawn = _asks([RECORD, *asked], {"200": _json({"type": "object"})}, 404, 409, 422)
        yield f"{record}/views/{view.name}", "get", (read, view.permission), drawn
    for action in resource.actions:
        yield _act(action, path, record, shape, (read, action.permission))


def _act(action: Action, path: str, record: str, shape: Spec, needed: tuple[str, ...]) -> Any:
    if action.creates:
        return path, "post", needed, _sends([], form_of(action), {"201": _json(shape)}, 404, 409)
    gone = {"204": {"description": "It is none of these records any more"}}
    done = {"200": _json({})} if action.answers else {"200": _json(shape), **gone}
    if action.file:
        paper = {"schema": {"type": "string", "format": "binary"}}
        done = {"200": {"description": "A file", "content": {action.file: paper}}}
    return f"{record}/actions/{action.name}", "post", needed, _sends([RECORD], form_of(action), done, 404, 409, 429)


def _record(resource: Resource) -> Spec:
    """Return the shape of a record: the columns that are declared, and no others."""
    return _whole({"id": {"type": "string"}, **{column.source: _shape(column) for column in resource.columns}})


def _shape(column: Column) -> Spec:
    if column.pii:
        return TEXT
    if column.kind == "money" or column.currency:
        amount = _whole({"minor": {"type": "integer"}, "currency": {"type": "string", "pattern": "^[A-Z]{3}$"}})
        return {"anyOf": [amount, {"type": "null"}]}
    if column.kind == "badge":
        return {"enum": [*column.choices, None]}
    if column.kind == "badges":
        return {"type": "array", "items": {"enum": [*column.choices]}}
    return SHAPES[column.kind]


def _page(record: Spec) -> Spec:
    counted = {"total": {"type": "integer"}, "has_more": {"type": "boolean"}}
    return _whole({"data": {"type": "array", "items": record}, **counted})


def _whole(properties: Spec) -> Spec:
    return {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }


def _name(schema: Any) -> str:
    """Name a form after its module, too: several have one of the same name."""
    kind = schema if isinstance(schema, type) else type(schema)
    return f"{kind.__module__}.{kind.__name__}"


def _list(resource: Resource) -> list[Spec]:
    sortable = [column.source for column in resource.columns if column.sort]
    asked: Spec = {
        "page": {"type": "integer", "minimum": 1, "maximum": MAX_LISTED // MAX_PER_PAGE},
        "per_page": {"type": "integer", "minimum": 1, "maximum": MAX_PER_PAGE},
        "sort": {"type": "string", "enum": ["id", "-id", *sortable, *(f"-{one}" for one in sortable)]},
    }
    for source in resource.filters:
        column = resource.column(source)
        asked[source] = SOUGHT.get(column.kind, WORD) if column else WORD
    return [{"in": "query", "name": name, "schema": schema} for name, schema in asked.items()]


def _json(schema: Spec) -> Spec:
    return {"description": "OK", "content": {"application/json": {"schema": schema}}}


MANY = {"type": "array", "items": {"type": "string"}}
ONE = {name: {"type": "string"} for name in ("id", "name", "email")}
KNOWN = {"permissions": MANY, "recovery_codes_left": {"type": "integer"}}
PERSON = _json(_whole({"staff": _whole({**ONE, "roles": MANY}), **KNOWN}))
DONE = {"204": {"description": "It is done"}}
IMAGE = {"description": "A picture", "content": {"image/webp": {"schema": {"type": "string", "format": "binary"}}}}
TABLE = {"description": "A table", "content": {"text/csv": {"schema": {"type": "string"}}}}
PROBLEM = {
    "description": "A problem",
    "content": {
        MIMETYPE: {
            "schema": {
                "type": "object",
                "properties": {"status": {"type": "integer"}, "code": {"type": "string", "pattern": "^[a-z.-]+$"}},
                "required": ["status", "code", "title", "detail"],
            }
        }
    },
}


def _asks(parameters: list[Any], done: Spec, *refused: int) -> Spec:
    return {"parameters": parameters, "responses": {**done, **{str(status): PROBLEM for status in refused}}}


def _sends(parameters: list[Any], form: Any, done: Spec, *refused: int) -> Spec:
    if form is None:
        return _asks(parameters, done, *refused)
    body = {"required": True, "content": {"application/json": {"schema": form}}}
    return {**_asks(parameters, done, 400, 422, *refused), "requestBody": body}
