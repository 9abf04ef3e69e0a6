"""HTTP schemas of the messaging module."""

from marshmallow import fields

from app.kernel.http.schema import In, Out, QueryIn, between
from modules.billing.api import PriceOut
from modules.media.api import PhotoIn
from modules.messaging.contracts import BlockedReason, Gift, Hint, MessageKind, PhotoStatus
from modules.profiles.api import CardOut
from modules.profiles.contracts import Kind

PAGE_SIZE = 20
MAX_MESSAGES = 100


class SendIn(In):
    """A message, or a gift with `body` as its note; `fictional_acknowledged` says that the member knows that the
    profile is fictional.
    """

    body = fields.String(load_default="")
    gift = fields.Enum(Gift, by_value=True, load_default=None)
    fictional_acknowledged = fields.Boolean(load_default=False)


class SendPhotoIn(PhotoIn):
    """A photo, with `body` as its note."""

    body = fields.String(load_default="")
    fictional_acknowledged = fields.Boolean(load_default=False)


class ReadIn(In):
    """The last message that the member has seen."""

    seq = fields.Integer(required=True, validate=between(0, 2_147_483_647))


class PageIn(QueryIn):
    """Which page of the chat list."""

    page = fields.Integer(load_default=1, validate=between(1, 10_000))


class HistoryIn(QueryIn):
    """Which part of a conversation: before a message, after one, or else the newest."""

    before = fields.Integer(load_default=None, validate=between(1, 2_147_483_647))
    after = fields.Integer(load_default=None, validate=between(0, 2_147_483_647))
    limit = fields.Integer(load_default=50, validate=between(1, MAX_MESSAGES))


class NewsIn(QueryIn):
    """The last message that is known, or the one before the first that may have changed."""

    after = fields.Integer(load_default=0, validate=between(0, 2_147_483_647))


class GiftOut(Out):
    """A gift, named in the reader's language."""

    key = fields.Enum(Gift, by_value=True, required=True)
    name = fields.String(required=True)
    image = fields.String(required=True)


class GiftOfferOut(Out):
    """A gift that can be sent, and what it costs."""

    key = fields.Enum(Gift, by_value=True, required=True, attribute="gift.key")
    name = fields.String(required=True, attribute="gift.name")
    image = fields.String(required=True, attribute="gift.image")
    price = fields.Nested(PriceOut, required=True)


class GiftsOut(Out):
    """All gifts, the dearest last."""

    gifts = fields.List(fields.Nested(GiftOfferOut), required=True)


class PhotoOut(Out):
    """A photo; width and height are pixels of its full size. The addresses are the reader's own, once it is ready."""

    status = fields.Enum(PhotoStatus, by_value=True, required=True)
    width = fields.Integer(required=True, allow_none=True)
    height = fields.Integer(required=True, allow_none=True)
    preview = fields.String(required=True, allow_none=True)
    full = fields.String(required=True, allow_none=True)


class EndedMessageOut(Out):
    """A message as it was sent, in a conversation whose other side is absent; photos are not shown there."""

    id = fields.UUID(required=True, attribute="message.id")
    seq = fields.Integer(required=True, attribute="message.seq")
    is_mine = fields.Boolean(required=True)
    kind = fields.Enum(MessageKind, by_value=True, required=True, attribute="message.kind")
    gift = fields.Nested(GiftOut, required=True, allow_none=True)
    body = fields.String(required=True, attribute="message.body")
    sent_at = fields.AwareDateTime(required=True, attribute="message.sent_at")
    sender_kind = fields.Enum(Kind, by_value=True, required=True, attribute="message.sender_kind")


class MessageOut(EndedMessageOut):
    """A message as one reader sees it, always with the kind of its sender.

    `hints` tell its recipient of patterns of fraud in it.
    """

    photo = fields.Nested(PhotoOut, required=True, allow_none=True)
    is_read = fields.Boolean(required=True)
    refunded = fields.Function(lambda shown: shown.message.refunded_at is not None)
    hints = fields.List(fields.Enum(Hint, by_value=True), required=True)


class HistoryOut(Out):
    """Messages, oldest first."""

    messages = fields.List(fields.Nested(MessageOut), required=True)
    has_more = fields.Boolean(required=True)


