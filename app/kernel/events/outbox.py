"""The outbox: events are rows, written in the transaction of what happened.

The relay (app/relay.py) turns each row into one inbox row and one RQ job for every handler. A job settles its inbox
row in the transaction of its effect, so each event is handled once, even if Redis, the relay or a worker crashes.
Payloads contain ids only.
"""

import json
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import Any, ClassVar, cast, dataclass_transform, get_type_hints
from uuid import UUID

from redis.exceptions import RedisError
from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, Index, Table, func, insert
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel import log
from app.kernel.db.session import Base, Session
from app.kernel.ids import new_id
from app.kernel.personal.tables import WORKING_NOTE, Erasure, Personal, not_personal
from app.kernel.redis import redis

WAKE_UP_CHANNEL = "hearth:wake_relay"
# Whatever is committed so soon after a wake-up of this process needs no other one: the relay looks again later.
WAKE_UP_SECONDS = 0.015
_next_wake_up = 0.0
# About an hour of retries; handlers that wait for other servers have more.
MAX_ATTEMPTS = 12
# The `batch` of handlers of frequent events: their jobs stay shorter than a tenth of a second.
EVENTS_PER_JOB = 20
# The `interval` of such handlers where no page waits for them, in seconds.
BACKGROUND_INTERVAL = 0.2


class Queue(StrEnum):
    """The queue of a job. SLOW has its own workers; the others take every second job from URGENT."""

    URGENT = "urgent"
    DEFAULT = "default"
    MAINTENANCE = "maintenance"
    SLOW = "slow"

    @classmethod
    def _missing_(cls, value: object) -> "Queue":
        # A name of a later version, which may run beside this one: its jobs must not be lost.
        return cls.DEFAULT


@Personal(Erasure.KEPT, "ids, never words", not_copied=WORKING_NOTE)
class OutboxEvent(Base):
    """Something that happened; `dispatched_at` is set when every handler has its inbox row."""

    __tablename__ = "outbox_event"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    seq: Mapped[int] = mapped_column(BigInteger, Identity(always=True))
    name: Mapped[str]
    payload: Mapped[dict[str, Any]] = mapped_column(JSONB)
    request_id: Mapped[str | None]
    occurred_at: Mapped[datetime] = mapped_column(server_default=func.now())
    dispatched_at: Mapped[datetime | None] = mapped_column()

    __table_args__ = (Index("outbox_event_waiting_idx", "seq", postgresql_where=dispatched_at.is_(None)),)


@Personal(Erasure.KEPT, "ids of events", not_copied=WORKING_NOTE)
class InboxEntry(Base):
    """The work of one handler for one event; done when `done_at` is set, given up when `failed_at` is."""

    __tablename__ = "inbox_entry"

    event_id: Mapped[UUID] = mapped_column(ForeignKey(OutboxEvent.id, ondelete="CASCADE"), primary_key=True)
    handler: Mapped[str] = mapped_column(primary_key=True)
    attempts: Mapped[int] = mapped_column(server_default="0")
    next_try_at: Mapped[datetime] = mapped_column(server_default=func.now())
    error: Mapped[str | None]
    done_at: Mapped[datetime | None] = mapped_column()
    failed_at: Mapped[datetime | None] = mapped_column()
    queue: Mapped[str] = mapped_column(server_default=Queue.DEFAULT.value)

    __table_args__ = (
        CheckConstraint(f"queue IN ({', '.join(repr(str(one)) for one in Queue)})", name="queue"),
        Index(
            "inbox_entry_open_idx",
            "next_try_at",
            postgresql_where=done_at.is_(None) & failed_at.is_(None),
        ),
        # A partial index, for the console: there are few such rows.
        Index("inbox_entry_given_up_idx", "event_id", "handler", postgresql_where=failed_at.is_not(None)),
    )


