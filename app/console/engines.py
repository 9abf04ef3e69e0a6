"""The current state of the engines, the last runs of scheduled jobs, and the queues."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypedDict

from flask import Blueprint, Response
from redis.exceptions import RedisError
from sqlalchemy import func, select, text

from app.console.export import table_of
from app.console.staff_requests import ensure_permission, staff_view
from app.kernel import clock, jobs
from app.kernel.db.session import Session
from app.kernel.errors import DomainError
from app.kernel.events.outbox import InboxEntry, OutboxEvent, ScheduleRun
from app.kernel.files.storage import storage
from app.kernel.mail import smtp
from app.kernel.manifest import Schedule
from app.kernel.redis import redis
from modules.catalog import api as catalog_api
from modules.catalog.errors import IndexRefused
from modules.moderation.contracts.staff import StaffSession

ENGINES = "platform.duties.read"
# A job is late after this time and twice its interval.
JOBS_MAY_TAKE = timedelta(minutes=5)


class EngineState(TypedDict):
    """Whether an engine works, its response time, and its `refusal` where it answers and refuses.

    `address` tells several servers of the same kind apart.
    """

    name: str
    address: str | None
    is_well: bool
    refusal: str | None
    milliseconds: float | None


class JobState(TypedDict):
    """The last run of a scheduled job, with how many failed in a row, and whether none has ended for too long."""

    name: str
    every_seconds: int
    started_at: str | None
    finished_at: str | None
    milliseconds: int | None
    failures: int
    is_late: bool


class WaitingWork(TypedDict):
    """What waits in the queues: events and their jobs, and for how many seconds."""

    events: int
    seconds_behind: int
    duties: int
    duties_behind: int
    given_up: int


class Engines(TypedDict):
    """The engines, the scheduled jobs and the queues."""

    engines: list[EngineState]
    jobs: list[JobState]
    waiting: WaitingWork


def add_engine_routes(blueprint: Blueprint) -> None:
    """Add the state of the engines, and the same as a table."""
    blueprint.add_url_rule("/engines", view_func=staff_view(show_engines), methods=["GET"])
    blueprint.add_url_rule("/engines.csv", view_func=staff_view(export_engines), methods=["GET"])


def show_engines(session: Session, staff: StaffSession) -> Engines:
    """Return for every engine whether it works and its response time in milliseconds, the last run of every scheduled
    job, and what waits in queues; raises Forbidden.

    An engine that fails is reported, with its `refusal` where it answers and refuses, and the others are still checked.
    """
    ensure_permission(staff, ENGINES)
    return {"engines": _engines(session), "jobs": _jobs(session), "waiting": _waiting(session)}


def export_engines(session: Session, staff: StaffSession) -> Response:
    """Return the same as a table, to attach to the report of a failure."""
    ensure_permission(staff, ENGINES)
    engines = (
        (" ".join(filter(None, (one["name"], one["address"]))), _state_of_engine(one), one["milliseconds"])
        for one in _engines(session)
    )
    waiting = ((name, "waiting", number) for name, number in _waiting(session).items())
    runs = (
        (one["name"], _state(one), one["milliseconds"], one["started_at"], one["finished_at"], one["failures"])
        for one in _jobs(session)
    )
    moment = clock.now().isoformat(timespec="seconds")
    head = ("name", "state", "number", "started_at", "finished_at", "failures")
    return table_of((head, *engines, *waiting, *runs), f"engines-{moment}")[0]


def _engines(session: Session) -> list[EngineState]:
    servers = catalog_api.servers()
    others = [
        _checked("redis", lambda: redis().ping()),
        *(_checked("search", server.check, server.name if len(servers) > 1 else None) for server in servers),
        _checked("storage", lambda: storage().find("nothing/of-this-name")),
        _checked("queue", jobs.count_queued),
        _checked("workers", jobs.ensure_workers),
        _checked("mail", smtp.check),
    ]
    # Asked last: its first statement begins the transaction, which waits for no other engine.
    return [_checked("database", lambda: session.execute(text("SELECT 1"))), *others]


def _checked(name: str, check: Callable[[], object], address: str | None = None) -> EngineState:
    began = time.perf_counter()
    answer: EngineState = {
        "name": name,
        "address": address,
        "is_well": False,
        "refusal": None,
        "milliseconds": None,
    }
    try:
        check()
    except IndexRefused as refused:
        return {**answer, "refusal": refused.reason}
    except (DomainError, OSError, RedisError):
        return answer
    return {**answer, "is_well": True, "milliseconds": round((time.perf_counter() - began) * 1000, 1)}


def _state_of_engine(engine: EngineState) -> str:
    return "well" if engine["is_well"] else f"refuses: {engine['refusal']}" if engine["refusal"] else "away"


def _state(job: JobState) -> str:
    return "failed" if job["failures"] else "late" if job["is_late"] else "well"


def _jobs(session: Session) -> list[JobState]:
    """Return the last run of every scheduled job; it is late after twice its interval and some minutes."""
    runs = {run.name: run for run in session.execute(select(*ScheduleRun.__table__.columns))}
    found = [_job(schedule, runs.get(schedule.name)) for schedule in jobs.schedules()]
    return sorted(found, key=lambda job: (-job["failures"], not job["is_late"], job["name"]))


def _job(schedule: Schedule, run: Any) -> JobState:
    ended = run.finished_at if run else None
    patience = timedelta(seconds=2 * schedule.every_seconds) + JOBS_MAY_TAKE
    return {
        "name": schedule.name,
        "every_seconds": schedule.every_seconds,
        "started_at": run.last_run_at.isoformat(timespec="seconds") if run else None,
        "finished_at": ended.isoformat(timespec="seconds") if ended else None,
        "milliseconds": run.milliseconds if run else None,
        "failures": run.failures if run else 0,
        "is_late": ended is None or clock.now() - ended > patience,
    }


def _waiting(session: Session) -> WaitingWork:
    entry, event = InboxEntry, OutboxEvent
    undispatched = select(func.count(), func.min(event.occurred_at)).where(event.dispatched_at.is_(None))
    events, oldest_event = session.execute(undispatched).one()
    is_open = (entry.done_at.is_(None), entry.failed_at.is_(None))
    jobs = session.execute(select(func.count()).where(*is_open)).scalar_one()
    # A failed job waits for its retry; one without attempts waits for a worker.
    untried = select(func.min(event.occurred_at)).join(entry, entry.event_id == event.id)
    oldest_job = session.execute(untried.where(*is_open, entry.attempts == 0)).scalar_one()
    given_up = session.execute(select(func.count()).where(entry.failed_at.is_not(None))).scalar_one()
    return {
        "events": events,
        "seconds_behind": _seconds_since(oldest_event),
        "duties": jobs,
        "duties_behind": _seconds_since(oldest_job),
        "given_up": given_up,
    }


def _seconds_since(moment: datetime | None) -> int:
    return round((clock.now() - moment).total_seconds()) if moment else 0
