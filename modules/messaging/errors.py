"""Refusals of the messaging module. Blocked, deleted and unknown members get the same NotFound."""

from app.kernel.errors import Conflict, Forbidden, Invalid, NotFound


class ConversationNotFound(NotFound):
    """The member has no such conversation, or sees no such person."""


class MessageEmpty(Invalid):
    code = "messaging.empty"


class MessageTooLong(Invalid):
    """`max` is the site's `message_length` (spec 3.2)."""

    code = "messaging.too-long"


class GiftNotFound(NotFound):
    """There is no such gift."""


class MessageNotFound(NotFound):
    """The member received no such message."""


class TooManyConversations(Forbidden):
    """A free member has started the free number of conversations, `limit` (spec 6.4); `reason` is what they send."""

    code = "messaging.too-many-conversations"


class PartnerNotConfirmed(Forbidden):
    """The partner has not confirmed their e-mail address yet (spec 4.7)."""

    code = "messaging.not-confirmed"


class FictionalNotAcknowledged(Conflict):
    """The first paid message to a fictional profile needs an acknowledgement of the site's `warning`."""

    code = "messaging.acknowledge-fictional"


class NothingToAnswer(Conflict):
    """No message waits for an answer: a fictional profile never writes first (promise 2)."""

    code = "messaging.nothing-to-answer"
