"""Reads for statements: a member's money and credits in a period."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import Uuid, bindparam, text

from app.kernel.db.columns import EnumText
from app.kernel.db.read import read
from app.kernel.db.session import Session
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import SPENDS


class EntryKind(StrEnum):
    """The kind of an entry of money on a statement."""

    ORDER = "order"
    REFUND = "refund"
    CHARGEBACK = "chargeback"
    CHARGEBACK_REVERSED = "chargeback-reversed"


@dataclass(frozen=True, slots=True)
class StatementEntry:
    """Money that a member paid or got back (a negative amount); `paper` is the number of its invoice or credit note."""

    at: datetime
    kind: EntryKind
    order_id: UUID
    credits: int
    amount: Money
    paper: str


@dataclass(frozen=True, slots=True)
class SpentOn:
    """Credits spent on one reference, such as a conversation, and what was paid for them; free ones cost nothing."""

    reference_id: UUID
    credits: int
    amounts: tuple[Money, ...]


def list_entries(session: Session, *, member_id: UUID, starts: datetime, ends: datetime) -> list[StatementEntry]:
    """Return what a member paid and got back in a period, the oldest first."""
    return read(session, StatementEntry, _ENTRIES, {"member_id": member_id, "starts": starts, "ends": ends}).all()


def list_spending(session: Session, *, member_id: UUID, starts: datetime, ends: datetime) -> list[SpentOn]:
    """Return a member's spending in a period by reference, without refunded spends, the largest first."""
    values: dict[str, Any] = {"member_id": member_id, "starts": starts, "ends": ends, "reasons": list(SPENDS)}
    credits: dict[UUID, int] = defaultdict(int)
    paid: dict[UUID, list[Money]] = defaultdict(list)
    for row in session.execute(_SPENDING, values):
        credits[row.reference_id] += row.credits
        if row.paid:
            paid[row.reference_id].append(Money(row.paid, row.currency))
    spent = [SpentOn(reference, number, tuple(paid[reference])) for reference, number in credits.items()]
    return sorted(spent, key=lambda each: (-each.credits, each.reference_id))


_ENTRIES = (
    text(
        """
    SELECT credit_order.completed_at AS at, 'order' AS kind, credit_order.id AS order_id, credit_order.credits,
           total_minor AS "amount.minor", credit_order.currency AS "amount.currency",
           coalesce(billing.paper_label(year, number), '') AS paper
      FROM billing.credit_order
      LEFT JOIN billing.paper ON paper.order_id = credit_order.id AND paper.kind = 'invoice'
     WHERE credit_order.member_id = :member_id AND completed_at >= :starts AND completed_at < :ends
    UNION ALL
    SELECT settled_at, 'refund', payment.order_id, refund.credits, -refund.amount_minor, refund.currency,
           coalesce(billing.paper_label(year, number), '')
      FROM billing.refund
      JOIN billing.payment ON payment.id = refund.payment_id AND payment.is_credited
      JOIN billing.credit_order ON credit_order.id = payment.order_id
      LEFT JOIN billing.paper ON paper.refund_id = refund.id AND paper.kind = 'credit-note'
     WHERE credit_order.member_id = :member_id AND refund.state = 'refunded'
       AND settled_at >= :starts AND settled_at < :ends
    UNION ALL
    SELECT step.at, step.kind, payment.order_id, chargeback.credits, step.sign * chargeback.amount_minor,
           chargeback.currency, ''
      FROM billing.chargeback
      JOIN billing.payment ON payment.id = chargeback.payment_id
      JOIN billing.credit_order ON credit_order.id = payment.order_id
     CROSS JOIN LATERAL (VALUES (received_at, 'chargeback', -1), (reversed_at, 'chargeback-reversed', 1))
             AS step(at, kind, sign)
     WHERE credit_order.member_id = :member_id AND step.at >= :starts AND step.at < :ends
     ORDER BY 1, 3
    """
    )
    .bindparams(bindparam("member_id", type_=Uuid))
    .columns(kind=EnumText(EntryKind))
)

_SPENDING = text(
    """
    SELECT tx.reference_id, lot.currency, sum(used.amount)::bigint AS credits, sum(used.paid)::bigint AS paid
      FROM billing.ledger_account AS wallet
      JOIN billing.ledger_entry AS entry ON entry.account_id = wallet.id
      JOIN billing.ledger_tx AS tx ON tx.id = entry.tx_id
      JOIN billing.lot_use AS used ON used.tx_id = tx.id
      JOIN billing.credit_lot AS lot ON lot.tx_id = used.lot_id
     WHERE wallet.kind = 'wallet' AND wallet.owner_id = :member_id AND wallet.unit = 'CR'
       AND tx.reason = ANY(:reasons) AND tx.at >= :starts AND tx.at < :ends
       AND NOT EXISTS (SELECT FROM billing.ledger_tx AS refund WHERE refund.reverses_tx = tx.id)
     GROUP BY tx.reference_id, lot.currency
     ORDER BY tx.reference_id, lot.currency
    """
).bindparams(bindparam("member_id", type_=Uuid))
