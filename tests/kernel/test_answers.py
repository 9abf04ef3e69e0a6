"""Answers are written by a shorter way than marshmallow's (app/kernel/http/schema.py) and must be the same."""

from dataclasses import dataclass, make_dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any
from uuid import uuid4

from hypothesis import given
from hypothesis import strategies as st
from marshmallow import Schema, fields

from app.kernel.http.schema import Out


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
