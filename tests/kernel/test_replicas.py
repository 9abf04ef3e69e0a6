"""Which reads a replica answers, and when it is not asked."""

import os
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from sqlalchemy import text

from app.kernel.db import engines, replicas
from app.kernel.db.engines import engine
from app.kernel.db.session import Session, on_replica, transaction
from app.kernel.http.auth import Access
from app.kernel.http.requests import Operation
from app.kernel.secrets.signing import is_signed, sign
from modules.accounts.contracts import Member
from modules.catalog.queries import search
from tests.conftest import Client
from tests.settings import SetEnv

_PLACE = text("SELECT coalesce(nullif(current_setting('hearth.place', true), ''), 'primary') AS place")
Behind = Callable[[int], None]


@pytest.fixture
def replica(set_env: SetEnv, monkeypatch: pytest.MonkeyPatch) -> Iterator[Behind]:
    """Take this database for its own replica; it says to have replayed what the test wants, by default everything."""

    def use(address: str) -> None:
        set_env(HEARTH_DATABASE_READ_URL=address)
        if (made := engines.replica_engine()) is not None:
            made.dispose()
        engines.replica_engine.cache_clear()

    def set_replayed(position: int) -> None:
        monkeypatch.setattr(replicas, "_REPLAYED", text(f"SELECT CAST({position} AS bigint)"))
        use(f"{os.environ['HEARTH_DATABASE_URL']}?options={quote('-c hearth.place=replica')}")

    monkeypatch.setattr(replicas, "_positions", None)
    monkeypatch.setattr(replicas, "_rests_until", 0.0)
    set_replayed(2**62)
    yield set_replayed
    use("")


def answers(position: int | None) -> str:
    """Return who answers a read that has to see a position."""
    with transaction(read_only=True) as session:
        session.replica_position = position
        with on_replica(session):
            place = str(session.execute(_PLACE).scalar_one())
        assert session.execute(_PLACE).scalar_one() == "primary"
    return place


def test_these_operations_read_from_replicas(app: Flask) -> None:
    named = {
        rule.rule
        for rule in app.url_map.iter_rules()
        if getattr(app.view_functions[rule.endpoint], "operation", Operation()).replica
    }
    assert {rule for rule in named if rule.startswith("/api/v1/")} == {"/api/v1/search", "/api/v1/search/facets"}


@pytest.mark.parametrize(
    "other",
    [
        {"writes": True},
        {"idempotent": True},
        {"managed": False},
        {"access": Access.PUBLIC, "beacon": True, "any_host": True},
    ],
)
def test_an_operation_that_writes_has_no_replica(other: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="managed GET"):
        Operation(replica=True, **other)


def test_a_replica_answers_what_the_operation_allows(replica: Behind) -> None:
    assert [answers(0), answers(None)] == ["replica", "primary"]


def test_a_replica_that_has_not_replayed_a_persons_write_is_not_asked(replica: Behind) -> None:
    with transaction() as session:
        session.execute(text("SELECT pg_current_xact_id()"))
    position = replicas.read_position()
    replica(position - 1)
    assert answers(position) == "primary"
    replica(position)
    assert answers(position) == "replica"


def test_a_replica_that_is_far_behind_is_not_asked_by_anybody(replica: Behind, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    first = replicas.read_position()
    replica(first)
    seen = []
    for seconds in (0.0, 6.0, 12.0):
        now[0] = 1000.0 + seconds
        seen.append(answers(0))
        with engine().begin() as connection:
            connection.execute(text("SELECT pg_logical_emit_message(true, 'test', 'more')"))
    assert seen == ["replica", "replica", "primary"]


def test_a_replica_that_is_away_is_left_alone_for_a_while(
    replica: Behind, set_env: SetEnv, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_env(HEARTH_DATABASE_READ_URL="postgresql://nobody@127.0.0.1:9/nothing")
    engines.replica_engine.cache_clear()
    asked: list[int] = []
    assert answers(0) == "primary"
    monkeypatch.setattr(replicas, "replica_engine", lambda: asked.append(1))
    rested = replicas._rests_until
    assert answers(0) == "primary"
    assert rested > time.monotonic()


def test_a_replica_that_ends_in_the_middle_is_replaced_by_the_primary(replica: Behind) -> None:
    with transaction(read_only=True) as session:
        session.replica_position = 0
        with on_replica(session):
            pid = session.execute(text("SELECT pg_backend_pid()")).scalar_one()
            with engine().begin() as other:
                other.execute(text("SELECT pg_terminate_backend(:pid, 60000)"), {"pid": pid})
            assert session.execute(_PLACE).scalar_one() == "primary"
    assert answers(0) == "primary", "it rests"


@pytest.mark.usefixtures("replica")
def test_a_write_leaves_its_position_with_the_browser(browser: Client) -> None:
    before = replicas.read_position()
    assert browser.get("/api/v1/me").headers.getlist("Set-Cookie") == []
    answer = browser.put("/api/v1/shown-visits", {"enabled": False})
    assert answer.status_code < 300, answer.json
    kept = browser.http.get_cookie("hearth_position", domain=browser.host)
    position, _, signature = kept.value.partition(".")
    assert int(position) > before
    assert is_signed("position", position, signature)
    assert kept.http_only


def test_without_a_replica_there_is_no_such_cookie(browser: Client) -> None:
    assert browser.put("/api/v1/shown-visits", {"enabled": False}).status_code < 300
    assert browser.http.get_cookie("hearth_position", domain=browser.host) is None


@pytest.mark.parametrize(
    ("cookie", "seen"),
    [("7." + "0" * 32, 0), ("x", 0), ("", 0), (None, 7)],
    ids=["forged", "no number", "empty", "signed"],
)
def test_the_search_asks_a_replica_for_what_the_browser_has_seen(
    replica: Behind, browser: Client, member: Member, monkeypatch: pytest.MonkeyPatch, cookie: str | None, seen: int
) -> None:
    value = f"7.{sign('position', '7')}" if cookie is None else cookie
    browser.http.set_cookie("hearth_position", value, domain=browser.host)
    asked: list[int | None] = []
    find = search.search_whole

    def note(session: Session, query: Any) -> Any:
        asked.append(session.replica_position)
        assert session.execute(_PLACE).scalar_one() == "replica"
        return find(session, query)

    monkeypatch.setattr(search, "search_whole", note)
    assert browser.get("/api/v1/search").status_code == 200
    assert asked == [seen]
