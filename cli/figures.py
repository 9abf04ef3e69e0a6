"""`hearth figures`: the dashboards' statistics at the command line."""

from dataclasses import asdict
from datetime import date, datetime, timedelta

import click

from app.kernel import clock
from cli.errors import CliError
from cli.work import DAY, confirm, dry_run_option, json_option, show_table, work, yes_option

COLUMNS = ("day", "name", "currency", "within", "amount")


@click.group()
def figures() -> None:
    """Show the figures of the console's first page, such as signups, messages and revenue, by day (UTC).

    The worker counts today and yesterday every 15 minutes and, after an outage, the days since it began, at most 31.
    Money is in minor units. Waits are counted by the number of seconds within which they ended.

    \b
    Examples:
      hearth figures show --days 7
      hearth figures show --days 365 --name billing.revenue --site hearthside --json
      hearth figures count --from 2026-01-01 --until 2026-01-31 --dry-run
    """


@figures.command()
@click.option("--days", type=click.IntRange(1, 732), default=30, show_default=True, help="Days, including today.")
@click.option("--name", help="Figure, such as accounts.signups.")
@click.option("--site", help="Key of the site.")
@click.option("--source", help="Traffic source, or other for all rare ones.")
@json_option
def show(days: int, name: str | None, site: str | None, source: str | None, as_json: bool) -> None:
    """Show daily sums."""
    from app.kernel import figures as kernel_figures
    from app.kernel import jobs
    from app.registry import MODULES
    from modules.sites import api as sites_api

    jobs.install(MODULES)
    known = kernel_figures.all_figures()
    if name is not None and name not in known:
        raise CliError(f"there is no figure {name}; choose from {', '.join(known)}.")
    end = clock.today() + timedelta(days=1)
    with work(read_only=True) as session:
        found = kernel_figures.sum_by_day(
            session,
            begin=end - timedelta(days=days),
            end=end,
            names=[name] if name else known,
            site_id=sites_api.get_site_by_key(session, site).id if site else None,
            source=source,
        )
    show_table(COLUMNS, [asdict(one) for one in found], as_json=as_json)


@figures.command()
@click.option("--from", "first", type=DAY, required=True, help="First day, such as 2026-01-31.")
@click.option("--until", "last", type=DAY, required=True, help="Last day.")
@dry_run_option
@yes_option
def count(first: datetime, last: datetime, dry_run: bool, yes: bool) -> None:
    """Count days again, such as after an import. Members erased since are no longer included."""
    from app.kernel import jobs
    from app.registry import MODULES
    from modules.accounts import api as accounts_api

    days = _days(first.date(), last.date())
    if dry_run:
        click.echo(f"{len(days)} days would be counted again.")
        return
    confirm(f"Count {len(days)} days again? Members erased since will be missing.", yes=yes)
    jobs.install(MODULES)
    with click.progressbar(days, label="Counting") as shown:
        for day in shown:
            with work() as session:
                accounts_api.count_figures(session, day=day)
    click.echo(f"{len(days)} days counted.")


def _days(first: date, last: date) -> list[date]:
    if last < first:
        raise CliError("--until is before --from.")
    if last > clock.today():
        raise CliError("--until is in the future.")
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]
