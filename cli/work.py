"""What commands on a running Hearthside share: a transaction, and output for people or for programs.

Commands import modules where they use them, so that help is fast.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

import click

from cli import instance
from cli.errors import CliError
from cli.paths import ROOT

if TYPE_CHECKING:
    from app.kernel.db.session import Session
    from app.kernel.errors import DomainError
    from app.kernel.progress import Progress

json_option = click.option("--json", "as_json", is_flag=True, help="Output as JSON.")
yes_option = click.option("--yes", is_flag=True, help="Skip the confirmation prompt.")
dry_run_option = click.option("--dry-run", is_flag=True, help="Show what would be done, without changing anything.")
reason_option = click.option("--reason", default="", help="Reason, recorded in the access log.")


class Moment(click.DateTime):
    """A date or time in a plausible range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the time; a year such as 1 is a typing error."""
        moment = super().convert(value, param, ctx)
        if not YEARS[0] <= moment.year <= YEARS[1]:
            self.fail(f"{value!r} is not between {YEARS[0]} and {YEARS[1]}.", param, ctx)
        return moment


YEARS = (1900, 2200)
DAY = Moment(["%Y-%m-%d"])
MOMENT = Moment()
MAX_NUMBER = 1_000_000  # a higher number is a typing error


def confirm(question: str, *, yes: bool) -> None:
    """Ask before large or irreversible changes, unless `--yes` is given; raises Abort."""
    if not yes:
        click.confirm(question, abort=True)


@contextmanager
def refusals() -> Iterator[None]:
    """Turn a domain error, or a missing setting, into one line on stderr."""
    from app.kernel.config import ConfigError
    from app.kernel.errors import DomainError

    try:
        yield
    except DomainError as error:
        raise CliError(_sentence_of(error)) from error
    except ConfigError as error:
        raise CliError(str(error)) from error


def _sentence_of(error: DomainError) -> str:
    from app.kernel.errors import NotFound
    from app.kernel.http.problem import sentence_of

    _register_texts()
    # The error's own text is about a page.
    return "nothing was found with this ID or name." if error.code == NotFound.code else sentence_of(error, "en")


def _register_texts() -> None:
    """Register the texts of all modules; app.registry does it too, but also imports the modules."""
    from app.kernel import i18n

    i18n.register_catalogues(sorted((ROOT / "modules").glob("*/locales")))


class _OnlyTried(Exception):
    """Ends the transaction of a dry run."""


@contextmanager
def work(*, read_only: bool = False, snapshot: bool = False, dry_run: bool = False) -> Iterator[Session]:
    """Open a transaction on the running Hearthside, whose relay dispatches its events; a dry run is rolled back."""
    from app.kernel.db.session import transaction

    if not (read_only or snapshot):
        import app.registry  # noqa: F401  # rows may refer to the tables of any module

    _register_texts()
    instance.use()
    with refusals(), suppress(_OnlyTried), transaction(read_only=read_only, snapshot=snapshot) as session:
        yield session
        if dry_run:
            raise _OnlyTried


def record(
    session: Session,
    action: str,
    resource: str,
    record_id: UUID | str,
    *,
    reason: str = "",
    detail: Mapping[str, Any] | None = None,
) -> None:
    """Write an operator's action to the access log, in its transaction, with the console's name for it.

    `detail` is what was decided, and names members by their ids only.
    """
    from modules.moderation import api as moderation_api

    moderation_api.record_audit(
        session,
        staff_id=None,
        action=action,
        resource=resource,
        record_id=record_id,
        reason=reason.strip() or "command line",
        detail=json.loads(_as_json(detail or {})),
    )


@contextmanager
def progress() -> Iterator[Progress]:
    """Draw a progress bar for each (what, done, total; 0 if unknown), if stderr is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    screen = Console(stderr=True)
    with Bars(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bars:
        tasks = {}

        def show(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total or None)
            bars.update(tasks[what], completed=done, total=total or None)

        yield show


def show_table(columns: Sequence[str], rows: Sequence[Mapping[str, Any]], *, as_json: bool) -> None:
    """Print rows as a table for people, or all of them as JSON for programs."""
    if as_json:
        click.echo(_as_json(rows))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in columns:
        table.add_column(column.replace("_", " "), overflow="fold")
    for row in rows:
        table.add_row(*(words(row[column]) for column in columns))
    # In a pipe, rows are not wrapped at the width of a screen.
    Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else 240).print(table)


def show_facts(facts: Mapping[str, Any], *, as_json: bool, sentence: str | None = None) -> None:
    """Print the fields of one thing, one per line, or a sentence in their place."""
    if as_json or sentence:
        click.echo(_as_json(facts) if as_json else sentence)
        return
    width = max(len(name) for name in facts)
    for name, value in facts.items():
        click.echo(f"{name:<{width}}  {words(value)}")


def _as_json(facts: Any) -> str:
    return json.dumps(facts, indent=2, ensure_ascii=False, default=str)


def words(value: Any) -> str:
    """Return a value as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "-"
    if isinstance(value, list | tuple):
        return ", ".join(words(item) for item in value)
    return f"{value:%Y-%m-%d %H:%M}" if isinstance(value, datetime) else str(value)
