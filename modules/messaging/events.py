"""What happens in conversations."""

from dataclasses import dataclass
from uuid import UUID

from app.kernel.outbox import Event


@dataclass(frozen=True)
class MessageSent(Event):
    """A message was sent, and paid where it costs something."""

    message_id: UUID
    conversation_id: UUID
    sender_id: UUID
    recipient_id: UUID


@dataclass(frozen=True)
class MessageRefunded(Event):
    """The credits of a message were given back."""

    message_id: UUID
    sender_id: UUID
