"""Many callers at the same moment, on real threads."""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import text

from app.kernel.db import engine

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
