"""What other modules know of conversations."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from modules.accounts.contracts import MemberStatus
from modules.billing.contracts.shop import Price
from modules.profiles.contracts import Kind, ProfileCard

# Accounts in these states, and their conversations, are hidden from others.
ABSENT = (MemberStatus.DELETED, MemberStatus.ERASED)
# Characters of the note beside a gift or a photo.
MAX_NOTE_LENGTH = 200


class MessageKind(StrEnum):
    """Kind of a message: a text, or a gift or a photo with an optional note."""

    TEXT = "text"
    GIFT = "gift"
    PHOTO = "photo"


class PhotoStatus(StrEnum):
    """State of a photo in a conversation; a failed one was refunded, a removed one has no files any more."""

    PROCESSING = "processing"
    READY = "ready"
    FAILED = "failed"
    REMOVED = "removed"


class Hint(StrEnum):
    """A pattern of fraud in a message: asks for money, gift cards, crypto or another place to talk, or has a link."""

    MONEY = "money"
    GIFT_CARD = "gift-card"
    CRYPTO = "crypto"
    ELSEWHERE = "elsewhere"
    LINK = "link"


class CareSign(StrEnum):
    """What in a text staff should see: distress, a question whether the other is real, or a claim to be real."""

    DISTRESS = "distress"
    ASKS_REAL = "asks-real"
    CLAIMS_REAL = "claims-real"


class Gift(StrEnum):
    """The drawn gifts, the dearest last."""

    ROSE = "rose"
    TEA = "tea"
    COFFEE = "coffee"
    LETTER = "letter"
    CROISSANT = "croissant"
    BALLOON = "balloon"
    STAR = "star"
    HEART = "heart"
    TULIPS = "tulips"
    CAKE = "cake"
    BOOK = "book"
    RECORD = "record"
    KITE = "kite"
    UMBRELLA = "umbrella"
    LANTERN = "lantern"
    CAT = "cat"
    DOG = "dog"
    MOON = "moon"
    SUN = "sun"
    BICYCLE = "bicycle"
    PICNIC = "picnic"
    BOAT = "boat"
    LIGHTHOUSE = "lighthouse"
    FIREWORKS = "fireworks"


class BlockedReason(StrEnum):
    """Why a member cannot write in a conversation now."""

    NOT_CONFIRMED = "not-confirmed"
    OTHER_GONE = "other-gone"


@dataclass(frozen=True, slots=True)
class Side:
    """One member's side of a conversation; `removed_seq` is the last message that this side removed."""

    conversation_id: UUID
    member_id: UUID
    partner_id: UUID
    started_by: UUID
    last_seq: int
    unread: int
    removed_seq: int

    @property
    def is_reply(self) -> bool:
        """Return whether the other side started the conversation."""
        return self.started_by != self.member_id


@dataclass(frozen=True, slots=True)
class Partner:
    """The other member of a conversation, with what decides whether one may write to them."""

    id: UUID
    site_id: UUID
    status: MemberStatus
    is_fictional: bool


@dataclass(frozen=True, slots=True)
class ConversationState:
    """A member's side of a conversation with everything that decides what they may do in it, read in one statement.

    `country` decides the member's prices; `read_seq` and `other_read_seq` are the last messages that the sides have
    read. `is_limited`: staff restricted writing for this member.
    """

    side: Side
    partner: Partner
    is_blocked: bool
    country: str | None
    read_seq: int
    other_read_seq: int
    is_limited: bool


@dataclass(frozen=True, slots=True)
class Draft:
    """A message to be sent: a text, or a gift or a photo (the uploaded bytes) with `body` as its note."""

    body: str
    gift: Gift | None = None
    photo: bytes | None = None

    @property
    def kind(self) -> MessageKind:
        """Return the kind of the message."""
        if self.photo is not None:
            return MessageKind.PHOTO
        return MessageKind.TEXT if self.gift is None else MessageKind.GIFT


@dataclass(frozen=True, slots=True)
class Photo:
    """The photo of a message; width and height are pixels of its full size, once it is ready."""

    status: PhotoStatus
    folder: str
    width: int | None
    height: int | None


@dataclass(frozen=True, slots=True)
class Message:
    """One message; `sender_kind` says whether a person wrote it. `tx_id` is the spend that paid for it.

    A gift's or photo's body is its note, which may be empty. `hints` are for its recipient only.
    """

    id: UUID
    conversation_id: UUID
    seq: int
    sender_id: UUID
    sender_kind: Kind
    kind: MessageKind
    gift: Gift | None
    body: str
    sent_at: datetime
    tx_id: UUID | None
    refunded_at: datetime | None
    hints: tuple[Hint, ...] = ()
    photo: Photo | None = None


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of the chat list with the newest message."""

    conversation_id: UUID
    partner_id: UUID
    partner_kind: Kind
    unread: int
    last_at: datetime
    seq: int
    sender_id: UUID
    kind: MessageKind
    gift: Gift | None
    body: str


@dataclass(frozen=True, slots=True)
class ShownGift:
    """A gift in its reader's language, with the address of its drawing."""

    key: Gift
    name: str
    image: str


