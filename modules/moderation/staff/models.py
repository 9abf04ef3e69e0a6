"""Tables of staff, their sessions and the audit trail."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.columns import some_of, sql_list
from app.kernel.db.session import Base
from app.kernel.i18n import LOCALES
from app.kernel.personal.tables import Erasure, Personal, not_personal
from app.kernel.secrets.sealing import SealedColumn
from modules.moderation.contracts.staff import Role


@not_personal
class StaffRow(Base):
    """A staff member; the TOTP secret is encrypted, and `last_totp_step` makes each code single-use. Writers answer in
    `languages`, all when empty. `language` is that of the console, the browser's when null.
    """

    __tablename__ = "staff"
    __table_args__ = (
        CheckConstraint(f"cardinality(roles) > 0 AND {some_of('roles', Role)}", name="roles"),
        CheckConstraint("email = lower(email)", name="email_lower"),
        CheckConstraint(f"languages <@ ARRAY[{sql_list(LOCALES)}]", name="languages"),
        CheckConstraint(f"language IN ({sql_list(LOCALES)})", name="language"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    password_hash: Mapped[str]
    roles: Mapped[tuple[Role, ...]]
    languages: Mapped[tuple[str, ...]] = mapped_column(server_default="{}")
    language: Mapped[str | None]
    totp_secret: Mapped[bytes]
    last_totp_step: Mapped[int] = mapped_column(BigInteger, server_default="0")
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    disabled_at: Mapped[datetime | None]


SEALED = (SealedColumn(StaffRow.totp_secret, purpose="staff totp", owner=StaffRow.id),)


@not_personal
class RecoveryCode(Base):
    """A single-use code that replaces a lost phone; only its keyed hash is stored."""

    __tablename__ = "recovery_code"

    staff_id: Mapped[UUID] = mapped_column(ForeignKey(StaffRow.id), primary_key=True)
    code_hash: Mapped[str] = mapped_column(primary_key=True)
    used_at: Mapped[datetime | None]


@not_personal
class StaffSessionRow(Base):
    """A session of a staff member; only the hash of its token is stored.

    `confirmed_at` is when password and code were entered last.
    """

    __tablename__ = "staff_session"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    token_hash: Mapped[bytes] = mapped_column(unique=True)
    staff_id: Mapped[UUID] = mapped_column(ForeignKey(StaffRow.id), index=True)
    network: Mapped[str]
    opened_at: Mapped[datetime]
    seen_at: Mapped[datetime]
    confirmed_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]


@not_personal
class StaffLoginFailure(Base):
    """Consecutive failed sign-ins for an address from a place; the address is hashed and may not exist."""

    __tablename__ = "staff_login_failure"
    __table_args__ = (CheckConstraint("failures >= 0", name="failures"),)

    email_hash: Mapped[bytes] = mapped_column(primary_key=True)
    place: Mapped[str] = mapped_column(primary_key=True)
    failures: Mapped[int] = mapped_column(server_default="0")
    blocked_until: Mapped[datetime | None]
    failed_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(
    Erasure.EMPTIED,
    "what staff did, naming members by id, without why",
    not_copied="what staff did; what they looked at stands in moderation.accesses",
)
class AuditEvent(Base):
    """An action of a staff member; `detail` is the submitted form. A trigger prevents changes, except emptying the
    reason for an erased member.

    Without `staff_id` the operator acted at the command line.
    """

    __tablename__ = "audit_event"
    __table_args__ = (
        Index("audit_event_record_idx", "resource", "record_id", text("at DESC")),
        Index("audit_event_action_idx", "action", text("at DESC")),
        Index("audit_event_staff_idx", "staff_id", text("at DESC")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(server_default=func.now(), index=True)
    staff_id: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    action: Mapped[str]
    resource: Mapped[str]
    record_id: Mapped[str | None]
    reason: Mapped[str] = mapped_column(server_default="")
    detail: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    request_id: Mapped[str | None]
