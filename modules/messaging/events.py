"""What happens in conversations."""

from dataclasses import dataclass
from uuid import UUID

from app.kernel.outbox import Event


@dataclass(frozen=True)
class MessageSent(Event):
    """A message was sent, and paid where it costs something; a photo is sent once it can be looked at."""

    message_id: UUID
    conversation_id: UUID
    sender_id: UUID
    recipient_id: UUID


@dataclass(frozen=True)
class PhotoPosted(Event):
    """A photo was uploaded into a conversation and paid; it is still to be processed."""

    message_id: UUID


@dataclass(frozen=True)
class PhotoRemoved(Event):
    """Nobody may see the photo of a message any more."""

    message_id: UUID


@dataclass(frozen=True)
class MessageRefunded(Event):
    """The credits of a message were given back."""

    message_id: UUID
    sender_id: UUID
