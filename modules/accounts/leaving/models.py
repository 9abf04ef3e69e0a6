"""Tables of deletions and of copies of members' data."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base
from app.kernel.personal.tables import WORKING_NOTE, Erasure, Personal
from modules.accounts.contracts import (
    DeletionOutcome,
    DeletionReason,
    ExportState,
)
from modules.accounts.identity.models import MemberRow


@Personal(Erasure.EMPTIED, "when and why somebody left", keeps_ids={"member_id"}, copied="deletions")
class DeletionRow(Base):
    """The deletion of an account, with the member's reason; it ends with reactivation or erasure."""

    __tablename__ = "deletion"
    __table_args__ = (
        CheckConstraint("char_length(words) <= 1000", name="words"),
        CheckConstraint("(outcome IS NULL) = (ended_at IS NULL)", name="ended"),
        CheckConstraint("outcome IS DISTINCT FROM 'erased' OR words = ''", name="erased"),
        Index("deletion_open_key", "member_id", unique=True, postgresql_where=text("ended_at IS NULL")),
        Index("deletion_due_idx", "erase_at", postgresql_where=text("ended_at IS NULL")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey(MemberRow.id))
    reason: Mapped[DeletionReason | None]
    words: Mapped[str] = mapped_column(server_default="")
    asked_at: Mapped[datetime] = mapped_column(server_default=func.now())
    erase_at: Mapped[datetime]
    outcome: Mapped[DeletionOutcome | None]
    ended_at: Mapped[datetime | None]


@Personal(Erasure.DELETED, not_copied=WORKING_NOTE)
class DataExportRow(Base):
    """A copy of a member's data: its file lies in the storage under `storage_key` while the copy is ready."""

    __tablename__ = "data_export"
    __table_args__ = (
        CheckConstraint(
            "state <> 'ready' OR (ready_at IS NOT NULL AND expires_at > ready_at AND size > 0)", name="ready"
        ),
        Index("data_export_member_idx", "member_id", "asked_at"),
        Index("data_export_waiting_key", "member_id", unique=True, postgresql_where=text("state = 'waiting'")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey(MemberRow.id))
    state: Mapped[ExportState] = mapped_column(server_default=ExportState.WAITING)
    storage_key: Mapped[str] = mapped_column(unique=True)
    size: Mapped[int | None]
    asked_at: Mapped[datetime] = mapped_column(server_default=func.now())
    ready_at: Mapped[datetime | None]
    expires_at: Mapped[datetime | None]
