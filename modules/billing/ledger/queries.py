"""Reads of the ledger."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Select, Subquery, Uuid, bindparam, exists, func, select, text, true, type_coerce
from sqlalchemy.orm import aliased

from app.kernel.db.columns import EnumText
from app.kernel.db.read import read
from app.kernel.db.session import Session
from modules.billing.contracts.ledger import Entry, LedgerSize, Lot, Purse
from modules.billing.contracts.payments import Spending
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import SPENDS, LotKind, Reason
from modules.billing.ledger.models import CREDITS, WALLET, CreditLot, LedgerAccount, LedgerEntry, LedgerTx, LotUse

_WALLET_IS = (LedgerAccount.kind == WALLET, LedgerAccount.unit == CREDITS)


def get_balance(session: Session, member_id: UUID) -> int:
    """Return a member's balance in credits; 0 if they have no wallet."""
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
    return read(session, Lot, lots).all()


def list_entries(session: Session, *, member_id: UUID, limit: int) -> list[Entry]:
    """Return a member's newest ledger entries, newest first. A refund has the reference of the spend it reverses."""
    return read(session, Entry, _entries(member_id).limit(limit)).all()


def read_entries(session: Session, *, member_id: UUID, batch: int) -> Iterable[Entry]:
    """Yield all ledger entries of a member, newest first, of which so many are read at a time."""
    return read(session, Entry, _entries(member_id), yield_per=batch)


def _entries(member_id: UUID) -> Select[*tuple[Any, ...]]:
    reversed_tx = aliased(LedgerTx)
    return (
        select(
            LedgerTx.at,
            type_coerce(LedgerTx.reason, EnumText(Reason)).label("reason"),
            LedgerEntry.amount.label("credits"),
            LedgerEntry.balance_after,
            func.coalesce(LedgerTx.reference_id, reversed_tx.reference_id).label("reference_id"),
        )
        .join(LedgerEntry, LedgerEntry.tx_id == LedgerTx.id)
        .join(LedgerAccount, LedgerAccount.id == LedgerEntry.account_id)
        .outerjoin(reversed_tx, reversed_tx.id == LedgerTx.reverses_tx)
        .where(LedgerAccount.owner_id == member_id, *_WALLET_IS)
        .order_by(LedgerEntry.seq.desc())
    )


def sum_spending(session: Session, *, member_id: UUID, references: Sequence[UUID]) -> dict[UUID, Spending]:
    """Return a member's spending by reference, without refunded spends; references without spending are left out."""
    spending = _spends(member_id).where(LedgerTx.reference_id.in_(references)).subquery()
    rows = session.execute(select(spending.c.reference_id, *_sums(spending)).group_by(spending.c.reference_id))
    return {reference: _spending(*sums) for reference, *sums in rows}


def sum_spending_since(session: Session, *, member_id: UUID, since: datetime) -> Spending:
    """Return a member's spending since a time, without refunded spends."""
    return _spending(*session.execute(select(*_sums(_spends(member_id).where(LedgerTx.at >= since).subquery()))).one())


def sum_credits(session: Session, tx_ids: Select[Any]) -> int:
    """Return the credits of these spends, whether or not they were refunded."""
    spent = (
        select(func.coalesce(-func.sum(LedgerEntry.amount), 0))
        .join(LedgerAccount, LedgerAccount.id == LedgerEntry.account_id)
        .where(LedgerEntry.tx_id.in_(tx_ids), *_WALLET_IS)
    )
    return int(session.execute(spent).scalar_one())


def get_purse(session: Session, *, member_id: UUID, site_id: UUID, country: str | None) -> Purse:
    """Return a member's lots in the order in which they are spent, and the bundle with the highest price per credit."""
    rows = session.execute(_PURSE, {"member_id": member_id, "site_id": site_id, "country": country}).all()
    parts = [(row.credits, Money(row.minor, row.currency) if row.currency else None, row.is_offer) for row in rows]
    offer = next(((credits, price) for credits, price, is_offer in parts if is_offer and price), None)
    return Purse(country, tuple((credits, paid) for credits, paid, is_offer in parts if not is_offer), offer)


