"""The console as an OpenAPI document, made of what its REST is made of: what every resource offers, with its forms."""

from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin

from app.kernel.ops import Action, Resource
from app.opsgen.rest import RevealIn

ANSWERS = {"200": {"description": "OK"}, "201": {"description": "Made"}, "default": {"description": "A problem"}}
RECORD = {"in": "path", "name": "record_id", "required": True, "schema": {"type": "string", "format": "uuid"}}
WORD = {"type": "string", "maxLength": 40}


def console_document(resources: tuple[Resource, ...]) -> dict[str, Any]:
    """Return the document of all resources."""
    spec = APISpec("The console", "1", "3.1.0", plugins=[MarshmallowPlugin(_name)])
    for resource in resources:
        path, record = f"/ops/api/{resource.key}", f"/ops/api/{resource.key}/{{record_id}}"
        making = next((action for action in resource.actions if action.creates), None)
        posts = {"post": _act(making)} if making else {}
        spec.path(path, operations={"get": _read(_list(resource)), **posts})
        spec.path(f"{path}/export.csv", operations={"get": _read(_list(resource))})
        spec.path(record, operations={"get": _read([RECORD])})
        if resource.reveal:
            spec.path(f"{record}/reveal", operations={"post": _send([RECORD], RevealIn)})
        for view in resource.views:
            asked = [{"in": "query", "schema": view.form}] if view.form else []
            spec.path(f"{record}/views/{view.name}", operations={"get": _read([RECORD, *asked])})
        for action in resource.actions:
            if not action.creates:
                spec.path(f"{record}/actions/{action.name}", operations={"post": _act(action, RECORD)})
    return spec.to_dict()


def _name(schema: Any) -> str:
    """Name a form after its module, too: several have one of the same name."""
    kind = schema if isinstance(schema, type) else type(schema)
    return f"{kind.__module__}.{kind.__name__}"


def _list(resource: Resource) -> list[dict[str, Any]]:
    asked = {"page": {"type": "integer"}, "per_page": {"type": "integer"}, "sort": WORD, "ids": WORD}
    asked |= dict.fromkeys(resource.filters, WORD)
    return [{"in": "query", "name": name, "schema": schema} for name, schema in asked.items()]


def _read(parameters: list[Any]) -> dict[str, Any]:
    return {"parameters": parameters, "responses": ANSWERS}


def _act(action: Action, *parameters: Any) -> dict[str, Any]:
    return _send([*parameters], action.form) if action.form else {"parameters": [*parameters], "responses": ANSWERS}


def _send(parameters: list[Any], form: Any) -> dict[str, Any]:
    body = {"required": True, "content": {"application/json": {"schema": form}}}
    return {"parameters": parameters, "responses": ANSWERS, "requestBody": body}
