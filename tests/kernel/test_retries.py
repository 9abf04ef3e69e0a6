"""A connection to the database that is lost, at every moment of a statement, a transaction and a request."""

import time
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import QueryCanceled
from sqlalchemy import Engine, NullPool, create_engine, event, insert, text
from sqlalchemy.exc import DBAPIError, OperationalError

from app.kernel.config import config
from app.kernel.db import engines, retries
from app.kernel.db.engines import engine, single_use_engine
from app.kernel.db.session import Session, run_in_transaction, transaction
from app.kernel.events.outbox import OutboxEvent
from app.kernel.http import requests
from tests.conftest import Client
from tests.kernel import conftest as planted
from tests.kernel.conftest import Make, count_bells

_PID = text("SELECT pg_backend_pid()")
_EVENT = {"name": "kernel.Nothing", "payload": {}}


def cut(session: Session) -> None:
    """End the server's side of a session's connection, and wait until it has ended."""
    pid = session.execute(_PID).scalar_one()
    with engine().begin() as other:
        other.execute(text("SELECT pg_terminate_backend(:pid, 60000)"), {"pid": pid})


def lost() -> DBAPIError:
    return OperationalError("COMMIT", None, psycopg.OperationalError("the answer is lost"), connection_invalidated=True)


@pytest.fixture
def lose_an_answer(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Have the next COMMIT succeed, and its answer be lost."""
    commit, wanted = Session._commit, [False]

    def commit_and_lose(session: Session) -> None:
        commit(session)
        if wanted[0] and not session.is_read_only:
            wanted[0] = False
            raise lost()

    monkeypatch.setattr(Session, "_commit", commit_and_lose)
    return lambda: wanted.__setitem__(0, True)


def count_events(event_id: object) -> int:
    with transaction(read_only=True) as session:
        found = session.execute(text("SELECT count(*) FROM platform.outbox_event WHERE id = :id"), {"id": event_id})
        return int(found.scalar_one())


@pytest.mark.parametrize("runs", [1, 4], ids=["new", "prepared"])
def test_a_read_goes_on_over_another_connection(runs: int) -> None:
    ask = text("SELECT 'still here' AS word")
    with transaction(read_only=True) as session:
        for _ in range(runs):
            session.execute(ask)
        pid = session.execute(_PID).scalar_one()
        cut(session)
        assert session.execute(ask).scalar_one() == "still here"
        assert session.execute(_PID).scalar_one() != pid


def test_a_transaction_begins_on_another_connection_when_the_pools_was_lost() -> None:
    with transaction() as session:
        pid = session.execute(_PID).scalar_one()
    with psycopg.connect(config().database_url, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 60000)", [pid])
    with transaction() as session:
        assert session.execute(_PID).scalar_one() != pid


def test_a_transaction_is_run_again_from_its_beginning() -> None:
    event_id, attempts = uuid4(), []

    def write(session: Session) -> str:
        attempts.append(session)
        session.execute(insert(OutboxEvent), {"id": event_id, **_EVENT})
        if len(attempts) == 1:
            cut(session)
        session.execute(_PID)
        return "written"

    assert run_in_transaction(write) == "written"
    assert (len(attempts), count_events(event_id)) == (2, 1)


def test_nothing_is_run_again_once_commit_was_sent(lose_an_answer: Callable[[], None]) -> None:
    event_id = uuid4()
    lose_an_answer()
    with pytest.raises(OperationalError):
        run_in_transaction(lambda session: session.execute(insert(OutboxEvent), {"id": event_id, **_EVENT}))
    assert count_events(event_id) == 1


@pytest.fixture
def nowhere() -> Iterator[Engine]:
    """An engine whose port nobody listens on."""
    made = single_use_engine("postgresql://nobody@127.0.0.1:9/nothing")
    yield made
    made.dispose()


@pytest.mark.parametrize(("patience", "attempts"), [(0.0, 2), (60.0, len(retries.PAUSES) + 1)])
def test_attempts_are_bounded(nowhere: Engine, monkeypatch: pytest.MonkeyPatch, patience: float, attempts: int) -> None:
    pauses: list[float] = []
    tried: list[object] = []
    monkeypatch.setattr(retries, "_patience", patience)
    monkeypatch.setattr(time, "sleep", pauses.append)
    event.listen(nowhere, "do_connect", lambda *_: tried.append(None))
    with pytest.raises(OperationalError) as refused, transaction(on=nowhere) as session:
        session.execute(_PID)
    assert retries.is_disconnect(refused.value)
    assert (len(tried), pauses) == (attempts, list(retries.PAUSES[: attempts - 1]))


def test_attempts_end_with_their_time(nowhere: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(retries, "_patience", 0.5)
    monkeypatch.setattr(time, "sleep", pauses.append)
    monkeypatch.setattr(time, "monotonic", lambda: sum(pauses))
    with pytest.raises(OperationalError), transaction(on=nowhere) as session:
        session.execute(_PID)
    assert pauses == [0.0, 0.1, 0.2]


def test_a_statement_that_takes_too_long_is_not_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_statement_seconds", 0.05)
    new = engines.engine.__wrapped__()
    try:
        with pytest.raises(OperationalError) as ended, transaction(on=new) as session:
            session.execute(text("SELECT pg_sleep(60)"))
        assert isinstance(ended.value.orig, QueryCanceled)
        assert not session.retries.has_waited
    finally:
        new.dispose()


def test_a_server_that_became_a_replica_is_left() -> None:
    """A pool or a name in front may lead to it for a while."""
    refusing = {
        **conninfo_to_dict(config().database_url),
        "options": "-c default_transaction_read_only=on",
    }
    new = create_engine("postgresql+psycopg://", connect_args=refusing, poolclass=NullPool)
    with pytest.raises(DBAPIError) as refused, transaction(on=new) as session:
        session.execute(insert(OutboxEvent), {"id": uuid4(), **_EVENT})
    assert (retries.is_lost(refused.value), session.retries.has_waited) == (True, True)


@pytest.mark.parametrize("path", ["/api/bells", "/api/bells/once"])
def test_a_request_that_loses_its_connection_rings_once(
    ringer: Make, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    browser, bell, publish, calls = ringer(), str(uuid4()), planted.publish, []

    def publish_later(session: Session, happened: Any) -> None:
        calls.append(happened)
        if len(calls) == 1:
            cut(session)
        publish(session, happened)

    monkeypatch.setattr(planted, "publish", publish_later)
    answer = browser.post(path, {"bell_id": bell}, key=uuid4().hex)
    assert (answer.status_code, len(calls), count_bells(bell)) == (201, 2, 1)


def test_a_key_decides_whether_a_request_without_an_answer_was_done(
    ringer: Make, lose_an_answer: Callable[[], None]
) -> None:
    browser, bell = ringer(), str(uuid4())
    lose_an_answer()
    answer = browser.post("/api/bells/once", {"bell_id": bell}, key=uuid4().hex)
    assert (answer.status_code, answer.json["rung"], count_bells(bell)) == (201, bell, 1)
    assert answer.headers["Idempotent-Replay"] == "true"


def test_a_request_without_a_key_is_not_run_again_once_commit_was_sent(
    ringer: Make, lose_an_answer: Callable[[], None]
) -> None:
    browser, bell = ringer(), str(uuid4())
    lose_an_answer()
    answer = browser.post("/api/bells", {"bell_id": bell})
    assert (answer.status_code, answer.json["code"], answer.headers["Retry-After"]) == (503, "unavailable", "1")
    assert count_bells(bell) == 1


def test_the_files_of_a_form_are_read_again(passer_by: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    answer_once, calls = requests.answer, []

    def answer_and_lose(*given: Any) -> Any:
        calls.append(given)
        response = answer_once(*given)
        if len(calls) == 1:
            raise lost()
        return response

    monkeypatch.setattr(requests, "answer", answer_and_lose)
    form = {"file": (BytesIO(b"ding dong"), "bell.ogg")}
    answer = passer_by.post("/api/bells/sounds", data=form, content_type="multipart/form-data")
    assert (answer.status_code, answer.json["bytes"], len(calls)) == (201, len(b"ding dong"), 2)
