"""Scheduled jobs of the sites module."""

from app.kernel.db.session import transaction
from modules.sites.service import landers


def forget_old_bounces() -> None:
    """Delete bounces that are older than BOUNCE_DAYS; every night."""
    with transaction() as session:
        landers.forget_old_bounces(session)
