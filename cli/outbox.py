"""`hearth outbox`: waiting events, and work that handlers gave up."""

from dataclasses import asdict
from uuid import UUID

import click

from cli.errors import CliError
from cli.work import confirm, dry_run_option, json_option, record, show_table, work, yes_option

COLUMNS = ("occurred_at", "event", "event_id", "handler", "queue", "attempts", "next_try_at", "given_up_at", "error")
handler_option = click.option("--handler", help="Only of this handler, such as catalog.on_profile_changed.")


@click.group()
def outbox() -> None:
    """Look at what is still to be done about what happened, and let what was given up be tried again.

    A handler that fails is tried again with growing pauses; after twelve failures it is given up, with its error.

    \b
    Examples:
      hearth outbox list
      hearth outbox list --failed --json
      hearth outbox retry --handler notifications.on_mail_queued --dry-run
      hearth outbox retry --event 0192f0c4-7c1e-7b52-9a55-0d3f6c1a2b3c
      hearth outbox retry --all
    """


@outbox.command("list")
@click.option("--failed", is_flag=True, help="Only what was given up.")
@handler_option
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True, help="How many at most.")
@json_option
def list_command(failed: bool, handler: str | None, limit: int, as_json: bool) -> None:
    """List what waits or was given up, the oldest first; an event without a handler waits for the relay."""
    from app.kernel.events import handler_jobs

    _ensure_known(handler)
    with work(read_only=True) as session:
        found = handler_jobs.list_handler_jobs(session, handler=handler, only_given_up=failed, limit=limit)
    show_table(COLUMNS, [asdict(one) for one in found], as_json=as_json)


@outbox.command()
@click.option("--event", "event_id", type=click.UUID, help="Only of this event; `hearth outbox list` names them.")
@handler_option
@click.option("--all", "everything", is_flag=True, help="Of every handler and event.")
@dry_run_option
@yes_option
def retry(event_id: UUID | None, handler: str | None, everything: bool, dry_run: bool, yes: bool) -> None:
    """Let what was given up be tried again, as often as at first. What was done is never done again."""
    from app.kernel.events import handler_jobs

    _ensure_known(handler)
    if everything == bool(event_id or handler):
        raise CliError("say what to try again: --event, --handler, or --all alone.")
    with work(read_only=True) as session:
        number = handler_jobs.count_given_up(session, handler=handler, event_id=event_id)
    if number == 0:
        raise CliError("nothing of that was given up; `hearth outbox list --failed` names what was.")
    if dry_run:
        click.echo(f"{number} would be tried again.")
        return
    confirm(f"Try {number} again?", yes=yes)
    with work() as session:
        number = handler_jobs.retry_given_up(session, handler=handler, event_id=event_id)
        record(session, "retry", "platform.given-up", str(event_id or handler or "all"), detail={"number": number})
    click.echo(f"{number} will be tried again in a moment.")


def _ensure_known(handler: str | None) -> None:
    from app.kernel import jobs
    from app.registry import MODULES

    jobs.install(MODULES)
    if handler is not None and handler not in jobs.handler_names():
        raise CliError(f"there is no handler {handler}; `hearth outbox list` names those that have something to do.")
