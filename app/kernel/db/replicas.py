"""Replicas: copies of the database that may be behind it, and answer only what an operation allows
(docs/decisions/0081).

A position is a place in the primary's WAL, in bytes since its beginning.
"""

import time
from contextvars import ContextVar
from dataclasses import dataclass

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from app.kernel.db.engines import reading_engine, replica_engine

# What the primary had so many seconds ago, a replica must have, whoever asks.
MAX_SECONDS_BEHIND = 10.0
# So long no replica is asked after one did not answer.
REST_SECONDS = 5.0

_WRITTEN = text("SELECT CAST(pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bigint)")
# A replica that was promoted has everything.
_REPLAYED = text(
    """
    SELECT CAST(pg_wal_lsn_diff(
        CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END, '0/0'
    ) AS bigint)
    """
)


@dataclass(frozen=True, slots=True)
class _Positions:
    """Two positions of the primary, the latter read at `read_at` and the former before that."""

    former: int
    latest: int
    read_at: float


_positions: _Positions | None = None
_rests_until = 0.0
_has_written: ContextVar[bool] = ContextVar("has_written", default=False)


def forget_write() -> None:
    """Note that a request begins, which has written nothing."""
    _has_written.set(False)


def note_write() -> None:
    """Note that this request sends a COMMIT."""
    _has_written.set(True)


def has_written() -> bool:
    """Return whether this request has sent a COMMIT."""
    return _has_written.get()


def read_position() -> int:
    """Return the primary's position now: all that was committed before is in front of it."""
    with reading_engine().connect() as connection:
        return int(connection.execute(_WRITTEN).scalar_one())


def connect(position: int) -> Connection | None:
    """Return a connection to a replica that has replayed a position; None where there is none, or none answers."""
    engine = replica_engine()
    if engine is None or time.monotonic() < _rests_until:
        return None
    try:
        needed = max(position, _oldest_position())
        connection = engine.connect()
    except (DBAPIError, NoConnection):
        rest()
        return None
    try:
        # It only grows, and the connection is to one server.
        if connection.info.get("replayed", -1) < needed:
            connection.info["replayed"] = connection.execute(_REPLAYED).scalar_one() or -1
    except DBAPIError:
        connection.close()
        rest()
        return None
    if connection.info["replayed"] < needed:
        connection.close()
        _count("behind")
        return None
    _count("asked")
    return connection


def rest() -> None:
    """Note that a replica did not answer."""
    global _rests_until
    _rests_until = time.monotonic() + REST_SECONDS
    _count("away")


def _oldest_position() -> int:
    """Return a position that the primary had at most MAX_SECONDS_BEHIND ago."""
    global _positions
    now, known = time.monotonic(), _positions
    age = now - known.read_at if known else MAX_SECONDS_BEHIND
    if known is None or age >= MAX_SECONDS_BEHIND:
        latest = read_position()
        known = _positions = _Positions(latest, latest, now)
    elif age >= MAX_SECONDS_BEHIND / 2:
        known = _positions = _Positions(known.latest, read_position(), now)
    return known.former


def _count(result: str) -> None:
    # Imported here: commands ask no replica, and this takes a tenth of their start.
    from app.kernel import metrics

    metrics.REPLICA_READS.labels(result).inc()
