"""Many callers at the same moment, on real threads."""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import text

from app.kernel.db.engines import engine
from app.kernel.db.session import Session, transaction

HANGS = 120.0  # seconds after which a test that waits for its own threads hangs; none is timed


def wait_for_a_lock(*, unless: Callable[[], bool] = lambda: False) -> None:
    """Return once a transaction of this database waits for a lock that another one holds."""
    waits = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    end = time.monotonic() + HANGS
    while not unless():
        with engine().connect() as connection:  # the caller may have a transaction open
            if connection.execute(waits).scalar_one():
                return
        assert time.monotonic() < end, "nobody waits for a lock"
        time.sleep(0.01)


def race(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """Start all calls at once and return what each gave: its result, or the exception that it raised."""
    start = threading.Barrier(len(calls))
    results: list[Any] = [None] * len(calls)

    def run(number: int) -> None:
        start.wait()
        try:
            results[number] = calls[number]()
        except Exception as error:
            results[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def start_while_open(first: Callable[[Session], Any], second: Callable[[], Any]) -> tuple[Any, bool]:
    """Start `second` while the transaction of `first` is open, and end that once `second` waits for a lock or is done.

    Returns what `second` gave, its result or the exception that it raised, and whether it waited.
    """
    given: list[Any] = []

    def run() -> None:
        try:
            given.append(second())
        except Exception as error:
            given.append(error)

    thread = threading.Thread(target=run)
    with transaction() as session:
        first(session)
        thread.start()
        wait_for_a_lock(unless=lambda: not thread.is_alive())
        has_waited = thread.is_alive()
    thread.join()
    return given[0], has_waited
