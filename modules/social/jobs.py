"""Scheduled jobs of the social module."""

from modules.social.service import visits


def store_visits() -> None:
    """Store the visits that were noted while profiles were read."""
    visits.store_visits()
