"""Tables of the messaging module. Triggers in models.sql copy the kind of a profile into its rows, and keep
photos and their messages together.
"""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, SmallInteger, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.columns import some_of
from app.kernel.db.session import Base
from app.kernel.personal.tables import WORKING_NOTE, Erasure, Personal
from modules.messaging.contracts import MAX_NOTE_LENGTH, Gift, Hint, MessageKind, PhotoStatus
from modules.profiles.contracts import Kind


@Personal(Erasure.KEPT, "the partner's half", keeps_ids={"a_id", "b_id"}, copied="messages")
class Conversation(Base):
    """The conversation of two members of a site. `free_start` numbers the conversations that a free member started."""

    __tablename__ = "conversation"
    __table_args__ = (
        CheckConstraint("a_id < b_id", name="ordered"),
        CheckConstraint("started_by IN (a_id, b_id)", name="started_by"),
        CheckConstraint("free_start BETWEEN 1 AND 2", name="free_start"),
        CheckConstraint("last_seq >= 0", name="last_seq"),
        Index("conversation_pair_key", "site_id", "a_id", "b_id", unique=True),
        Index("conversation_started_by_key", "started_by", "free_start", unique=True),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey("sites.site.id"))
    a_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"))
    b_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"))
    started_by: Mapped[UUID]
    free_start: Mapped[int | None] = mapped_column(SmallInteger)
    last_seq: Mapped[int] = mapped_column(server_default="0")
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.KEPT, "the partner's half", keeps_ids={"member_id"}, copied="messages")
class Participant(Base):
    """One side of a conversation: unread count, last read message and last removed message."""

    __tablename__ = "participant"
    __table_args__ = (
        CheckConstraint("member_id <> partner_id", name="two_members"),
        CheckConstraint("unread >= 0", name="unread"),
        CheckConstraint("read_seq >= 0 AND removed_seq >= 0", name="seqs"),
        Index("participant_partner_key", "member_id", "partner_id", unique=True),
        Index("participant_list_idx", "member_id", "last_at"),
        Index(
            "participant_fictional_idx",
            "member_id",
            "conversation_id",
            postgresql_where=text("kind = 'fictional' AND unread > 0"),
        ),
    )

    conversation_id: Mapped[UUID] = mapped_column(ForeignKey(Conversation.id), primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"), primary_key=True)
    partner_id: Mapped[UUID]
    kind: Mapped[Kind]
    unread: Mapped[int] = mapped_column(server_default="0")
    read_seq: Mapped[int] = mapped_column(server_default="0")
    removed_seq: Mapped[int] = mapped_column(server_default="0")
    last_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.EMPTIED, "the row stays for the partner and the ledger", copied="messages")
