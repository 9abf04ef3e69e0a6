"""Tables of the moderation module."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, DateTime, ForeignKey, Index, Integer, LargeBinary, Text, func, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db import Base
from modules.moderation.contracts import (
    Author,
    ComplaintState,
    Outcome,
    ReportKind,
    ReportReason,
    ReportState,
    Role,
    Topic,
)

SCHEMA = "moderation"
MEMBER = "accounts.member.id"
SITE = "sites.site.id"


def _list(*values: str) -> str:
    return ", ".join(f"'{value}'" for value in values)


ROLES = _list(*Role)


class StaffRow(Base):
    """A staff member; the TOTP secret is encrypted, and `last_totp_step` lets a code be used once."""

    __tablename__ = "staff"
    __table_args__ = (
        CheckConstraint(f"cardinality(roles) > 0 AND roles <@ ARRAY[{ROLES}]", name="roles"),
        CheckConstraint("email = lower(email)", name="email_lower"),
        {"schema": SCHEMA},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(Text, unique=True)
    name: Mapped[str] = mapped_column(Text)
    password_hash: Mapped[str] = mapped_column(Text)
    roles: Mapped[list[str]] = mapped_column(ARRAY(Text))
    totp_secret: Mapped[bytes] = mapped_column(LargeBinary)
    last_totp_step: Mapped[int] = mapped_column(BigInteger, server_default="0")
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    disabled_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class RecoveryCode(Base):
    """A code that stands in for a lost phone, good once; only its keyed hash is kept."""

    __tablename__ = "recovery_code"
    __table_args__ = ({"schema": SCHEMA},)

    staff_id: Mapped[UUID] = mapped_column(ForeignKey(StaffRow.id), primary_key=True)
    code_hash: Mapped[str] = mapped_column(Text, primary_key=True)
    used_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class StaffSessionRow(Base):
    """A browser in which a staff member is signed in; only the hash of its token is kept."""

    __tablename__ = "staff_session"
    __table_args__ = ({"schema": SCHEMA},)

    id: Mapped[UUID] = mapped_column(primary_key=True)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    staff_id: Mapped[UUID] = mapped_column(ForeignKey(StaffRow.id), index=True)
    network: Mapped[str] = mapped_column(Text)
    opened_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    seen_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    closed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class StaffLoginFailure(Base):
    """Sign-ins tried in a row for one address from one place; the address is a hash and need not belong to anyone."""

    __tablename__ = "staff_login_failure"
    __table_args__ = (CheckConstraint("failures >= 0", name="failures"), {"schema": SCHEMA})

    email_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    place: Mapped[str] = mapped_column(Text, primary_key=True)
    failures: Mapped[int] = mapped_column(Integer, server_default="0")
    blocked_until: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    failed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


class AuditEvent(Base):
    """One thing that staff did; `detail` is the form they filled in. A trigger refuses every change and removal.

    No staff member means the operator at the command line.
    """

    __tablename__ = "audit_event"
    __table_args__ = (
        Index("audit_event_record_idx", "resource", "record_id", text("at DESC")),
        Index("audit_event_staff_idx", "staff_id", text("at DESC")),
        {"schema": SCHEMA},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), index=True)
    staff_id: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    action: Mapped[str] = mapped_column(Text)
    resource: Mapped[str] = mapped_column(Text)
    record_id: Mapped[str | None] = mapped_column(Text)
    reason: Mapped[str] = mapped_column(Text, server_default="")
    detail: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    request_id: Mapped[str | None] = mapped_column(Text)


class ComplaintRow(Base):
    """A complaint of a member, or of a contact without an account; what was said lies in complaint_message."""

    __tablename__ = "complaint"
    __table_args__ = (
        CheckConstraint(f"topic IN ({_list(*Topic)})", name="topic"),
        CheckConstraint(f"state IN ({_list(*ComplaintState)})", name="state"),
        CheckConstraint("num_nonnulls(member_id, contact_id) = 1", name="from_somebody"),
        CheckConstraint("(state = 'closed') = (closed_at IS NOT NULL)", name="closed_at"),
        Index("complaint_member_idx", "member_id", text("created_at DESC")),
        Index("complaint_queue_idx", "state", "due_at"),
        {"schema": SCHEMA},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    number: Mapped[str] = mapped_column(Text, unique=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey(SITE))
    member_id: Mapped[UUID | None] = mapped_column(ForeignKey(MEMBER))
    contact_id: Mapped[UUID | None]
    topic: Mapped[str] = mapped_column(Text)
    language: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text, server_default=ComplaintState.OPEN)
    claimed_by: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    due_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    closed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class ComplaintMessageRow(Base):
    """One thing that was said in a complaint. A trigger keeps it; only an erased member's words may be emptied."""

    __tablename__ = "complaint_message"
    __table_args__ = (
        CheckConstraint(f"author IN ({_list(*Author)})", name="author"),
        CheckConstraint("(author = 'staff') = (staff_id IS NOT NULL)", name="staff"),
        CheckConstraint("char_length(body) <= 5000", name="body"),
        Index("complaint_message_complaint_idx", "complaint_id", "created_at"),
        {"schema": SCHEMA},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    complaint_id: Mapped[UUID] = mapped_column(ForeignKey(ComplaintRow.id))
    author: Mapped[str] = mapped_column(Text)
    staff_id: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    body: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


class ReportRow(Base):
    """A report with its evidence as the reporter saw it; one open report a reporter and subject.

    A trigger keeps what was said and decided; words and evidence may only be emptied, for somebody who is erased.
    """

    __tablename__ = "report"
    __table_args__ = (
        CheckConstraint(f"kind IN ({_list(*ReportKind)})", name="kind"),
        CheckConstraint("kind <> 'profile' OR subject_id = reported_id", name="subject"),
        CheckConstraint("reporter_id <> reported_id", name="not_oneself"),
        CheckConstraint(f"reason IN ({_list(*ReportReason)})", name="reason"),
        CheckConstraint("char_length(words) <= 2000 AND char_length(answer) <= 2000", name="words"),
        CheckConstraint(f"state IN ({_list(*ReportState)})", name="state"),
        CheckConstraint(f"outcome IN ({_list(*Outcome)})", name="outcome"),
        CheckConstraint(
            "CASE state WHEN 'decided' THEN num_nulls(decided_at, decided_by, outcome) = 0 "
            "ELSE num_nonnulls(decided_at, decided_by, outcome) = 0 END",
            name="decided",
        ),
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
    kind: Mapped[str] = mapped_column(Text)
    subject_id: Mapped[UUID]
    reason: Mapped[str] = mapped_column(Text)
    words: Mapped[str] = mapped_column(Text, server_default="")
    evidence: Mapped[dict[str, Any]] = mapped_column(JSONB)
    state: Mapped[str] = mapped_column(Text, server_default=ReportState.OPEN)
    claimed_by: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    due_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    decided_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    decided_by: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    outcome: Mapped[str | None] = mapped_column(Text)
    answer: Mapped[str] = mapped_column(Text, server_default="")
