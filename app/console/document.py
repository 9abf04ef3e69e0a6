"""The console's API as an OpenAPI document, from what its REST consists of: resources with their forms, records, views
and actions.
"""

from collections.abc import Callable, Iterator
from typing import Any, get_args, get_type_hints
from uuid import UUID

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin

from app.console import engines, overview, staff_requests
from app.console.asking import MAX_PER_PAGE
from app.console.catalogue import holds, row_of
from app.console.json_schema import Schemas, Spec, object_schema
from app.console.prefilled import form_of
from app.console.rest import RevealIn
from app.kernel.http.hosts import CONSOLE
from app.kernel.http.problem import MIMETYPE
from app.kernel.resources import MAX_LISTED, TIMES, Action, Column, Resource
from modules.billing.contracts.shop import Money
from modules.media import api as media_api

API = f"{CONSOLE}/api"
SESSION, PICTURE = f"{API}/session", f"{API}/media/{{key}}"
TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT}
COLUMNS: dict[str, Spec] = {
    "json": {},
    "words": TEXTS,
    "number": {"type": "number"},
    "instant": {"type": "string", "format": "date-time"},
    "day": {"type": "string", "format": "date"},
    "yes_no": {"type": "boolean"},
}
FILTERS: dict[str, Spec] = {
    "yes_no": {"type": "string", "enum": ["true", "false"]},
    "reference": {"type": "string", "format": "uuid"},
    **{kind: {"type": "string", "format": "date"} for kind in TIMES},
}
DONE = {"204": {"description": "Done"}}
IMAGE = {"description": "A picture", "content": {"image/webp": {"schema": {"type": "string", "format": "binary"}}}}
TABLE = {"description": "A table", "content": {"text/csv": {"schema": TEXT}}}
PROBLEM = {
    "type": "object",
    "properties": {
        "status": {"type": "integer"},
        "code": {"type": "string", "pattern": "^[a-z.-]+$"},
        "title": TEXT,
        "detail": TEXT,
        "authentication_required": {"type": "boolean"},
        "errors": {"type": "array", "items": object_schema({"pointer": TEXT, "code": TEXT, "detail": TEXT})},
        "now": {"type": "object", "description": "The current values of a record that was changed meanwhile"},
    },
    "required": ["status", "code", "title", "detail"],
}
# Path, method, needed permissions, and the operation.
Operation = tuple[str, str, tuple[str | None, ...], Spec]


def console_document(resources: tuple[Resource, ...], permissions: frozenset[str]) -> Spec:
    """Return the document of all that somebody with these permissions may do."""
    spec = APISpec("The console", "1", "3.1.0", plugins=[MarshmallowPlugin(schema_name_resolver=lambda _: "")])
    schemas = Schemas()
    for path, method, needed, operation in _operations(resources, schemas):
        if permissions.issuperset(needed):
            spec.path(path, operations={method: operation})
    document = spec.to_dict()
    document["components"] = {
        "schemas": {**schemas.components, "Problem": PROBLEM},
        "responses": {"Problem": _answer("A problem", {"$ref": "#/components/schemas/Problem"}, MIMETYPE)},
        "securitySchemes": {"staff": {"type": "apiKey", "in": "cookie", "name": "hearth_staff"}},
    }
    document["security"] = [{"staff": []}]
    return document


def _operations(resources: tuple[Resource, ...], schemas: Schemas) -> Iterator[Operation]:
    for resource in resources:
        yield from _of_resource(resource, schemas)
    yield from _of_session(schemas)
    key = _path_parameter("key")
    yield PICTURE, "get", (), _asks([key, _query(media_api.MediaIn)], {"200": IMAGE}, 404, 422)
    for name, needed, form, answer in (
        ("waiting", overview.FIGURES, None, overview.show_waiting),
        ("figures", overview.FIGURES, overview.FiguresIn, overview.show_figures),
        ("figures/parts", overview.FIGURES, overview.PartsIn, overview.show_parts),
        ("engines", engines.ENGINES, None, engines.show_engines),
    ):
        yield f"{API}/{name}", "get", (needed,), _asks([_query(form)] if form else [], _ok(schemas, answer), 422)
    figures = [_query(overview.FiguresIn)]
    yield f"{API}/figures.csv", "get", (overview.FIGURES,), _asks(figures, {"200": TABLE}, 422)
    yield f"{API}/engines.csv", "get", (engines.ENGINES,), _asks([], {"200": TABLE})


def _of_session(schemas: Schemas) -> Iterator[Operation]:
    """Yield the sign-in of staff, and what they do with their own account, most of it by password and code."""
    person = _ok(schemas, staff_requests.describe)
    codes = {"200": _json(schemas.of(staff_requests.RecoveryCodes))}
    yield SESSION, "get", (), _asks([], person)
    yield SESSION, "post", (), {**_sends([], staff_requests.SignInIn, person, 429), "security": []}
    yield SESSION, "delete", (), _asks([], DONE)
    yield f"{SESSION}/language", "put", (), _sends([], staff_requests.LanguageIn, DONE)
    yield f"{SESSION}/confirm", "post", (), _sends([], staff_requests.ConfirmIn, DONE, 429)
    yield f"{SESSION}/password", "post", (), _sends([], staff_requests.NewPasswordIn, DONE, 429)
    yield f"{SESSION}/recovery-codes", "post", (), _sends([], staff_requests.ConfirmIn, codes, 429)


