"""What is run again after a connection to Postgres was lost, as in a failover: how often, and when no longer."""

import time

import psycopg
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

# The first is for a connection that was lost while nobody used it.
PAUSES = (0.0, 0.1, 0.2, 0.4, 0.8, 1.0, 1.0, 1.0, 1.0)
FAILOVER_SECONDS = 6.0
_CONNECTION = "08"
# The server, or a pool in front of it, lost the connection; it stops, crashed, or still starts.
_LOST = (_CONNECTION, "57P01", "57P02", "57P03")
_patience = 0.0


def wait_for_failovers(seconds: float = FAILOVER_SECONDS) -> None:
    """Have this process wait so long for a database that is away; without this, it tries once more at once."""
    global _patience
    _patience = seconds


class Retries:
    """The attempts of one piece of work: another one is made where a connection was lost and nothing can happen twice.

    is_repeatable: it finds out by itself whether it was done before, so that it may also be repeated when COMMIT was
    sent and its answer lost.
    """

    def __init__(self, *, is_repeatable: bool = False) -> None:
        self.has_sent_commit = False
        self.has_waited = False
        self._is_repeatable = is_repeatable
        self._pauses = iter(PAUSES)
        self._ends_at: float | None = None

    def wait_after(self, error: Exception) -> bool:
        """Wait before another attempt; returns False where there must be none, or the time is over."""
        if not is_lost(error) or (self.has_sent_commit and not self._is_repeatable):
            return False
        now = time.monotonic()
        if self._ends_at is None:
            self._ends_at = now + _patience
        pause = next(self._pauses, None)
        if pause is None or now + pause > self._ends_at:
            return False
        self.has_waited = True
        time.sleep(pause)
        return True


def is_lost(error: BaseException) -> bool:
    """Return whether a connection to Postgres was lost, or could not be opened."""
    if not isinstance(error, DBAPIError):
        return False
    cause = error.orig
    # Errors of the connection itself have no code.
    is_of_connection = isinstance(cause, psycopg.OperationalError) and (cause.sqlstate or _CONNECTION).startswith(_LOST)
    return error.connection_invalidated or is_of_connection


def is_disconnect(error: BaseException) -> bool:
    """Return whether Postgres is down, starting, out of connections or timed out, so that a retry can help."""
    return isinstance(error, OperationalError | InterfaceError | NoConnection) or is_lost(error)
