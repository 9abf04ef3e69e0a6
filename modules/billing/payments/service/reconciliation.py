"""Reconciliation: comparing our payments, refunds and chargebacks with a provider's lists.

A list is not trusted, as a notice is not: each line that differs from our books is fetched again by payments.sync_ref.
No network call is made inside a transaction.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import func, update
from sqlalchemy.dialects.postgresql import insert as upsert

from app.kernel import log
from app.kernel.db.session import Session, transaction
from app.kernel.ids import new_id
from app.kernel.progress import Progress, counted, silent
from modules.billing.contracts.books import Finding, Outcome, Reconciliation, RunState, Subject
from modules.billing.errors.payments import ExplanationMissing, OrderNotFound, ProviderAway, ReconciliationRunning
from modules.billing.payments.models.reconciliation import ForeignPaymentRow, ReconciliationRow
from modules.billing.payments.policies.reconciliation import is_news
from modules.billing.payments.providers.port import ListedLine, ProviderPayment, Rejected
from modules.billing.payments.queries import reconciliation as queries
from modules.billing.payments.service.payments import provider_at, reachable, sync_ref

# Covers payments that were paid late, and clocks that differ.
OVERLAP = timedelta(days=1)
# Until the annual accounts are made.
EXPLANATIONS_ARE_KEPT = timedelta(days=400)
# A comparison that runs for longer is taken to have crashed.
LEASE = timedelta(minutes=30)


def reconcile(provider: str, *, since: datetime | None = None, progress: Progress = silent) -> Reconciliation:
    """Compare our books with a provider's lists, and apply the differences.

    The window begins a day before the end of the last successful comparison, or at `since` if that is earlier.
    Raises ReconciliationRunning, ProviderAway.
    """
    run_id, window = _insert_run(provider, since)
    with _recording_failure(run_id):
        listed = _list_lines(provider, window[0], progress)
        with transaction(read_only=True) as session:
            news = _find_news(session, provider, listed)
        foreign = _sync_payments(provider, {finding.payment_ref for finding in news}, progress)
        with transaction() as session:
            _insert_foreign(session, provider, foreign.values())
            remaining = {finding.ref for finding in _find_news(session, provider, listed)}
            findings = tuple(replace(each, outcome=_outcome(each, foreign, remaining)) for each in news)
            found = [asdict(each) for each in findings]
            _finish_run(session, run_id, state=RunState.DONE, listed=len(listed), found=found)
    return Reconciliation(provider, *window, len(listed), findings)


def preview_reconciliation(
    provider: str, *, since: datetime | None = None, progress: Progress = silent
) -> Reconciliation:
    """Compare our books with a provider's lists without applying the differences; raises ProviderAway."""
    with transaction(read_only=True) as session:
        window = queries.next_window(session, provider=provider, overlap=OVERLAP, since=since)
    listed = _list_lines(provider, window[0], progress)
    with transaction(read_only=True) as session:
        news = _find_news(session, provider, listed)
    return Reconciliation(provider, *window, len(listed), tuple(news))


def explain_foreign_payment(session: Session, *, provider: str, ref: str, actor: str, note: str) -> None:
    """Save a person's explanation of a payment that we did not begin; raises OrderNotFound, ExplanationMissing."""
    if not note.strip():
        raise ExplanationMissing()
    foreign = update(ForeignPaymentRow).where(
        ForeignPaymentRow.provider == provider, ForeignPaymentRow.provider_ref == ref
    )
    explained = foreign.values(explained_by=actor, explanation=note.strip()).returning(ForeignPaymentRow.provider_ref)
    if session.execute(explained).one_or_none() is None:
        raise OrderNotFound()


def forget_old_explanations(session: Session) -> None:
    """Empty explanations after their retention period, because they may name the payer."""
    row = ForeignPaymentRow
    old = (row.found_at < func.now() - EXPLANATIONS_ARE_KEPT, row.explanation != "")
    session.execute(update(row).where(*old).values(explanation="", emptied_at=func.now()))


