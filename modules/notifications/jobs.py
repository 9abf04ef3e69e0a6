"""What notifications does by itself."""

from app.kernel.db import transaction
from modules.notifications.service import mails, pushes, subscriptions

BATCH = 200
# Each is looked at closely; other jobs do not wait long for so many.
PUSHES = 50


def send_waiting() -> None:
    """Send the mails on their way whose quiet hours are over or whose evening has come; once a minute."""
    released = BATCH
    while released == BATCH:
        with transaction() as session:
            released = mails.release_due(session, limit=BATCH)


def send_pushes() -> None:
    """Send the push messages on their way whose moment has come; every two seconds."""
    seen = PUSHES
    while seen == PUSHES:
        with transaction() as session:
            seen = pushes.release_due(session, limit=PUSHES)


def remove_logged_out_browsers() -> None:
    """Forget the browsers in which nobody is logged in any more; once an hour."""
    with transaction() as session:
        subscriptions.remove_logged_out(session)
