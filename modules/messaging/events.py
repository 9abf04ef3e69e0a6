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
class ConversationStarted(Event):
    """A member wrote to somebody for the first time."""

    message_id: UUID
    sender_id: UUID


@dataclass(frozen=True)
class MessageSuspected(Event):
    """Something in a message is known from frauds; `hints` are the codes of what, with commas between."""

    message_id: UUID
    sender_id: UUID
    hints: str


@dataclass(frozen=True)
class ConversationRead(Event):
    """A member saw what was new in a conversation, up to its message `seq`."""

    conversation_id: UUID
    member_id: UUID
    seq: int


@dataclass(frozen=True)
class ConversationRemoved(Event):
    """A member took a conversation off their own list."""

    conversation_id: UUID
    member_id: UUID


@dataclass(frozen=True)
class HintsDismissed(Event):
    """A member hid the hints at a message that they received."""

    conversation_id: UUID
    member_id: UUID


@dataclass(frozen=True)
class PhotoFailed(Event):
    """A photo could not be processed."""

    message_id: UUID


@dataclass(frozen=True)
class PhotoPosted(Event):
    """A photo was uploaded into a conversation and paid; it is still to be processed."""

    message_id: UUID


@dataclass(frozen=True)
class PhotoRemoved(Event):
    """Nobody may see the photo of a message any more."""

    message_id: UUID


@dataclass(frozen=True)
class PhotoGivenBack(Event):
    """Both sides see the photo of a message again that a decision had taken away."""

    message_id: UUID


@dataclass(frozen=True)
class MessageRefunded(Event):
    """The credits of a message were given back."""

    message_id: UUID
    sender_id: UUID
