"""Refusals of the messaging module. Who is blocked, gone or unknown is the same NotFound for everybody."""

from app.kernel.errors import Conflict, Forbidden, Invalid, NotFound


class ConversationNotFound(NotFound):
    """There is no such conversation or person, for this member."""


class MessageEmpty(Invalid):
    code = "messaging.empty"


class MessageTooLong(Invalid):
    """`max` is the site's `message_length` (spec 3.2)."""

    code = "messaging.too-long"


class GiftNotFound(NotFound):
    """There is no such gift."""


class MessageNotFound(NotFound):
    """There is no such message, or none that this member received."""


class TooManyConversations(Forbidden):
    """A free member started as many conversations as are free; `limit` says how many (spec 6.4)."""

    code = "messaging.too-many-conversations"


class PartnerNotConfirmed(Forbidden):
    """The other side has not confirmed the e-mail address yet (spec 4.7)."""

    code = "messaging.not-confirmed"


class FictionalNotAcknowledged(Conflict):
    """The first paid message to a fictional profile needs the member's word; `warning` is the site's."""

    code = "messaging.acknowledge-fictional"


class NothingToAnswer(Conflict):
    """Nothing waits for an answer: a fictional profile writes to nobody who did not write first (promise 2)."""

    code = "messaging.nothing-to-answer"
