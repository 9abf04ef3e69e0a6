"""Resources as a module would declare them: one of ten fields and two actions, and what hangs on its page.

The first is under 40 lines, and so is every kind of column tried on the real database.
"""

from types import SimpleNamespace
from uuid import UUID, uuid4

from marshmallow import fields, validate
from sqlalchemy import Boolean, Column, Date, DateTime, Integer, MetaData, Table, Text, Uuid, insert, update
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from app.kernel import clock
from app.kernel.db.session import Session
from app.kernel.http import schema
from app.kernel.resources import (
    Action,
    Resource,
    badge,
    badges,
    day,
    instant,
    json,
    long_text,
    money,
    number,
    picture,
    ref,
    rows_of,
    text,
    words,
    yes_no,
)

COLOURS, PDF = ("red", "deep_blue"), "application/pdf"
AFLOAT = ("is_afloat", (True,))
TABLE = Table(
    "planted_boat",
    MetaData(),
    Column("id", Uuid, primary_key=True),
    Column("name", Text, nullable=False),
    Column("skipper", Text),
    Column("length", Integer, nullable=False),
    Column("colour", Text, nullable=False),
    Column("flags", ARRAY(Text), nullable=False),
    Column("is_afloat", Boolean, nullable=False),
    Column("sister_id", Uuid),
    Column("built_on", Date, nullable=False),
    Column("sunk_at", DateTime(timezone=True)),
    Column("remark", Text),
)
REPAIRS_TABLE = Table(
    "planted_repair",
    MetaData(),
    Column("boat_id", Uuid, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("price_minor", Integer),
    Column("currency", Text, nullable=False),
    Column("parts", ARRAY(Text), nullable=False),
    Column("drawing", Text),
    Column("bill", JSONB),
    Column("story", Text, nullable=False),
    Column("note", Text, nullable=False, server_default=""),
    Column("yard", Text),
    Column("by", Text),
    Column("way", Text),
    Column("from_list", Text),
)


def launch_boat(session: Session, **given: object) -> UUID:
    boat_id = uuid4()
    session.execute(insert(TABLE).values(id=boat_id, length=7, skipper="Ruth", is_afloat=True, **given))
    return boat_id


# The declaration begins here.
class SinkIn(schema.ReasonIn):
    depth = fields.Integer(required=True, validate=schema.between(1, 9000))


class LaunchIn(schema.In):
    name = schema.Text(min=2, max=40, required=True)
    colour = fields.String(required=True, validate=schema.one_of(*COLOURS))
    flags = fields.List(fields.String(validate=schema.one_of("nl", "de")), load_default=list)
    built_on = fields.Date(required=True)
    sister_id = fields.UUID(load_default=None, metadata={"reference": "harbour.boats"})


def sink(session: Session, record_id: UUID, *, staff_id: UUID, reason: str, depth: int) -> None:
    session.execute(update(TABLE).where(TABLE.c.id == record_id).values(is_afloat=False, sunk_at=clock.now()))


def launch(session: Session, *, staff_id: UUID, **given: object) -> UUID:
    return launch_boat(session, **given)


BOATS = Resource(
    key="harbour.boats",
    label="Boats",
    title="name",
    empty="No boat yet.",
    icon="SailingOutlined",
    group="people",
    rows=rows_of(TABLE),
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
    filters=("name", "skipper", "colour", "is_afloat", "sister_id", "built_on", "sunk_at"),
    default_sort="-length",
    actions=(
        Action("sink", "Sink", "harbour.boats.sink", sink, SinkIn, "Empty?", danger=True, guarded=True, when=AFLOAT),
        Action("launch", "Launch a boat", "harbour.boats.launch", launch, form=LaunchIn, creates=True),
    ),
)
# The declaration ends here.


class CorrectIn(schema.In):
    story = schema.Text(min=1, max=400, required=True)
    # Each of these must be said, and may be empty.
    parts = fields.List(fields.String(), required=True)
    price_minor = fields.Integer(required=True, allow_none=True, validate=schema.between(0, 10_000))
    drawing = schema.Text(max=200, required=True, allow_none=True)
    note = schema.Text(max=200, required=True)
    is_paid = fields.Boolean(load_default=True)
    secret = fields.String(load_only=True, validate=validate.Length(max=20))


def correct(
    session: Session, record_id: str, *, staff_id: UUID, is_paid: bool, secret: str = "", **given: object
) -> None:
    boat_id, number = record_id.split("~")
    row = (REPAIRS_TABLE.c.boat_id == UUID(boat_id), REPAIRS_TABLE.c.number == int(number))
    session.execute(update(REPAIRS_TABLE).where(*row).values(**given))


def print_bill(session: Session, record_id: str, *, staff_id: UUID, reason: str) -> SimpleNamespace:
    return SimpleNamespace(name="bill.pdf", content=b"%PDF- for the mast")


REPAIRS = Resource(
    key="harbour.repairs",
    label="Repairs",
    title=("boat_id", "number"),
    empty="Nothing was ever broken.",
    icon="BuildOutlined",
    group="money",
    # What has no id of its own has one made of its key.
    rows=rows_of(REPAIRS_TABLE, key=("boat_id", "number")),
    columns=(
        number("number", "Number"),
        ref("boat_id", "Boat", to="harbour.boats", related=True),
        money("price_minor", "Price"),
        words("parts", "Parts"),
        picture("drawing", "Drawing"),
        json("bill", "Bill"),
        long_text("story", "What happened"),
        text("note", "Note", in_list=False),
        text("yard", "Yard", means="country"),
        text("by", "By", means="actor", in_list=False),
        text("way", "Way", means="choice", in_list=False),
        text("from_list", "From", means="list", in_list=False),
    ),
    filters=("boat_id",),
    actions=(
        Action("correct", "Correct", "harbour.repairs.correct", correct, form=CorrectIn, prefilled=True),
        Action("print", "Open the bill", "harbour.repairs.print", print_bill, form=schema.ReasonIn, file=PDF),
    ),
)

RESOURCES = (BOATS, REPAIRS)
PERMISSIONS = frozenset(
    {f"harbour.boats.{verb}" for verb in ("read", "reveal", "sink", "launch", "export")}
    | {f"harbour.repairs.{verb}" for verb in ("read", "correct", "print", "export")}
)
