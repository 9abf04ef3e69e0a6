"""Reads of the billing module."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Select, Subquery, exists, func, select
from sqlalchemy.orm import Session, aliased

from modules.billing.contracts import SPENDS, Entry, LedgerSize, Lot, LotKind, Reason, Spending
from modules.billing.models.ledger import CREDITS, WALLET, CreditLot, LedgerAccount, LedgerEntry, LedgerTx, LotUse

_WALLET_IS = (LedgerAccount.kind == WALLET, LedgerAccount.unit == CREDITS)


def get_balance(session: Session, *, member_id: UUID) -> int:
    """Return a member's credits; 0 for someone who never had any."""
    balance = select(LedgerAccount.balance).where(LedgerAccount.owner_id == member_id, *_WALLET_IS)
    return session.execute(balance).scalar_one_or_none() or 0


def list_lots(session: Session, *, member_id: UUID) -> list[Lot]:
    """Return the lots that still hold credits, in the order in which they are spent."""
    lots = (
        select(CreditLot.kind, CreditLot.remaining, CreditLot.granted_at)
        .join(LedgerAccount, LedgerAccount.id == CreditLot.account_id)
        .where(LedgerAccount.owner_id == member_id, *_WALLET_IS, CreditLot.remaining > 0)
        .order_by(CreditLot.kind == LotKind.PURCHASED, CreditLot.granted_at, CreditLot.tx_id)
    )
    return [Lot(LotKind(row.kind), row.remaining, row.granted_at) for row in session.execute(lots)]


def list_entries(session: Session, *, member_id: UUID, limit: int) -> list[Entry]:
    """Return the newest lines of a member's credits, newest first. A refund names what its spend was for."""
    reversed_tx = aliased(LedgerTx)
    lines = (
        select(
            LedgerTx.at,
            LedgerTx.reason,
            LedgerEntry.amount,
            LedgerEntry.balance_after,
            func.coalesce(LedgerTx.reference_id, reversed_tx.reference_id).label("reference_id"),
        )
        .join(LedgerEntry, LedgerEntry.tx_id == LedgerTx.id)
        .join(LedgerAccount, LedgerAccount.id == LedgerEntry.account_id)
        .outerjoin(reversed_tx, reversed_tx.id == LedgerTx.reverses_tx)
        .where(LedgerAccount.owner_id == member_id, *_WALLET_IS)
        .order_by(LedgerEntry.seq.desc())
        .limit(limit)
    )
    return [
        Entry(row.at, Reason(row.reason), row.amount, row.balance_after, row.reference_id)
        for row in session.execute(lines)
    ]


def sum_spending(session: Session, *, member_id: UUID, references: Sequence[UUID]) -> dict[UUID, Spending]:
    """Return what a member spent on each of these things and did not get back; nothing spent, no key."""
    spending = _spends(member_id).where(LedgerTx.reference_id.in_(references)).subquery()
    rows = session.execute(select(spending.c.reference_id, *_sums(spending)).group_by(spending.c.reference_id))
    return {reference: Spending(int(credits), int(purchased)) for reference, credits, purchased in rows}


def sum_spending_since(session: Session, *, member_id: UUID, since: datetime) -> Spending:
    """Return what a member spent since a moment and did not get back."""
    credits, purchased = session.execute(
        select(*_sums(_spends(member_id).where(LedgerTx.at >= since).subquery()))
    ).one()
    return Spending(int(credits), int(purchased))


def _sums(spending: Subquery) -> tuple[ColumnElement[int], ColumnElement[int]]:
    return func.coalesce(func.sum(spending.c.credits), 0), func.coalesce(func.sum(spending.c.purchased), 0)


def _spends(member_id: UUID) -> Select[*tuple[Any, ...]]:
    refund = aliased(LedgerTx)
    purchased = (
        select(func.coalesce(func.sum(LotUse.amount), 0))
        .join(CreditLot, CreditLot.tx_id == LotUse.lot_id)
        .where(LotUse.tx_id == LedgerTx.id, CreditLot.kind == LotKind.PURCHASED)
        .correlate(LedgerTx)
        .scalar_subquery()
    )
    return (
        select(LedgerTx.reference_id, (-LedgerEntry.amount).label("credits"), purchased.label("purchased"))
        .join(LedgerEntry, LedgerEntry.tx_id == LedgerTx.id)
        .join(LedgerAccount, LedgerAccount.id == LedgerEntry.account_id)
        .where(LedgerAccount.owner_id == member_id, *_WALLET_IS, LedgerTx.reason.in_(SPENDS))
        .where(~exists().where(refund.reverses_tx == LedgerTx.id))
    )


def ledger_size(session: Session) -> LedgerSize:
    """Return how much the ledger holds."""
    wallets = select(func.count(), func.coalesce(func.sum(LedgerAccount.balance), 0)).where(*_WALLET_IS)
    number, credits = session.execute(wallets).one()
    postings = session.execute(select(func.count()).select_from(LedgerTx)).scalar_one()
    return LedgerSize(number, postings, int(credits or 0))
