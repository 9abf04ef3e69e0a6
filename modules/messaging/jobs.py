"""Jobs of the messaging module."""

from app.kernel.db import transaction
from modules.messaging import queries
from modules.messaging.service import keeping

# After this long a photo does not arrive any more: its job was tried again and again, and given up.
STUCK_MINUTES = 120


def return_stuck_photos() -> None:
    """Give back what photos cost that could not be processed, whatever was in the way."""
    with transaction(read_only=True) as session:
        stuck = queries.list_stuck_photos(session, minutes=STUCK_MINUTES)
    for message_id in stuck:
        with transaction() as session:
            keeping.return_photo(session, message_id=message_id)
