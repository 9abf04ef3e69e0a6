"""Messages as JSON for staff."""

from modules.messaging.contracts import Message
from modules.moderation.contracts.evidence import EvidenceMessage

# How many of the last messages between complainant and member a moderator sees.
SHOWN = 10


def message_json(message: Message) -> EvidenceMessage:
    """Return a message as JSON for the staff who work on a case."""
    return {
        "id": str(message.id),
        "by": str(message.sender_id),
        "kind": message.kind.value,
        "gift": message.gift.value if message.gift else None,
        "body": message.body,
        "sent_at": message.sent_at.isoformat(),
    }
