"""Reads of settlements: what was booked, what of it nobody has explained, and what no settlement has paid out yet."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ARRAY, Row, Text, any_, func, literal, select, text

from app.kernel.db import Session
from modules.billing.contracts import Money
from modules.billing.contracts.books import Settlement, Subject, Unexplained, Unsettled
from modules.billing.models import settlements as tables

_ROW = tables.SettlementRow
_LINE = tables.SettlementLine
_UNNAMED = "no line says"
LATE = timedelta(days=30)  # providers pay out by the month at the latest


def find_booked(session: Session, *, provider: str, refs: Collection[str]) -> set[str]:
    """Return which of a provider's settlements are booked."""
    named = any_(literal(list(refs), ARRAY(Text)))
    return set(
        session.execute(
            select(_ROW.provider_ref).where(_ROW.provider == provider, _ROW.provider_ref == named)
        ).scalars()
    )


def last_settled_at(session: Session, *, provider: str) -> datetime | None:
    """Return when the newest settlement that is booked was paid out."""
    return session.execute(select(func.max(_ROW.settled_at)).where(_ROW.provider == provider)).scalar_one()


def find_settled(session: Session, *, provider: str, subject: Subject, refs: Collection[str]) -> set[str]:
    """Return which payments, refunds or chargebacks a settlement has cleared."""
    named = any_(literal(list(refs), ARRAY(Text)))
    settled = select(_LINE.provider_ref).where(
        _LINE.provider == provider, _LINE.subject == subject, _LINE.provider_ref == named, _LINE.problem.is_(None)
    )
    return set(session.execute(settled).scalars())


def list_settlements(session: Session, *, limit: int) -> list[Settlement]:
    """Return the newest settlements that are booked, with what our books do not explain of them."""
    rows = session.execute(select(_ROW).order_by(_ROW.settled_at.desc()).limit(limit)).all()
    lines = select(_LINE).where(_LINE.settlement_id.in_([row.id for row in rows]), _LINE.problem.is_not(None))
    problems = session.execute(lines.order_by(_LINE.id)).all()
    return [_settlement(row, [line for line in problems if line.settlement_id == row.id]) for row in rows]


def count_unexplained(session: Session) -> int:
    """Return how many settlements hold something that neither our books nor a person has explained."""
    strange = select(_LINE.id).where(_LINE.settlement_id == _ROW.id, _LINE.problem.is_not(None)).exists()
    open_ones = select(func.count()).where(_ROW.explained_by.is_(None), strange | (_ROW.residue_minor != 0))
    return session.execute(open_ones).scalar_one()


def list_unsettled(session: Session) -> list[Unsettled]:
    """Return what each provider holds for us by our books. Only what came after its first settlement can be late."""
    return [
        Unsettled(row.provider, Money(row.minor, row.currency), row.things, row.oldest, row.late)
        for row in session.execute(text(_UNSETTLED), {"late": LATE})
    ]


def _settlement(row: Row[Any], problems: list[Row[Any]]) -> Settlement:
    strange = [
        Unexplained(f"{line.subject} {line.provider_ref}", line.problem, Money(line.settled_minor, row.currency))
        for line in problems
    ]
    rest = row.residue_minor - sum(line.settled_minor for line in problems)
    if rest:
        strange.append(Unexplained(None, _UNNAMED, Money(rest, row.currency)))
    amount, fees, residue = (Money(x, row.currency) for x in (row.amount_minor, row.fees_minor, row.residue_minor))
    return Settlement(
        row.provider,
        row.provider_ref,
        row.reference,
        row.settled_at,
        amount,
        fees,
        residue,
        tuple(strange),
        row.explained_by,
        row.explanation,
    )


# What leaves is negative. A refund that is on its way is no debt of the provider's yet, though it may be settled.
_UNSETTLED = """
WITH thing AS (
    SELECT provider, 'payment' AS subject, provider_ref, amount_minor AS minor, currency, created_at
      FROM billing.payment WHERE state = 'paid'
     UNION ALL
    SELECT provider, 'refund', provider_ref, -amount_minor, currency, created_at
      FROM billing.refund WHERE state = 'refunded'
     UNION ALL
    SELECT provider, 'chargeback', provider_ref, -amount_minor, currency, received_at
      FROM billing.chargeback WHERE state = 'received'
)
SELECT provider, currency, sum(minor)::bigint AS minor, count(*) AS things, min(created_at) AS oldest,
       count(*) FILTER (WHERE created_at < now() - CAST(:late AS interval) AND created_at > (
           SELECT min(first.settled_at) FROM billing.settlement AS first WHERE first.provider = thing.provider
       )) AS late
  FROM thing
 WHERE NOT EXISTS (
       SELECT FROM billing.settlement_line AS line
        WHERE line.provider = thing.provider AND line.subject = thing.subject
          AND line.provider_ref = thing.provider_ref AND line.problem IS NULL)
   AND EXISTS (SELECT FROM billing.settlement AS any_of WHERE any_of.provider = thing.provider)
 GROUP BY provider, currency
 ORDER BY provider, currency
"""
