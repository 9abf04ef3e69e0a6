"""Jobs; the only importer of RQ. A job settles its inbox row in the transaction of its effect."""

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from redis.exceptions import RedisError
from sqlalchemy import ARRAY, ColumnElement, Executable, Uuid, any_, bindparam, func, select, update

from app.kernel import figures, log, metrics
from app.kernel.db.read import read
from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import Event, Handler, InboxEntry, OutboxEvent, Queue, ScheduleRun, TryLater
from app.kernel.files import access
from app.kernel.mail import incoming
from app.kernel.manifest import Manifest, Schedule
from app.kernel.personal import exports
from app.kernel.redis import redis
from app.kernel.secrets.redaction import redact

if TYPE_CHECKING:
    import rq

# After this time the relay queues an entry again, in case it was lost.
LEASE_SECONDS = 30
JOB_SECONDS = 120
# After this time the run of a schedule that has not ended was lost.
LOST_SECONDS = JOB_SECONDS + LEASE_SECONDS
# A worker without jobs reports this often, less 15 s, and gives a Redis up that is silent for 10 s longer.
WORKER_SECONDS = 20
AGAIN_SECONDS = 1.0

_handlers: dict[str, Handler] = {}
_schedules: dict[str, Schedule] = {}


class NoWorker(OSError):
    """A queue has no worker."""


def install(manifests: Iterable[Manifest]) -> None:
    """Register the handlers, schedules, exporters and figures of all modules."""
    for manifest in manifests:
        if manifest.export_member is not None:
            exports.install({manifest.name: manifest.export_member})
        figures.install(manifest.figures)
        access.install(manifest.files)
        if manifest.receive_mail is not None:
            incoming.install({manifest.name: manifest.receive_mail})
        _handlers.update({handler.name: handler for handler in manifest.handlers})
        _schedules.update({schedule.name: schedule for schedule in manifest.schedules})


def handlers_of(event_name: str, payload: Mapping[str, Any]) -> list[tuple[str, Queue]]:
    """Return the names of an event's handlers, each with the queue of its jobs."""
    return [
        (name, handler.queue or handler.event.queue_of(payload) or Queue.DEFAULT)
        for name, handler in _handlers.items()
        if handler.event.name() == event_name
    ]


def handler_names() -> set[str]:
    """Return the names of all handlers."""
    return set(_handlers)


def schedules() -> list[Schedule]:
    """Return all schedules."""
    return list(_schedules.values())


def queue_in_redis(queue: Queue) -> "rq.Queue":
    """Return a queue of RQ. DEFAULT keeps the name from when it was the only queue."""
    from rq import Queue as JobQueue
    from rq.serializers import JSONSerializer

    name = "hearth" if queue is Queue.DEFAULT else f"hearth-{queue}"
    return JobQueue(name, connection=redis(), serializer=JSONSerializer)


def count_queued() -> dict[Queue, int]:
    """Return how many jobs wait for a worker in each queue; raises RedisError."""
    return {queue: queue_in_redis(queue).count for queue in Queue}


def ensure_workers() -> None:
    """Check that each queue has a worker; raises NoWorker, naming the queues without one, and RedisError."""
    from rq import Worker

    # Not `count`, which also counts workers that were killed.
    left = [queue for queue in Queue if not Worker.all(queue=queue_in_redis(queue))]
    if left:
        raise NoWorker(", ".join(left))


def enqueue_entries(entries: Iterable[tuple[UUID, str, Queue]]) -> None:
    """Queue jobs for (event, handler) pairs, several in one where the handler takes a batch; raises RedisError, after
    which the relay tries again.
    """
    events_of = defaultdict(list)
    for event_id, handler, queue in entries:
        events_of[queue, handler].append(str(event_id))
    _enqueue(
        (queue, "app.kernel.jobs.run_entry", (ids[0], handler))
        if len(ids) == 1
        else (queue, "app.kernel.jobs.run_entries", (ids, handler))
        for (queue, handler), events in events_of.items()
        for ids in batched(events, handler)
    )


def batched(events: list[str], handler_name: str) -> Iterable[list[str]]:
    """Yield the events of a handler in lists as long as one job of it takes."""
    handler = _handlers.get(handler_name)
    # A handler of a later version, which may run beside this one, has its events one by one.
    size = handler.batch if handler else 1
    return (events[start : start + size] for start in range(0, len(events), size))


def interval_of(handler_name: str) -> float:
    """Return the seconds from one job of a handler to the next; 0 if each is queued at once."""
    handler = _handlers.get(handler_name)
    return handler.interval if handler else 0.0


