"""Visits of the demo: whoever likes somebody has looked at their profile, some hours or days ago."""

from collections.abc import Iterable
from uuid import UUID

from sqlalchemy import text

from app.kernel.db import Session

LOOK = text(
    """
    INSERT INTO social.visit (visitor_id, visited_id, visited_at)
    VALUES (:visitor, :visited, now() - random() * interval '6 days')
    ON CONFLICT DO NOTHING
    """
)


def look_in(session: Session, likes: Iterable[tuple[UUID, UUID]]) -> None:
    """Record the visits behind likes of the same transaction."""
    session.execute(LOOK, [{"visitor": visitor, "visited": visited} for visitor, visited in likes])
