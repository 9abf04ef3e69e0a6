"""Invoices and credit notes. Triggers in papers.sql keep them unchanged and their numbers without gaps."""

from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, SmallInteger, UniqueConstraint, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base
from app.kernel.personal.tables import Erasure, Personal, not_personal
from modules.billing.reference import BOOKS


class PaperKind(StrEnum):
    """The kind of a paper: an invoice, a credit note for a refund, or its reversal if the bank returned the refund."""

    INVOICE = "invoice"
    CREDIT_NOTE = "credit-note"
    REVERSAL = "reversal"


@not_personal
class PaperCounter(Base):
    """The last number of a company in a year; the row is locked to take the next one."""

    __tablename__ = "paper_counter"
    __table_args__ = (CheckConstraint("last >= 0", name="last"),)

    company_id: Mapped[UUID] = mapped_column(primary_key=True)
    year: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    last: Mapped[int] = mapped_column(server_default="0")


@Personal(Erasure.KEPT, BOOKS, keeps_ids={"member_id"}, keeps_words_by_law={"buyer"}, copied="papers")
class PaperRow(Base):
    """An invoice, a credit note or its reversal, with its content as of its day.

    `amount_minor` includes `vat_minor`. `seller` and `buyer` are copies, so that a paper does not change when a company
    moves or a member is erased.
    """

    __tablename__ = "paper"
    __table_args__ = (
        CheckConstraint("(kind = 'invoice') = (refund_id IS NULL)", name="refund"),
        CheckConstraint("amount_minor > 0 AND vat_minor BETWEEN 0 AND amount_minor", name="amount"),
        CheckConstraint("number > 0", name="number"),
        UniqueConstraint("company_id", "year", "number"),
        Index("paper_invoice_key", "order_id", unique=True, postgresql_where=text("kind = 'invoice'")),
        Index("paper_refund_key", "refund_id", "kind", unique=True),
        Index("paper_order_idx", "order_id"),
        Index("paper_label_idx", text("billing.paper_label(year, number)")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    company_id: Mapped[UUID]
    year: Mapped[int] = mapped_column(SmallInteger)
    number: Mapped[int]
    kind: Mapped[PaperKind]
    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"))
    order_id: Mapped[UUID] = mapped_column(ForeignKey("billing.credit_order.id"))
    refund_id: Mapped[UUID | None] = mapped_column(ForeignKey("billing.refund.id"))
    language: Mapped[str]
    seller: Mapped[dict[str, Any]] = mapped_column(JSONB)
    buyer: Mapped[dict[str, Any]] = mapped_column(JSONB)
    lines: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    currency: Mapped[str]
    amount_minor: Mapped[int]
    vat_basis_points: Mapped[int] = mapped_column(SmallInteger)
    vat_minor: Mapped[int]
    issued_at: Mapped[datetime] = mapped_column(server_default=func.now())
