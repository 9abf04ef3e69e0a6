"""Events are handled once, whatever dies in between."""

import math
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from redis.exceptions import RedisError
from sqlalchemy import func, select, text

from app import relay
from app.kernel import jobs
from app.kernel.db.session import Session, transaction
from app.kernel.events import outbox
from app.kernel.events.outbox import MAX_ATTEMPTS, Event, InboxEntry, OutboxEvent, Queue, handles, publish
from app.kernel.manifest import Manifest
from app.kernel.redis import redis


class LampLit(Event):
    """An event of this test."""

    lamp_id: UUID


seen: Counter[UUID] = Counter()
failing: set[UUID] = set()
slow: set[UUID] = set()
meanwhile: set[UUID] = set()  # whose other copy ends while the first one is at it


@handles(LampLit)
def on_lamp_lit(session: Session, event: LampLit) -> None:
    """Count in the database, so that a roll-back takes the count away too."""
    session.execute(text("INSERT INTO lamp_seen VALUES (:id)"), {"id": event.lamp_id})
    if event.lamp_id in slow:
        session.execute(text("SELECT pg_sleep(0.1)"))
    if event.lamp_id in failing:
        failing.discard(event.lamp_id)
        raise OSError("the wick was wet")


@handles(LampLit, managed=False)
def on_lamp_lit_far_away(event: LampLit) -> None:
    """Count in memory: an unmanaged handler may be run again."""
    seen[event.lamp_id] += 1
    if event.lamp_id in meanwhile:
        meanwhile.discard(event.lamp_id)
        jobs.run_entry(str(event_of(event.lamp_id)), on_lamp_lit_far_away.name)
        raise OSError("the wind blew it out")


class BellRung(Event):
    """An event of this test that is handled in batches."""

    bell_id: UUID


heard: list[list[UUID]] = []
cracked: set[UUID] = set()


@handles(BellRung, batch=3)
def on_bell_rung(session: Session, events: list[BellRung]) -> None:
    """Count in the database; a cracked bell fails, after it was counted."""
    for event in events:
        session.execute(text("INSERT INTO lamp_seen VALUES (:id)"), {"id": event.bell_id})
        if event.bell_id in cracked:
            raise OSError("the bell is cracked")


@handles(BellRung, managed=False, batch=3, interval=60)
def on_bell_rung_far_away(events: list[BellRung]) -> None:
    """Note who came together."""
    heard.append([event.bell_id for event in events])


@pytest.fixture
def count_wake_ups(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], int]]:
    """Return what counts how often the relay was told since it was last asked."""
    monkeypatch.setattr(outbox, "_next_wake_up", 0.0)
    monkeypatch.setattr(outbox, "WAKE_UP_SECONDS", 60.0)
    with redis().pubsub(ignore_subscribe_messages=True) as channel:
        channel.subscribe(outbox.WAKE_UP_CHANNEL)

        def count() -> int:
            # Redis keeps the order of what one process sends: this comes after all that was told.
            redis().publish(outbox.WAKE_UP_CHANNEL, b"end")
            times = 0
            while (message := channel.get_message(timeout=60)) is None or message["data"] != b"end":
                times += message is not None
            return times

        count()
        yield count


HANDLERS = (on_lamp_lit, on_lamp_lit_far_away, on_bell_rung, on_bell_rung_far_away)


@pytest.fixture(autouse=True)
def _installation(tmp_path: object) -> None:
    from pathlib import Path

    jobs.install([Manifest(name="kernel", folder=Path(), handlers=HANDLERS)])
    with transaction() as session:
        session.execute(text("CREATE TABLE IF NOT EXISTS lamp_seen (id uuid)"))
        session.execute(text("TRUNCATE lamp_seen"))
    redis().flushdb()


def light(count: int = 1) -> list[UUID]:
    lamps = [uuid4() for _ in range(count)]
    with transaction() as session:
        publish(session, *(LampLit(lamp_id=lamp) for lamp in lamps))
    return lamps


def ring(count: int) -> list[UUID]:
    bells = [uuid4() for _ in range(count)]
    with transaction() as session:
        publish(session, *(BellRung(bell_id=bell) for bell in bells))
    return bells


def times_seen(lamp: UUID) -> int:
    with transaction(read_only=True) as session:
        return int(session.execute(text("SELECT count(*) FROM lamp_seen WHERE id = :id"), {"id": lamp}).scalar_one())


def due_entries() -> int:
    with transaction(read_only=True) as session:
        due = select(func.count()).where(InboxEntry.done_at.is_(None), InboxEntry.failed_at.is_(None))
        return int(session.execute(due.where(InboxEntry.next_try_at <= func.now())).scalar_one())


