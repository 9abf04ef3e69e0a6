"""A statement that runs again answers, and fails, as it did the first time."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import Integer, Text, bindparam, column, insert, literal, select, text, update
from sqlalchemy.exc import DataError, IntegrityError, OperationalError, StatementError

from app.kernel.db import prepared
from app.kernel.db.columns import EnumText
from app.kernel.db.engines import engine
from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import OutboxEvent


class Flavour(StrEnum):
    SWEET = "sweet"
    SOUR = "sour"


EVENT = {"name": "kernel.Nothing", "payload": {"n": "1"}}
STATEMENTS: dict[str, tuple[Any, list[dict[str, Any]]]] = {
    "a bound value": (select(bindparam("word", type_=Text).label("word")), [{"word": "plum"}, {"word": None}]),
    "an enum": (select(literal(Flavour.SOUR, EnumText(Flavour)).label("flavour")), [{}]),
    "a value that may be left out": (select(bindparam("word", "plum", Text).label("word")), [{}, {"word": "fig"}]),
    "any number of values": (
        select(literal(1).label("one")).where(literal("plum").in_(bindparam("words", expanding=True))),
        [{"words": ["plum", "fig"]}, {"words": []}],
    ),
    "columns by their places": (
        text("SELECT 'sour' AS a, 1 AS b").columns(column("flavour", EnumText(Flavour)), column("one", Integer)),
        [{}],
    ),
    "columns by their names": (text("SELECT 1 AS one, 'sour' AS flavour").columns(flavour=EnumText(Flavour)), [{}]),
    "plain text": (
        text("SELECT :word AS word, 1 + 1 AS two, '{\"a\": 1}'::jsonb AS json, '10% of it' AS percent"),
        [{"word": "plum"}, {"word": "fig"}],
    ),
    "text with a typed value": (
        text("SELECT :flavour AS flavour").bindparams(bindparam("flavour", type_=EnumText(Flavour))),
        [{"flavour": Flavour.SOUR}],
    ),
    "no row": (select(literal(1).label("one")).where(literal(1) == literal(2)), [{}]),
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_answers_alike_at_each_run(name: str) -> None:
    statement, values = STATEMENTS[name]
    with transaction() as session:
        rounds = [[session.execute(statement, one).mappings().all() for one in values] for _ in range(4)]
    assert rounds[1:] == rounds[:1] * 3
    assert [[type(value) for row in rows for value in row.values()] for rows in rounds[3]] == [
        [type(value) for row in rows for value in row.values()] for rows in rounds[0]
    ]


def test_rows_that_are_written_again_and_again_have_their_own_values_and_defaults() -> None:
    add = insert(OutboxEvent).returning(OutboxEvent.id, OutboxEvent.payload, OutboxEvent.request_id)
    change = update(OutboxEvent).where(OutboxEvent.id == bindparam("event_id")).values(request_id="changed")
    with transaction() as session:
        for number in range(4):
            more = {"request_id": "here"} if number % 2 else {}
            row = session.execute(add, {"id": uuid4(), **EVENT, "payload": {"n": number}, **more}).one()
            assert (row.payload, row.request_id) == ({"n": number}, more.get("request_id"))
            session.execute(change, {"event_id": row.id})
            found = select(OutboxEvent.request_id).where(OutboxEvent.id == row.id)
            assert session.execute(found).scalar_one() == "changed"


@pytest.mark.parametrize("runs", [1, 3])
def test_an_error_is_the_same_and_leaves_the_rest_of_the_transaction(runs: int) -> None:
    add = insert(OutboxEvent)
    with transaction() as session:
        ids = [uuid4() for _ in range(runs)]
        for one in ids:
            session.execute(add, {"id": one, **EVENT})
        with pytest.raises(IntegrityError) as refused, session.connection().begin_nested():
            session.execute(add, {"id": ids[0], **EVENT})
        assert "Key (id)" not in str(refused.value), "an error holds no values"
        session.execute(add, {"id": uuid4(), **EVENT})


@pytest.mark.parametrize(("values", "error"), [({}, StatementError), ({"n": "no number"}, DataError)])
def test_missing_and_wrong_values_are_refused_alike(values: dict[str, Any], error: type[Exception]) -> None:
    statement = select(text("CAST(:n AS integer) AS n"))
    for _ in range(4):
        with pytest.raises(error), transaction() as session:
            session.execute(statement, values)


def test_a_lost_connection_is_seen_and_replaced() -> None:
    ask = select(literal(1).label("one"))

    def cut(session: Session) -> None:
        mine = session.execute(text("SELECT pg_backend_pid()")).scalar_one()
        with engine().begin() as other:
            other.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": mine})

    for _ in range(3):
        with transaction() as session:
            assert session.execute(ask).scalar_one() == 1
    with pytest.raises(OperationalError), transaction() as session:
        session.execute(ask)
        cut(session)
        session.execute(ask)
    with transaction() as session:
        assert session.execute(ask).scalar_one() == 1


def test_nothing_is_kept_of_a_statement_that_is_gone() -> None:
    def run(build: Callable[[], Any]) -> None:
        statement = build()
        with transaction() as session:
            for _ in range(3):
                session.execute(statement)

    before = len(prepared._prepared)
    for number in range(50):
        run(lambda number=number: select(literal(number).label("number")))
    assert len(prepared._prepared) <= before + 1
