"""`hearth jobs`: scheduled jobs."""

from datetime import timedelta
from difflib import get_close_matches
from typing import Any

import click

from cli import instance
from cli.errors import CliError
from cli.work import json_option, refusals, show_facts, show_table, work


@click.group()
def jobs() -> None:
    """List scheduled jobs, and run one now.

    Work caused by events is under `hearth outbox`.

    \b
    Examples:
      hearth jobs list
      hearth jobs list --json
      hearth jobs run billing.audit_ledger
      hearth jobs run billing.reconcile --json
    """


@jobs.command("list")
@json_option
def list_command(as_json: bool) -> None:
    """List all jobs with interval, last start and end, and next due time (UTC)."""
    from app.kernel import jobs as kernel_jobs
    from app.registry import MODULES

    kernel_jobs.install(MODULES)
    show_table(("name", "queue", "every", "started", "ended", "due", "failures"), _facts(), as_json=as_json)


@jobs.command()
@click.argument("name")
@json_option
def run(name: str, as_json: bool) -> None:
    """Run one job now, in this process; its interval starts again."""
    from app import relay
    from app.kernel import jobs as kernel_jobs
    from app.registry import MODULES

    kernel_jobs.install(MODULES)
    known = [schedule.name for schedule in kernel_jobs.schedules()]
    if name not in known:
        near = get_close_matches(name, known, cutoff=0.4)
        hint = f"; did you mean {' or '.join(near)}?" if near else "; `hearth jobs list` shows all."
        raise CliError(f"there is no job {name}{hint}")
    instance.use()
    with refusals():
        relay.run_now(name)
    show_facts(next(one for one in _facts() if one["name"] == name), as_json=as_json, sentence=f"{name} has run.")


def _facts() -> list[dict[str, Any]]:
    """Return the facts of every job, by name."""
    from sqlalchemy import select

    from app.kernel import jobs as kernel_jobs
    from app.kernel.events.outbox import ScheduleRun

    with work(read_only=True) as session:
        runs = {run.name: run for run in session.execute(select(*ScheduleRun.__table__.columns))}
    rows = []
    for schedule in sorted(kernel_jobs.schedules(), key=lambda one: one.name):
        every, run = timedelta(seconds=schedule.every_seconds), runs.get(schedule.name)
        started, ended = (run.last_run_at, run.finished_at) if run else (None, None)
        when = {"started": started, "ended": ended, "due": started + every if started else None}
        about = {"name": schedule.name, "queue": str(schedule.queue), "every": str(every)}
        rows.append({**about, **when, "failures": run.failures if run else 0})
    return rows
