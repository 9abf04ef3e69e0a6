"""What the console answers is described by the types of the functions that answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, NotRequired, TypedDict

import pytest

from app.console.catalogue import DeclarationError
from app.console.json_schema import Schemas

TEXT, NUMBER = {"type": "string"}, {"type": "integer"}


class Light(StrEnum):
    """A colour of a lamp."""

    RED = "red"
    GREEN = "green"


@dataclass(frozen=True)
class Length:
    """A length in metres."""

    metres: int


class Lamp(TypedDict):
    """A lamp of a lighthouse."""

    light: Light
    turns: Literal["left", "right"]
    reach: Length | None
    keepers: Sequence[str]
    seen_from: Mapping[str, int]
    note: NotRequired[str]


def show_lamp() -> Lamp:
    """Return a lamp."""
    raise NotImplementedError


def show_anything() -> dict[str, Any]:
    """Return what nobody knows."""
    raise NotImplementedError


def test_an_answer_is_described_with_its_parts_by_name() -> None:
    schemas = Schemas()
    assert schemas.of_answer(show_lamp) == {"$ref": "#/components/schemas/Lamp"}
    assert schemas.components == {
        "Length": {
            "description": "A length in metres.",
            "type": "object",
            "properties": {"metres": NUMBER},
            "required": ["metres"],
            "additionalProperties": False,
        },
        "Lamp": {
            "description": "A lamp of a lighthouse.",
            "type": "object",
            "properties": {
                "light": {"enum": ["red", "green"]},
                "turns": {"enum": ["left", "right"]},
                "reach": {"anyOf": [{"$ref": "#/components/schemas/Length"}, {"type": "null"}]},
                "keepers": {"type": "array", "items": TEXT},
                "seen_from": {"type": "object", "additionalProperties": NUMBER},
                "note": TEXT,
            },
            "required": ["light", "turns", "reach", "keepers", "seen_from"],
            "additionalProperties": False,
        },
    }


def test_an_answer_without_a_type_is_refused() -> None:
    with pytest.raises(DeclarationError, match="show_anything does not say which TypedDict it returns"):
        Schemas().of_answer(show_anything)


def test_a_type_that_is_no_json_is_refused() -> None:
    with pytest.raises(DeclarationError, match="is not JSON"):
        Schemas().of(bytes)


def test_two_types_of_one_name_are_refused() -> None:
    schemas = Schemas()
    schemas.of(Length)
    with pytest.raises(DeclarationError, match="two types are called Length"):
        schemas.of(TypedDict("Length", {"feet": int}))
