"""Tables of writing for fictional profiles. Triggers in models.sql prevent changes of who wrote what."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, SmallInteger, func
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base
from app.kernel.personal.tables import OF_OTHERS, WORKING_NOTE, Erasure, Personal
from modules.moderation.queue.models import ReviewItemRow
from modules.moderation.reference import MEMBER
from modules.moderation.staff.models import StaffRow


@Personal(Erasure.DELETED, not_copied="of profiles that are nobody's")
class FictionalHours(Base):
    """The hours in which a fictional profile is answered for, in its site's time zone.

    `days` count from Monday, 1. Hours are from `opens` to before `closes`, on the next day when `closes` is earlier. A
    profile without a row is answered for at any time.
    """

    __tablename__ = "fictional_hours"
    __table_args__ = (
        CheckConstraint("cardinality(days) > 0 AND days <@ ARRAY[1, 2, 3, 4, 5, 6, 7]::smallint[]", name="days"),
        CheckConstraint("opens BETWEEN 0 AND 23 AND closes BETWEEN 1 AND 24 AND opens <> closes", name="hours"),
    )

    profile_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER), primary_key=True)
    days: Mapped[list[int]] = mapped_column(ARRAY(SmallInteger))
    opens: Mapped[int] = mapped_column(SmallInteger)
    closes: Mapped[int] = mapped_column(SmallInteger)


@Personal(Erasure.DELETED, not_copied="of profiles that are nobody's")
class FictionalWriter(Base):
    """A writer of a fictional profile. For a profile without writers, everybody with the permission may write."""

    __tablename__ = "fictional_writer"

    profile_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER), primary_key=True)
    staff_id: Mapped[UUID] = mapped_column(ForeignKey(StaffRow.id), primary_key=True)


@Personal(Erasure.DELETED, not_copied=WORKING_NOTE)
class ConversationLock(Base):
    """A writer's claim of a conversation, at most one for each writer; others can claim it after `until`."""

    __tablename__ = "conversation_lock"
    __table_args__ = (Index("conversation_lock_member_idx", "member_id"),)

    conversation_id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER))
    staff_id: Mapped[UUID] = mapped_column(ForeignKey(StaffRow.id), unique=True)
    until: Mapped[datetime]


@Personal(
    Erasure.KEPT,
    "who of the staff wrote a message, as ids",
    not_copied="who of the staff wrote what the member has as a message",
)
class FictionalMessage(Base):
    """The author of a fictional profile's message; `kind` truth is the disclosure that the profile is not real."""

    __tablename__ = "fictional_message"
    __table_args__ = (
        CheckConstraint("kind IN ('answer', 'truth')", name="kind"),
        Index("fictional_message_conversation_idx", "conversation_id"),
        Index("fictional_message_staff_idx", "staff_id", "at"),
    )

    message_id: Mapped[UUID] = mapped_column(primary_key=True)
    conversation_id: Mapped[UUID]
    staff_id: Mapped[UUID] = mapped_column(ForeignKey(StaffRow.id))
    kind: Mapped[str]
    at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.DELETED, copied="notes")
class FictionalNote(Base):
    """A note of writers on a conversation, until `erase_at`; the member can read it in the copy of their data."""

    __tablename__ = "fictional_note"
    __table_args__ = (
        CheckConstraint("char_length(body) BETWEEN 1 AND 1000", name="body"),
        CheckConstraint("erase_at > created_at", name="order"),
        Index("fictional_note_conversation_idx", "conversation_id", "created_at"),
        Index("fictional_note_member_idx", "member_id"),
        Index("fictional_note_erase_idx", "erase_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    conversation_id: Mapped[UUID]
    member_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER))
    staff_id: Mapped[UUID] = mapped_column(ForeignKey(StaffRow.id))
    body: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    erase_at: Mapped[datetime]


@Personal(Erasure.DELETED, "with the member, or 180 days after the last word about the case", not_copied=OF_OTHERS)
class FictionalHandover(Base):
    """The handover of a conversation to moderation, into a case about the member; the reason is for staff only.

    `last_seq` is the last message that belongs to it. A member has at most one open case of this kind, so each
    conversation is handed over once for each open case, and once more if it becomes urgent.
    """

    __tablename__ = "fictional_handover"
    __table_args__ = (
        CheckConstraint("char_length(reason) BETWEEN 3 AND 2000", name="reason"),
        CheckConstraint("last_seq > 0", name="last_seq"),
        Index("fictional_handover_item_idx", "item_id"),
    )

    conversation_id: Mapped[UUID] = mapped_column(primary_key=True)
    item_id: Mapped[UUID] = mapped_column(ForeignKey(ReviewItemRow.id), primary_key=True)
    staff_id: Mapped[UUID] = mapped_column(ForeignKey(StaffRow.id))
    reason: Mapped[str]
    is_urgent: Mapped[bool] = mapped_column(primary_key=True)
    last_seq: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