def enqueue_schedule(name: str) -> None:
    """Queue one run of a schedule."""
    _enqueue([(_schedules[name].queue, "app.kernel.jobs.run_schedule", (name,))])


def _enqueue(calls: Iterable[tuple[Queue, str, tuple[Any, ...]]]) -> None:
    from rq import Queue as JobQueue

    jobs = defaultdict(list)
    for queue, f, args in calls:
        job = JobQueue.prepare_data(f, args=args, timeout=JOB_SECONDS, result_ttl=0, failure_ttl=3600)
        jobs[queue].append(job)
    for queue in sorted(jobs, key=list(Queue).index):
        queue_in_redis(queue).enqueue_many(jobs[queue])


def make_worker(queues: Sequence[Queue]) -> "rq.SimpleWorker":
    """Return a worker that runs the jobs of some queues; raises RedisError.

    While all queues have jobs, every second job is from the first queue and the others take turns, so that no queue
    starves: jobs of the first may be slow, because they wait for other servers.
    """
    from rq import Queue as JobQueue
    from rq import SimpleWorker, worker_registration
    from rq.serializers import JSONSerializer

    class Worker(SimpleWorker):
        is_told_to_stop = False

        def heartbeat(self, timeout: int | None = None, pipeline: Any = None) -> None:
            super().heartbeat(timeout, pipeline)
            # For a Redis that has lost it.
            worker_registration.register(self, pipeline)

        def handle_warm_shutdown_request(self) -> None:
            self.is_told_to_stop = True

        def reorder_queues(self, reference_queue: JobQueue) -> None:
            first = self.queues[0]
            others = [queue for queue in self._ordered_queues if queue not in (first, reference_queue)]
            self._ordered_queues = [*others, first] if reference_queue == first else [first, *others, reference_queue]

    return Worker(
        [queue_in_redis(queue).name for queue in queues],
        connection=redis(patient=True),
        serializer=JSONSerializer,
        log_job_description=False,
        worker_ttl=WORKER_SECONDS,
    )


def work(queues: Sequence[Queue]) -> None:
    """Run jobs of some queues until the process is told to stop; wait for Redis while it is away.

    It does not fork for each job: decoding pictures, which can crash, runs in its own process.
    """
    from rq.exceptions import StopRequested

    worker: Any = None
    # Raised by a worker that is told to stop while it waits for a job, or while this waits for Redis.
    with suppress(StopRequested):
        while True:
            try:
                worker = make_worker(queues)
                worker.work(logging_level="WARNING")
            except RedisError as error:
                log.get("jobs").warning("Redis away", error=type(error).__name__)
            if worker is not None and worker.is_told_to_stop:
                return
            # It ended without Redis. The next one registers at the Redis that is the master then.
            if worker is not None and worker.pubsub_thread is not None:
                worker.pubsub_thread.stop()
            time.sleep(AGAIN_SECONDS)


def run_schedule(name: str) -> None:
    """Run a scheduled job now and record the result; raises KeyError for an unknown name, and what the job raises."""
    log.bind_request_id()
    schedule, began = _schedules[name], time.perf_counter()
    try:
        schedule.run()
    except Exception:
        _record_run(name, began, failures=ScheduleRun.failures + 1)
        raise
    _record_run(name, began, failures=0)


def _record_run(name: str, began: float, *, failures: ColumnElement[int] | int) -> None:
    took = round((time.perf_counter() - began) * 1000)
    with transaction() as session:
        own = update(ScheduleRun).where(ScheduleRun.name == name)
        session.execute(own.values(milliseconds=took, failures=failures, finished_at=func.now()))


def run_entry(event_id: str, handler_name: str) -> None:
    """Have a handler process an event, once. A failure is recorded and retried, up to the handler's limit."""
    handler = _handlers[handler_name]
    key = (UUID(event_id), handler_name)
    try:
        _run(handler_name, [key[0]])
    except TryLater as retry:
        metrics.JOBS.labels(handler_name, "later").inc()
        log.get("jobs").info("handler waits", handler=handler_name, event_id=event_id, reason=str(retry))
        _record_failure(key, retry, max_attempts=handler.attempts)
    except Exception as error:
        metrics.JOBS.labels(handler_name, "failed").inc()
        log.get("jobs").error("handler failed", handler=handler_name, event_id=event_id, exc_info=error)
        _record_failure(key, error, max_attempts=handler.attempts)


