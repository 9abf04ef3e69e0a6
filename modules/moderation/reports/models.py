"""The table of reports."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base
from app.kernel.personal.tables import Erasure, Personal
from modules.moderation.contracts.reports import Outcome, ReportKind, ReportReason, ReportState
from modules.moderation.reference import DECISION, MEMBER, SITE
from modules.moderation.staff.models import StaffRow


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
        Index("report_due_idx", "due_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    number: Mapped[str] = mapped_column(unique=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey(SITE))
    reporter_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER))
    reported_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER))
    kind: Mapped[ReportKind]
    subject_id: Mapped[UUID]
    reason: Mapped[ReportReason]
    words: Mapped[str] = mapped_column(server_default="")
    evidence: Mapped[dict[str, Any]] = mapped_column(JSONB)
    state: Mapped[ReportState] = mapped_column(server_default=ReportState.OPEN)
    claimed_by: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    due_at: Mapped[datetime]
    decided_at: Mapped[datetime | None]
    decided_by: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    outcome: Mapped[Outcome | None]
    answer: Mapped[str] = mapped_column(server_default="")
    decision_id: Mapped[UUID | None] = mapped_column(ForeignKey(DECISION))
    reviewed_at: Mapped[datetime | None]
