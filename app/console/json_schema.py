"""JSON Schema of what the console answers, from the type annotations of the functions that answer."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from inspect import getdoc
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict
from uuid import UUID

from app.console.catalogue import DeclarationError

Spec = dict[str, Any]
SCALARS: dict[Any, Spec] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    UUID: {"type": "string", "format": "uuid"},
    NoneType: {"type": "null"},
}


class Schemas:
    """The components of a document: TypedDicts and dataclasses by name."""

    def __init__(self) -> None:
        self.components: dict[str, Spec] = {}
        self._named: dict[str, Any] = {}

    def of_answer(self, answer: Callable[..., Any]) -> Spec:
        """Return the schema of what a function returns; raises DeclarationError if it is no TypedDict."""
        returned = get_type_hints(answer).get("return")
        if not is_typeddict(returned):
            raise DeclarationError(f"{answer.__module__}.{answer.__qualname__} does not say which TypedDict it returns")
        return self.of(returned)

    def of(self, hint: Any) -> Spec:
        """Return the schema of a type; raises DeclarationError for one that is no JSON."""
        if hint in SCALARS:
            return SCALARS[hint]
        if is_typeddict(hint) or is_dataclass(hint):
            return self._component(hint)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return {"enum": [one.value for one in hint]}
        inner = get_args(hint)
        kind = get_origin(hint)
        if kind is Literal:
            return {"enum": [*inner]}
        if kind in (Union, UnionType):
            return {"anyOf": [self.of(one) for one in inner]}
        if isinstance(kind, type) and issubclass(kind, Mapping):
            return {"type": "object", "additionalProperties": self.of(inner[1])}
        if isinstance(kind, type) and issubclass(kind, Sequence):
            return {"type": "array", "items": self.of(inner[0])}
        raise DeclarationError(f"{hint} is not JSON")

    def _component(self, named: Any) -> Spec:
        name = named.__name__
        if self._named.setdefault(name, named) is not named:
            raise DeclarationError(f"two types are called {name}: {named}, {self._named[name]}")
        if name not in self.components:
            self.components[name] = {}  # found by itself, should it contain itself
            required = named.__required_keys__ if is_typeddict(named) else {field.name for field in fields(named)}
            properties = {key: self.of(hint) for key, hint in get_type_hints(named).items()}
            self.components[name] = {"description": getdoc(named), **object_schema(properties, required)}
        return {"$ref": f"#/components/schemas/{name}"}


def object_schema(properties: Spec, required: Collection[str] | None = None) -> Spec:
    """Return the schema of an object with these properties and no others, all of them required unless told which."""
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if required is None or name in required],
        "additionalProperties": False,
    }
