"""The relay: turns outbox rows into inbox rows and jobs, queues lost jobs again, and starts schedules that are due."""

import math
import signal
import time
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any
from uuid import UUID

from redis.exceptions import RedisError
from sqlalchemy import func, select, text, update
from sqlalchemy.exc import DBAPIError

from app.announcing import announce
from app.kernel import jobs, log, metrics
from app.kernel.db.session import Session, transaction
from app.kernel.events import outbox
from app.kernel.events.outbox import Event, InboxEntry, OutboxEvent, Queue
from app.kernel.redis import redis

POLL_SECONDS = 1.0
# From the beginning of one dispatch to the next, so that the events of a busy site share one.
DISPATCH_SECONDS = 0.02
BATCH = 200

Entry = tuple[UUID, str, Queue]


class Gathering:
    """Entries whose handler has an interval.

    They are lost with a relay that is killed, and queued again when their lease ends.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, list[Entry]] = {}
        self._next: dict[str, float] = {}

    def add(self, entries: Iterable[Entry]) -> None:
        """Add the entries of new events."""
        for entry in entries:
            self._waiting.setdefault(entry[1], []).append(entry)

    def pop_due(self, now: float) -> list[Entry]:
        """Return the entries of all handlers whose interval is over, which begins anew."""
        due = [handler for handler in self._waiting if self._next.get(handler, 0.0) <= now]
        self._next.update((handler, now + jobs.interval_of(handler)) for handler in due)
        return [entry for handler in due for entry in self._waiting.pop(handler)]

    def seconds_left(self, now: float) -> float:
        """Return the seconds until an interval of waiting entries is over; infinite if none waits."""
        return max(0.0, min((self._next[handler] - now for handler in self._waiting), default=math.inf))


_gathering = Gathering()


def dispatch() -> int:
    """Dispatch waiting events, and queue a job for every handler; returns the number of events."""
    count, entries = _dispatch_events()
    jobs.enqueue_entries(entries)
    return count


def _gather_events() -> int:
    """Dispatch waiting events, whose jobs wait for their handlers' intervals; returns the number of events."""
    count, entries = _dispatch_events()
    _gathering.add(entries)
    return count


def _enqueue_gathered() -> None:
    """Queue jobs for the entries whose interval is over; raises RedisError, after which they wait for the next try."""
    due = _gathering.pop_due(time.monotonic())
    try:
        jobs.enqueue_entries(due)
    except RedisError:
        _gathering.add(due)
        raise


# Built once: building a statement takes longer than running it.
_WAITING = (
    select(OutboxEvent.id, OutboxEvent.name, OutboxEvent.payload)
    .where(OutboxEvent.dispatched_at.is_(None))
    .order_by(OutboxEvent.seq)
    .limit(BATCH)
    .with_for_update(skip_locked=True)
)
_ENTER = text(
    """
    INSERT INTO platform.inbox_entry (event_id, handler, queue, next_try_at)
    SELECT event_id, handler, queue, now() + make_interval(secs => :lease)
      FROM unnest(CAST(:event_ids AS uuid[]), CAST(:handlers AS text[]), CAST(:queues AS text[]))
           AS entry (event_id, handler, queue)
    """
)
_DISPATCHED = text("UPDATE platform.outbox_event SET dispatched_at = now() WHERE id = ANY(:ids)")


def _dispatch_events() -> tuple[int, list[Entry]]:
    """Announce waiting events and insert an inbox row for every handler; returns the number of events, and the rows.

    It selects undispatched rows, not "all after the last one": transactions commit out of order.
    """
    with transaction() as session:
        events = session.execute(_WAITING).all()
        announce(session, events)
        entries = [(e.id, *handler) for e in events for handler in jobs.handlers_of(e.name, e.payload)]
        if entries:
            columns = zip(("event_ids", "handlers", "queues"), map(list, zip(*entries, strict=True)), strict=True)
            session.execute(_ENTER, {**dict(columns), "lease": jobs.LEASE_SECONDS})
        if events:
            session.execute(_DISPATCHED, {"ids": [e.id for e in events]})
    return len(events), entries


