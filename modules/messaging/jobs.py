"""Jobs of the messaging module."""

from app.kernel.db import transaction
from modules.messaging import queries
from modules.messaging.queries import returns
from modules.messaging.service import keeping, leaving

# After this long a photo does not arrive any more: its job was tried again and again, and given up.
STUCK_MINUTES = 120
# So many messages in one run, each in a transaction of its own: a few seconds of the two minutes that a job has.
BATCH = 500


def return_stuck_photos() -> None:
    """Give back what photos cost that could not be processed, whatever was in the way."""
    with transaction(read_only=True) as session:
        stuck = queries.list_stuck_photos(session, minutes=STUCK_MINUTES)
    for message_id in stuck:
        with transaction() as session:
            keeping.return_photo(session, message_id=message_id)


def return_unanswered() -> None:
    """Give back what was paid for messages to fictional profiles on sites that show none any more.

    It looks for what is there, so that nothing stays behind: neither what came while other processes still took the
    site for one that shows them, nor what a run did not reach that was killed.
    """
    with transaction(read_only=True) as session:
        unanswered = returns.list_unanswered(session, limit=BATCH)
    for message_id in unanswered:
        with transaction() as session:
            leaving.return_unanswered(session, message_id=message_id)