def make_due() -> None:
    with transaction() as session:
        session.execute(text("UPDATE platform.inbox_entry SET next_try_at = now() - interval '1 second'"))


def run_queued_jobs() -> int:
    """Run what the relay queued, as a worker would, from Redis."""
    waiting = sum(jobs.count_queued().values())
    jobs.make_worker(list(Queue)).work(burst=True)
    return waiting


def test_an_event_of_a_rolled_back_transaction_never_happened() -> None:
    lamp = uuid4()
    with pytest.raises(RuntimeError, match="storm"), transaction() as session:
        publish(session, LampLit(lamp_id=lamp))
        raise RuntimeError("storm")
    relay.drain()
    assert times_seen(lamp) == 0


def test_relay_and_worker_hand_an_event_to_every_handler_once() -> None:
    (lamp,) = light()
    assert relay.dispatch() >= 1
    run_queued_jobs()
    assert times_seen(lamp) == 1
    assert seen[lamp] == 1
    assert relay.dispatch() == 0


def test_a_job_that_comes_twice_acts_once() -> None:
    (lamp,) = light()
    relay.drain()
    event_id = event_of(lamp)
    for _ in range(3):
        jobs.run_entry(str(event_id), on_lamp_lit.name)
    assert times_seen(lamp) == 1


