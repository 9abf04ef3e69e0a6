"""What accounts do by themselves."""

from app.kernel.db import transaction
from modules.accounts.service import sessions


def remove_stale() -> None:
    """Forget sessions, links and counters that are long over; once a day."""
    with transaction() as session:
        sessions.remove_stale(session)