class MessageRow(Base):
    """One message, numbered within its conversation without gaps; a gift's or photo's body is its note, or empty.

    `hints` tell its recipient of patterns of fraud in it, until they dismiss them.
    """

    __tablename__ = "message"
    __table_args__ = (
        ForeignKeyConstraint(
            ["conversation_id", "sender_id"],
            ["messaging.participant.conversation_id", "messaging.participant.member_id"],
        ),
        CheckConstraint("seq > 0", name="seq"),
        CheckConstraint("(kind = 'gift') = (gift IS NOT NULL)", name="gift_of_kind"),
        CheckConstraint("gift ~ '^[a-z]{2,20}$'", name="gift"),
        CheckConstraint(
            "CASE kind WHEN 'text' THEN char_length(body) BETWEEN 1 AND 10000 "
            f"ELSE char_length(body) <= {MAX_NOTE_LENGTH} END",
            name="body",
        ),
        CheckConstraint(f"hints <> '{{}}' AND {some_of('hints', Hint)}", name="hints"),
        CheckConstraint("hints_dismissed_at IS NULL OR hints IS NOT NULL", name="dismissed_hints"),
        CheckConstraint("refunded_at IS NULL OR tx_id IS NOT NULL", name="refunds_need_a_spend"),
        Index("message_conversation_seq_key", "conversation_id", "seq", unique=True),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    conversation_id: Mapped[UUID]
    seq: Mapped[int]
    sender_id: Mapped[UUID]
    sender_kind: Mapped[Kind]
    kind: Mapped[MessageKind] = mapped_column(server_default="text")
    gift: Mapped[Gift | None]
    body: Mapped[str]
    tx_id: Mapped[UUID | None] = mapped_column(unique=True)
    sent_at: Mapped[datetime] = mapped_column(server_default=func.now())
    refunded_at: Mapped[datetime | None]
    hints: Mapped[tuple[Hint, ...] | None]
    hints_dismissed_at: Mapped[datetime | None]


@Personal(
    Erasure.KEPT,
    "up to which message staff put a question aside; no words, as long as the conversation",
    not_copied=WORKING_NOTE,
)
class SettlementRow(Base):
    """Staff marked a fictional profile's conversation as needing no answer up to a message."""

    __tablename__ = "settlement"
    __table_args__ = (
        CheckConstraint("seq > 0", name="seq"),
        Index("settlement_settled_at_idx", "settled_at"),
    )

    conversation_id: Mapped[UUID] = mapped_column(ForeignKey(Conversation.id), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    settled_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(
    Erasure.EMPTIED,
    "with its message; what an open report shows, with its decision",
    is_left_behind=(
        "status = 'removed' AND width IS NOT NULL AND EXISTS (SELECT FROM messaging.message "
        "JOIN accounts.member ON member.id = sender_id WHERE message.id = message_id AND member.status = 'erased') "
        "AND NOT EXISTS (SELECT FROM messaging.photo_hold AS hold WHERE hold.message_id = photo.message_id)"
    ),
    copied="messages",
)
class PhotoRow(Base):
    """The photo of a message. Its files are in the storage below `folder`, a random name; width and height are set
    while the files exist.
    """

    __tablename__ = "photo"
    __table_args__ = (
        CheckConstraint("status <> 'ready' OR (width > 0 AND height > 0) IS TRUE", name="processed"),
        Index("photo_processing_idx", "created_at", postgresql_where=text("status = 'processing'")),
    )

    message_id: Mapped[UUID] = mapped_column(ForeignKey(MessageRow.id), primary_key=True)
    status: Mapped[PhotoStatus] = mapped_column(server_default=PhotoStatus.PROCESSING)
    folder: Mapped[str] = mapped_column(unique=True)
    width: Mapped[int | None]
    height: Mapped[int | None]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.DELETED, "when the photo is ready, or with the member", not_copied=WORKING_NOTE)
class PhotoOriginal(Base):
    """The uploaded bytes, until the photo is processed; in the database, so that they change in the same transactions
    as the photo's state.
    """

    __tablename__ = "photo_original"

    message_id: Mapped[UUID] = mapped_column(ForeignKey(PhotoRow.message_id, ondelete="CASCADE"), primary_key=True)
    content: Mapped[bytes]


@Personal(
    Erasure.DELETED,
    "for a report with its decision; for other cases 180 days after the last word, or with the sender",
    not_copied=WORKING_NOTE,
)
class PhotoHold(Base):
    """A case that holds the files of a photo after it is removed and, if it `outlives_owner`, after its sender is
    erased."""

    __tablename__ = "photo_hold"
    __table_args__ = (Index("photo_hold_case_idx", "case_id"),)

    message_id: Mapped[UUID] = mapped_column(ForeignKey(PhotoRow.message_id), primary_key=True)
    case_id: Mapped[UUID] = mapped_column(primary_key=True)
    outlives_owner: Mapped[bool] = mapped_column(server_default="false")


@Personal(
    Erasure.KEPT,
    "what was paid for rests on it",
    keeps_ids={"member_id", "profile_id"},
    copied="acknowledged",
)
class Acknowledgement(Base):
    """A member's acknowledgement that a profile is fictional, with the warning; stored before the first charge."""

    __tablename__ = "acknowledgement"
    __table_args__ = (CheckConstraint("warning <> ''", name="warning"),)

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"), primary_key=True)
    profile_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"), primary_key=True)
    warning: Mapped[str]
    acknowledged_at: Mapped[datetime] = mapped_column(server_default=func.now())
