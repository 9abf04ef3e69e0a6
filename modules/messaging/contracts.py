"""What other modules know of conversations."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from modules.accounts.contracts import MemberStatus
from modules.billing.contracts import Price
from modules.profiles.contracts import Kind, ProfileCard

# States of an account that left; its conversations are not there, until it comes back.
ABSENT = (MemberStatus.DELETED, MemberStatus.ERASED)
# Characters of the note beside a gift or a photo.
NOTE_LENGTH = 200


class MessageKind(StrEnum):
    """What a message is: words, or a gift or a photo that may have a note."""

    TEXT = "text"
    GIFT = "gift"
    PHOTO = "photo"


class PhotoStatus(StrEnum):
    """The way of a photo in a conversation; a failed one was paid back, a removed one has no files any more."""

    PROCESSING = "processing"
    READY = "ready"
    FAILED = "failed"
    REMOVED = "removed"


class Hint(StrEnum):
    """What in a message is known from frauds: a wish for money, gift cards, crypto, another place to talk, a link."""

    MONEY = "money"
    GIFT_CARD = "gift-card"
    CRYPTO = "crypto"
    ELSEWHERE = "elsewhere"
    LINK = "link"


class CareSign(StrEnum):
    """What asks for care: that somebody is in distress, asks whether the other is real, or claims to be."""

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
    """A conversation as one of its two members has it; `removed_seq` is the last message that this side removed."""

    conversation_id: UUID
    member_id: UUID
    partner_id: UUID
    started_by: UUID
    last_seq: int
    unread: int
    removed_seq: int

    @property
    def is_reply(self) -> bool:
        """Return whether the other side began."""
        return self.started_by != self.member_id


@dataclass(frozen=True, slots=True)
class Partner:
    """The other side of a conversation, as far as it decides who may write."""

    id: UUID
    site_id: UUID
    status: MemberStatus
    is_fictional: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """A member's side of a conversation with all that decides what they may do there, read at one moment.

    `country` is the one that their prices are named in; the seqs say up to where each side has read. `is_limited` says
    that staff keep the member from writing for a while.
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
    """What a member wants to send: words, or a gift or a photo (the uploaded bytes) with `body` as its note."""

    body: str
    gift: Gift | None = None
    photo: bytes | None = None

    @property
    def kind(self) -> MessageKind:
        """Return what kind of message it becomes."""
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
class Listed:
    """A line of the chat list; the rest is the newest message."""

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
    """A photo as one side of its conversation sees it; the addresses are signed for that side, and there once ready."""

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
    """A message that was sent, the credits that are left, and what the next one costs."""

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
    """A conversation whose other side is absent: what was said last, and nothing of who it was but their kind."""

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
    """What writing and a photo to a person cost, and why it is not possible now."""

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
    """A conversation as its reader has it; `spent` is what the reader paid in it and did not get back."""

    id: UUID
    profile: ProfileCard
    unread: int
    other_read_seq: int
    spent: Price
    terms: Terms


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """A message as one reader sees it; `is_read` by whoever received it, `hints` for them alone."""

    message: Message
    gift: ShownGift | None
    photo: ShownPhoto | None
    hints: tuple[Hint, ...]
    is_mine: bool
    is_read: bool


@dataclass(frozen=True, slots=True)
class History:
    """Messages, oldest first, and whether there are more in the direction that was asked for."""

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
    """What a member has not read of one person; a fictional person's label follows the name.

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
    """A message that its recipient has not read; a fictional sender's label follows the name."""

    conversation_id: UUID
    sender_label: str
    kind: MessageKind


@dataclass(frozen=True, slots=True)
class MessageEvidence:
    """A message that its recipient objects to, with the few before it that they saw too, oldest first."""

    message: Message
    before: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class FictionalSide:
    """A fictional profile's side of a conversation, for who writes in its name; `read_seq` is up to where it answered.

    `warning` and `acknowledged_at` are the member's word to know that nobody stands behind it, or None.
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
