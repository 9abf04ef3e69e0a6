"""Scheduled jobs of the profiles module."""

from app.kernel.db.session import transaction
from modules.profiles.service import interests


def count_interests() -> None:
    """Count how many profiles have each interest; once an hour."""
    with transaction() as session:
        interests.count_interests(session)
