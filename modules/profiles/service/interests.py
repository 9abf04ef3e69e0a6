"""How many profiles have an interest."""

from sqlalchemy import delete, func, insert, select
from sqlalchemy.orm import Session

from modules.profiles.models import InterestCount, ProfileRow


def count_interests(session: Session) -> None:
    """Count the profiles of each interest anew."""
    each = select(func.unnest(ProfileRow.interests).label("key")).subquery()
    counted = select(each.c.key, func.count()).group_by(each.c.key)
    session.execute(delete(InterestCount))
    session.execute(insert(InterestCount).from_select(["key", "profiles"], counted))
