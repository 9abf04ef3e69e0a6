"""Turns at a service outside: one that hangs leaves threads of a web process (deploy/run.sh) to everybody else."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

# While a service answers, a call waits for a turn; it is taken to hang when no call began for so long.
MAX_WAIT_SECONDS = 1.0


class Turns:
    """The few calls that a process makes at once to one service; `away` makes the error of a call too many."""

    def __init__(self, at_once: int, away: Callable[[], Exception]) -> None:
        self.at_once = at_once
        self._free = BoundedSemaphore(at_once)
        self._away = away
        self._last_began = 0.0

    @contextmanager
    def take(self) -> Iterator[None]:
        """Hold a turn during a call; raises what `away` makes when none is free."""
        if not self._free.acquire(timeout=max(0.0, self._last_began + MAX_WAIT_SECONDS - time.monotonic())):
            raise self._away()
        self._last_began = time.monotonic()
        try:
            yield
        finally:
            self._free.release()