def _spending(credits: int, paid: int, first: str | None, last: str | None) -> Spending:
    return Spending(int(credits), int(paid), tuple(sorted({name for name in (first, last) if name})))


def _sums(spending: Subquery) -> tuple[ColumnElement[Any], ...]:
    return (
        func.coalesce(func.sum(spending.c.credits), 0),
        func.coalesce(func.sum(spending.c.paid), 0),
        func.min(spending.c.first),
        func.max(spending.c.last),
    )


def _spends(member_id: UUID) -> Select[*tuple[Any, ...]]:
    refund = aliased(LedgerTx)
    bought = (
        select(
            func.sum(LotUse.paid).label("paid"),
            func.min(CreditLot.currency).label("first"),
            func.max(CreditLot.currency).label("last"),
        )
        .join(CreditLot, CreditLot.tx_id == LotUse.lot_id)
        .where(LotUse.tx_id == LedgerTx.id)
        .correlate(LedgerTx)
        .lateral()
    )
    return (
        select(
            LedgerTx.reference_id,
            (-LedgerEntry.amount).label("credits"),
            bought.c.paid,
            bought.c.first,
            bought.c.last,
        )
        .join(LedgerEntry, LedgerEntry.tx_id == LedgerTx.id)
        .join(LedgerAccount, LedgerAccount.id == LedgerEntry.account_id)
        .join(bought, true())
        .where(LedgerAccount.owner_id == member_id, *_WALLET_IS, LedgerTx.reason.in_(SPENDS))
        .where(~exists().where(refund.reverses_tx == LedgerTx.id))
    )


def ledger_size(session: Session) -> LedgerSize:
    """Return the numbers of wallets and postings, and the credits in all wallets."""
    wallets = select(func.count(), func.coalesce(func.sum(LedgerAccount.balance), 0)).where(*_WALLET_IS)
    number, credits = session.execute(wallets).one()
    postings = session.execute(select(func.count()).select_from(LedgerTx)).scalar_one()
    return LedgerSize(number, postings, int(credits or 0))


# Hashed in blocks, because one string over all wallets could exceed PostgreSQL's limit for a value.
_SEAL = text(
    """
    SELECT encode(sha256(coalesce(string_agg(part, ''::bytea ORDER BY block), ''::bytea)), 'hex')
      FROM (SELECT id / 100000 AS block,
                   sha256(string_agg(uuid_send(owner_id) || int8send(version) || head_hash, ''::bytea ORDER BY id))
                       AS part
              FROM billing.ledger_account WHERE kind = 'wallet' GROUP BY 1) AS blocks
    """
)


def seal_ledger(session: Session) -> str:
    """Return a SHA-256, in hexadecimal, over the head hashes of all wallets: it changes if any entry is changed."""
    return str(session.execute(_SEAL).scalar_one())


# One statement, because it runs for every message that is sent.
_PURSE = text(
    """
    SELECT lot.remaining AS credits, lot.paid_remaining AS minor, lot.currency, false AS is_offer,
           lot.kind = 'purchased' AS is_bought, lot.granted_at, lot.tx_id
      FROM billing.credit_lot AS lot
      JOIN billing.ledger_account AS wallet ON wallet.id = lot.account_id
     WHERE wallet.owner_id = :member_id AND wallet.kind = 'wallet' AND lot.remaining > 0
     UNION ALL
    (SELECT credits, price_minor, currency, true, NULL, NULL, NULL
       FROM billing.price_bundle
      WHERE site_id = :site_id AND country = :country AND retired_at IS NULL
      ORDER BY price_minor::numeric / credits DESC
      LIMIT 1)
     ORDER BY is_offer, is_bought, granted_at, tx_id
    """
).bindparams(bindparam("member_id", type_=Uuid), bindparam("site_id", type_=Uuid))