class NewsOut(Out):
    """What changed in an open conversation; messages oldest first."""

    messages = fields.List(fields.Nested(MessageOut), required=True, attribute="history.messages")
    has_more = fields.Boolean(required=True, attribute="history.has_more")
    num_unread_messages = fields.Integer(required=True, attribute="unread")
    other_read_seq = fields.Integer(required=True)
    is_typing = fields.Boolean(required=True)
    can_write = fields.Boolean(required=True)
    blocked_reason = fields.Enum(BlockedReason, by_value=True, required=True, allow_none=True)


class SentOut(Out):
    """The sent message; `cost` is that of the next one."""

    message = fields.Nested(MessageOut, required=True)
    conversation_id = fields.UUID(required=True)
    credits = fields.Integer(required=True)
    cost = fields.Nested(PriceOut, required=True)


class LastMessageOut(Out):
    """The newest message of a conversation, on one line."""

    seq = fields.Integer(required=True)
    kind = fields.Enum(MessageKind, by_value=True, required=True)
    excerpt = fields.String(required=True)
    is_mine = fields.Boolean(required=True)
    sent_at = fields.AwareDateTime(required=True)


class ChatOut(Out):
    """A line of the chat list."""

    id = fields.UUID(required=True, attribute="conversation_id")
    profile = fields.Nested(CardOut, required=True)
    num_unread_messages = fields.Integer(required=True, attribute="unread")
    last_message = fields.Nested(LastMessageOut, required=True)
    last_at = fields.AwareDateTime(required=True, attribute="last_message.sent_at")


class ChatsOut(Out):
    """A page of the chat list."""

    conversations = fields.List(fields.Nested(ChatOut), required=True, attribute="chats")
    total_unread = fields.Integer(required=True)
    has_more = fields.Boolean(required=True)


class EndedChatOut(Out):
    """A conversation whose other side is absent: its kind and the newest message."""

    id = fields.UUID(required=True, attribute="conversation_id")
    kind = fields.Enum(Kind, by_value=True, required=True)
    last_message = fields.Nested(LastMessageOut, required=True)


class EndedChatsOut(Out):
    """A page of the conversations that ended."""

    conversations = fields.List(fields.Nested(EndedChatOut), required=True, attribute="chats")
    has_more = fields.Boolean(required=True)


class EndedHistoryOut(Out):
    """Messages of a conversation that ended, oldest first."""

    messages = fields.List(fields.Nested(EndedMessageOut), required=True)
    has_more = fields.Boolean(required=True)


class DocumentedChatOut(Out):
    """A chat list entry as the specification documents it (spec section 3)."""

    conversation = fields.Function(lambda chat: {"id": str(chat.conversation_id)}, required=True)
    profile = fields.Nested(CardOut, required=True)
    num_unread_messages = fields.Integer(required=True, attribute="unread")


class DocumentedChatsOut(Out):
    """The answer of GET /api/chats.php (spec 7.11)."""

    chats = fields.List(fields.Nested(DocumentedChatOut), required=True)
    total_unread = fields.Integer(required=True)


class TermsOut(Out):
    """What a message and a photo to a member cost, and why writing is not possible now."""

    conversation_id = fields.UUID(required=True, allow_none=True)
    cost = fields.Nested(PriceOut, required=True)
    photo_cost = fields.Nested(PriceOut, required=True)
    can_write = fields.Boolean(required=True)
    blocked_reason = fields.Enum(BlockedReason, by_value=True, required=True, allow_none=True)


class ConversationOut(Out):
    """An open conversation."""

    id = fields.UUID(required=True)
    profile = fields.Nested(CardOut, required=True)
    num_unread_messages = fields.Integer(required=True, attribute="unread")
    other_read_seq = fields.Integer(required=True)
    spent = fields.Nested(PriceOut, required=True)
    cost = fields.Nested(PriceOut, required=True, attribute="terms.cost")
    photo_cost = fields.Nested(PriceOut, required=True, attribute="terms.photo_cost")
    can_write = fields.Boolean(required=True, attribute="terms.can_write")
    blocked_reason = fields.Enum(
        BlockedReason, by_value=True, required=True, allow_none=True, attribute="terms.blocked_reason"
    )


class ReadOut(Out):
    """What is left to read: here, and in all conversations."""

    num_unread_messages = fields.Integer(required=True)
    total_unread = fields.Integer(required=True)


class UnreadOut(Out):
    """What the badges and the page title count (spec 4.19)."""

    unread_messages = fields.Integer(required=True)
    new_likes = fields.Integer(required=True)
