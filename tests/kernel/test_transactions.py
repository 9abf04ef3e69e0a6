"""Read-only transactions: they begin as such, write nothing, and leave the connection as it was."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import InternalError

from app.kernel.db import engines
from app.kernel.db.engines import disconnect
from app.kernel.db.session import release, transaction

_WRITE = text("INSERT INTO platform.schedule (name, last_run_at) VALUES (gen_random_uuid()::text, now())")
_IS_READ_ONLY = text("SELECT current_setting('transaction_read_only')")


def test_a_read_only_transaction_writes_nothing() -> None:
    with pytest.raises(InternalError, match="read-only transaction"), transaction(read_only=True) as session:
        session.execute(_WRITE)


def test_a_connection_writes_again_after_a_snapshot() -> None:
    disconnect()
    with transaction(snapshot=True) as session:
        backend = session.execute(text("SELECT pg_backend_pid()")).scalar_one()
        assert session.execute(_IS_READ_ONLY).scalar_one() == "on"
    with transaction() as session:
        assert session.execute(text("SELECT pg_backend_pid()")).scalar_one() == backend
        session.execute(_WRITE)


def test_a_released_transaction_holds_no_connection_and_goes_on_reading_only() -> None:
    with transaction(read_only=True) as session:
        session.execute(_IS_READ_ONLY)
        pool = session.connection().engine.pool
        held = pool.checkedout()  # type: ignore[attr-defined]
        release(session)
        assert pool.checkedout() == held - 1  # type: ignore[attr-defined]
        assert session.execute(_IS_READ_ONLY).scalar_one() == "on"


def test_a_transaction_is_released_whichever_thread_made_the_engine() -> None:
    """Two threads' first requests may each make one; only the last is kept."""
    with transaction(read_only=True) as session:
        session.execute(_IS_READ_ONLY)
        first = engines.reading_engine()
        engines.reading_engine.cache_clear()
        release(session)
        assert session.execute(_IS_READ_ONLY).scalar_one() == "on"
    first.dispose()


def test_a_transaction_that_writes_is_not_released() -> None:
    with pytest.raises(RuntimeError), transaction() as session:
        release(session)
