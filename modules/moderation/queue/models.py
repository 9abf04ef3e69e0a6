"""Tables of the review queue, and of conversations read for it. Triggers in models.sql prevent changes."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, SmallInteger, UniqueConstraint, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base
from app.kernel.personal.tables import OF_OTHERS, WORKING_NOTE, Erasure, Personal
from modules.moderation.contracts.queue import ItemKind, ItemState, Signal
from modules.moderation.contracts.staff import Role
from modules.moderation.reference import MEMBER, SITE
from modules.moderation.staff.models import StaffRow

WAITS = "state IN ('open', 'claimed')"


@Personal(Erasure.KEPT, "that something was looked at, and by whom", keeps_ids={"member_id"}, not_copied=WORKING_NOTE)
class ReviewItemRow(Base):
    """A case in the review queue: `subject_id` is the photo, message or member, `member_id` its owner.

    `version` counts changes for optimistic locking. Decided cases are final. `digest` is a hash of the texts to review,
    `message_id` the message in which a rule found something.
    """

    __tablename__ = "review_item"
    __table_args__ = (
        CheckConstraint("priority BETWEEN 1 AND 3", name="priority"),
        CheckConstraint(
            "CASE state WHEN 'claimed' THEN num_nulls(claimed_by, claimed_until) = 0 "
            "ELSE num_nonnulls(claimed_by, claimed_until) = 0 END",
            name="claimed",
        ),
        CheckConstraint("(state IN ('decided', 'gone')) = (closed_at IS NOT NULL)", name="closed"),
        CheckConstraint("decided_by IS NULL OR state = 'decided'", name="decided_by"),
        Index("review_item_waiting_key", "kind", "subject_id", unique=True, postgresql_where=text(WAITS)),
        Index("review_item_queue_idx", "priority", "due_at", postgresql_where=text(WAITS)),
        Index("review_item_due_idx", "due_at"),
        Index("review_item_member_idx", "member_id", text("opened_at DESC")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey(SITE))
    kind: Mapped[ItemKind]
    subject_id: Mapped[UUID]
    member_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER))
    priority: Mapped[int] = mapped_column(SmallInteger)
    signals: Mapped[list[Signal]] = mapped_column(server_default="{}")
    digest: Mapped[bytes | None]
    message_id: Mapped[UUID | None]
    state: Mapped[ItemState] = mapped_column(server_default=ItemState.OPEN)
    version: Mapped[int] = mapped_column(server_default="0")
    opened_at: Mapped[datetime] = mapped_column(server_default=func.now())
    due_at: Mapped[datetime]
    claimed_by: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    claimed_until: Mapped[datetime | None]
    decided_by: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    closed_at: Mapped[datetime | None]


@Personal(Erasure.DELETED, "with the member, or 180 days after the last word about the case", not_copied=OF_OTHERS)
class OpenedCase(Base):
    """The staff member who opened a case without a report, with the reason, which is for staff only."""

    __tablename__ = "opened_case"
    __table_args__ = (CheckConstraint("char_length(reason) BETWEEN 3 AND 2000", name="reason"),)

    item_id: Mapped[UUID] = mapped_column(ForeignKey(ReviewItemRow.id), primary_key=True)
    staff_id: Mapped[UUID] = mapped_column(ForeignKey(StaffRow.id))
    reason: Mapped[str]


@Personal(
    Erasure.DELETED,
    "with the member, or 180 days after the last word; until then it names the account that a signal led to",
    keeps_ids={"other_id"},
    not_copied=OF_OTHERS,
)
class ReviewMatch(Base):
    """The basis of a signal: an account with the same browser, or a banned one with the same address, bank account or
    picture; `photo_id` is the member's picture, `known_id` that account's.
    """

    __tablename__ = "review_match"
    __table_args__ = (
        CheckConstraint("(signal = 'banned-photo') = (photo_id IS NOT NULL)", name="shows_picture"),
        CheckConstraint("known_id <> photo_id", name="two_pictures"),
        CheckConstraint("known_id IS NULL OR photo_id IS NOT NULL", name="known_by_picture"),
        UniqueConstraint("item_id", "signal", "other_id", "photo_id", postgresql_nulls_not_distinct=True),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    item_id: Mapped[UUID] = mapped_column(ForeignKey(ReviewItemRow.id))
    signal: Mapped[Signal]
    other_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER), index=True)
    photo_id: Mapped[UUID | None]
    known_id: Mapped[UUID | None]


@Personal(
    Erasure.KEPT,
    "who of the staff read a conversation, and for which case",
    keeps_ids={"one_id", "other_id"},
    copied="accesses",
)
class ConversationAccess(Base):
    """A look of a staff member into a conversation, with their role and case, without one for writers of fictional
    profiles. Both members can see it.
    """

    __tablename__ = "conversation_access"
    __table_args__ = (
        CheckConstraint("one_id <> other_id", name="two_members"),
        CheckConstraint("item_id IS NOT NULL OR role = 'writer'", name="case"),
        Index("conversation_access_one_idx", "one_id", text("at DESC")),
        Index("conversation_access_other_idx", "other_id", text("at DESC")),
        Index("conversation_access_item_idx", "item_id", text("at DESC"), postgresql_where=text("item_id IS NOT NULL")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    item_id: Mapped[UUID | None] = mapped_column(ForeignKey(ReviewItemRow.id))
    staff_id: Mapped[UUID] = mapped_column(ForeignKey(StaffRow.id))
    role: Mapped[Role]
    conversation_id: Mapped[UUID]
    one_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER))
    other_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER))
    at: Mapped[datetime] = mapped_column(server_default=func.now())
