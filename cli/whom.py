"""Finding the member that a command names: by id, or by address on a site."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from cli.errors import CliError
from modules.accounts.contracts import Member

if TYPE_CHECKING:
    from app.kernel.db.session import Session


def find_member(session: Session, who: str, key: str | None) -> Member:
    """Return the member with an id, or with an address on the site with a key; raises CliError."""
    from modules.accounts import api as accounts_api
    from modules.sites import api as sites_api

    if "@" not in who:
        return accounts_api.get_member(session, _id(who))
    if key is None:
        raise CliError("an email address is unique only within a site: add --site KEY.")
    site = sites_api.get_site_by_key(session, key)
    member = accounts_api.find_member_by_email(session, site_id=site.id, email=who)
    if member is None:
        raise CliError(f"the site {key} has no member {who}.")
    return member


def _id(who: str) -> UUID:
    try:
        return UUID(who)
    except ValueError:
        raise CliError(f"{who!r} is neither an email address nor an ID.") from None
