"""What moderation does by itself."""

from app.kernel.db import transaction
from modules.moderation.service import complaints, decisions, fiction, keeping

BATCH = 100


def end_due() -> None:
    """End what was decided for a time that is over."""
    with transaction() as session:
        decisions.end_due(session, limit=BATCH)


def empty_evidence() -> None:
    """Empty what is kept no longer."""
    with transaction() as session:
        keeping.empty_evidence(session)
        complaints.close_quiet(session)
        complaints.forget_old(session)
        fiction.erase_old(session)
