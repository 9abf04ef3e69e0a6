"""Whether the console answers what its OpenAPI document says."""

import json
from functools import cache
from typing import Any

import jsonschema_rs

from cli.openapi import CONSOLE_DOCUMENT
from tests.conftest import Client

API = "/ops/api/"


class StaffClient(Client):
    """A browser of staff; the JSON that it gets is compared with the committed document."""

    def open(self, path: str, *, method: str = "GET", key: str | None = None, **kwargs: Any) -> Any:
        """Send one request, and compare what it answers."""
        answer = super().open(path, method=method, key=key, **kwargs)
        documented = _path(path)
        if answer.is_json and answer.status_code < 300 and documented in _document()["paths"]:
            _validator(documented, method.lower(), str(answer.status_code)).validate(answer.json)
        return answer


def _path(address: str) -> str:
    """Return the path in the document, in which a record has no id; tests plant resources that are not in it."""
    head, *rest = address.partition("?")[0].removeprefix(API).split("/")
    if "." in head and rest:
        rest[0] = "{record_id}"
    return API + "/".join([head, *rest])


@cache
def _validator(path: str, method: str, status: str) -> Any:
    document = _document()
    schema = document["paths"][path][method]["responses"][status]["content"]["application/json"]["schema"]
    return jsonschema_rs.validator_for({**schema, "components": document["components"]})


@cache
def _document() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(CONSOLE_DOCUMENT.read_text())
    return document
