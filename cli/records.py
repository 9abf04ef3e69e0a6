"""Lists of records, as the staff's console shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

import click

from cli.work import MOMENT

if TYPE_CHECKING:
    from app.kernel.db.session import Session
    from app.kernel.resources import Filter, Resource

site_option = click.option("--site", "key", help="Key of the site; `hearth site list` shows all.")
member_option = click.option("--member", "who", metavar="EMAIL|ID", help="Member; an address needs its site.")
since_option = click.option("--since", type=MOMENT, help="Start date or time (UTC).")
limit_option = click.option(
    "--limit", type=click.IntRange(1, 10_000), default=50, show_default=True, help="Maximum number of rows."
)


def list_records(session: Session, key: str, *, limit: int, sort: str = "", **sought: Any) -> list[dict[str, Any]]:
    """Return records of a resource as in its lists: without masked values and long texts.

    sort: a column, with a minus for descending; the console's order if left out. sought: conditions on columns, as a
    pair of moments (the first included, the second excluded) or a filter; None is no condition.
    """
    from app.kernel.resources import OpsQuery, read_records

    resource = _resource(key)
    sort = sort or resource.default_sort
    filters = {name: _filter(value) for name, value in sought.items() if value is not None}
    query = OpsQuery(per_page=limit, sort=sort.removeprefix("-"), is_descending=sort.startswith("-"), filters=filters)
    return [asdict(row) for row in read_records(session, resource, query).rows]


def from_moment(moment: datetime | None) -> tuple[datetime, None] | None:
    """Return the condition for moments from this one on; None if none is given."""
    return (moment.replace(tzinfo=UTC), None) if moment else None


def site_id_of(session: Session, key: str | None) -> UUID | None:
    """Return the id of the named site, None if none is named; raises NotFound."""
    from modules.sites import api as sites_api

    return sites_api.get_site_by_key(session, key).id if key else None


def member_id_of(session: Session, who: str | None, key: str | None) -> UUID | None:
    """Return the id of the named member, None if none is named; raises CliError."""
    from cli.whom import find_member

    return find_member(session, who, key).id if who else None


def site_keys(session: Session) -> dict[UUID, str]:
    """Return the keys of all sites, which people know, by id."""
    from modules.sites import api as sites_api

    return {site.id: site.key for site in sites_api.list_sites(session)}


def amounts(row: dict[str, Any], names: Sequence[str]) -> dict[str, str | None]:
    """Return formatted amounts of a record, by names without `_minor`."""
    from app.kernel.text import formats

    named = {name: row[f"{name}_minor"] for name in names}
    currency = row["currency"]
    return {
        name: None if minor is None else f"{formats.plain_money(minor, currency)} {currency}"
        for name, minor in named.items()
    }


def _filter(value: Any) -> Filter:
    from app.kernel.resources import Filter

    if isinstance(value, Filter):
        return value
    return Filter(value, match="within" if isinstance(value, tuple) else "same")


def _resource(key: str) -> Resource:
    from app.registry import RESOURCES

    found = next(one for one in RESOURCES if one.key == key)
    shown = (one for one in found.columns if not one.pii and one.kind != "long_text")
    return replace(found, columns=tuple(shown))
