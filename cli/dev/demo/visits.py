"""Visits in the demo: members who like somebody have visited their profile, hours or days ago."""

from collections.abc import Iterable
from uuid import UUID

from sqlalchemy import text

from app.kernel.db.session import Session

LOOK = text(
    """
    INSERT INTO social.visit (visitor_id, visited_id, visited_at)
    VALUES (:visitor, :visited, now() - random() * interval '6 days')
    ON CONFLICT DO NOTHING
    """
)


def record_visits(session: Session, likes: Iterable[tuple[UUID, UUID]]) -> None:
    """Record the visits before likes of the same transaction."""
    session.execute(LOOK, [{"visitor": visitor, "visited": visited} for visitor, visited in likes])