def _of_resource(resource: Resource, schemas: Schemas) -> Iterator[Operation]:
    """Yield all that a resource offers."""
    read, path = resource.permission, f"{API}/{resource.key}"
    record, by_id = f"{path}/{{record_id}}", [_path_parameter("record_id")]
    schemas.components[resource.key] = _record(resource, schemas)
    shape = {"$ref": f"#/components/schemas/{resource.key}"}
    yield path, "get", (read,), _asks(_list_parameters(resource), {"200": _json(_page(shape))}, 422)
    yield f"{path}/export.csv", "get", (read, resource.export), _asks(_list_parameters(resource), {"200": TABLE}, 422)
    yield record, "get", (read,), _asks(by_id, {"200": _json(shape)}, 404)
    if resource.reveal:
        masked = {column.source: _column(resource, column, schemas) for column in resource.columns if column.pii}
        revealed = _sends(by_id, RevealIn, {"200": _json(object_schema(masked))}, 404)
        yield f"{record}/reveal", "post", (read, resource.reveal), revealed
    for view in resource.views:
        asked = [*by_id, *([_query(view.form)] if view.form else [])]
        drawn = _asks(asked, _ok(schemas, view.run), 404, 409, 422)
        yield f"{record}/views/{view.name}", "get", (read, view.permission), drawn
    for action in resource.actions:
        needed = (read, action.permission)
        if action.creates:
            yield path, "post", needed, _sends([], form_of(action), {"201": _json(shape)}, 404, 409)
        else:
            done = _done(action, shape, schemas)
            sends = _sends(by_id, form_of(action), done, 404, 409, 429)
            yield f"{record}/actions/{action.name}", "post", needed, sends


def _done(action: Action, shape: Spec, schemas: Schemas) -> Spec:
    if action.answers:
        return _ok(schemas, action.run)
    if action.file:
        return {"200": _answer("A file", {"type": "string", "format": "binary"}, action.file)}
    return {"200": _json(shape), "204": {"description": "It is none of these records any more"}}


def _record(resource: Resource, schemas: Schemas) -> Spec:
    """Return the shape of a record: the declared columns, and no others."""
    columns = {column.source: _column(resource, column, schemas) for column in resource.columns}
    return object_schema({"id": TEXT, **columns})


def _column(resource: Resource, column: Column, schemas: Schemas) -> Spec:
    shape = _shape(column, schemas)
    hint = get_type_hints(row_of(resource))[column.source]
    may_be_missing = type(None) in get_args(hint) and column.kind != "json"
    return {"anyOf": [shape, {"type": "null"}]} if may_be_missing else shape


def _shape(column: Column, schemas: Schemas) -> Spec:
    if column.pii:
        return TEXT
    if column.currency:
        return schemas.of(Money)
    if column.kind == "badge":
        return {"enum": [*column.choices]}
    if column.kind == "badges":
        return {"type": "array", "items": {"enum": [*column.choices]}}
    return COLUMNS.get(column.kind, TEXT)


def _page(record: Spec) -> Spec:
    records = {"type": "array", "items": record}
    return object_schema({"data": records, "total": {"type": "integer"}, "has_more": {"type": "boolean"}})


def _list_parameters(resource: Resource) -> list[Spec]:
    sortable = [column.source for column in resource.columns if column.sort]
    one_id = FILTERS["reference"] if holds(resource, "id", UUID) else TEXT
    asked: Spec = {
        "page": {"type": "integer", "minimum": 1, "maximum": MAX_LISTED // MAX_PER_PAGE},
        "per_page": {"type": "integer", "minimum": 1, "maximum": MAX_PER_PAGE},
        "sort": {"type": "string", "enum": ["id", "-id", *sortable, *(f"-{one}" for one in sortable)]},
        "ids": {"type": "array", "items": one_id, "maxItems": MAX_PER_PAGE},
    }
    for column in resource.searched:
        asked |= dict.fromkeys(column.query_names, FILTERS.get(column.kind, {"type": "string", "maxLength": 40}))
    return [{"in": "query", "name": name, "schema": schema} for name, schema in asked.items()]


def _path_parameter(name: str) -> Spec:
    return {"in": "path", "name": name, "required": True, "schema": {"type": "string", "minLength": 1}}


def _query(form: Any) -> Spec:
    return {"in": "query", "schema": form}


def _ok(schemas: Schemas, answer: Callable[..., Any]) -> Spec:
    return {"200": _json(schemas.of_answer(answer))}


def _json(schema: Spec) -> Spec:
    return _answer("OK", schema, "application/json")


def _answer(description: str, schema: Spec, mimetype: str) -> Spec:
    return {"description": description, "content": {mimetype: {"schema": schema}}}


def _asks(parameters: list[Any], done: Spec, *refused: int) -> Spec:
    problem = {"$ref": "#/components/responses/Problem"}
    return {"parameters": parameters, "responses": {**done, **{str(status): problem for status in refused}}}


def _sends(parameters: list[Any], form: Any, done: Spec, *refused: int) -> Spec:
    if form is None:
        return _asks(parameters, done, *refused)
    body = {"required": True, "content": {"application/json": {"schema": form}}}
    return {**_asks(parameters, done, 400, 422, *refused), "requestBody": body}
