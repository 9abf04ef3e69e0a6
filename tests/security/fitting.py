"""Requests that fit an OpenAPI document, one an operation, so that one part at a time can be made odd."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote
from uuid import UUID

Spec = dict[str, Any]
JSON, MULTIPART = "application/json", "multipart/form-data"
# What fits and no schema says, by the name of a field.
FITTING = {
    "email": "raw@example.org",
    "password": "herons above the sea",
    "password_repeat": "herons above the sea",
    "new_password": "herons above the sea",
    "date_of_birth": "1980-01-01",
    "path": "/search",
    "country": "NL",
    "language": "nl",
    "timezone": "Europe/Amsterdam",
    "iban": "NL91ABNA0417164300",
    "quiet_from": "22:00",
    "quiet_until": "07:00",
    "expires": "2030-01-01",
    "min_age": 18,
    "notes": {},
    "before": {},
}
FORMATS = {"uuid": str(UUID(int=7)), "date": "2026-01-01"}


@dataclass(frozen=True)
class Operation:
    """`parts` are the words of the path, `asked` the schemas of what the query may ask, `needed` its words for what it
    has to, `form` a body of JSON, `fields` the schemas of its fields by their names from the outside in, and `files`
    the names in a multipart form.
    """

    method: str
    path: str
    parts: dict[str, str]
    asked: dict[str, Spec]
    needed: dict[str, str]
    form: Any
    fields: dict[tuple[str, ...], Spec]
    files: tuple[str, ...]

    @property
    def name(self) -> str:
        """Return such as `POST /api/v1/members/{member_id}/like`."""
        return f"{self.method} {self.path}"

    def at(self, **odd: str) -> str:
        """Return the path as it goes over the wire, with some of its words in the place of those that fit."""
        return self.path.format(**{name: quote(word) for name, word in self.parts.items()} | odd)

    def query(self, **odd: str) -> str:
        """Return the query as it goes over the wire, with some words beside or in the place of what it has to ask."""
        return "&".join(f"{name}={word}" for name, word in (self.needed | odd).items())


def operations_of(document: Spec, known_at: Callable[[str], Mapping[str, Any]]) -> Iterator[Operation]:
    """Yield the operations of a document; `known_at` says of a path which values are of things that are there."""
    for path, methods in document["paths"].items():
        reader = _Reader(document, FITTING | {name: _plain(value) for name, value in known_at(path).items()})
        for method in methods.keys() - {"parameters"}:
            parameters = [*methods.get("parameters", []), *methods[method].get("parameters", [])]
            yield reader.operation(method.upper(), path, parameters, methods[method].get("requestBody", {}))


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, UUID) else value


@dataclass(frozen=True)
class _Reader:
    document: Spec
    fitting: Mapping[str, Any]

    def operation(self, method: str, path: str, parameters: list[Spec], body: Spec) -> Operation:
        asked = {one["name"]: one["schema"] for one in parameters if one["in"] == "query"}
        needed = [one["name"] for one in parameters if one["in"] == "query" and one.get("required")]
        sent = {kind: said["schema"] for kind, said in body.get("content", {}).items()}
        return Operation(
            method,
            path,
            parts={one["name"]: str(self.fit(one["schema"], one["name"])) for one in parameters if one["in"] == "path"},
            asked={name: self.resolve(schema) for name, schema in asked.items()},
            needed={name: quote(str(self.fit(asked[name], name))) for name in needed},
            form=self.fit(sent[JSON]) if JSON in sent else None,
            fields=dict(self.fields(sent.get(JSON, {}))),
            files=tuple(name for name, *_ in dict(self.fields(sent.get(MULTIPART, {})))),
        )

    def resolve(self, schema: Spec) -> Spec:
        """Return a schema itself, in the place of one that names it or leaves a choice."""
        while True:
            if "$ref" in schema:
                schema = self.document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
            elif choice := schema.get("anyOf") or schema.get("allOf"):
                schema = choice[0]
            else:
                return schema

    def fit(self, schema: Spec, name: str = "") -> Any:
        """Return a value that fits a schema."""
        schema = self.resolve(schema)
        if name in self.fitting:
            return self.fitting[name]
        if "enum" in schema:
            return schema["enum"][0]
        kind = kind_of(schema)
        if kind == "object":
            return {key: self.fit(inner, key) for key, inner in schema.get("properties", {}).items()}
        if kind == "array":
            return [self.fit(schema["items"])]
        if kind in ("integer", "number"):
            return schema.get("minimum", 1)
        if kind == "boolean":
            return True
        return FORMATS.get(schema.get("format", ""), "x" * max(schema.get("minLength", 1), 1))

    def fields(self, schema: Spec, outside: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Spec]]:
        """Yield the fields of a schema and their own schemas, those inside of others too."""
        for name, inner in self.resolve(schema).get("properties", {}).items():
            yield (*outside, name), self.resolve(inner)
            yield from self.fields(inner, (*outside, name))


def kind_of(schema: Spec) -> str:
    """Return the type that a schema asks for, where it is not null; text where it asks for none."""
    kind = schema.get("type", "string")
    return str(kind[0] if isinstance(kind, list) else kind)