def requeue(*, but: Collection[Queue] = ()) -> int:
    """Queue open entries again whose lease or pause is over, except in some queues; returns how many."""
    with transaction() as session:
        due = (
            select(InboxEntry.event_id, InboxEntry.handler)
            .where(InboxEntry.done_at.is_(None), InboxEntry.failed_at.is_(None))
            .where(InboxEntry.next_try_at <= func.now(), InboxEntry.queue.not_in(but))
            .limit(BATCH)
            .with_for_update(skip_locked=True)
            .cte("due")
        )
        rows = session.execute(
            update(InboxEntry)
            .where(InboxEntry.event_id == due.c.event_id, InboxEntry.handler == due.c.handler)
            .values(next_try_at=func.now() + timedelta(seconds=jobs.LEASE_SECONDS))
            .returning(InboxEntry.event_id, InboxEntry.handler, InboxEntry.queue)
        ).all()
        # Before the commit: without Redis they stay due.
        jobs.enqueue_entries((row.event_id, row.handler, Queue(row.queue)) for row in rows)
    return len(rows)


# The rows decide, so that several relays start a schedule once: an update checks its condition again after waiting.
# A run that has not ended in time was lost with Redis or a worker: it would be missed for up to a day.
_START = text(
    """
    WITH schedule AS (SELECT * FROM unnest(CAST(:names AS text[]), CAST(:seconds AS float[])) AS s (name, every)),
    added AS (
        INSERT INTO platform.schedule (name, last_run_at)
        SELECT name, now() FROM schedule WHERE name NOT IN (SELECT name FROM platform.schedule)
        ON CONFLICT DO NOTHING RETURNING name
    ),
    due AS (
        UPDATE platform.schedule AS s SET last_run_at = now() FROM schedule
         WHERE s.name = schedule.name AND s.last_run_at <= now() - make_interval(
               secs => CASE WHEN s.finished_at >= s.last_run_at THEN every ELSE least(every, :lost) END)
        RETURNING s.name
    )
    SELECT name FROM added UNION ALL SELECT name FROM due
    """
)


_IDLE = text(
    "UPDATE platform.schedule SET finished_at = now(), milliseconds = 0, failures = 0 WHERE name = ANY(:names)"
)


def start_due() -> None:
    """Queue every schedule that is due and has work."""
    with transaction() as session:
        _start_due(session)


def _start_due(session: Session) -> None:
    """Note that the schedules that are due start now, and queue those that have work; without Redis they stay due."""
    schedules = {schedule.name: schedule for schedule in jobs.schedules()}
    due = _start(session, {name: schedule.every_seconds for name, schedule in schedules.items()})
    idle = [name for name in due if not schedules[name].has_work(session)]
    if idle:
        session.execute(_IDLE, {"names": idle})
    for name in due:
        if name not in idle:
            jobs.enqueue_schedule(name)


def _start(session: Session, seconds: Mapping[str, float]) -> list[str]:
    """Note that schedules start now where their last start is that many seconds ago; returns their names."""
    values = {"names": [*seconds], "seconds": [*seconds.values()], "lost": jobs.LOST_SECONDS}
    return list(session.execute(_START, values).scalars())


def run_now(name: str) -> None:
    """Run a schedule in this process now, and count its interval from now; raises KeyError for an unknown name."""
    with transaction() as session:
        _start(session, {name: 0})
    jobs.run_schedule(name)


_UNTRIED = select(InboxEntry.event_id, InboxEntry.handler).where(
    InboxEntry.done_at.is_(None), InboxEntry.failed_at.is_(None), InboxEntry.attempts == 0
)


def drain(limit_seconds: float = 30.0) -> None:
    """Dispatch and run everything that waits, in this process; for tests, demo and benchmark."""
    end = time.monotonic() + limit_seconds
    with transaction(read_only=True) as session:
        entries = [(row.event_id, row.handler) for row in session.execute(_UNTRIED)]
    while time.monotonic() < end:
        for event_id, handler in entries:
            jobs.run_entry(str(event_id), handler)
        count, dispatched = _dispatch_events()
        if not count:
            return
        entries = [(event_id, handler) for event_id, handler, _ in dispatched]


