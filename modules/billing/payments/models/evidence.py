"""Evidence of a customer's country, for the VAT of an order. Rows are only added, and kept with the books."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, func
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base
from app.kernel.personal.tables import Erasure, Personal
from modules.billing.contracts.states import EvidenceKind
from modules.billing.payments.models.orders import CreditOrder


@Personal(
    Erasure.KEPT,
    "the books: in which country an order is taxed, and why; 10 years (docs/decisions/0058)",
    copied="countries",
)
class SaleEvidence(Base):
    """One piece of evidence; a trigger refuses rows that are added after the order was paid."""

    __tablename__ = "sale_evidence"
    __table_args__ = (CheckConstraint("country ~ '^[A-Z]{2}$'", name="country"),)

    order_id: Mapped[UUID] = mapped_column(ForeignKey(CreditOrder.id), primary_key=True)
    kind: Mapped[EvidenceKind] = mapped_column(primary_key=True)
    country: Mapped[str]
    at: Mapped[datetime] = mapped_column(server_default=func.now())
