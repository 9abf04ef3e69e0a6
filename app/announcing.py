"""Announce what events mean for open pages; the relay does so before it marks the events as dispatched.

Announcing an event twice has no further effect.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Protocol
from uuid import UUID

from sqlalchemy.exc import DBAPIError

from app.kernel import log, metrics
from app.kernel.db.retries import is_disconnect
from app.kernel.db.session import Session
from app.kernel.events import live
from app.kernel.events.live import Signal, Signals
from app.kernel.events.outbox import Event
from app.registry import MODULES


class OutboxRow(Protocol):
    """A row of the outbox."""

    id: UUID
    name: str
    payload: dict[str, Any]


def announce(session: Session, events: Iterable[OutboxRow]) -> None:
    """Send the live signals of events, in the events' order; raises RedisError."""
    found = _find_signals(session, [event for event in events if _declared_signals(event.name)])
    if found:
        live.announce(found)
    for _, signal in found:
        metrics.LIVE_SIGNALS.labels(signal.topic).inc()


@cache
def _declared_signals(event_name: str) -> list[Signals]:
    return [signals for manifest in MODULES for signals in manifest.signals if signals.event.name() == event_name]


def _find_signals(session: Session, events: Sequence[OutboxRow]) -> list[tuple[UUID, Signal]]:
    """Return the signals of events, with the events' ids. If finding those of one fails, they are lost, and the outbox
    goes on.
    """
    if not events:
        return []
    try:
        # A savepoint: a statement that fails does not abort the relay's transaction.
        with session.connection().begin_nested():
            return [(event.id, signal) for event in events for signal in _signals_of(session, event)]
    except Exception as error:
        if isinstance(error, DBAPIError) and is_disconnect(error):
            raise
        if len(events) > 1:
            return [found for event in events for found in _find_signals(session, [event])]
        event = events[0]
        metrics.LIVE_FAILURES.labels(event.name).inc()
        log.get("relay").error("signals not found", event_name=event.name, event_id=str(event.id), exc_info=error)
        return []


def _signals_of(session: Session, event: OutboxRow) -> Iterator[Signal]:
    loaded = Event.load(event.name, event.payload)
    for signals in _declared_signals(event.name):
        yield from signals.find(session, loaded)
