"""One transaction: what its statements give, what it refuses, and what follows once it is committed."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from psycopg.errors import QueryCanceled
from sqlalchemy import Engine, func, insert, select, text
from sqlalchemy.exc import InternalError, OperationalError

from app.kernel.db import engines
from app.kernel.db.engines import engine
from app.kernel.db.retries import is_disconnect
from app.kernel.db.session import current_session, transaction
from app.kernel.events.outbox import OutboxEvent


def count(*ids: object) -> int:
    with transaction(read_only=True) as session:
        found = select(func.count()).select_from(OutboxEvent).where(OutboxEvent.id.in_(ids))
        return int(session.execute(found).scalar_one())


@pytest.fixture
def plain() -> list[dict[str, object]]:
    """Two rows for the outbox that nobody handles."""
    return [{"id": uuid4(), "name": "kernel.Nothing", "payload": {"n": str(n)}} for n in range(2)]


def test_rows_go_in_together(plain: list[dict[str, object]]) -> None:
    with transaction() as session:
        session.execute(insert(OutboxEvent), plain)
    assert count(*(one["id"] for one in plain)) == 2


@pytest.mark.parametrize("number", [0, 1])
def test_rows_with_unlike_columns_are_refused_and_none_is_written(plain: list[dict[str, object]], number: int) -> None:
    plain[number]["request_id"] = "only here"
    with pytest.raises(ValueError, match="the same columns"), transaction() as session:
        session.execute(insert(OutboxEvent), plain)
    assert count(*(one["id"] for one in plain)) == 0


def test_a_mapped_class_comes_as_columns_never_as_an_object(plain: list[dict[str, object]]) -> None:
    with transaction() as session:
        session.execute(insert(OutboxEvent), plain)
        found = session.execute(select(OutboxEvent).where(OutboxEvent.id == plain[0]["id"])).one()
        assert isinstance(found.id, UUID)
        assert not isinstance(found[0], OutboxEvent)


def test_a_transaction_inside_another_is_refused() -> None:
    with transaction() as session:
        with pytest.raises(RuntimeError, match="open already"), transaction():
            pass
        assert current_session() is session


def test_reading_refuses_to_write(plain: list[dict[str, object]]) -> None:
    with pytest.raises(InternalError, match="read-only transaction"), transaction(read_only=True) as session:
        session.execute(insert(OutboxEvent), plain)


def test_a_snapshot_shows_one_state_and_refuses_to_write(plain: list[dict[str, object]]) -> None:
    found = select(OutboxEvent.id).where(OutboxEvent.id.in_([one["id"] for one in plain]))
    with transaction(snapshot=True) as session:
        assert session.execute(found).all() == []
        with engine().begin() as connection:
            connection.execute(insert(OutboxEvent), plain)
        assert session.execute(found).all() == []
    assert count(*(one["id"] for one in plain)) == 2
    with pytest.raises(InternalError, match="read-only transaction"), transaction(snapshot=True) as session:
        session.execute(insert(OutboxEvent), plain)


def test_what_follows_a_commit_is_done_once_and_sees_what_was_written(plain: list[dict[str, object]]) -> None:
    seen = []

    def follow() -> None:
        seen.append(count(plain[0]["id"]))

    with transaction() as session:
        session.after_commit(follow)
        session.execute(insert(OutboxEvent), plain[:1])
        session.after_commit(follow)
        assert seen == []
    assert seen == [1]


def test_nothing_follows_what_was_taken_back() -> None:
    seen: list[str] = []
    with pytest.raises(KeyError), transaction() as session:
        session.after_commit(lambda: seen.append("followed"))
        raise KeyError
    assert seen == []


def test_rows_come_in_pieces_to_whoever_asks_for_that() -> None:
    """A result that is read whole has no cursor in the database."""
    with transaction(snapshot=True) as session:
        rows = session.execute(text("SELECT generate_series(1, 100)"), yield_per=10)
        assert next(rows) == (1,)
        assert session.execute(text("SELECT count(*) FROM pg_cursors WHERE name <> ''")).scalar_one() == 1
        assert len([*rows]) == 99


def test_rows_that_nobody_reads_to_the_end_end_with_their_transaction() -> None:
    with transaction(snapshot=True) as session:
        rows = session.execute(text("SELECT generate_series(1, 100)"), yield_per=10)
        assert next(rows) == (1,)
    assert rows.closed


def test_outside_of_a_transaction_there_is_no_session() -> None:
    with pytest.raises(RuntimeError, match="no transaction is open"):
        current_session()


@pytest.fixture
def new_engine(_engines: None) -> Iterator[Engine]:
    """An engine that has no connection yet."""
    made = engines.engine.__wrapped__()
    yield made
    made.dispose()


def test_the_database_ends_what_takes_too_long(new_engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_statement_seconds", 0.05)
    with pytest.raises(OperationalError) as ended, transaction(on=new_engine) as session:
        session.execute(text("SELECT pg_sleep(60)"))
    assert isinstance(ended.value.orig, QueryCanceled)
    assert is_disconnect(ended.value), "whoever asked is told to try again in a moment"


@pytest.mark.parametrize("asked", [{"read_only": True}, {"snapshot": True}])
def test_a_transaction_on_another_database_does_not_pretend_to_be_read_only(
    new_engine: Engine, asked: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match="can be read-only"), transaction(on=new_engine, **asked):
        pass


@pytest.mark.usefixtures("app")
def test_a_web_process_has_no_statement_run_longer_than_its_proxy_waits(new_engine: Engine) -> None:
    with transaction(on=new_engine) as session:
        assert session.execute(text("SHOW statement_timeout")).scalar_one() == "30s"
