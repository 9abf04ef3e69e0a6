"""Reads of settlements: those booked, their unexplained parts, and money that is not paid out yet."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import ARRAY, Text, any_, func, literal, select, text

from app.kernel.db.read import columns_of, part, read
from app.kernel.db.session import Session
from modules.billing.contracts.books import Problem, Settlement, Subject, Unexplained, Unsettled
from modules.billing.contracts.shop import Money
from modules.billing.ledger.amounts import money
from modules.billing.payments.models import settlements as tables

_ROW = tables.SettlementRow
_LINE = tables.SettlementLine
_UNNAMED = "no line says"
LATE = timedelta(days=30)  # providers pay out by the month at the latest
_SETTLEMENT = (
    *columns_of(Settlement, _ROW),
    _ROW.provider_ref.label("ref"),
    *money("amount", _ROW.amount_minor, _ROW.currency),
    *money("fees", _ROW.fees_minor, _ROW.currency),
    *money("residue", _ROW.residue_minor, _ROW.currency),
)


@dataclass(frozen=True, slots=True)
class _Booked:
    """A settlement with its id."""

    id: UUID
    settlement: Settlement


@dataclass(frozen=True, slots=True)
class _Problem:
    """A line of a settlement that clears nothing."""

    settlement_id: UUID
    subject: Subject
    provider_ref: str
    settled_minor: int
    problem: Problem


def find_booked(session: Session, *, provider: str, refs: Collection[str]) -> set[str]:
    """Return which of a provider's settlements are booked."""
    named = any_(literal(list(refs), ARRAY(Text)))
    return set(
        session.execute(
            select(_ROW.provider_ref).where(_ROW.provider == provider, _ROW.provider_ref == named)
        ).scalars()
    )


def last_settled_at(session: Session, *, provider: str) -> datetime | None:
    """Return when the newest booked settlement was paid out, or None."""
    return session.execute(select(func.max(_ROW.settled_at)).where(_ROW.provider == provider)).scalar_one()


def find_settled(session: Session, *, provider: str, subject: Subject, refs: Collection[str]) -> set[str]:
    """Return those payments, refunds or chargebacks that a settlement has cleared."""
    named = any_(literal(list(refs), ARRAY(Text)))
    settled = select(_LINE.provider_ref).where(
        _LINE.provider == provider, _LINE.subject == subject, _LINE.provider_ref == named, _LINE.problem.is_(None)
    )
    return set(session.execute(settled).scalars())


def list_settlements(session: Session, *, limit: int) -> list[Settlement]:
    """Return the newest booked settlements with their unexplained parts, newest first."""
    newest = select(_ROW.id, *part("settlement", *_SETTLEMENT)).order_by(_ROW.settled_at.desc()).limit(limit)
    booked = read(session, _Booked, newest).all()
    lines = select(*columns_of(_Problem, _LINE)).where(_LINE.settlement_id.in_([one.id for one in booked]))
    problems = read(session, _Problem, lines.where(_LINE.problem.is_not(None)).order_by(_LINE.id)).all()
    return [_with_problems(one, [line for line in problems if line.settlement_id == one.id]) for one in booked]


def count_unexplained(session: Session) -> int:
    """Return how many settlements have a part that neither our books nor a person explains."""
    strange = select(_LINE.id).where(_LINE.settlement_id == _ROW.id, _LINE.problem.is_not(None)).exists()
    open_ones = select(func.count()).where(_ROW.explained_by.is_(None), strange | (_ROW.residue_minor != 0))
    return session.execute(open_ones).scalar_one()


def list_unsettled(session: Session) -> list[Unsettled]:
    """Return what each provider holds for us; only payments after its first settlement can count as late."""
    return read(session, Unsettled, text(_UNSETTLED), {"late": LATE}).all()


def _with_problems(booked: _Booked, problems: list[_Problem]) -> Settlement:
    settlement = booked.settlement
    currency = settlement.amount.currency
    strange = [
        Unexplained(f"{line.subject} {line.provider_ref}", line.problem, Money(line.settled_minor, currency))
        for line in problems
    ]
    rest = settlement.residue.minor - sum(line.settled_minor for line in problems)
    if rest:
        strange.append(Unexplained(None, _UNNAMED, Money(rest, currency)))
    return replace(settlement, unexplained=tuple(strange))


# Refunds and chargebacks are negative. A pending refund does not count yet, though it may be in a settlement.
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
SELECT provider, currency AS "amount.currency", sum(minor)::bigint AS "amount.minor", count(*) AS count,
       min(created_at) AS oldest,
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