def finish(event: type[Event]) -> int:
    """Run what waits for one kind of event in this process, and nothing else; returns how many entries failed."""
    while dispatch():
        pass
    waiting = (
        select(InboxEntry.event_id, InboxEntry.handler)
        .join(OutboxEvent, OutboxEvent.id == InboxEntry.event_id)
        .where(OutboxEvent.name == event.name(), InboxEntry.done_at.is_(None), InboxEntry.failed_at.is_(None))
    )
    with transaction(read_only=True) as session:
        entries = session.execute(waiting).all()
    for event_id, handler in entries:
        jobs.run_entry(str(event_id), handler)
    with transaction(read_only=True) as session:
        return len(session.execute(waiting).all())


def sweep() -> int:
    """Start due schedules, queue lost jobs and update the metrics; returns how many events wait.

    The relay does this once a second, mostly with nothing to do, so it takes one transaction and two statements.
    """
    with transaction() as session:
        events, is_late = _measure(session)
        _start_due(session)
    if is_late:
        while requeue(but=_long_queues()) == BATCH:
            pass
    return events


def _long_queues() -> list[Queue]:
    """Return the queues that are late and not lost: queueing their entries again would make them longer."""
    return [queue for queue, waiting in jobs.count_queued().items() if waiting >= BATCH]


def relay() -> None:
    """Run the relay until the process is told to stop."""
    stop: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda n, _: stop.append(n))
    swept, is_told, is_woken = 0.0, False, True
    while not stop:
        began = time.monotonic()
        try:
            if time.monotonic() - swept >= POLL_SECONDS:
                has_events = sweep() > 0
                if has_events and not is_woken:
                    _listen_anew()
                is_woken = has_events or is_woken
                swept = time.monotonic()
            while is_woken and _gather_events() == BATCH:
                pass
            _enqueue_gathered()
        except (DBAPIError, RedisError) as error:
            log.get("relay").warning("engine away", error=type(error).__name__)
            time.sleep(POLL_SECONDS)
        time.sleep(max(0.0, began + DISPATCH_SECONDS - time.monotonic()))
        # One wake-up stands for what its process commits just after it, too (outbox.WAKE_UP_SECONDS).
        was_told = is_told
        seconds = 0 if was_told else min(POLL_SECONDS, _gathering.seconds_left(time.monotonic()))
        is_told = _wait_for_wake_up(seconds)
        is_woken = is_told or was_told
    # Another relay does not know of these before their lease ends.
    with suppress(RedisError):
        jobs.enqueue_entries(_gathering.pop_due(math.inf))


_STATE = text(
    """
    SELECT queue, count(*), min(next_try_at) <= now() FROM platform.inbox_entry
     WHERE done_at IS NULL AND failed_at IS NULL GROUP BY queue
    UNION ALL
    SELECT 'relay', count(*), false FROM platform.outbox_event WHERE dispatched_at IS NULL
    """
)


def _measure(session: Session) -> tuple[int, bool]:
    """Update the metrics; returns how many events wait, and whether an inbox entry is due."""
    waiting, is_late = dict.fromkeys(["relay", *Queue], 0), False
    for queue, count, is_due in session.execute(_STATE):
        waiting[queue if queue == "relay" else Queue(queue)] += count
        is_late = is_late or is_due
    for name, count in waiting.items():
        metrics.OUTBOX_WAITING.labels(name).set(count)
    return waiting["relay"], is_late


_subscription: Any = None


def _listen_anew() -> None:
    """Subscribe again before the next wait: a subscription at a former master hears nothing."""
    global _subscription
    if _subscription is not None:
        _subscription.close()
    _subscription = None


def _wait_for_wake_up(seconds: float) -> bool:
    """Wait for some seconds at most; returns whether events may wait."""
    global _subscription
    try:
        if _subscription is None:
            _subscription = redis().pubsub(ignore_subscribe_messages=True)  # type: ignore[no-untyped-call]
            _subscription.subscribe(outbox.WAKE_UP_CHANNEL)
        is_woken = _subscription.get_message(timeout=seconds) is not None
        while is_woken and _subscription.get_message(timeout=0) is not None:
            pass
    except (RedisError, OSError):
        _subscription = None
        time.sleep(POLL_SECONDS)
        return True
    return is_woken