@dataclass(frozen=True, slots=True)
class ShownPhoto:
    """A photo for one side of its conversation; its signed addresses are set once it is ready."""

    status: PhotoStatus
    width: int | None
    height: int | None
    preview: str | None
    full: str | None


@dataclass(frozen=True, slots=True)
class GiftOffer:
    """A gift that can be sent, and what it costs."""

    gift: ShownGift
    price: Price


@dataclass(frozen=True, slots=True)
class Sent:
    """A sent message, the credits that are left, and what the next message costs."""

    message: Message
    credits: int
    cost: Price


@dataclass(frozen=True, slots=True)
class LastMessage:
    """The newest message of a conversation, on one line."""

    seq: int
    kind: MessageKind
    excerpt: str
    is_mine: bool
    sent_at: datetime


@dataclass(frozen=True, slots=True)
class Chat:
    """A line of the chat list with the person on the other side."""

    conversation_id: UUID
    profile: ProfileCard
    unread: int
    last_message: LastMessage


@dataclass(frozen=True, slots=True)
class ChatList:
    """A page of the chat list, and the unread messages of the whole list."""

    chats: tuple[Chat, ...]
    total_unread: int
    has_more: bool


@dataclass(frozen=True, slots=True)
class EndedChat:
    """A conversation whose other side is absent: the newest message and the kind of the other side, without a name."""

    conversation_id: UUID
    kind: Kind
    last_message: LastMessage


@dataclass(frozen=True, slots=True)
class EndedChats:
    """A page of the conversations that ended, the newest message first."""

    chats: tuple[EndedChat, ...]
    has_more: bool


@dataclass(frozen=True, slots=True)
class Terms:
    """What a message and a photo to a member cost, and why writing is not possible now."""

    conversation_id: UUID | None
    cost: Price
    photo_cost: Price
    blocked_reason: BlockedReason | None

    @property
    def can_write(self) -> bool:
        """Return whether nothing but credits stands between the member and a message."""
        return self.blocked_reason is None


@dataclass(frozen=True, slots=True)
class OpenConversation:
    """A conversation for its reader; `spent` is what the reader paid in it without refunds."""

    id: UUID
    profile: ProfileCard
    unread: int
    other_read_seq: int
    spent: Price
    terms: Terms


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """A message for one reader; `is_read` by its recipient, who alone gets `hints`."""

    message: Message
    gift: ShownGift | None
    photo: ShownPhoto | None
    hints: tuple[Hint, ...]
    is_mine: bool
    is_read: bool


@dataclass(frozen=True, slots=True)
class History:
    """Messages, oldest first, and whether there are more in the requested direction."""

    messages: tuple[ShownMessage, ...]
    has_more: bool


@dataclass(frozen=True, slots=True)
class News:
    """What changed in an open conversation: new messages, what was read, who is typing, whether one can write."""

    history: History
    unread: int
    other_read_seq: int
    is_typing: bool
    blocked_reason: BlockedReason | None

    @property
    def can_write(self) -> bool:
        """Return whether nothing but credits stands between the member and a message."""
        return self.blocked_reason is None


@dataclass(frozen=True, slots=True)
class WaitingConversation:
    """The unread messages of one conversation; the name of a fictional profile is followed by its label.

    `kind` and `excerpt` are the newest message's, `since` is when the oldest one came.
    """

    conversation_id: UUID
    sender_label: str
    unread: int
    kind: MessageKind
    excerpt: str
    since: datetime


@dataclass(frozen=True, slots=True)
class WaitingMessage:
    """An unread message; the name of a fictional sender is followed by its label."""

    conversation_id: UUID
    sender_label: str
    kind: MessageKind


@dataclass(frozen=True, slots=True)
class MessageEvidence:
    """A message that its recipient reports, with the few before it, oldest first."""

    message: Message
    before: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class FictionalSide:
    """A fictional profile's side of a conversation, for the staff who write in its name; `read_seq` is the last message
    that it answered.

    `warning` and `acknowledged_at` are the member's acknowledgement that the profile is fictional, or None.
    """

    conversation_id: UUID
    site_id: UUID
    profile_id: UUID
    member_id: UUID
    last_seq: int
    unread: int
    read_seq: int
    warning: str | None
    acknowledged_at: datetime | None
