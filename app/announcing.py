"""What the relay tells browsers of events, before it notes the events as dispatched: told twice is told once."""

from collections.abc import Iterable
from typing import Any, Protocol
from uuid import UUID

from sqlalchemy.exc import DBAPIError

from app.kernel import live, log, metrics
from app.kernel.db import Session, is_disconnect
from app.kernel.live import Signal, Signals
from app.kernel.outbox import Event
from app.registry import MODULES


class Happened(Protocol):
    """A row of the outbox."""

    id: UUID
    name: str
    payload: dict[str, Any]


def announce(session: Session, events: Iterable[Happened]) -> None:
    """Tell browsers of events, in their order; raises RedisError."""
    told = [(event.id, signal) for event in events for signal in _find(session, event)]
    if told:
        live.announce(told)
    for _, signal in told:
        metrics.LIVE_SIGNALS.labels(signal.topic).inc()


def _signals_of(event_name: str) -> list[Signals]:
    return [signals for manifest in MODULES for signals in manifest.signals if signals.event.name() == event_name]


def _find(session: Session, event: Happened) -> list[Signal]:
    """Ask whom an event is to be told. A question that fails costs its signals, never the outbox."""
    asked = _signals_of(event.name)
    if not asked:
        return []
    try:
        # A statement that fails spoils no more than this.
        with session.connection().begin_nested():
            loaded = Event.load(event.name, event.payload)
            return [signal for signals in asked for signal in signals.find(session, loaded)]
    except Exception as error:
        if isinstance(error, DBAPIError) and is_disconnect(error):
            raise
        metrics.LIVE_FAILURES.labels(event.name).inc()
        log.get("relay").error("signals not found", event_name=event.name, event_id=str(event.id), exc_info=error)
        return []
