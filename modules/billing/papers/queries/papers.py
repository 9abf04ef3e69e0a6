"""Reads of invoices and credit notes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Text, func, select

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import OrderState
from modules.billing.errors.papers import PaperNotFound
from modules.billing.ledger.amounts import money
from modules.billing.ledger.models import LedgerAccount, LedgerEntry, LedgerTx
from modules.billing.papers.models import PaperKind, PaperRow
from modules.billing.payments.models.orders import CreditOrder


@dataclass(frozen=True, slots=True)
class Paper:
    """An invoice, a credit note or a reversal. `amount` includes `vat` minor units; `label` is the printed number, such
    as `2026-000012`.
    """

    id: UUID
    label: str
    kind: PaperKind
    member_id: UUID
    order_id: UUID
    refund_id: UUID | None
    language: str
    seller: dict[str, Any]
    buyer: dict[str, Any]
    lines: list[dict[str, Any]]
    amount: Money
    vat_basis_points: int
    vat_minor: int
    issued_at: datetime


# Formatted in SQL, because an index finds papers by it.
LABEL = func.billing.paper_label(PaperRow.year, PaperRow.number, type_=Text)
_PAPERS = select(
    *columns_of(Paper, PaperRow), LABEL.label("label"), *money("amount", PaperRow.amount_minor, PaperRow.currency)
)


def find_invoice(session: Session, order_id: UUID) -> Paper | None:
    """Return the invoice of an order, or None."""
    invoice = _PAPERS.where(PaperRow.order_id == order_id, PaperRow.kind == PaperKind.INVOICE)
    return read(session, Paper, invoice).one_or_none()


def find_refund_paper(session: Session, refund_id: UUID, kind: PaperKind) -> Paper | None:
    """Return the credit note of a refund, or its reversal, or None."""
    return read(session, Paper, _PAPERS.where(PaperRow.refund_id == refund_id, PaperRow.kind == kind)).one_or_none()


def get_own_invoice(session: Session, *, order_id: UUID, member_id: UUID) -> Paper:
    """Return the invoice of a member's order; raises PaperNotFound, also for another member's."""
    return _ensure_own(find_invoice(session, order_id), member_id)


def get_own_credit_note(session: Session, *, refund_id: UUID, member_id: UUID) -> Paper:
    """Return the credit note of a member's refund; raises PaperNotFound, also for another member's."""
    return _ensure_own(find_refund_paper(session, refund_id, PaperKind.CREDIT_NOTE), member_id)


def list_labels(session: Session, *, order_ids: Sequence[UUID]) -> dict[UUID, str]:
    """Return the numbers of invoices by their order and of credit notes by their refund."""
    rows = session.execute(
        select(PaperRow.order_id, PaperRow.refund_id, LABEL.label("label")).where(
            PaperRow.order_id.in_(order_ids), PaperRow.kind != PaperKind.REVERSAL
        )
    )
    return {row.refund_id or row.order_id: row.label for row in rows}


def list_orders_without_invoice(session: Session, *, limit: int) -> list[UUID]:
    """Return paid orders that have no invoice, the oldest first."""
    missing = (
        select(CreditOrder.id)
        .outerjoin(PaperRow, (PaperRow.order_id == CreditOrder.id) & (PaperRow.kind == PaperKind.INVOICE))
        .where(CreditOrder.state == OrderState.COMPLETED, PaperRow.id.is_(None))
    )
    return list(session.execute(missing.order_by(CreditOrder.completed_at).limit(limit)).scalars())


def vat_paid_back(session: Session, refund_id: UUID) -> int:
    """Return the VAT in a refund, in minor units, from the ledger."""
    entry = (
        select(LedgerEntry.amount)
        .join(LedgerTx, LedgerTx.id == LedgerEntry.tx_id)
        .join(LedgerAccount, LedgerAccount.id == LedgerEntry.account_id)
        .where(LedgerTx.idem == f"payout:{refund_id}", LedgerAccount.kind == "vat_payable")
    )
    return session.execute(entry).scalar_one_or_none() or 0


def _ensure_own(paper: Paper | None, member_id: UUID) -> Paper:
    if paper is None or paper.member_id != member_id:
        raise PaperNotFound()
    return paper
