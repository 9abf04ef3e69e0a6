"""Who counts in the figures, and by which traffic source."""

from typing import Any

from sqlalchemy import Select, Text, bindparam, case, func, not_, select
from sqlalchemy.dialects.postgresql import ARRAY

from app.kernel.db import Session
from app.kernel.figures import OTHER, Moment
from modules.accounts.models import MemberRow

# Anybody can write anything into it: it stands in the address by which they come.
_NETWORK = func.coalesce(MemberRow.traffic_source["network"].astext, "")
# So many members share a traffic source before the figures name it.
SHARED_BY = 5

# Looked up by hash, however many there are: every source that is told, and "" for none.
_TOLD = select(func.unnest(bindparam("told_sources", type_=ARRAY(Text))))
# Of every member but the fictional, who never count, the id, site and traffic source: one of those told, or OTHER.
WHO_COUNTS = select(
    MemberRow.id, MemberRow.site_id, case((_NETWORK.in_(_TOLD), _NETWORK), else_=OTHER).label("source")
).where(not_(MemberRow.is_fictional))


def list_shared_sources(session: Session) -> list[str]:
    """Return the traffic sources that enough members share, of all sites, for none of them to be told by it; somebody's
    address is no source, however many came by a link that holds it.
    """
    named = (not_(MemberRow.is_fictional), _NETWORK != "", not_(_NETWORK.contains("@")))
    shared = select(_NETWORK).where(*named).group_by(_NETWORK)
    return list(session.execute(shared.having(func.count() >= SHARED_BY)).scalars())


def signups_between(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return whoever signed up then, for other modules' statements: member_id, signup_at."""
    found = select(MemberRow.id.label("member_id"), MemberRow.signup_at)
    return found.where(MemberRow.signup_at >= begin, MemberRow.signup_at < end)
