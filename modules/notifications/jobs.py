"""Scheduled jobs of the notifications module."""

from app.kernel.db.session import transaction
from modules.notifications.service import mails, push_sending, pushes, subscriptions

BATCH = 200
# Fewer than BATCH, because each takes several reads and other jobs wait meanwhile.
PUSHES = 50


def send_waiting() -> None:
    """Queue the mails whose waiting time is over for sending; once a minute."""
    released = BATCH
    while released == BATCH:
        with transaction() as session:
            released = mails.release_due(session, limit=BATCH)


def send_pushes() -> None:
    """Release the push messages that are due, and send those that are released; every two seconds."""
    seen = PUSHES
    while seen == PUSHES:
        with transaction() as session:
            seen = pushes.release_due(session, limit=PUSHES)
    push_sending.send_due()


def remove_logged_out_browsers() -> None:
    """Delete the push subscriptions of browsers that are logged out; once an hour."""
    with transaction() as session:
        subscriptions.remove_logged_out(session)
