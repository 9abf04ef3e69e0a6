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
AWAY = "{} does not respond, or refuses requests; it catches up when it responds again."


@click.group()
def search() -> None:
    """Rebuild the search index, or compare it with PostgreSQL.

    \b
    Examples:
      hearth search verify
      hearth search reindex
    """


@search.command()
@json_option
def reindex(as_json: bool) -> None:
    """Build a new index beside the old one, then swap them; search works all the time.

    Servers take turns. One that does not respond builds its index when it responds again; then the exit code is 1.
    """
    from modules.catalog import api

    _use_index()
    with _refusals(), progress() as show:
        reports = api.rebuild_index(show)
    if as_json:
        rows = [{"server": one.server, "members": one.members, "is_away": one.is_away} for one in reports]
        show_table(("server", "members", "is_away"), rows, as_json=True)
    for report in () if as_json else reports:
        click.echo(AWAY.format(report.server) if report.is_away else f"{report.server} has {report.members} members.")
    sys.exit(1 if any(report.is_away for report in reports) else 0)


@search.command()
@json_option
def verify(as_json: bool) -> None:
    """Compare the index of each server with PostgreSQL, document by document; exit code 1 if something differs.

    Changes of the last second may still be pending: then try again.
    """
    from modules.catalog import api

    _use_index()
    with _refusals(), progress() as show:
        reports = api.verify_index(show)
    is_equal = all(report.is_equal for report in reports)
    differing = [difference for report in reports for difference in _differences(report, None if as_json else SHOWN)]
    if as_json or not is_equal:
        show_table(("server", "member", "difference"), differing, as_json=as_json)
    if not as_json:
        for report in reports:
            click.echo(_summary(report))
    sys.exit(0 if is_equal else 1)


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
    if not api.servers():
        raise CliError("this installation has no search engine (HEARTH_MEILI_URL is none); PostgreSQL is used.")


def _differences(report: IndexReport, limit: int | None) -> list[dict[str, str]]:
    kinds = (("missing", report.missing), ("extra", report.extra), ("stale", report.stale))
    rows = [
        {"server": report.server, "member": str(member_id), "difference": kind}
        for kind, ids in kinds
        for member_id in ids
    ]
    return [{"server": report.server, "member": "", "difference": "away"}] if report.is_away else rows[:limit]


def _summary(report: IndexReport) -> str:
    if report.is_away:
        return AWAY.format(report.server)
    if report.is_equal:
        return f"{report.server} matches PostgreSQL: {report.members} members."
    return (
        f"{report.members} members in PostgreSQL, {report.documents} on {report.server}: "
        f"{len(report.missing)} missing, {len(report.extra)} extra, {len(report.stale)} stale. "
        "Fix it with `hearth search reindex`."
    )
