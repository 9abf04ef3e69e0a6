"""`hearth search`: rebuilding the search index, and comparing it with Postgres."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from cli import instance
from cli.errors import CliError
from cli.work import json_option, progress, refusals, show_table
from modules.catalog.contracts import IndexReport

SHOWN = 50


@click.group()
def search() -> None:
    """Rebuild the search index, or compare it with PostgreSQL.

    \b
    Examples:
      hearth search verify
      hearth search reindex
    """


@search.command()
def reindex() -> None:
    """Build a new index beside the old one, then swap them; search works all the time."""
    from modules.catalog import api

    _use_index()
    with _refusals(), progress() as show:
        report = api.rebuild_index(show)
    click.echo(f"The index has {report.members} members.")


@search.command()
@json_option
def verify(as_json: bool) -> None:
    """Compare the index with PostgreSQL, document by document; exit code 1 if something differs.

    Changes of the last second may still be pending: then try again.
    """
    from modules.catalog import api

    _use_index()
    with _refusals(), progress() as show:
        report = api.verify_index(show)
    if as_json or not report.is_equal:
        show_table(("member", "difference"), _differences(report, None if as_json else SHOWN), as_json=as_json)
    if not as_json:
        click.echo(_summary(report))
    sys.exit(0 if report.is_equal else 1)


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn any refusal into one line on stderr; the engine's own names its cause."""
    from modules.catalog.errors import IndexRefused

    with refusals():
        try:
            yield
        except IndexRefused as refused:
            why = f"Meilisearch refuses ({refused.reason}); check HEARTH_MEILI_KEY, its log, and its free disk space."
            raise CliError(why) from refused


def _use_index() -> None:
    from modules.catalog import api

    instance.use()
    if not api.keeps_index():
        raise CliError("this installation has no search engine (HEARTH_MEILI_URL is none); PostgreSQL is used.")


def _differences(report: IndexReport, limit: int | None) -> list[dict[str, str]]:
    kinds = (("missing", report.missing), ("extra", report.extra), ("stale", report.stale))
    rows = [{"member": str(member_id), "difference": kind} for kind, ids in kinds for member_id in ids]
    return rows[:limit]


def _summary(report: IndexReport) -> str:
    if report.is_equal:
        return f"The index matches PostgreSQL: {report.members} members."
    return (
        f"{report.members} members in PostgreSQL, {report.documents} in the index: {len(report.missing)} missing, "
        f"{len(report.extra)} extra, {len(report.stale)} stale. Fix it with `hearth search reindex`."
    )
