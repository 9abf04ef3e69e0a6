"""What notifications does by itself."""

from app.kernel.db import transaction
from modules.notifications.service import mails

BATCH = 200


def send_waiting() -> None:
    """Send the mails on their way whose quiet hours are over or whose evening has come; once a minute."""
    released = BATCH
    while released == BATCH:
        with transaction() as session:
            released = mails.release_due(session, limit=BATCH)
