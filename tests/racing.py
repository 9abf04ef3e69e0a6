"""Many callers at the same moment, on real threads."""

import threading
from collections.abc import Callable, Sequence
from typing import Any


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
