"""Tables of complaints."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base
from app.kernel.personal.tables import OF_OTHERS, Erasure, Personal
from modules.moderation.contracts.complaints import Author, ComplaintState, Topic
from modules.moderation.queue.models import ReviewItemRow
from modules.moderation.reference import MEMBER, SITE
from modules.moderation.staff.models import StaffRow


@Personal(Erasure.KEPT, "how staff handled it", keeps_ids={"member_id"}, copied="complaints")
class ComplaintRow(Base):
    """A complaint of a member, or of a contact without an account; its messages are in complaint_message."""

    __tablename__ = "complaint"
    __table_args__ = (
        CheckConstraint("num_nonnulls(member_id, contact_id) = 1", name="from_somebody"),
        CheckConstraint("(state = 'closed') = (closed_at IS NOT NULL)", name="closed_at"),
        Index("complaint_member_idx", "member_id", text("created_at DESC")),
        Index("complaint_contact_idx", "contact_id", postgresql_where=text("contact_id IS NOT NULL")),
        Index("complaint_queue_idx", "state", "due_at"),
        Index("complaint_due_idx", "due_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    number: Mapped[str] = mapped_column(unique=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey(SITE))
    member_id: Mapped[UUID | None] = mapped_column(ForeignKey(MEMBER))
    contact_id: Mapped[UUID | None]
    topic: Mapped[Topic]
    language: Mapped[str]
    state: Mapped[ComplaintState] = mapped_column(server_default=ComplaintState.OPEN)
    claimed_by: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    opened_by: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    due_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]


@Personal(Erasure.EMPTIED, "that something was said, and when", copied="complaints")
class ComplaintMessageRow(Base):
    """A message of a complaint. A trigger prevents changes, except emptying an erased member's texts.

    `origin` is a hash of a reply by mail, which detects duplicates.
    """

    __tablename__ = "complaint_message"
    __table_args__ = (
        CheckConstraint("(author IN ('staff', 'note')) = (staff_id IS NOT NULL)", name="staff"),
        CheckConstraint("char_length(body) <= 5000", name="body"),
        CheckConstraint("origin IS NULL OR author = 'complainant'", name="mailed"),
        Index(
            "complaint_message_origin_key",
            "complaint_id",
            "origin",
            unique=True,
            postgresql_where=text("origin IS NOT NULL"),
        ),
        Index("complaint_message_complaint_idx", "complaint_id", "created_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    complaint_id: Mapped[UUID] = mapped_column(ForeignKey(ComplaintRow.id))
    author: Mapped[Author]
    staff_id: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    body: Mapped[str]
    origin: Mapped[bytes | None]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.DELETED, "with either member, or 180 days after the last word about the case", not_copied=OF_OTHERS)
class Handover(Base):
    """The handover of a complaint to moderation, into a case about a member; the reason is for staff only.

    A member has at most one open case of this kind, so a complaint is handed over once for each open case.
    """

    __tablename__ = "handover"
    __table_args__ = (
        CheckConstraint("char_length(reason) BETWEEN 3 AND 2000", name="reason"),
        Index("handover_item_idx", "item_id"),
    )

    complaint_id: Mapped[UUID] = mapped_column(ForeignKey(ComplaintRow.id), primary_key=True)
    item_id: Mapped[UUID] = mapped_column(ForeignKey(ReviewItemRow.id), primary_key=True)
    staff_id: Mapped[UUID] = mapped_column(ForeignKey(StaffRow.id))
    reason: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
