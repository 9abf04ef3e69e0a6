"""Settlements: payouts of a provider to the bank, with their lines."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, Index, UniqueConstraint, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base
from app.kernel.personal.tables import Erasure, Personal
from modules.billing.contracts.books import Problem, Subject
from modules.billing.reference import BEHIND_AN_ORDER, BOOKS


@Personal(
    Erasure.KEPT,
    f"{BOOKS}; whoever explains a residue is told so",
    keeps_words_by_law={"explanation"},
    not_copied=BEHIND_AN_ORDER,
)
class SettlementRow(Base):
    """A booked settlement and its posting. `residue_minor` is the part of the payout that our books do not explain."""

    __tablename__ = "settlement"
    __table_args__ = (
        UniqueConstraint("provider", "provider_ref"),
        CheckConstraint("amount_minor > 0", name="amount"),
        CheckConstraint("(explained_by IS NOT NULL) = (explanation <> '')", name="explained"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    provider: Mapped[str]
    provider_ref: Mapped[str]
    reference: Mapped[str]
    currency: Mapped[str]
    amount_minor: Mapped[int] = mapped_column(BigInteger)
    fees_minor: Mapped[int] = mapped_column(BigInteger)
    residue_minor: Mapped[int] = mapped_column(BigInteger)
    tx_id: Mapped[UUID] = mapped_column(ForeignKey("billing.ledger_tx.id"), unique=True)
    settled_at: Mapped[datetime]
    booked_at: Mapped[datetime] = mapped_column(server_default=func.now())
    explained_by: Mapped[str | None]
    explanation: Mapped[str] = mapped_column(server_default="")


@Personal(Erasure.KEPT, BOOKS, not_copied=BEHIND_AN_ORDER)
class SettlementLine(Base):
    """A payment, refund or chargeback in a settlement: its own amount, and its part of the payout.

    Refunds and chargebacks are negative. A line with a problem clears nothing.
    """

    __tablename__ = "settlement_line"
    __table_args__ = (
        CheckConstraint("(subject = 'payment') = (amount_minor > 0)", name="sign"),
        Index(
            "settlement_line_once_key",
            "provider",
            "subject",
            "provider_ref",
            unique=True,
            postgresql_where=text("problem IS NULL"),
        ),
        Index("settlement_line_settlement_idx", "settlement_id"),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    settlement_id: Mapped[UUID] = mapped_column(ForeignKey(SettlementRow.id))
    provider: Mapped[str]
    subject: Mapped[Subject]
    provider_ref: Mapped[str]
    amount_minor: Mapped[int] = mapped_column(BigInteger)
    currency: Mapped[str]
    settled_minor: Mapped[int] = mapped_column(BigInteger)
    problem: Mapped[Problem | None]
