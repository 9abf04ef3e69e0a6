"""Resources of the ops console for operators: events, their jobs, and scheduled jobs."""

from uuid import UUID

from sqlalchemy import case, select

from app.kernel.db.session import Session
from app.kernel.errors import Conflict
from app.kernel.events.handler_jobs import retry_given_up
from app.kernel.events.outbox import InboxEntry, OutboxEvent, Queue, ScheduleRun
from app.kernel.resources.read import rows_of
from app.kernel.resources.resource import (
    ID_SEPARATOR,
    Action,
    Resource,
    badge,
    instant,
    json,
    long_text,
    number,
    ref,
    text,
)

STATES = ("waiting", "done", "given_up")
IS_GIVEN_UP, IS_DONE = InboxEntry.failed_at.is_not(None), InboxEntry.done_at.is_not(None)
STATE = case((IS_GIVEN_UP, "given_up"), (IS_DONE, "done"), else_="waiting")
KEY = ("event_id", "handler")
HANDLER_JOBS_OF_EVENTS = select(InboxEntry, OutboxEvent.name.label("event"), OutboxEvent.occurred_at).join(
    OutboxEvent, OutboxEvent.id == InboxEntry.event_id
)


def retry(session: Session, record_id: str, *, staff_id: UUID) -> None:
    """Retry a job that was given up, with all its attempts; raises Conflict if it was not given up."""
    event_id, handler = record_id.split(ID_SEPARATOR)
    if retry_given_up(session, handler=handler, event_id=UUID(event_id)) == 0:
        raise Conflict()


EVENTS = Resource(
    key="platform.events",
    label="Events",
    title="name",
    empty="No events yet.",
    icon="BoltOutlined",
    group="engine",
    rows=rows_of(OutboxEvent),
    columns=(
        instant("occurred_at", "Time"),
        text("name", "Event"),
        instant("dispatched_at", "Dispatched"),
        text("request_id", "Request", in_list=False),
        json("payload", "Payload"),
    ),
    filters=("name",),
    exact=("name",),
    default_sort="-id",
)

_JOB_COLUMNS = (
    instant("occurred_at", "Time"),
    text("handler", "Handler"),
    badge("state", "State", STATES),
    text("event", "Event"),
    badge("queue", "Queue", tuple(Queue)),
    number("attempts", "Attempts"),
    instant("next_try_at", "Next attempt", in_list=False),
    long_text("error", "Last error"),
    instant("done_at", "Done", in_list=False),
    instant("failed_at", "Failed", in_list=False),
)

HANDLER_JOBS = Resource(
    key="platform.duties",
    label="Jobs",
    title="handler",
    empty="No jobs yet. Jobs started by events are listed here.",
    icon="ChecklistOutlined",
    group="engine",
    rows=rows_of(HANDLER_JOBS_OF_EVENTS, key=KEY, state=STATE),
    columns=(*_JOB_COLUMNS, ref("event_id", "Event record", to="platform.events", related=True, in_list=False)),
    filters=("event_id", "handler"),
    exact=("handler",),
    default_sort="-id",
)

GIVEN_UP = Resource(
    key="platform.given-up",
    label="Failed jobs",
    title="handler",
    empty="No failed jobs. A job is listed here if its last attempt fails.",
    icon="ErrorOutlineOutlined",
    group="engine",
    permission="platform.duties.read",
    rows=rows_of(HANDLER_JOBS_OF_EVENTS.where(IS_GIVEN_UP), key=KEY, state=STATE),
    columns=(*_JOB_COLUMNS, ref("event_id", "Event record", to="platform.events", in_list=False)),
    filters=("handler",),
    exact=("handler",),
    default_sort="-id",
    actions=(
        Action(
            "retry",
            "Retry",
            "platform.duties.retry",
            retry,
            confirm="The job is run again, with its full number of attempts.",
        ),
    ),
)

SCHEDULES = Resource(
    key="platform.schedules",
    label="Scheduled jobs",
    title="name",
    empty="No scheduled job has run yet.",
    icon="ScheduleOutlined",
    group="engine",
    permission="platform.duties.read",
    rows=rows_of(ScheduleRun, key=("name",)),
    columns=(
        text("name", "Job"),
        instant("last_run_at", "Last run", sort=True),
        number("milliseconds", "Duration (ms)"),
        number("failures", "Failures in a row"),
    ),
)

RESOURCES = (GIVEN_UP, HANDLER_JOBS, EVENTS, SCHEDULES)
