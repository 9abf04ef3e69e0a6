"""Reads for reconciliation: what our books know of listed lines, foreign payments, and the next window."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ARRAY, Text, any_, func, literal, select

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from modules.billing.contracts.books import ForeignPayment, RunState, Subject
from modules.billing.contracts.shop import Money
from modules.billing.ledger.amounts import money
from modules.billing.payments.models import reconciliation as tables
from modules.billing.payments.models.orders import PaymentRow
from modules.billing.payments.models.returns import Chargeback, RefundRow

_TABLES: dict[Subject, tuple[Any, ...]] = {
    Subject.PAYMENT: (PaymentRow, tables.ForeignPaymentRow),
    Subject.REFUND: (RefundRow,),
    Subject.CHARGEBACK: (Chargeback,),
}


@dataclass(frozen=True, slots=True)
class Known:
    """The state and the amount of a line in our books."""

    state: str
    amount: Money


def find_known(session: Session, *, provider: str, subject: Subject, refs: Collection[str]) -> dict[str, Known]:
    """Return the state and amount of payments, refunds or chargebacks by their ids at a provider."""
    found: dict[str, Known] = {}
    named = any_(literal(list(refs), ARRAY(Text)))
    for table in _TABLES[subject]:
        columns = (table.provider_ref, table.state, table.amount_minor, table.currency)
        known = select(*columns).where(table.provider == provider, table.provider_ref == named)
        for ref, state, minor, currency in session.execute(known):
            found[ref] = Known(state, Money(minor, currency))
    return found


def find_foreign(session: Session, *, provider: str, refs: Collection[str]) -> set[str]:
    """Return those of a provider's payments that are recorded as foreign."""
    table = tables.ForeignPaymentRow
    named = any_(literal(list(refs), ARRAY(Text)))
    foreign = select(table.provider_ref).where(table.provider == provider, table.provider_ref == named)
    return set(session.execute(foreign).scalars())


def list_foreign_payments(session: Session, *, only_unexplained: bool = False) -> list[ForeignPayment]:
    """Return the payments that we did not begin, the newest first."""
    table = tables.ForeignPaymentRow
    foreign = select(
        *columns_of(ForeignPayment, table),
        table.provider_ref.label("ref"),
        *money("amount", table.amount_minor, table.currency),
    ).order_by(table.found_at.desc())
    if only_unexplained:
        foreign = foreign.where(table.explained_by.is_(None))
    return read(session, ForeignPayment, foreign).all()


def next_window(
    session: Session, *, provider: str, overlap: timedelta, since: datetime | None
) -> tuple[datetime, datetime]:
    """Return the next comparison's window: from `overlap` before the end of the last successful one, or from `since`
    if that is earlier, until now.
    """
    row = tables.ReconciliationRow
    last = select(func.max(row.until)).where(row.provider == provider, row.state == RunState.DONE)
    ended, now = session.execute(select(last.scalar_subquery(), func.now())).one()
    begin = (ended or now) - overlap
    return min(begin, since or begin), now
