"""Comparisons with providers' lists, and payments at a provider that we did not begin."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, Index, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base
from app.kernel.personal.tables import Erasure, Personal, not_personal
from modules.billing.contracts.books import RunState
from modules.billing.reference import BEHIND_AN_ORDER, BOOKS


@not_personal
class ReconciliationRow(Base):
    """One comparison with a provider's lists; the next one covers the window of a failed one (trigger `no_gaps`)."""

    __tablename__ = "reconciliation"
    __table_args__ = (
        CheckConstraint("since < until", name="window"),
        CheckConstraint("(state = 'running') = (ended_at IS NULL)", name="ended"),
        CheckConstraint("(state = 'failed') = (error IS NOT NULL)", name="error"),
        CheckConstraint("listed >= 0", name="listed"),
        Index("reconciliation_running_key", "provider", unique=True, postgresql_where=text("state = 'running'")),
        Index("reconciliation_done_idx", "provider", "state", "until"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    provider: Mapped[str]
    since: Mapped[datetime]
    until: Mapped[datetime] = mapped_column(server_default=func.now())
    state: Mapped[RunState] = mapped_column(server_default="running")
    started_at: Mapped[datetime] = mapped_column(server_default=func.now())
    ended_at: Mapped[datetime | None]
    listed: Mapped[int] = mapped_column(server_default="0")
    found: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default="[]")
    error: Mapped[str | None]


@Personal(Erasure.KEPT, f"{BOOKS}; how a colleague explained it, for 400 days", not_copied=BEHIND_AN_ORDER)
class ForeignPaymentRow(Base):
    """A payment at a provider that we did not begin; it brings no credits, and waits for a person's explanation.

    The explanation is emptied after its retention period; `explained_by` is kept.
    """

    __tablename__ = "foreign_payment"
    __table_args__ = (
        CheckConstraint("(explained_by IS NOT NULL) = (explanation <> '' OR emptied_at IS NOT NULL)", name="explained"),
    )

    provider: Mapped[str] = mapped_column(primary_key=True)
    provider_ref: Mapped[str] = mapped_column(primary_key=True)
    amount_minor: Mapped[int]
    currency: Mapped[str]
    state: Mapped[str]
    found_at: Mapped[datetime] = mapped_column(server_default=func.now())
    explained_by: Mapped[str | None]
    explanation: Mapped[str] = mapped_column(server_default="")
    emptied_at: Mapped[datetime | None]
