"""What happens in conversations."""

from uuid import UUID

from app.kernel.events.outbox import Event


class MessageSent(Event):
    """A message was sent and paid for; for a photo, once it is processed."""

    message_id: UUID
    conversation_id: UUID
    sender_id: UUID
    recipient_id: UUID


class ConversationStarted(Event):
    """A member wrote to another for the first time."""

    message_id: UUID
    sender_id: UUID


class MessageSuspected(Event):
    """A message contains patterns of fraud; `hints` are their codes, separated by commas."""

    message_id: UUID
    sender_id: UUID
    hints: str


class ConversationRead(Event):
    """A member read a conversation up to its message `seq`."""

    conversation_id: UUID
    member_id: UUID
    seq: int


class ConversationRemoved(Event):
    """A member removed a conversation from their list."""

    conversation_id: UUID
    member_id: UUID


class HintsDismissed(Event):
    """A member hid the hints at a message that they received."""

    conversation_id: UUID
    member_id: UUID


class PhotoFailed(Event):
    """A photo could not be processed."""

    message_id: UUID


class PhotoPosted(Event):
    """A photo was uploaded into a conversation and paid for; it is still to be processed."""

    message_id: UUID


class PhotoRemoved(Event):
    """The photo of a message was removed."""

    message_id: UUID


class PhotoGivenBack(Event):
    """A photo that a decision had removed was restored."""

    message_id: UUID


class MessageRefunded(Event):
    """The credits of a message were refunded."""

    message_id: UUID
    sender_id: UUID
