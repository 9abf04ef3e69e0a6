"""Import of a bank's reports on collections: settled, refused, returned. A repeated line changes nothing.

A file is imported in portions, each in its own transaction, to limit how many members are locked at once. A file whose
import was interrupted can be imported again.

Lock order: the buying of all members in a portion, a payment, its order, a collection, a mandate; a refused file is
locked by itself.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date

from sqlalchemy import exists, func, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from app.kernel import clock
from app.kernel.db.session import Session, transaction
from app.kernel.progress import Progress, silent
from modules.billing.contracts.payments import Payment
from modules.billing.contracts.states import CollectionState, DebitMandateState
from modules.billing.debit import models as tables
from modules.billing.debit import policies
from modules.billing.debit.policies import Consequence
from modules.billing.debit.providers.bank_files import BankMessage
from modules.billing.debit.providers.bank_lines import Kind, Report
from modules.billing.debit.queries import batches as batch_queries
from modules.billing.debit.queries import mandates as queries
from modules.billing.debit.queries.mandates import Collection, Mandate
from modules.billing.debit.service import bank_groups, batches, direct_debit, mandates, transfers
from modules.billing.payments.providers.port import ProviderChargeback, ProviderStatus, paid_from
from modules.billing.payments.queries import limits as limit_queries
from modules.billing.payments.queries import orders as order_queries
from modules.billing.payments.service import outcomes

PORTION = 200
IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class Line:
    """The outcome of a line: `status` is the field of ImportResult that counts it, or `ignored`, and `reason` says why.

    `amount` is in hundredths of `currency`, negative for money that left the account.
    """

    status: str
    ref: str
    reason: str
    day: date | None
    amount: int | None
    currency: str


@dataclass(frozen=True, slots=True)
class _Result:
    """The outcome of a line, and why; `amount` is the part of the line that it applies to, None for all of it."""

    status: str
    reason: str = ""
    amount: int | None = None


@dataclass
class ImportResult:
    """The result of an import. All lines are in `lines`; those `ignored` are left to a person.

    total: the sum of the files' entries in cents, which is also the sum of the lines.
    """

    kind: str
    is_repeat: bool = False
    settled: int = 0
    rejected: int = 0
    retried: int = 0
    returned: int = 0
    paid_back: int = 0
    bounced: int = 0
    files_refused: int = 0
    total: int = 0
    lines: list[Line] = field(default_factory=list)

    @property
    def ignored(self) -> list[Line]:
        """The lines that changed nothing."""
        return [line for line in self.lines if line.status == IGNORED]

    def add(self, report: Report, result: _Result) -> None:
        """Add the outcome of a line; charges of the bank on top of a return are added as a line that is ignored."""
        whole, part = report.amount, result.amount
        charges = 0 if whole is None or part is None else whole - part
        self._add(report, result.status, result.reason, part if charges else whole)
        if result.status != IGNORED:
            setattr(self, result.status, getattr(self, result.status) + 1)
        if charges:
            self._add(report, IGNORED, "charges of the bank", charges)

    def _add(self, report: Report, status: str, reason: str, amount: int | None) -> None:
        signed = None if amount is None else report.sign * amount
        self.lines.append(Line(status, report.ref or report.group, reason, report.day, signed, report.currency))


class _DryRun(Exception):
    """Raised to roll back the transaction of a dry run."""


def import_bank_files(
    files: Sequence[BankMessage], *, actor: str, progress: Progress = silent, dry_run: bool = False
) -> ImportResult:
    """Import the files that `read_bank_file` returned, and call `progress` (what, done, of how many).

    Opens its own transactions; a dry run changes nothing.
    """
    outcome = ImportResult(", ".join(dict.fromkeys(file.kind for file in files if file.kind)))
    with transaction(read_only=True) as session:
        taken = {file.content_hash for file in files if _was_imported(session, file)}
    outcome.is_repeat = len(taken) == sum(bool(file.kind) for file in files)
    fresh = () if outcome.is_repeat else files
    for file in fresh:
        if file.content_hash in taken:
            outcome.lines.append(Line(IGNORED, file.name, "this file was taken in before", None, None, ""))
            continue
        outcome.total += file.total
        _import_file(file, outcome, progress, dry_run=dry_run)
        if file.kind and not dry_run:
            with transaction() as session:
                _record_import(session, file, actor)
    return outcome


def _import_file(file: BankMessage, outcome: ImportResult, progress: Progress, *, dry_run: bool) -> None:
    with transaction(read_only=True) as session:
        reports = bank_groups.expand(session, file.reports)
    done = 0
    for portion in _portions(reports):
        with suppress(_DryRun), transaction() as session:
            _import_portion(session, portion, outcome)
            if dry_run:
                raise _DryRun
        done += len(portion)
        progress("lines", done, len(reports))


def _portions(reports: Sequence[Report]) -> Iterator[Sequence[Report]]:
    return (reports[start : start + PORTION] for start in range(0, len(reports), PORTION))


def _was_imported(session: Session, file: BankMessage) -> bool:
    taken = exists().where(tables.BankFile.content_hash == file.content_hash)
    return bool(session.execute(select(taken)).scalar_one())


def _record_import(session: Session, file: BankMessage, actor: str) -> None:
    row = {"content_hash": file.content_hash, "kind": file.kind, "imported_by": actor}
    session.execute(upsert(tables.BankFile).values(row).on_conflict_do_nothing())


def _import_portion(session: Session, reports: Sequence[Report], outcome: ImportResult) -> None:
    # Before any row is locked and in a fixed order, to avoid deadlocks with other imports and with orders.
    for member_id in queries.list_debited(session, end_to_end_ids=[report.ref for report in reports]):
        limit_queries.lock_buying(session, member_id)
    for report in reports:
        outcome.add(report, _import_line(session, report))


def _import_line(session: Session, report: Report) -> _Result:
    """Apply one line."""
    if report.kind is Kind.UNREAD:
        return _Result(IGNORED, report.reason)
    if report.kind is Kind.FILE_REFUSED:
        batch_id = batch_queries.find_batch_by_message(session, report.ref)
        if batch_id is None or not batches.refuse_batch(session, batch_id=batch_id):
            return _Result(IGNORED, "no file of ours that the bank has")
        return _Result("files_refused", report.reason)
    if report.kind is Kind.GROUP_REFUSED:
        return _Result(IGNORED, "no payments of a file of ours")
    known = queries.find_collection(session, end_to_end_id=report.ref)
    if known is None and report.kind is Kind.DEBIT:
        is_ours = transfers.settle(session, ref=report.ref, amount=report.amount)
        return _Result("paid_back") if is_ours else _Result(IGNORED, "not our concern")
    if known is None:
        return _return_transfer(session, report)
    if report.kind is Kind.REVERSAL:
        return _Result(IGNORED, "the bank took an earlier return back: a person has to look at it")
    payment = order_queries.lock_payment(session, known.payment_id)
    order_queries.lock_order(session, payment.order_id)
    collection = queries.lock_collection(session, known.id)
    if report.kind is Kind.CREDIT:
        return _settle(session, payment, collection, report)
    if report.kind is Kind.DEBIT and report.amount != collection.amount_minor:
        # A debit of the whole amount is a return, whatever its code; one of another amount may be a charge.
        return _Result(IGNORED, f"{_cents(report)} left, {collection.amount_minor} were asked for")
    return _return_collection(session, payment, collection, report)


def _return_transfer(session: Session, report: Report) -> _Result:
    sent = transfers.find_sent(session, ref=report.ref) if report.kind in (Kind.REFUSED, Kind.REVERSAL) else None
    if sent is None:
        return _Result(IGNORED, "not our concern")
    amount = sent.amount.minor
    if report.amount is not None and report.amount < amount:
        return _Result(IGNORED, f"{report.amount} cents came back, {amount} were sent")
    transfers.bounce(session, sent)
    return _Result("bounced", report.reason, amount)


def _settle(session: Session, payment: Payment, collection: Collection, report: Report) -> _Result:
    if collection.state is not CollectionState.SENT:
        return _Result(IGNORED, f"it is {collection.state} already")
    if report.amount != collection.amount_minor:
        return _Result(IGNORED, f"{_cents(report)} came, {collection.amount_minor} were asked for")
    _set_state(session, collection, CollectionState.SETTLED, settled_at=func.now())
    account = queries.get_mandate(session, collection.mandate_id).iban_label
    reported = mandates.provider_payment(payment, ProviderStatus.PAID, paid_from=paid_from(bank=account[:2]))
    outcomes.apply_report(session, payment.id, reported)
    return _Result("settled")


def _cents(report: Report) -> str:
    return "an amount that is not told" if report.amount is None else f"{report.amount} cents"


def _return_collection(session: Session, payment: Payment, collection: Collection, report: Report) -> _Result:
    if collection.state not in (CollectionState.SENT, CollectionState.SETTLED):
        return _Result(IGNORED, f"it is {collection.state} already")
    amount, reason = collection.amount_minor, report.reason
    if report.amount is not None and report.amount < amount:
        return _Result(IGNORED, f"{report.amount} cents were taken back, {amount} were asked for")
    mandate = queries.get_mandate(session, collection.mandate_id)
    was_settled = collection.state is CollectionState.SETTLED
    state = CollectionState.RETURNED if was_settled else CollectionState.REJECTED
    may_retry = _may_retry(session, mandate, reason)
    _set_state(session, collection, state, ended_at=func.now(), reason=reason or None)
    if was_settled:
        chargeback = _chargeback(payment, collection, reason)
        outcomes.apply_report(
            session, payment.id, mandates.provider_payment(payment, ProviderStatus.PAID, chargeback=chargeback)
        )
    elif may_retry:
        days, attempt = policies.RETRY_BANKING_DAYS, collection.attempt + 1
        direct_debit.schedule(session, payment=payment, mandate_id=mandate.id, attempt=attempt, banking_days=days)
        return _Result("retried", reason, amount)
    else:
        reported = mandates.provider_payment(payment, ProviderStatus.FAILED, failure=reason or None)
        outcomes.apply_report(session, payment.id, reported)
    _apply_consequence(session, mandate, reason, is_first=may_retry)
    return _Result("returned" if was_settled else "rejected", reason, amount)


def _may_retry(session: Session, mandate: Mandate, reason: str) -> bool:
    """Return whether a collection is retried: once, if the account had no money and may still be debited."""
    return (
        policies.consequence_of(reason) is Consequence.RETRY
        and not mandates.list_barred(session, [mandate])
        and queries.count_returns(session, mandate_id=mandate.id, reason=reason) == 0
    )


def _apply_consequence(session: Session, mandate: Mandate, reason: str, *, is_first: bool) -> None:
    """Apply the consequence of a reason: end the mandate, or block the member and the account."""
    consequence = policies.consequence_of(reason)
    if consequence is Consequence.FAIL or (consequence is Consequence.RETRY and is_first):
        return
    state = DebitMandateState.CLOSED if consequence is Consequence.CLOSE else DebitMandateState.INVALID
    mandates.end_mandate(session, mandate, state, reason)
    if consequence in (Consequence.DISPUTE, Consequence.CLOSE):
        mandates.block(
            session, member_id=mandate.member_id, iban_hash=mandate.iban_hash, reason=reason, actor=queries.BANK
        )


def _set_state(session: Session, collection: Collection, state: CollectionState, **values: object) -> None:
    table = tables.CollectionRow
    session.execute(update(table).where(table.id == collection.id).values(state=state, **values))


def _chargeback(payment: Payment, collection: Collection, reason: str) -> ProviderChargeback:
    return ProviderChargeback(collection.end_to_end_id, payment.amount, reason, clock.now(), None)