@not_personal
class ScheduleRun(Base):
    """When a schedule was last queued, when its last run ended, how long it took, and how many runs failed in a row."""

    __tablename__ = "schedule"

    name: Mapped[str] = mapped_column(primary_key=True)
    last_run_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]
    milliseconds: Mapped[int | None]
    failures: Mapped[int] = mapped_column(server_default="0")


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Event:
    """Base of all events, which become frozen dataclasses of ids and small facts, named in the past tense."""

    registry: ClassVar[dict[str, type["Event"]]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        dataclass(frozen=True)(cls)
        Event.registry[cls.name()] = cls

    @classmethod
    def name(cls) -> str:
        """Return the event's stable name, such as `messaging.MessageSent`."""
        return f"{cls.__module__.split('.')[1]}.{cls.__name__}"

    @classmethod
    def load(cls, name: str, payload: dict[str, Any]) -> "Event":
        """Return the event with this payload, written by this version, the previous or the next one."""
        kind = cls.registry[name]
        facts = {one.name: payload[one.name] for one in fields(kind) if one.name in payload}
        return kind(**facts | {one: UUID(facts[one]) for one in _ids_of(name) if facts.get(one) is not None})

    @classmethod
    def queue_of(cls, payload: Mapping[str, Any]) -> Queue | None:
        """Return the queue for an event's jobs; None if each handler declares its own."""
        return None


class MemberEvent(Event):
    """Base of events about one member."""

    member_id: UUID


@cache
def _ids_of(event_name: str) -> tuple[str, ...]:
    hints = get_type_hints(Event.registry[event_name])
    return tuple(name for name, hint in hints.items() if hint in (UUID, UUID | None))


# Into the table directly: inserting through the ORM costs three times as much.
_INSERT = insert(cast(Table, OutboxEvent.__table__))


def publish(session: Session, *events: Event) -> None:
    """Write events into the outbox, in the caller's transaction."""
    session.execute(_INSERT, _rows_of(events))
    session.after_commit(wake_relay)


# The part of a statement that writes events with its own rows; its value `events` is made by `publish_with`.
INSERT_EVENTS = """
    INSERT INTO platform.outbox_event (id, name, payload, request_id)
    SELECT id, name, payload, request_id
      FROM jsonb_to_recordset(CAST(:events AS jsonb)) AS event (id uuid, name text, payload jsonb, request_id text)
"""


def publish_with(session: Session, *events: Event) -> str:
    """Return the value `events` of a statement with INSERT_EVENTS, which the caller runs in the session."""
    session.after_commit(wake_relay)
    return json.dumps(_rows_of(events), default=str)


def _rows_of(events: Iterable[Event]) -> list[dict[str, Any]]:
    return [
        {
            "id": new_id(),
            "name": event.name(),
            "payload": {k: str(v) if isinstance(v, UUID) else v for k, v in vars(event).items()},
            "request_id": log.request_id(),
        }
        for event in events
    ]


def wake_relay() -> None:
    """Wake the relay; best effort, because it also polls."""
    global _next_wake_up
    if time.monotonic() < _next_wake_up:
        return
    _next_wake_up = time.monotonic() + WAKE_UP_SECONDS
    with suppress(RedisError):
        redis().publish(WAKE_UP_CHANNEL, b"")


class TryLater(Exception):
    """A handler asks to run again after at least `seconds`; its attempts are not limited, so it must stop by itself."""

    def __init__(self, reason: str, *, seconds: float = 0) -> None:
        super().__init__(reason)
        self.seconds = seconds


@dataclass(frozen=True)
class Handler:
    """A reaction to an event. `managed` handlers run inside a transaction; others call a network and open their own.

    A handler that fails is tried `attempts` times, with pauses that double from two seconds to an hour. Its jobs go to
    `queue`, or else to the event's queue, or else to DEFAULT.

    A handler with a `batch` is called with a list of up to so many events, in one job. `interval` is the time in
    seconds from one such job to the next, in which events gather.
    """

    event: type[Event]
    run: Callable[..., None]
    managed: bool = True
    attempts: int = MAX_ATTEMPTS
    queue: Queue | None = None
    batch: int = 1
    interval: float = 0.0

    @property
    def name(self) -> str:
        """Return the stable name of the handler, such as `catalog.on_profile_changed`."""
        return f"{self.run.__module__.split('.')[1]}.{self.run.__name__}"


def handles(event: type[Event], **options: Any) -> Callable[[Callable[..., None]], Handler]:
    """Declare a handler: `(session, event)` if managed, else `(event)`; with a `batch`, `events` instead of `event`. An
    unmanaged one must tolerate being run twice.
    """
    return lambda run: Handler(event, run, **options)
