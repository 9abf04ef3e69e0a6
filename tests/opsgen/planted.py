"""Resources as a module would declare them: one of ten fields and two actions, and what hangs on its page.

The first is under 40 lines, and so is every kind of column tried on the real database.
"""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID, uuid4

from marshmallow import fields, validate
from sqlalchemy import Boolean, Column, Date, DateTime, Integer, MetaData, Table, Text, Uuid, insert, select, update
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Session

from app.kernel import clock, schema
from app.kernel.ops import (
    Action,
    OpsQuery,
    Page,
    Resource,
    badge,
    badges,
    day,
    instant,
    json,
    long_text,
    money,
    number,
    read_page,
    ref,
    text,
    words,
    yes_no,
)

COLOURS = ("red", "deep_blue")
TABLE = Table(
    "planted_boat",
    MetaData(),
    Column("id", Uuid, primary_key=True),
    Column("name", Text),
    Column("skipper", Text),
    Column("length", Integer),
    Column("colour", Text),
    Column("flags", ARRAY(Text)),
    Column("is_afloat", Boolean),
    Column("sister_id", Uuid),
    Column("built_on", Date),
    Column("sunk_at", DateTime(timezone=True)),
    Column("remark", Text),
)
REPAIRS_TABLE = Table(
    "planted_repair",
    MetaData(),
    Column("boat_id", Uuid, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("price_minor", Integer),
    Column("currency", Text),
    Column("parts", ARRAY(Text)),
    Column("bill", JSONB),
    Column("story", Text),
)


# The declaration begins here.
@dataclass(frozen=True, slots=True)
class Boat:
    id: UUID
    name: str
    skipper: str | None
    length: int
    colour: str
    flags: list[str]
    is_afloat: bool
    sister_id: UUID | None
    built_on: date
    sunk_at: datetime | None
    remark: str | None


class SinkIn(schema.In):
    reason = schema.Text(min=3, max=200, required=True, metadata={"label": "Why"})
    depth = fields.Integer(required=True, validate=schema.between(1, 9000))


class LaunchIn(schema.In):
    name = schema.Text(min=2, max=40, required=True)
    colour = fields.String(required=True, validate=schema.one_of(*COLOURS))
    flags = fields.List(fields.String(validate=schema.one_of("nl", "de")), load_default=list)
    built_on = fields.Date(required=True)
    is_afloat = fields.Boolean(load_default=True)
    sister_id = fields.UUID(load_default=None, metadata={"reference": "harbour.boats"})
    secret = fields.String(load_only=True, validate=validate.Length(max=20))


def list_boats(session: Session, query: OpsQuery) -> Page[Boat]:
    return read_page(session, select(TABLE), Boat, query)


def sink(session: Session, *, staff_id: UUID, record_id: UUID, reason: str, depth: int) -> None:
    session.execute(update(TABLE).where(TABLE.c.id == record_id).values(is_afloat=False, sunk_at=clock.now()))


def launch(session: Session, *, staff_id: UUID, secret: str = "", **given: object) -> UUID:
    boat_id = uuid4()
    session.execute(insert(TABLE).values(id=boat_id, length=7, skipper="Ruth", **given))
    return boat_id


BOATS = Resource(
    key="harbour.boats",
    label="Boats",
    title="name",
    icon="SailingOutlined",
    group="people",
    permission="harbour.boats.read",
    reveal="harbour.boats.reveal",
    rows=list_boats,
    columns=(
        text("name", "Name", sort=True),
        text("skipper", "Skipper", pii=True),
        number("length", "Length", sort=True),
        badge("colour", "Colour", COLOURS),
        badges("flags", "Flags", ["nl", "de"]),
        yes_no("is_afloat", "Afloat"),
        ref("sister_id", "Sister ship", to="harbour.boats", related=True),
        day("built_on", "Built"),
        instant("sunk_at", "Sunk", in_list=False),
        text("remark", 'Remark, which isn\'t shown in "lists"', in_list=False),
    ),
    filters=("name", "skipper", "colour", "is_afloat", "sister_id"),
    default_sort="-length",
    actions=(
        Action(
            "sink", "Sink", "harbour.boats.sink", sink, form=SinkIn, confirm="Is it empty?", danger=True, guarded=True
        ),
        Action("launch", "Launch a boat", "harbour.boats.launch", launch, form=LaunchIn, creates=True),
    ),
)


@dataclass(frozen=True, slots=True)
class Repair:
    """What has no id of its own has one made of its key."""

    id: str
    boat_id: UUID
    number: int
    price_minor: int | None
    currency: str
    parts: list[str]
    bill: dict[str, int] | None
    story: str


class CorrectIn(schema.In):
    story = schema.Text(min=1, max=400, required=True)
    parts = fields.List(fields.String(), required=True)


def list_repairs(session: Session, query: OpsQuery) -> Page[Repair]:
    return read_page(session, select(REPAIRS_TABLE), Repair, query, key=("boat_id", "number"))


def correct(session: Session, *, staff_id: UUID, record_id: str, **given: object) -> None:
    boat_id, number = record_id.split("~")
    row = (REPAIRS_TABLE.c.boat_id == UUID(boat_id), REPAIRS_TABLE.c.number == int(number))
    session.execute(update(REPAIRS_TABLE).where(*row).values(**given))


REPAIRS = Resource(
    key="harbour.repairs",
    label="Repairs",
    title="number",
    icon="BuildOutlined",
    group="money",
    permission="harbour.repairs.read",
    rows=list_repairs,
    columns=(
        number("number", "Number"),
        ref("boat_id", "Boat", to="harbour.boats", related=True),
        money("price_minor", "Price"),
        words("parts", "Parts"),
        json("bill", "Bill"),
        long_text("story", "What happened"),
    ),
    filters=("boat_id",),
    actions=(Action("correct", "Correct", "harbour.repairs.correct", correct, form=CorrectIn, prefilled=True),),
)

RESOURCES = (BOATS, REPAIRS)
PERMISSIONS = frozenset(
    {f"harbour.boats.{verb}" for verb in ("read", "reveal", "sink", "launch", "export")}
    | {f"harbour.repairs.{verb}" for verb in ("read", "correct", "export")}
)
