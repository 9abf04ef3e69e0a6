"""Booking of settlements: what providers paid out to the bank clears what they held for us.

A settlement is booked once, by its id at the provider. Payments in it that our books do not know are fetched first;
lines that still do not match clear nothing, and are listed as unexplained.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import insert, update

from app.kernel import log
from app.kernel.db.session import Session, transaction
from app.kernel.ids import new_id
from modules.billing.contracts.books import Problem, Subject
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import SystemReason
from modules.billing.errors.payments import ExplanationMissing, ProviderAway, SettlementNotFound
from modules.billing.payments.models.settlements import SettlementLine, SettlementRow
from modules.billing.payments.policies import settlements as policies
from modules.billing.payments.providers.choose import settlement_source
from modules.billing.payments.providers.port import ProviderSettlement, Rejected, SettledLine
from modules.billing.payments.queries import reconciliation as reconciliation_queries
from modules.billing.payments.queries import settlements as queries
from modules.billing.payments.service import money
from modules.billing.payments.service.money import Account
from modules.billing.payments.service.payments import reachable, sync_ref

# A settlement may be paid out late, after newer ones.
LOOK_BACK = timedelta(days=60)
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """A line of a settlement, and its problem, or None if it clears."""

    line: SettledLine
    problem: Problem | None


def book_settlements(provider: str) -> int:
    """Book a provider's new settlements; returns how many.

    Raises ConfigError if the settings allow no access to settlements, and ProviderAway.
    """
    source = settlement_source(provider)
    with transaction(read_only=True) as session:
        last = queries.last_settled_at(session, provider=provider)
    with _translate_errors():
        refs = source.list_settlements(since=last - LOOK_BACK if last else EPOCH)
    with transaction(read_only=True) as session:
        booked = queries.find_booked(session, provider=provider, refs=refs)
    fresh = [ref for ref in reversed(refs) if ref not in booked]
    for ref in fresh:
        with _translate_errors():
            settlement = source.fetch_settlement(ref)
        _sync_unknown(provider, settlement)
        with transaction() as session:
            _book(session, provider, settlement)
    return len(fresh)


def explain_settlement(session: Session, *, provider: str, ref: str, actor: str, note: str) -> None:
    """Save a person's explanation of a settlement's residue; raises SettlementNotFound, ExplanationMissing."""
    if not note.strip():
        raise ExplanationMissing()
    row = update(SettlementRow).where(SettlementRow.provider == provider, SettlementRow.provider_ref == ref)
    explained = row.values(explained_by=actor, explanation=note.strip()).returning(SettlementRow.id)
    if session.execute(explained).one_or_none() is None:
        raise SettlementNotFound()


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Raise ProviderAway for calls that a provider refuses or does not answer."""
    try:
        with reachable():
            yield
    except Rejected as refusal:
        log.get("billing").error("settlements refused", code=refusal.code)
        raise ProviderAway() from refusal


def _sync_unknown(provider: str, settlement: ProviderSettlement) -> None:
    """Fetch and apply the payments of lines that our books do not know, or know in another state."""
    with transaction(read_only=True) as session:
        checked = _check_lines(session, provider, settlement)
    for ref in {each.line.payment_ref for each in checked if each.problem in (Problem.UNKNOWN, Problem.STATE)}:
        sync_ref(provider, ref)


def _check_lines(session: Session, provider: str, settlement: ProviderSettlement) -> list[CheckedLine]:
    """Compare the lines of a settlement with our books."""
    foreign = reconciliation_queries.find_foreign(
        session, provider=provider, refs=[line.payment_ref for line in settlement.lines]
    )
    checked = []
    for subject in Subject:
        lines = [line for line in settlement.lines if line.subject is subject]
        refs = [line.ref for line in lines]
        known = reconciliation_queries.find_known(session, provider=provider, subject=subject, refs=refs)
        settled = queries.find_settled(session, provider=provider, subject=subject, refs=refs)
        for line in lines:
            if line.payment_ref in foreign:
                problem: Problem | None = Problem.FOREIGN
            elif line.ref in settled:
                problem = Problem.TWICE
            else:
                problem = _find_problem(line, known.get(line.ref), settlement.amount.currency)
            settled.add(line.ref)
            checked.append(CheckedLine(line, problem))
    return checked


def _find_problem(line: SettledLine, known: reconciliation_queries.Known | None, currency: str) -> Problem | None:
    if known is None:
        return Problem.UNKNOWN
    if line.settled.currency != currency:
        return Problem.AMOUNT
    return policies.find_problem(
        line.subject, line.amount, line.settled, known_state=known.state, known_amount=known.amount
    )


def _book(session: Session, provider: str, settlement: ProviderSettlement) -> None:
    """Insert a settlement, its lines and its posting, once."""
    checked = _check_lines(session, provider, settlement)
    kept = sum(each.line.settled.minor for each in checked) - settlement.amount.minor
    fees = policies.whole_fees(settlement.fees, kept=kept)
    cleared = [each.line for each in checked if each.problem is None]
    residue = settlement.amount.minor + fees - sum(line.settled.minor for line in cleared)
    settlement_id = new_id()
    idem = f"settlement:{provider}:{settlement.ref}"
    tx_id = money.open_posting(session, idem, SystemReason.SETTLEMENT, reference_id=settlement_id)
    if tx_id is None:
        return  # another process booked it
    row = {
        "id": settlement_id,
        "provider": provider,
        "provider_ref": settlement.ref,
        "reference": settlement.reference,
        "currency": settlement.amount.currency,
        "amount_minor": settlement.amount.minor,
        "fees_minor": fees,
        "residue_minor": residue,
        "tx_id": tx_id,
        "settled_at": settlement.settled_at,
    }
    session.execute(insert(SettlementRow).values(row))
    if checked:
        session.execute(insert(SettlementLine), [_line_row(settlement_id, provider, each) for each in checked])
    _post_settlement(session, tx_id, settlement.amount, fees, residue, cleared)


def _line_row(settlement_id: UUID, provider: str, checked: CheckedLine) -> dict[str, Any]:
    line = checked.line
    return {
        "settlement_id": settlement_id,
        "provider": provider,
        "subject": line.subject,
        "provider_ref": line.ref,
        "amount_minor": line.amount.minor,
        "currency": line.amount.currency,
        "settled_minor": line.settled.minor,
        "problem": checked.problem,
    }


def _post_settlement(
    session: Session, tx_id: UUID, paid_out: Money, fees: int, residue: int, cleared: Sequence[SettledLine]
) -> None:
    """Post the cleared money from `clearing` to `bank`; `exchange` balances lines in other currencies."""
    exchanged: Counter[str] = Counter()
    own = sum(line.amount.minor for line in cleared if line.amount.currency == paid_out.currency)
    bought = sum(line.settled.minor for line in cleared if line.amount.currency != paid_out.currency)
    for line in cleared:
        exchanged[line.amount.currency] += line.amount.minor if line.amount.currency != paid_out.currency else 0
    lines = {
        Account.BANK: paid_out.minor,
        Account.PROVIDER_FEES: fees,
        Account.CLEARING: -own,
        Account.EXCHANGE: -bought,
        Account.RESIDUE: -residue,
    }
    money.post_money(session, tx_id, paid_out.currency, lines)
    for currency, minor in exchanged.items():
        money.post_money(session, tx_id, currency, {Account.CLEARING: -minor, Account.EXCHANGE: minor})
