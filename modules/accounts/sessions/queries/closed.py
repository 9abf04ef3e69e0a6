"""Reads of closed accounts."""

from typing import Any

from sqlalchemy import CompoundSelect, func, or_, select, union_all

from modules.accounts.contracts import Feature
from modules.accounts.identity.models import MemberRow
from modules.accounts.sessions.models import RestrictionRow


def closed_accounts() -> CompoundSelect[*tuple[Any, ...]]:
    """Return deleted and banned accounts, as SQL for other modules: member_id, closed_at."""
    left = select(MemberRow.id.label("member_id"), MemberRow.deleted_at.label("closed_at"))
    stands = or_(RestrictionRow.ends_at.is_(None), RestrictionRow.ends_at > func.now())
    banned = select(RestrictionRow.member_id, RestrictionRow.began_at).where(
        RestrictionRow.feature == Feature.ACCOUNT, RestrictionRow.lifted_at.is_(None), stands
    )
    return union_all(left.where(MemberRow.deleted_at.is_not(None)), banned)
