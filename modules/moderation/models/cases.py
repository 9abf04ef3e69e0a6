"""Tables of complaints and reports."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, Index, LargeBinary, Text, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db import Base
from app.kernel.personal import OF_OTHERS, Erasure, Personal
from modules.moderation.contracts import (
    Author,
    ComplaintState,
    Outcome,
    ReportKind,
    ReportReason,
    ReportState,
    Topic,
)
from modules.moderation.models.base import MEMBER, SCHEMA, SITE
from modules.moderation.models.decisions import DecisionRow
from modules.moderation.models.review import ReviewItemRow
from modules.moderation.models.staff import StaffRow


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
        {"schema": SCHEMA},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    number: Mapped[str] = mapped_column(Text, unique=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey(SITE))
    member_id: Mapped[UUID | None] = mapped_column(ForeignKey(MEMBER))
    contact_id: Mapped[UUID | None]
    topic: Mapped[Topic]
    language: Mapped[str] = mapped_column(Text)
    state: Mapped[ComplaintState] = mapped_column(server_default=ComplaintState.OPEN)
    claimed_by: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    opened_by: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    due_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    closed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


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
        {"schema": SCHEMA},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    complaint_id: Mapped[UUID] = mapped_column(ForeignKey(ComplaintRow.id))
    author: Mapped[Author]
    staff_id: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    body: Mapped[str] = mapped_column(Text)
    origin: Mapped[bytes | None] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


@Personal(Erasure.DELETED, "with either member, or 180 days after the last word about the case", not_copied=OF_OTHERS)
class Handover(Base):
    """The handover of a complaint to moderation, into a case about a member; the reason is for staff only.

    A member has at most one open case of this kind, so a complaint is handed over once for each open case.
    """

    __tablename__ = "handover"
    __table_args__ = (
        CheckConstraint("char_length(reason) BETWEEN 3 AND 2000", name="reason"),
        Index("handover_item_idx", "item_id"),
        {"schema": SCHEMA},
    )

    complaint_id: Mapped[UUID] = mapped_column(ForeignKey(ComplaintRow.id), primary_key=True)
    item_id: Mapped[UUID] = mapped_column(ForeignKey(ReviewItemRow.id), primary_key=True)
    staff_id: Mapped[UUID] = mapped_column(ForeignKey(StaffRow.id))
    reason: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


@Personal(
    Erasure.EMPTIED,
    "that there was a report, and what came of it",
    keeps_ids={"reporter_id", "reported_id"},
    keeps_words_until_decided={"evidence"},
    copied="reports",
)
class ReportRow(Base):
    """A report with its evidence as the reporter saw it; at most one is open for each reporter and subject.

    `decision_id` is the decision about the subject, the latest one when a second signature was refused. `reviewed_at`
    is when that decision was reversed. A trigger prevents changes, except emptying texts and evidence.
    """

    __tablename__ = "report"
    __table_args__ = (
        CheckConstraint("kind <> 'profile' OR subject_id = reported_id", name="subject"),
        CheckConstraint("reporter_id <> reported_id", name="not_oneself"),
        CheckConstraint("char_length(words) <= 2000 AND char_length(answer) <= 2000", name="words"),
        CheckConstraint(
            "CASE state WHEN 'decided' THEN num_nulls(decided_at, decided_by, outcome) = 0 "
            "ELSE num_nonnulls(decided_at, decided_by, outcome) = 0 END",
            name="decided",
        ),
        CheckConstraint("reviewed_at IS NULL OR outcome = 'upheld'", name="reviewed"),
        Index("report_decision_idx", "decision_id"),
        Index(
            "report_open_key",
            "reporter_id",
            "kind",
            "subject_id",
            unique=True,
            postgresql_where=text("state = 'open'"),
        ),
        Index("report_reporter_idx", "reporter_id", text("created_at DESC")),
        Index("report_reported_idx", "reported_id"),
        Index("report_queue_idx", "state", "due_at"),
        {"schema": SCHEMA},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    number: Mapped[str] = mapped_column(Text, unique=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey(SITE))
    reporter_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER))
    reported_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER))
    kind: Mapped[ReportKind]
    subject_id: Mapped[UUID]
    reason: Mapped[ReportReason]
    words: Mapped[str] = mapped_column(Text, server_default="")
    evidence: Mapped[dict[str, Any]] = mapped_column(JSONB)
    state: Mapped[ReportState] = mapped_column(server_default=ReportState.OPEN)
    claimed_by: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    due_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    decided_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    decided_by: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    outcome: Mapped[Outcome | None]
    answer: Mapped[str] = mapped_column(Text, server_default="")
    decision_id: Mapped[UUID | None] = mapped_column(ForeignKey(DecisionRow.id))
    reviewed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