def test_two_copies_of_a_job_at_once_act_once() -> None:
    (lamp,) = light()
    slow.add(lamp)
    relay.dispatch()
    event_id = event_of(lamp)
    threads = [threading.Thread(target=jobs.run_entry, args=(str(event_id), on_lamp_lit.name)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert times_seen(lamp) == 1


def test_what_redis_lost_is_queued_again() -> None:
    (lamp,) = light()
    relay.dispatch()
    redis().flushdb()
    assert run_queued_jobs() == 0
    make_due()
    assert relay.requeue() >= 2
    run_queued_jobs()
    assert times_seen(lamp) == 1


def test_nothing_is_queued_again_while_the_queue_is_long() -> None:
    lamps = light(relay.BATCH // 2)
    relay.dispatch()
    make_due()
    # Two handlers each, so that the queue holds as many jobs as one sweep would add.
    long = jobs.count_queued()[Queue.DEFAULT]
    assert long >= relay.BATCH
    relay.sweep()
    assert due_entries() == 2 * len(lamps)
    redis().flushdb()
    relay.sweep()
    assert due_entries() == 0
    run_queued_jobs()
    assert [lamp for lamp in lamps if times_seen(lamp) != 1] == []


def test_a_failing_handler_leaves_nothing_behind_and_is_tried_again() -> None:
    (lamp,) = light()
    failing.add(lamp)
    relay.drain()
    assert times_seen(lamp) == 0
    make_due()
    relay.requeue()
    run_queued_jobs()
    assert times_seen(lamp) == 1


def event_of(lamp: UUID) -> UUID:
    with transaction(read_only=True) as session:
        found = select(OutboxEvent.id).where(OutboxEvent.payload["lamp_id"].astext == str(lamp))
        return session.execute(found).scalar_one()


def entry_of(event_id: UUID, handler: str) -> Any:
    columns = (InboxEntry.error, InboxEntry.failed_at, InboxEntry.done_at, InboxEntry.attempts)
    with transaction(read_only=True) as session:
        found = select(*columns).where(InboxEntry.event_id == event_id, InboxEntry.handler == handler)
        return session.execute(found).one()


def test_events_of_a_batch_are_handled_together_and_in_their_order() -> None:
    bells = ring(7)
    relay.dispatch()
    assert run_queued_jobs() == 6, "three jobs of each handler"
    assert heard[-3:] == [bells[:3], bells[3:6], bells[6:]]
    assert [times_seen(bell) for bell in bells] == [1] * 7


def test_one_that_fails_takes_none_of_its_batch_along() -> None:
    good, bad, also_good = ring(3)
    cracked.add(bad)
    relay.dispatch()
    run_queued_jobs()
    assert [times_seen(bell) for bell in (good, bad, also_good)] == [1, 0, 1]
    with transaction(read_only=True) as session:
        theirs = OutboxEvent.payload["bell_id"].astext.in_([str(bell) for bell in (good, bad, also_good)])
        entries = select(InboxEntry.attempts, InboxEntry.error).join(OutboxEvent, OutboxEvent.id == InboxEntry.event_id)
        left = session.execute(entries.where(theirs, InboxEntry.done_at.is_(None))).all()
    assert left == [(1, "OSError: the bell is cracked")]


def test_a_batch_that_comes_twice_acts_once() -> None:
    bells = ring(3)
    relay.drain()
    with transaction(read_only=True) as session:
        theirs = OutboxEvent.payload["bell_id"].astext.in_([str(bell) for bell in bells])
        ids = [str(row.id) for row in session.execute(select(OutboxEvent.id).where(theirs))]
    for _ in range(2):
        jobs.run_entries(ids, on_bell_rung.name)
    assert [times_seen(bell) for bell in bells] == [1, 1, 1]


def test_events_of_an_interval_gather_and_the_first_waits_for_nobody() -> None:
    gathering, now = relay.Gathering(), 1000.0
    far, near = on_bell_rung_far_away.name, on_bell_rung.name
    first, *others = ((uuid4(), far, Queue.DEFAULT) for _ in range(3))
    gathering.add([first])
    assert gathering.pop_due(now) == [first]
    assert gathering.seconds_left(now) == math.inf
    at_once = (uuid4(), near, Queue.DEFAULT)
    gathering.add([others[0], at_once, others[1]])
    assert gathering.pop_due(now + 1) == [at_once]
    assert gathering.seconds_left(now + 1) == 59
    assert gathering.pop_due(now + 60) == others


def test_entries_wait_in_the_relay_while_redis_is_away_and_not_for_their_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = (uuid4(), on_bell_rung.name, Queue.DEFAULT)
    relay._gathering.add([entry])
    with monkeypatch.context() as away:
        away.setattr(jobs, "redis", redis_away)
        with pytest.raises(RedisError):
            relay._enqueue_gathered()
    assert entry in relay._gathering.pop_due(math.inf)


def test_an_entry_that_is_due_stays_due_while_redis_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    light()
    relay.dispatch()
    make_due()
    with monkeypatch.context() as away:
        away.setattr(jobs, "redis", redis_away)
        with pytest.raises(RedisError):
            relay.requeue()
    assert relay.requeue() > 0


def redis_away() -> None:
    raise RedisError("Redis is away")


def test_a_handler_that_always_fails_is_given_up_with_its_reason() -> None:
    (lamp,) = light()
    relay.dispatch()
    event_id = event_of(lamp)
    for _ in range(MAX_ATTEMPTS):
        failing.add(lamp)
        jobs.run_entry(str(event_id), on_lamp_lit.name)
    # A copy that was still queued: nothing is tried more often than that, not even what would work now.
    jobs.run_entry(str(event_id), on_lamp_lit.name)
    entry = entry_of(event_id, on_lamp_lit.name)
    assert entry.failed_at is not None
    assert entry.done_at is None
    assert entry.error == "OSError: the wick was wet"
    assert entry.attempts == MAX_ATTEMPTS


def test_a_copy_that_fails_after_the_other_is_done_changes_nothing() -> None:
    (lamp,) = light()
    relay.dispatch()
    event_id = event_of(lamp)
    meanwhile.add(lamp)
    jobs.run_entry(str(event_id), on_lamp_lit_far_away.name)
    entry = entry_of(event_id, on_lamp_lit_far_away.name)
    assert entry.done_at is not None
    assert (entry.error, entry.attempts) == (None, 0)


def test_many_events_with_handlers_that_fail_at_random_have_each_effect_once() -> None:
    lamps = light(200)
    failing.update(random.sample(lamps, 60))
    relay.drain()
    for _ in range(3):
        make_due()
        relay.requeue()
        run_queued_jobs()
    assert [lamp for lamp in lamps if times_seen(lamp) != 1] == []


def test_payloads_carry_ids_only() -> None:
    for kind in Event.registry.values():
        for name, hint in kind.__annotations__.items():
            assert hint in (UUID, UUID | None, int, str, bool), (kind, name)


def test_the_relay_is_told_once_of_what_is_committed(count_wake_ups: Callable[[], int]) -> None:
    with transaction() as session:
        publish(session, LampLit(uuid4()), LampLit(uuid4()))
        publish(session, LampLit(uuid4()))
        assert count_wake_ups() == 0
    assert count_wake_ups() == 1


def test_the_relay_is_not_told_again_of_what_is_committed_just_after(count_wake_ups: Callable[[], int]) -> None:
    light()
    light()
    assert count_wake_ups() == 1


def test_the_relay_is_told_nothing_of_what_is_taken_back(count_wake_ups: Callable[[], int]) -> None:
    with pytest.raises(KeyError), transaction() as session:
        publish(session, LampLit(uuid4()))
        raise KeyError
    assert count_wake_ups() == 0