def _insert_run(provider: str, since: datetime | None) -> tuple[UUID, tuple[datetime, datetime]]:
    """Insert a running comparison and return its id and window; raises ReconciliationRunning if another one runs."""
    row, run_id = ReconciliationRow, new_id()
    lost = update(row).where(
        row.provider == provider, row.state == RunState.RUNNING, row.started_at < func.now() - LEASE
    )
    with transaction() as session:
        session.execute(lost.values(state=RunState.FAILED, ended_at=func.now(), error="its process was lost"))
        window = queries.next_window(session, provider=provider, overlap=OVERLAP, since=since)
        values = {"id": run_id, "provider": provider, "since": window[0], "until": window[1]}
        begun = upsert(row).values(values).on_conflict_do_nothing()
        if session.execute(begun.returning(row.id)).one_or_none() is None:
            raise ReconciliationRunning()
    return run_id, window


@contextmanager
def _recording_failure(run_id: UUID) -> Iterator[None]:
    """Save the error of a comparison that fails, and raise it again."""
    try:
        yield
    except BaseException as error:
        why = error.__cause__ or error
        with transaction() as session:
            _finish_run(session, run_id, state=RunState.FAILED, error=f"{type(why).__name__}: {why}"[:500])
        raise


def _finish_run(session: Session, run_id: UUID, **values: Any) -> None:
    row = ReconciliationRow
    running = update(row).where(row.id == run_id, row.state == RunState.RUNNING)
    session.execute(running.values(ended_at=func.now(), **values))


def _list_lines(provider: str, since: datetime, progress: Progress) -> Sequence[ListedLine]:
    progress(f"lines from {provider}", 0, 0)
    try:
        with reachable():
            listed = provider_at(provider).list_touched(since=since)
    except Rejected as refusal:
        raise ProviderAway() from refusal
    progress(f"lines from {provider}", len(listed), len(listed))
    return listed


def _find_news(session: Session, provider: str, listed: Sequence[ListedLine]) -> list[Finding]:
    """Return the lines that differ from our books, without refunds and chargebacks of foreign payments."""
    known = {
        subject: queries.find_known(
            session, provider=provider, subject=subject, refs=[line.ref for line in listed if line.subject is subject]
        )
        for subject in Subject
    }
    foreign = queries.find_foreign(session, provider=provider, refs=[line.payment_ref for line in listed])
    return [
        finding
        for line in listed
        if (finding := _find_difference(line, known[line.subject].get(line.ref)))
        and (line.subject is Subject.PAYMENT or line.payment_ref not in foreign)
    ]


def _find_difference(line: ListedLine, known: queries.Known | None) -> Finding | None:
    # We record at most the paid amount of a chargeback, so amounts of chargebacks may differ.
    is_same = known and (line.amount == known.amount or line.subject is Subject.CHARGEBACK)
    if known and is_same and not is_news(line.subject, known=known.state, reported=line.state):
        return None
    state = known.state if known else None
    return Finding(line.subject, line.ref, line.payment_ref, line.amount, line.state, state, Outcome.UNASKED)


def _sync_payments(provider: str, refs: Collection[str], progress: Progress) -> dict[str, ProviderPayment]:
    """Fetch payments and apply what changed; returns the payments that we did not begin, by their ref."""
    foreign = {}
    for ref in counted(refs, f"asked {provider} after", len(refs), progress):
        try:
            payment = sync_ref(provider, ref)
        except ProviderAway:
            raise
        except Exception:  # a failing payment must not block the rest
            log.get("billing").exception("cannot be taken over", provider=provider, ref=ref)
            continue
        if payment is not None:
            foreign[ref] = payment
    return foreign


def _insert_foreign(session: Session, provider: str, foreign: Collection[ProviderPayment]) -> None:
    for reported in foreign:
        row = {
            "provider": provider,
            "provider_ref": reported.ref,
            "amount_minor": reported.amount.minor,
            "currency": reported.amount.currency,
            "state": reported.status,
        }
        kept = upsert(ForeignPaymentRow).values(row)
        session.execute(kept.on_conflict_do_update(index_elements=["provider", "provider_ref"], set_=row))


def _outcome(finding: Finding, foreign: Collection[str], remaining: Collection[str]) -> Outcome:
    if finding.payment_ref in foreign:
        return Outcome.FOREIGN
    return Outcome.UNRESOLVED if finding.ref in remaining else Outcome.TAKEN_OVER
