"""Refusals of restricted features and of banned members."""

from typing import Any
from uuid import UUID

from app.kernel.db.session import Session, transaction
from app.kernel.mail import links
from modules.accounts.contracts import Feature, MemberStatus
from modules.accounts.errors import Banned, FeatureLimited
from modules.accounts.sessions.queries import restrictions as queries
from modules.accounts.sessions.queries.restrictions import Restriction


def ensure_allowed(session: Session, *, member_id: UUID, feature: Feature) -> None:
    """Raise FeatureLimited, with the rule and the page of the reasons, if a feature is restricted for a member now."""
    found = queries.find_restriction(session, member_id, feature)
    if found is not None:
        raise FeatureLimited(reason=feature.value, **_refusal_details(found))


def ensure_not_banned(status: MemberStatus, member_id: UUID) -> None:
    """Raise Banned, with the reasons, for a banned account; opens its own transaction."""
    if status is MemberStatus.BANNED:
        with transaction(read_only=True) as session:
            found = queries.find_restriction(session, member_id, Feature.ACCOUNT)
        raise Banned(**(_refusal_details(found) if found else {}))


def _refusal_details(found: Restriction) -> dict[str, Any]:
    until = found.ends_at.isoformat() if found.ends_at else None
    return {"rule": found.rule, "until": until, "statement": links.with_key(found.statement)}
