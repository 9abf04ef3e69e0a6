"""Work waits in queues, so that what takes long holds nobody up, and what runs by the clock is never left out."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from redis.exceptions import RedisError
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError

from app import relay
from app.kernel import clock, jobs
from app.kernel.db.session import transaction
from app.kernel.events.outbox import Event, InboxEntry, Queue, ScheduleRun, handles, publish
from app.kernel.manifest import Manifest, Schedule
from app.kernel.redis import redis
from app.registry import MODULES
from cli import selling
from modules.notifications.events import MailQueued
from tests.racing import race
from tests.statements import noted

QUICK = [queue for queue in Queue if queue is not Queue.SLOW]


class GongStruck(Event):
    """An event of this test: one gong, in the tower that hears it."""

    gong_id: UUID
    tower: str


class AlarmStruck(GongStruck):
    """An event whose work goes before other work."""

    @classmethod
    def queue_of(cls, payload: Any) -> Queue | None:
        """Return URGENT where it burns."""
        return Queue.URGENT if payload.get("tower") == "burns" else None


done: list[str] = []
meanwhile: list[Event] = []  # what happens while the next event is handled


@handles(GongStruck, managed=False)
def on_gong_struck(event: GongStruck) -> None:
    """Do what is neither urgent nor slow."""
    done.append(event.tower)
    if meanwhile:
        strike(meanwhile.pop())


@handles(GongStruck, managed=False, queue=Queue.SLOW)
def paint_the_tower(event: GongStruck) -> None:
    """Do what takes long."""
    done.append(f"painted {event.tower}")


@handles(AlarmStruck, managed=False)
def on_alarm_struck(event: AlarmStruck) -> None:
    """Do what the event says how urgent it is."""
    done.append(event.tower)


def wind_the_clock() -> None:
    """Do what runs by the clock."""
    done.append("clock")


wind_the_clock.__module__ = "app.kernel"
CLOCK = Schedule(wind_the_clock, every_seconds=60)


@pytest.fixture(autouse=True)
def _tower() -> Iterator[None]:
    handlers = (on_gong_struck, paint_the_tower, on_alarm_struck)
    jobs.install([*MODULES, Manifest(name="kernel", folder=Path(), handlers=handlers)])
    jobs._schedules[CLOCK.name] = CLOCK
    redis().flushdb()
    done.clear()
    yield
    del jobs._schedules[CLOCK.name]


def strike(*events: Event) -> None:
    """Let events happen, and the relay see them."""
    with transaction() as session:
        publish(session, *events)
    relay.dispatch()


def gong(tower: str) -> GongStruck:
    return GongStruck(uuid4(), tower)


def alarm() -> AlarmStruck:
    return AlarmStruck(uuid4(), "burns")


def work(*queues: Queue) -> list[str]:
    """Work until nothing is left in some queues; returns what was done, in its order."""
    jobs.make_worker(queues).work(burst=True)
    return done


def lose_redis_and_wait_for_the_lease() -> None:
    redis().flushdb()
    with transaction() as session:
        session.execute(text("UPDATE platform.inbox_entry SET next_try_at = now() - interval '1 second'"))


def queued() -> dict[Queue, int]:
    """Return how many jobs wait, of the queues in which one does."""
    return {queue: number for queue, number in jobs.count_queued().items() if number}


def test_what_is_urgent_goes_first_and_what_is_slow_waits_for_a_worker_of_its_own() -> None:
    jobs.enqueue_schedule(CLOCK.name)
    strike(gong("north"), alarm())
    assert work(*QUICK) == ["burns", "north", "clock"]
    assert queued() == {Queue.SLOW: 1}
    assert work(Queue.SLOW)[3:] == ["painted north"]


def test_what_runs_by_the_clock_does_not_wait_until_a_long_queue_is_empty() -> None:
    strike(*(gong("north") for _ in range(5)))
    jobs.enqueue_schedule(CLOCK.name)
    assert work(*QUICK).index("clock") == 1


def test_what_is_urgent_waits_for_one_other_job_at_most() -> None:
    for _ in range(3):
        jobs.enqueue_schedule(CLOCK.name)
    meanwhile.append(alarm())
    strike(gong("north"))
    assert work(*QUICK) == ["north", "burns", "clock", "clock", "clock"]


def test_urgent_jobs_that_hang_leave_every_second_turn_to_the_others() -> None:
    strike(*(alarm() for _ in range(4)), gong("north"))
    jobs.enqueue_schedule(CLOCK.name)
    assert work(*QUICK) == ["burns", "north", "burns", "clock", "burns", "burns"]


def test_an_event_may_say_that_it_is_not_urgent_this_time() -> None:
    strike(AlarmStruck(uuid4(), "is tested"))
    assert queued() == {Queue.DEFAULT: 1}


def test_what_redis_lost_is_queued_again_where_it_was() -> None:
    strike(gong("north"), alarm())
    before = queued()
    assert before == {Queue.URGENT: 1, Queue.DEFAULT: 1, Queue.SLOW: 1}
    lose_redis_and_wait_for_the_lease()
    relay.requeue()
    assert queued() == before


def test_a_long_queue_of_slow_work_keeps_no_other_work_from_being_queued_again() -> None:
    strike(alarm())
    lose_redis_and_wait_for_the_lease()
    strike(*(gong("north") for _ in range(relay.BATCH)))
    work(Queue.DEFAULT)
    assert queued() == {Queue.SLOW: relay.BATCH}
    relay.sweep()
    assert queued()[Queue.URGENT] == 1
    assert queued()[Queue.SLOW] == relay.BATCH


def test_what_the_version_before_queued_is_done() -> None:
    from rq import Queue as JobQueue
    from rq.serializers import JSONSerializer

    strike(gong("north"))
    with transaction(read_only=True) as session:
        newest = select(InboxEntry.event_id).where(InboxEntry.handler == on_gong_struck.name)
        event_id = session.execute(newest.order_by(InboxEntry.event_id.desc()).limit(1)).scalar_one()
    redis().flushdb()
    old = JobQueue("hearth", connection=redis(), serializer=JSONSerializer)
    old.enqueue_many([JobQueue.prepare_data("app.kernel.jobs.run_entry", args=(str(event_id), on_gong_struck.name))])
    assert work(*QUICK) == ["north"]


def test_a_mail_of_the_version_before_or_after_is_sent() -> None:
    mail_id = uuid4()
    old, new = {"mail_id": str(mail_id)}, {"mail_id": str(mail_id), "is_urgent": True, "is_green": True}
    assert Event.load(MailQueued.name(), old) == MailQueued(mail_id, is_urgent=False)
    assert Event.load(MailQueued.name(), new) == MailQueued(mail_id, is_urgent=True)
    queues = [dict(jobs.handlers_of(MailQueued.name(), payload)) for payload in (old, new)]
    assert [one["notifications.on_mail_queued"] for one in queues] == [Queue.DEFAULT, Queue.URGENT]


def test_the_database_knows_the_four_queues_and_the_relay_loses_nothing_of_a_fifth() -> None:
    strike(gong("north"))
    with pytest.raises(IntegrityError, match="inbox_entry_queue_check"), transaction() as session:
        session.execute(text("UPDATE platform.inbox_entry SET queue = 'express'"))
    assert Queue("express") is Queue.DEFAULT


def test_slow_is_what_decodes_pictures_or_packs_all_of_somebodys_data() -> None:
    slow = {one.name for module in MODULES for one in module.handlers if one.queue is Queue.SLOW}
    assert slow == {
        "profiles.process_photo",
        "profiles.recut_photo",
        "messaging.process_chat_photo",
        "accounts.make_export",
    }


def make_clock_due() -> None:
    """Let the clock be due, and no other schedule."""
    relay.start_due()
    redis().flushdb()
    with transaction() as session:
        long_ago = "UPDATE platform.schedule SET last_run_at = now() - interval '1 hour', finished_at = NULL"
        session.execute(text(f"{long_ago} WHERE name = :name"), {"name": CLOCK.name})


def clock_ended() -> bool:
    with transaction(read_only=True) as session:
        run = select(ScheduleRun.finished_at).where(ScheduleRun.name == CLOCK.name)
        return session.execute(run).scalar_one() is not None


def test_a_schedule_that_several_relays_find_due_is_queued_once() -> None:
    make_clock_due()
    assert race([relay.start_due] * 4) == [None] * 4
    assert work(*QUICK) == ["clock"]
    assert clock_ended()


def test_a_run_that_was_lost_with_redis_is_queued_again_long_before_the_next_one() -> None:
    jobs._schedules[CLOCK.name] = replace(CLOCK, every_seconds=86_400)
    relay.start_due()
    redis().flushdb()
    begun = "UPDATE platform.schedule SET last_run_at = now() - make_interval(secs => :ago), finished_at = :ended"
    for ago, ended, is_queued in (
        (jobs.LOST_SECONDS - 30, None, False),
        (jobs.LOST_SECONDS + 1, clock.now(), False),
        (jobs.LOST_SECONDS + 1, None, True),
    ):
        with transaction() as session:
            session.execute(text(f"{begun} WHERE name = :name"), {"ago": ago, "ended": ended, "name": CLOCK.name})
        relay.start_due()
        assert (work(*QUICK) == ["clock"]) is is_queued
        done.clear()


def test_a_schedule_stays_due_while_redis_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    make_clock_due()
    with monkeypatch.context() as away:
        away.setattr(jobs, "redis", redis_away)
        with pytest.raises(RedisError):
            relay.start_due()
    relay.start_due()
    assert work(*QUICK) == ["clock"]


def redis_away() -> None:
    raise RedisError("Redis is away")


def test_a_schedule_without_work_counts_as_run_and_asks_no_worker() -> None:
    jobs._schedules[CLOCK.name] = replace(CLOCK, has_work=lambda _session: False)
    make_clock_due()
    relay.start_due()
    assert queued() == {}
    assert clock_ended()


def test_a_second_without_work_takes_the_relay_two_statements() -> None:
    relay.start_due()
    redis().flushdb()
    lately = "UPDATE platform.schedule SET last_run_at = now()"
    with transaction() as session:
        session.execute(text(lately))
        session.execute(text("UPDATE platform.inbox_entry SET done_at = now() WHERE done_at IS NULL"))
    statements: list[str] = []

    def note(_conn: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        statements.append(statement)

    with noted(note):
        relay.sweep()
    assert len(statements) == 2


def test_a_missing_worker_is_named_with_the_queues_on_which_nobody_works() -> None:
    quick = jobs.make_worker(QUICK)
    quick.register_birth()
    with pytest.raises(jobs.NoWorker, match=r"^slow$"):
        jobs.ensure_workers()
    quick.register_death()


def test_a_worker_that_was_killed_works_on_nothing() -> None:
    quick, slow = jobs.make_worker(QUICK), jobs.make_worker([Queue.SLOW])
    for one in (quick, slow):
        one.register_birth()
    jobs.ensure_workers()
    redis().delete(slow.key)  # as it expires, once nobody renews it
    with pytest.raises(jobs.NoWorker, match=r"^slow$"):
        jobs.ensure_workers()
    for one in (quick, slow):
        one.register_death()


def test_a_worker_is_known_again_to_a_redis_that_was_emptied() -> None:
    quick, slow = jobs.make_worker(QUICK), jobs.make_worker([Queue.SLOW])
    for one in (quick, slow):
        one.register_birth()
    redis().flushdb()
    for one in (quick, slow):
        one.heartbeat()
    jobs.ensure_workers()
    for one in (quick, slow):
        one.register_death()


@pytest.mark.spec("10.10")
@pytest.mark.parametrize(("ago", "is_well"), [("4 minutes", True), ("6 minutes", False), (None, False)])
def test_doctor_says_when_no_relay_starts_what_is_due(ago: str | None, is_well: bool) -> None:
    with transaction() as session:
        session.execute(text("DELETE FROM platform.schedule"))
        if ago:
            row = "INSERT INTO platform.schedule (name, last_run_at) VALUES (:name, now() - CAST(:ago AS interval))"
            session.execute(text(row), {"name": CLOCK.name, "ago": ago})
    assert selling.relay()[0] == is_well
