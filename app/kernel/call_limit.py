"""A limit of concurrent calls to a service outside: one that hangs leaves threads (deploy/run.sh) to everybody else."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

# While a service answers, a call waits until another has ended; it is taken to hang when no call began for so long.
MAX_WAIT_SECONDS = 1.0


class CallLimit:
    """The calls that a process may make at once to one service; `away` makes the error of a call too many."""

    def __init__(self, at_once: int, away: Callable[[], Exception]) -> None:
        self.at_once = at_once
        self._free = BoundedSemaphore(at_once)
        self._away = away
        self._last_began = 0.0

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Count as one call while it lasts; raises what `away` makes when the limit is reached."""
        if not self._free.acquire(timeout=max(0.0, self._last_began + MAX_WAIT_SECONDS - time.monotonic())):
            raise self._away()
        self._last_began = time.monotonic()
        try:
            yield
        finally:
            self._free.release()