def run_entries(event_ids: list[str], handler_name: str) -> None:
    """Have a handler process several events together, each once; if one of them fails, each by itself."""
    try:
        _run(handler_name, [UUID(event_id) for event_id in event_ids])
    except Exception as error:
        log.get("jobs").info("batch undone", handler=handler_name, events=len(event_ids), reason=type(error).__name__)
        for event_id in event_ids:
            run_entry(event_id, handler_name)


# Built once: building a statement takes longer than many handlers.
_EVENT_IDS = bindparam("event_ids", type_=ARRAY(Uuid))
_ENTRIES = (InboxEntry.event_id == any_(_EVENT_IDS), InboxEntry.handler == bindparam("by_handler"))
_OPEN = (*_ENTRIES, InboxEntry.done_at.is_(None), InboxEntry.failed_at.is_(None))
_SETTLE = update(InboxEntry).where(*_ENTRIES).values(done_at=func.now(), error=None)
_EVENT = (OutboxEvent.id, OutboxEvent.seq, OutboxEvent.name, OutboxEvent.payload, OutboxEvent.request_id)
_SETTLE_OPEN = (
    update(InboxEntry)
    .where(InboxEntry.event_id == OutboxEvent.id, *_OPEN)
    .values(done_at=func.now(), error=None)
    .returning(*_EVENT)
)
_READ_OPEN = select(*_EVENT).join(InboxEntry, InboxEntry.event_id == OutboxEvent.id).where(*_OPEN)


def _run(handler_name: str, event_ids: list[UUID]) -> None:
    handler, entries = _handlers[handler_name], {"event_ids": event_ids, "by_handler": handler_name}
    handled = (_run_managed if handler.managed else _run_unmanaged)(handler, entries)
    metrics.JOBS.labels(handler_name, "done").inc(handled)
    metrics.JOBS.labels(handler_name, "repeat").inc(len(event_ids) - handled)


def _run_managed(handler: Handler, entries: dict[str, Any]) -> int:
    with transaction() as session:
        # Settled first, in the handler's transaction: a second copy of the job waits here, and then finds nothing open.
        events = _open_events(session, _SETTLE_OPEN, entries)
        if events:
            handle(handler, events, session)
    return len(events)


def _run_unmanaged(handler: Handler, entries: dict[str, Any]) -> int:
    with transaction(read_only=True) as session:
        events = _open_events(session, _READ_OPEN, entries)
    if events:
        handle(handler, events)
        with transaction() as session:
            session.execute(_SETTLE, {**entries, "event_ids": [event.id for event in events]})
    return len(events)


@dataclass(frozen=True, slots=True)
class Published:
    """An event as it stands in the outbox."""

    id: UUID
    seq: int
    name: str
    payload: dict[str, Any]
    request_id: str | None


def _open_events(session: Session, statement: Executable, entries: dict[str, Any]) -> list[Published]:
    """Return the events of open inbox rows, which the statement reads or settles, in the order of publishing."""
    return sorted(read(session, Published, statement, entries), key=lambda event: event.seq)


def handle(handler: Handler, published: list[Published], *session: Session) -> None:
    """Call a handler with all events if it takes a batch, or else with each."""
    log.bind_request_id(published[0].request_id)
    events = [Event.load(one.name, one.payload) for one in published]
    for argument in [events] if handler.batch > 1 else events:
        handler.run(*session, argument)


def _record_failure(key: tuple[UUID, str], error: Exception, *, max_attempts: int) -> None:
    with transaction() as session:
        # A copy of the job may have settled the row, or given it up, while this one failed.
        attempts = session.execute(
            update(InboxEntry)
            .where(InboxEntry.event_id == key[0], InboxEntry.handler == key[1])
            .where(InboxEntry.done_at.is_(None), InboxEntry.failed_at.is_(None))
            .values(attempts=InboxEntry.attempts + 1, error=redact(f"{type(error).__name__}: {error}")[:500])
            .returning(InboxEntry.attempts)
        ).scalar_one_or_none()
        if attempts is None:
            return
        pause, requested = min(2 ** min(attempts, 12), 3600), error.seconds if isinstance(error, TryLater) else 0
        later = func.now() + timedelta(seconds=max(pause, requested))
        given_up = func.now() if attempts >= max_attempts and not isinstance(error, TryLater) else None
        session.execute(
            update(InboxEntry)
            .where(InboxEntry.event_id == key[0], InboxEntry.handler == key[1])
            .values(next_try_at=later, failed_at=given_up)
        )
