"""Refunds, which we make, and chargebacks, which the payer's bank makes."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.columns import one_of
from app.kernel.db.session import Base
from app.kernel.personal.tables import Erasure, Personal
from modules.billing.contracts.states import (
    ENDED_REFUNDS,
    NOT_TAKEN,
    ChargebackState,
    RefundReason,
    RefundState,
    RefusalReason,
)
from modules.billing.reference import BEHIND_AN_ORDER, BOOKS

_ENDED = ", ".join(repr(str(state)) for state in ENDED_REFUNDS)


@Personal(Erasure.EMPTIED, f"{BOOKS}, without what staff wrote", copied="refunds")
class RefundRow(Base):
    """A refund to a payer, and the unspent credits that the posting `hold_tx` holds for it."""

    __tablename__ = "refund"
    __table_args__ = (
        CheckConstraint(
            one_of("reason", [reason for reason in RefundReason if reason not in NOT_TAKEN]), name="reason"
        ),
        CheckConstraint(
            f"not_taken_for IS NULL OR (reason = 'paid-twice' AND {one_of('not_taken_for', NOT_TAKEN)})",
            name="not_taken_for",
        ),
        CheckConstraint("amount_minor > 0 AND credits >= 0", name="amount"),
        CheckConstraint("(credits > 0) = (hold_tx IS NOT NULL)", name="credits_are_held"),
        # Above the limit a second person must approve a refund before it is sent.
        CheckConstraint(
            "NOT needs_approval OR state IN ('requested', 'rejected') "
            "OR (approved_by IS NOT NULL AND approved_by <> requested_by)",
            name="four_eyes",
        ),
        # A rejected refund has a reason, which its member reads.
        CheckConstraint("(state = 'rejected') = (refused_for IS NOT NULL)", name="refused_with_reason"),
        CheckConstraint("refused_for <> 'other' OR refused_words <> ''", name="other_is_in_words"),
        CheckConstraint("char_length(refused_words) <= 1000", name="refused_words"),
        UniqueConstraint("provider", "provider_ref"),
        Index("refund_payment_idx", "payment_id"),
        Index(
            "refund_open_idx",
            "created_at",
            postgresql_where=text(f"state NOT IN ({_ENDED})"),
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    payment_id: Mapped[UUID] = mapped_column(ForeignKey("billing.payment.id"))
    provider: Mapped[str]
    provider_ref: Mapped[str | None]
    provider_key: Mapped[str] = mapped_column(unique=True)
    amount_minor: Mapped[int]
    currency: Mapped[str]
    credits: Mapped[int]
    hold_tx: Mapped[UUID | None] = mapped_column(ForeignKey("billing.ledger_tx.id"), unique=True)
    reason: Mapped[RefundReason]
    # Reasons in NOT_TAKEN, which an older version cannot read in `reason`.
    not_taken_for: Mapped[RefundReason | None]
    note: Mapped[str] = mapped_column(server_default="")
    state: Mapped[RefundState] = mapped_column(server_default="requested")
    needs_approval: Mapped[bool]
    requested_by: Mapped[str]
    approved_by: Mapped[str | None]
    refused_for: Mapped[RefusalReason | None]
    refused_words: Mapped[str] = mapped_column(server_default="")
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    decided_at: Mapped[datetime | None]
    submitted_at: Mapped[datetime | None]
    settled_at: Mapped[datetime | None]
    next_check_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.KEPT, BOOKS, not_copied=BEHIND_AN_ORDER)
class Chargeback(Base):
    """Money that a bank took back, and the posting `claw_tx` that took the unspent credits of its order."""

    __tablename__ = "chargeback"
    __table_args__ = (
        CheckConstraint("amount_minor > 0 AND credits >= 0", name="amount"),
        CheckConstraint("(state = 'reversed') = (reversed_at IS NOT NULL)", name="reversed"),
        UniqueConstraint("provider", "provider_ref"),
        Index("chargeback_payment_idx", "payment_id"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    payment_id: Mapped[UUID] = mapped_column(ForeignKey("billing.payment.id"))
    provider: Mapped[str]
    provider_ref: Mapped[str]
    amount_minor: Mapped[int]
    currency: Mapped[str]
    credits: Mapped[int]
    claw_tx: Mapped[UUID] = mapped_column(ForeignKey("billing.ledger_tx.id"), unique=True)
    reason: Mapped[str] = mapped_column(server_default="")
    state: Mapped[ChargebackState] = mapped_column(server_default="received")
    received_at: Mapped[datetime]
    # When it was reported to us, which may be days after the provider's `received_at`.
    noted_at: Mapped[datetime] = mapped_column(server_default=func.now())
    reversed_at: Mapped[datetime | None]
