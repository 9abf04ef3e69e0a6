"""Scheduled jobs of the moderation module."""

from app.kernel.db.session import transaction
from modules.moderation.complaints.service import complaints
from modules.moderation.decisions.service import appeals, decisions
from modules.moderation.fiction.service import conversations
from modules.moderation.service import retention

BATCH = 100


def end_due() -> None:
    """End the decisions whose time is over; every five minutes."""
    with transaction() as session:
        decisions.end_due(session, limit=BATCH)


def empty_evidence() -> None:
    """Empty evidence and texts whose retention period is over, and close appeals of the erased; once a day."""
    with transaction() as session:
        # Such as those whose member was erased by an earlier release.
        appeals.lapse_of_erased(session)
        retention.empty_evidence(session)
        complaints.close_inactive(session)
        complaints.empty_old(session)
        conversations.erase_old(session)
