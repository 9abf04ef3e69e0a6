"""The engine room in the ops console: events, the duties towards them, and what runs by the clock."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import case, select
from sqlalchemy.orm import Session

from app.kernel.duties import retry_given_up
from app.kernel.errors import Conflict
from app.kernel.ops.read import read_page
from app.kernel.ops.resource import (
    ID_SEPARATOR,
    Action,
    OpsQuery,
    Page,
    Resource,
    badge,
    instant,
    json,
    long_text,
    number,
    ref,
    text,
)
from app.kernel.outbox import InboxEntry, OutboxEvent, ScheduleRun

STATES = ("waiting", "done", "given_up")


@dataclass(frozen=True, slots=True)
class EventRecord:
    """Something that happened, as the outbox keeps it."""

    id: UUID
    name: str
    payload: dict[str, Any]
    request_id: str | None
    occurred_at: datetime
    dispatched_at: datetime | None


@dataclass(frozen=True, slots=True)
class DutyRecord:
    """What one handler has to do about one event."""

    id: str
    event_id: UUID
    event: str
    handler: str
    state: str
    attempts: int
    error: str | None
    occurred_at: datetime
    next_try_at: datetime
    done_at: datetime | None
    failed_at: datetime | None


@dataclass(frozen=True, slots=True)
class ScheduleRecord:
    """A job that runs again and again."""

    id: str
    name: str
    last_run_at: datetime


def list_events(session: Session, query: OpsQuery) -> Page[EventRecord]:
    """Return a page of the events."""
    columns = [getattr(OutboxEvent, name) for name in EventRecord.__dataclass_fields__]
    return read_page(session, select(*columns), EventRecord, query)


def list_duties(session: Session, query: OpsQuery) -> Page[DutyRecord]:
    """Return a page of the duties."""
    return _duties(session, query)


def list_given_up(session: Session, query: OpsQuery) -> Page[DutyRecord]:
    """Return a page of the duties that were given up."""
    return _duties(session, query, InboxEntry.failed_at.is_not(None))


def _duties(session: Session, query: OpsQuery, *which: Any) -> Page[DutyRecord]:
    entry = InboxEntry
    is_given_up, is_done = entry.failed_at.is_not(None), entry.done_at.is_not(None)
    state = case((is_given_up, "given_up"), (is_done, "done"), else_="waiting").label("state")
    computed = ("id", "event", "state", "occurred_at")
    own = [getattr(entry, name) for name in DutyRecord.__dataclass_fields__ if name not in computed]
    found = select(*own, state, OutboxEvent.name.label("event"), OutboxEvent.occurred_at)
    found = found.join(OutboxEvent, OutboxEvent.id == entry.event_id).where(*which)
    return read_page(session, found, DutyRecord, query, key=("event_id", "handler"))


def list_schedules(session: Session, query: OpsQuery) -> Page[ScheduleRecord]:
    """Return a page of what runs by the clock."""
    return read_page(session, select(ScheduleRun.name, ScheduleRun.last_run_at), ScheduleRecord, query, key=("name",))


def retry(session: Session, *, staff_id: UUID, record_id: str) -> None:
    """Try a duty that was given up again, from its first try on; raises Conflict for one that was not."""
    event_id, handler = record_id.split(ID_SEPARATOR)
    if retry_given_up(session, handler=handler, event_id=UUID(event_id)) == 0:
        raise Conflict()


EVENTS = Resource(
    key="platform.events",
    label="Events",
    title="name",
    icon="BoltOutlined",
    group="engine",
    permission="platform.events.read",
    rows=list_events,
    columns=(
        instant("occurred_at", "When"),
        text("name", "What"),
        instant("dispatched_at", "Handed out"),
        text("request_id", "Request", in_list=False),
        json("payload", "About"),
    ),
    filters=("name",),
    exact=("name",),
    default_sort="-id",
)

_DUTY = (
    instant("occurred_at", "When"),
    text("handler", "Who"),
    badge("state", "State", STATES),
    text("event", "What"),
    number("attempts", "Tries"),
    instant("next_try_at", "Next try", in_list=False),
    long_text("error", "Last error"),
    instant("done_at", "Done", in_list=False),
    instant("failed_at", "Given up", in_list=False),
)

DUTIES = Resource(
    key="platform.duties",
    label="Jobs",
    title="handler",
    icon="ChecklistOutlined",
    group="engine",
    permission="platform.duties.read",
    rows=list_duties,
    columns=(*_DUTY, ref("event_id", "Event", to="platform.events", related=True, in_list=False)),
    filters=("event_id", "handler"),
    exact=("handler",),
    default_sort="-id",
)

GIVEN_UP = Resource(
    key="platform.given-up",
    label="Given up",
    title="handler",
    icon="ErrorOutlineOutlined",
    group="engine",
    permission="platform.duties.read",
    rows=list_given_up,
    columns=(*_DUTY, ref("event_id", "Event", to="platform.events", in_list=False)),
    filters=("handler",),
    exact=("handler",),
    default_sort="-id",
    actions=(Action("retry", "Try again", "platform.duties.retry", retry, confirm="It begins from its first try."),),
)

SCHEDULES = Resource(
    key="platform.schedules",
    label="Schedules",
    title="name",
    icon="ScheduleOutlined",
    group="engine",
    permission="platform.duties.read",
    rows=list_schedules,
    columns=(text("name", "What"), instant("last_run_at", "Ran last", sort=True)),
)

RESOURCES = (GIVEN_UP, DUTIES, EVENTS, SCHEDULES)
