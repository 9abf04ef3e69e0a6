"""Jobs of the messaging module."""

from app.kernel.db.session import transaction
from modules.messaging.queries import conversations as queries
from modules.messaging.queries import refunds
from modules.messaging.service import conversations, leaving

# Minutes after which all retries of a photo's job have failed.
STUCK_MINUTES = 120
# Messages in one run, each in its own transaction: takes a few seconds of the two minutes that a job has.
BATCH = 500


def return_stuck_photos() -> None:
    """Refund photos that could not be processed for whatever reason."""
    with transaction(read_only=True) as session:
        stuck = queries.list_stuck_photos(session, minutes=STUCK_MINUTES)
    for message_id in stuck:
        with transaction() as session:
            conversations.refund_failed_photo(session, message_id=message_id)


def return_unanswered() -> None:
    """Refund unanswered messages to fictional profiles of sites that show none any more.

    It searches for them every time, so that it also finds those that were sent while other processes had the old
    setting cached, and those that an interrupted run did not reach.
    """
    with transaction(read_only=True) as session:
        unanswered = refunds.list_unanswered(session, limit=BATCH)
    for message_id in unanswered:
        with transaction() as session:
            leaving.refund_unanswered(session, message_id=message_id)
