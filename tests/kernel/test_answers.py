"""Answers are written by a shorter way than marshmallow's (app/kernel/http/schema.py) and must be the same."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, make_dataclass
from datetime import UTC, date, datetime, time
from enum import StrEnum
from itertools import product
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import Schema, fields

from app.kernel.http.schema import Out
from app.registry import MODULES


class Colour(StrEnum):
    RED = "red"


class WickOut(Out):
    length = fields.Integer(required=True)
    is_lit = fields.Boolean(required=True)


class CandleOut(Out):
    id = fields.UUID(required=True)
    name = fields.String(required=True, data_key="called")
    colour = fields.String(required=True)
    shade = fields.Enum(Colour, by_value=True)
    made_at = fields.AwareDateTime(required=True)
    height = fields.Integer(required=True, attribute="size")
    smell = fields.String(dump_default="none")
    kind = fields.Constant("candle")
    wick = fields.Nested(WickOut, required=True, allow_none=True)
    spares = fields.List(fields.Nested(WickOut), required=True)
    wick_length = fields.Integer(attribute="wick.length")
    notes = fields.Dict(keys=fields.String(), values=fields.String())
    text = fields.Function(lambda candle: "a text")


@dataclass
class Wick:
    length: Any
    is_lit: Any


WICKS = st.builds(Wick, st.integers() | st.none() | st.just("7"), st.booleans() | st.none())
CANDLES = st.fixed_dictionaries(
    {"wick": WICKS, "spares": st.lists(WICKS, max_size=2)},
    optional={
        "id": st.builds(uuid4) | st.none(),
        "name": st.text() | st.builds(uuid4) | st.none(),
        "colour": st.just(Colour.RED) | st.none(),
        "shade": st.just(Colour.RED) | st.none(),
        "made_at": st.just(datetime(2026, 11, 20, tzinfo=UTC)),
        "size": st.integers() | st.just(7.0) | st.just("7"),
        "smell": st.just("roses"),
        "notes": st.just({"a": "b"}),
    },
)


def by_marshmallow(schema: Schema, obj: Any) -> Any:
    """Return what marshmallow itself writes."""
    plain = type(schema.__class__.__name__, (Schema,), dict(schema.declared_fields))
    return plain().dump(obj)


@given(CANDLES, st.booleans())
def test_an_answer_is_what_marshmallow_would_write(values: dict[str, Any], as_object: bool) -> None:
    candle = make_dataclass("Candle", list(values))(**values) if as_object else values
    written = CandleOut().dump(candle)
    assert written == by_marshmallow(CandleOut(), candle)
    assert list(written) == list(by_marshmallow(CandleOut(), candle))


VALUES: dict[type[fields.Field[Any]], Any] = {
    fields.String: "a text",
    fields.Integer: 7,
    fields.Float: 0.5,
    fields.Boolean: True,
    fields.UUID: UUID(int=7),
    fields.AwareDateTime: datetime(2026, 11, 20, 8, 30, tzinfo=UTC),
    fields.Date: date(2026, 11, 20),
    fields.Time: time(8, 30),
}


class Sample(SimpleNamespace):
    """An object of any answer, with what computed fields read, and the kind that people are shown with."""

    conversation_id = UUID(int=9)
    refunded_at = None


def schemas_below(base: type[Out]) -> Iterator[type[Out]]:
    for schema in base.__subclasses__():
        yield schema
        yield from schemas_below(schema)


def value_of(field: fields.Field[Any], *, as_mapping: bool, depth: int) -> Any:
    """Return a value that a field is written from; what contains its own kind ends at some depth."""
    if isinstance(field, fields.List):
        return [value_of(field.inner, as_mapping=as_mapping, depth=depth)] * 2
    if isinstance(field, fields.Nested):
        return sample_of(field.schema, as_mapping=as_mapping, depth=depth - 1) if depth else None
    if isinstance(field, fields.Dict):
        inner = field.value_field or fields.String()
        return {"key": value_of(inner, as_mapping=as_mapping, depth=depth)}
    if isinstance(field, fields.Enum):
        return next(iter(cast(Any, field.enum)))
    return VALUES[type(field)]


def sample_of(schema: Schema, *, as_mapping: bool, empty: str = "", missing: str = "", depth: int = 4) -> Any:
    """Return an object or mapping with every value of a schema, except that one is None and one is missing."""
    values: dict[str, Any] = {}
    below: dict[str, dict[str, Any]] = {}
    for name, field in schema.dump_fields.items():
        if name == missing or not field._CHECK_ATTRIBUTE:
            continue
        path = field.attribute or name
        value = None if name == empty else value_of(field, as_mapping=as_mapping, depth=depth)
        first, _, rest = path.partition(".")
        if rest:
            below.setdefault(first, {})[rest] = value
        else:
            values[path] = value
    if "fictional_label" in values:
        values |= {"kind": "member", "fictional_label": None}
    values |= {first: Sample(**inner) for first, inner in below.items()}
    return values if as_mapping else Sample(**values)


@pytest.mark.parametrize("schema", sorted(set(schemas_below(Out)), key=str), ids=lambda schema: schema.__name__)
def test_every_answer_is_what_marshmallow_would_write(schema: type[Out], monkeypatch: pytest.MonkeyPatch) -> None:
    assert MODULES  # all of whose schemas are known by now
    names = ["", *schema().dump_fields]
    computed = any(not field._CHECK_ATTRIBUTE for field in schema().dump_fields.values())
    samples = [
        sample_of(schema(), as_mapping=as_mapping, empty=empty, missing=missing)
        for as_mapping, empty, missing in product((False,) if computed else (False, True), names, names)
        # marshmallow takes a mapping's method for a missing key of that name.
        if not (empty and missing) and not (as_mapping and hasattr(dict, missing))
    ]
    written = json.dumps([written_by(schema(), sample) for sample in samples])
    monkeypatch.setattr(Out, "_serialize", Schema._serialize)
    assert written == json.dumps([written_by(schema(), sample) for sample in samples])


def written_by(schema: Out, sample: Any) -> Any:
    """Return an answer, or the error in its place: a computed field may need what is missing."""
    try:
        return schema.dump(sample)
    except (AttributeError, TypeError) as error:
        return type(error).__name__
