"""Counting the members with an interest."""

from sqlalchemy import delete, func, insert, select

from app.kernel.db.session import Session
from modules.profiles.contracts import Kind
from modules.profiles.models import InterestCount, ProfileRow


def count_interests(session: Session) -> None:
    """Count the profiles with each interest, without fictional ones (promise 1)."""
    each = select(func.unnest(ProfileRow.interests).label("key")).where(ProfileRow.kind == Kind.MEMBER).subquery()
    counted = select(each.c.key, func.count()).group_by(each.c.key)
    session.execute(delete(InterestCount))
    session.execute(insert(InterestCount).from_select(["key", "profiles"], counted))
