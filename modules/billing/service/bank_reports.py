"""What a bank says of collections, taken over: settled, refused, taken back. What comes twice changes nothing.

Lock order: the buying of all who are named, a payment, its order, a collection, a mandate; a refused file is locked by
itself.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from sqlalchemy import func, update
from sqlalchemy.dialects.postgresql import insert as upsert

from app.kernel import clock
from app.kernel.db import Session
from app.kernel.progress import Progress, counted, silent
from modules.billing.contracts import CollectionState, DebitMandateState, Order, Payment
from modules.billing.models import direct_debit as tables
from modules.billing.policies import direct_debit as policies
from modules.billing.policies.direct_debit import Consequence
from modules.billing.policies.transitions import COLLECTION, ensure_transition
from modules.billing.providers import bank_files
from modules.billing.providers.bank_files import Report, Told
from modules.billing.providers.port import ProviderChargeback, ProviderStatus
from modules.billing.queries import direct_debit as queries
from modules.billing.queries import limits as limit_queries
from modules.billing.queries import orders as order_queries
from modules.billing.queries.direct_debit import Collection, Mandate
from modules.billing.service import batches, direct_debit, mandates, outcomes, transfers

UNKNOWN_REASON = "MS03"  # the bank gives none


@dataclass
class Outcome:
    """What taking in a file changed; `ignored` tells a person what it did not, and why."""

    kind: str
    is_repeat: bool = False
    settled: int = 0
    rejected: int = 0
    retried: int = 0
    returned: int = 0
    paid_back: int = 0
    files_refused: int = 0
    ignored: list[str] = field(default_factory=list)


def import_file(session: Session, *, content: bytes, actor: str, progress: Progress = silent) -> Outcome:
    """Take in a bank's file (pain.002 or camt.053), and tell `progress` (what, done, of how many).

    Raises BankFileInvalid.
    """
    file = bank_files.read(content)
    outcome = Outcome(file.kind)
    row = {"content_hash": hashlib.sha256(content).digest(), "kind": file.kind, "imported_by": actor}
    is_new = upsert(tables.BankFile).values(row).on_conflict_do_nothing().returning(tables.BankFile.kind)
    if session.execute(is_new).first() is None:
        outcome.is_repeat = True
        return outcome
    # Before any row is locked, and in one order, so that no two files and no member who orders wait for each other.
    for member_id in limit_queries.list_debited(session, end_to_end_ids=[report.ref for report in file.reports]):
        limit_queries.lock_buying(session, member_id)
    for report in _each(session, counted(file.reports, "lines", len(file.reports), progress)):
        problem = _take(session, report, outcome)
        if problem:
            outcome.ignored.append(f"{report.ref or 'a line without a name'}: {problem}")
    return outcome


def _each(session: Session, reports: Iterable[Report]) -> Iterator[Report]:
    """Yield the lines of a file, and for payments refused together a line for each."""
    for report in reports:
        refs = _refs_of(session, report) if report.told is Told.GROUP_REFUSED else []
        yield from (replace(report, told=Told.BACK, ref=ref) for ref in refs) if refs else (report,)


def _refs_of(session: Session, report: Report) -> list[str]:
    batch_id = queries.find_batch_by_message(session, report.ref)
    if batch_id is None:
        return []
    return bank_files.list_refs(batches.read_content(session, batch_id), report.group)


def _take(session: Session, report: Report, outcome: Outcome) -> str | None:
    """Take over one line; returns why it changes nothing, if it does not."""
    if report.told is Told.FILE_REFUSED:
        batch_id = queries.find_batch_by_message(session, report.ref)
        if batch_id is None or not batches.refuse_batch(session, batch_id=batch_id):
            return "no file of ours that the bank has"
        outcome.files_refused += 1
        return None
    if report.told is Told.GROUP_REFUSED:
        return "no payments of a file of ours"
    if report.told is Told.WENT:
        paid_back = transfers.settle(session, ref=report.ref, amount=report.amount)
        outcome.paid_back += paid_back
        return None if paid_back else "not our concern"
    known = queries.find_collection(session, end_to_end_id=report.ref)
    if known is None:
        if report.told is Told.BACK and transfers.bounce(session, ref=report.ref):
            return None
        return "not our concern"
    payment = order_queries.lock_payment(session, known.payment_id)
    order = order_queries.lock_order(session, payment.order_id)
    collection = queries.lock_collection(session, known.id)
    if report.told is Told.CAME:
        return _settle(session, payment, order, collection, report, outcome)
    return _take_back(session, payment, order, collection, report.reason or UNKNOWN_REASON, outcome)


def _settle(
    session: Session, payment: Payment, order: Order, collection: Collection, report: Report, outcome: Outcome
) -> str | None:
    if collection.state is not CollectionState.SENT:
        return f"it is {collection.state} already"
    if report.amount != collection.amount_minor:
        return f"{report.amount} cents came, {collection.amount_minor} were asked for"
    _move(session, collection, CollectionState.SETTLED, settled_at=func.now())
    outcomes.apply_report(session, payment.id, mandates.told(payment, ProviderStatus.PAID))
    outcome.settled += 1
    return None


def _take_back(
    session: Session, payment: Payment, order: Order, collection: Collection, reason: str, outcome: Outcome
) -> str | None:
    if collection.state not in (CollectionState.SENT, CollectionState.SETTLED):
        return f"it is {collection.state} already"
    mandate = queries.get_mandate(session, collection.mandate_id)
    was_settled = collection.state is CollectionState.SETTLED
    state = CollectionState.RETURNED if was_settled else CollectionState.REJECTED
    may_retry = _may_retry(session, mandate, collection, reason)
    _move(session, collection, state, ended_at=func.now(), reason=reason)
    if was_settled:
        outcome.returned += 1
        chargeback = _chargeback(payment, collection, reason)
        outcomes.apply_report(session, payment.id, mandates.told(payment, ProviderStatus.PAID, chargeback=chargeback))
    elif may_retry:
        outcome.retried += 1
        days, attempt = policies.RETRY_BANKING_DAYS, collection.attempt + 1
        direct_debit.schedule(session, payment=payment, mandate_id=mandate.id, attempt=attempt, banking_days=days)
        return None
    else:
        outcome.rejected += 1
        outcomes.apply_report(session, payment.id, mandates.told(payment, ProviderStatus.FAILED, failure=reason))
    _follow(session, mandate, reason, is_first=may_retry)
    return None


def _may_retry(session: Session, mandate: Mandate, collection: Collection, reason: str) -> bool:
    """Tell whether an account without money gets another chance: once under a mandate that stands."""
    return (
        policies.consequence_of(reason) is Consequence.RETRY
        and mandate.state is DebitMandateState.ACTIVE
        and collection.attempt < policies.ATTEMPTS
        and queries.count_returns(session, mandate_id=mandate.id, reason=reason) == 0
    )


def _follow(session: Session, mandate: Mandate, reason: str, *, is_first: bool) -> None:
    """Do what a reason asks for beyond its collection: end the mandate, block the member and the account."""
    consequence = policies.consequence_of(reason)
    if consequence is Consequence.FAIL or (consequence is Consequence.RETRY and is_first):
        return
    state = DebitMandateState.CLOSED if consequence is Consequence.CLOSE else DebitMandateState.INVALID
    mandates.end_mandate(session, mandate, state, reason)
    if consequence in (Consequence.DISPUTE, Consequence.CLOSE):
        mandates.block(
            session, member_id=mandate.member_id, iban_hash=mandate.iban_hash, reason=reason, actor=queries.BANK
        )


def _move(session: Session, collection: Collection, state: CollectionState, **values: object) -> None:
    ensure_transition(COLLECTION, collection.state, state)
    table = tables.CollectionRow
    session.execute(update(table).where(table.id == collection.id).values(state=state, **values))


def _chargeback(payment: Payment, collection: Collection, reason: str) -> ProviderChargeback:
    return ProviderChargeback(collection.end_to_end_id, payment.amount, reason, clock.now(), None)
