"""`hearth outbox`: waiting events, and work that handlers gave up."""

from dataclasses import asdict
from uuid import UUID

import click

from cli.errors import CliError
from cli.work import confirm, dry_run_option, json_option, record, show_table, work, yes_option

COLUMNS = ("occurred_at", "event", "event_id", "handler", "queue", "attempts", "next_try_at", "given_up_at", "error")
handler_option = click.option("--handler", help="Only this handler, such as catalog.on_profile_changed.")


@click.group()
def outbox() -> None:
    """List pending and failed jobs of handlers, and retry failed ones.

    A failed job is retried at growing intervals; after 12 attempts it is given up, with its error.

    \b
    Examples:
      hearth outbox list
      hearth outbox list --failed --json
      hearth outbox retry --handler notifications.on_mail_queued --dry-run
      hearth outbox retry --event 0192f0c4-7c1e-7b52-9a55-0d3f6c1a2b3c
      hearth outbox retry --all
    """


@outbox.command("list")
@click.option("--failed", is_flag=True, help="Only jobs that were given up.")
@handler_option
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True, help="Maximum number.")
@json_option
def list_command(failed: bool, handler: str | None, limit: int, as_json: bool) -> None:
    """List pending and failed jobs, oldest first; an event without a handler is waiting for the relay."""
    from app.kernel.events import handler_jobs

    _ensure_known(handler)
    with work(read_only=True) as session:
        found = handler_jobs.list_handler_jobs(session, handler=handler, only_given_up=failed, limit=limit)
    show_table(COLUMNS, [asdict(one) for one in found], as_json=as_json)


@outbox.command()
@click.option("--event", "event_id", type=click.UUID, help="Only this event; `hearth outbox list` shows its ID.")
@handler_option
@click.option("--all", "everything", is_flag=True, help="All handlers and events.")
@dry_run_option
@yes_option
def retry(event_id: UUID | None, handler: str | None, everything: bool, dry_run: bool, yes: bool) -> None:
    """Retry jobs that were given up, with all their attempts. Finished jobs are never run again."""
    from app.kernel.events import handler_jobs

    _ensure_known(handler)
    if everything == bool(event_id or handler):
        raise CliError("choose what to retry: --event, --handler, or only --all.")
    with work(read_only=True) as session:
        number = handler_jobs.count_given_up(session, handler=handler, event_id=event_id)
    if number == 0:
        raise CliError("no such job was given up; `hearth outbox list --failed` shows those that were.")
    if dry_run:
        click.echo(f"{number} would be retried.")
        return
    confirm(f"Retry {number}?", yes=yes)
    with work() as session:
        number = handler_jobs.retry_given_up(session, handler=handler, event_id=event_id)
        record(session, "retry", "platform.given-up", str(event_id or handler or "all"), detail={"number": number})
    click.echo(f"{number} will be retried in a moment.")


def _ensure_known(handler: str | None) -> None:
    from app.kernel import jobs
    from app.registry import MODULES

    jobs.install(MODULES)
    if handler is not None and handler not in jobs.handler_names():
        raise CliError(f"there is no handler {handler}; `hearth outbox list` shows those with pending jobs.")
