"""A resource as a module would declare it: ten fields, two actions, under 40 lines, with a table of its own."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID, uuid4

from marshmallow import fields, validate
from sqlalchemy import Boolean, Column, Date, DateTime, Integer, MetaData, Table, Text, Uuid, insert, select, update
from sqlalchemy.dialects.postgresql import ARRAY
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
    number,
    read_page,
    ref,
    text,
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
        ref("sister_id", "Sister ship", to="harbour.boats"),
        day("built_on", "Built"),
        instant("sunk_at", "Sunk", in_list=False),
        text("remark", 'Remark, which isn\'t shown in "lists"', in_list=False),
    ),
    filters=("name", "skipper", "colour", "is_afloat", "sister_id"),
    default_sort="-length",
    actions=(
        Action("sink", "Sink", "harbour.boats.sink", sink, form=SinkIn, confirm="It cannot be raised.", danger=True),
        Action("launch", "Launch a boat", "harbour.boats.launch", launch, form=LaunchIn, creates=True),
    ),
)
PERMISSIONS = frozenset(f"harbour.boats.{verb}" for verb in ("read", "reveal", "sink", "launch"))
