"""Reads for the figures: which members count, and their traffic sources."""

from typing import Any

from sqlalchemy import Select, Text, bindparam, case, func, not_, select
from sqlalchemy.dialects.postgresql import ARRAY

from app.kernel.db.session import Session
from app.kernel.figures import OTHER, Moment
from modules.accounts.identity.models import MemberRow

# Untrusted: it comes from the query of the address that the visitor opened.
_NETWORK = func.coalesce(MemberRow.traffic_source["network"].astext, "")
# Members that a traffic source needs before the figures name it.
SHARED_BY = 5

# The sources that the figures name, and "" for none. A subquery, so that Postgres looks them up by hash.
_NAMED_SOURCES = select(func.unnest(bindparam("named_sources", type_=ARRAY(Text))))
# Id, site and traffic source (a named one, or OTHER) of all members; fictional profiles never count.
COUNTED_MEMBERS = select(
    MemberRow.id, MemberRow.site_id, case((_NETWORK.in_(_NAMED_SOURCES), _NETWORK), else_=OTHER).label("source")
).where(not_(MemberRow.is_fictional))


def list_shared_sources(session: Session) -> list[str]:
    """Return the traffic sources that at least SHARED_BY members share, so that a source identifies nobody.

    A source with an @ may be an e-mail address and is left out.
    """
    named = (not_(MemberRow.is_fictional), _NETWORK != "", not_(_NETWORK.contains("@")))
    shared = select(_NETWORK).where(*named).group_by(_NETWORK)
    return list(session.execute(shared.having(func.count() >= SHARED_BY)).scalars())


def signups_between(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the signups between two moments, as SQL for other modules: member_id, signup_at."""
    found = select(MemberRow.id.label("member_id"), MemberRow.signup_at)
    return found.where(MemberRow.signup_at >= begin, MemberRow.signup_at < end)
