"""Compare with a provider's lists: what it did and nobody told us (research/billing.md 2.3).

A list is no more believed than a notice is: what it names and we do not know, or know otherwise, is asked after, and
comes in the way everything comes in (payments.sync_ref). Nothing of a network happens inside a transaction.
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
from app.kernel.db import Session, transaction
from app.kernel.ids import new_id
from app.kernel.progress import Progress, counted, silent
from modules.billing.contracts.books import Finding, Outcome, Reconciliation, RunState, Subject
from modules.billing.errors import ExplanationMissing, OrderNotFound, ProviderAway, ReconciliationRunning
from modules.billing.payments.models.reconciliation import ForeignPaymentRow, ReconciliationRow
from modules.billing.payments.policies.reconciliation import is_news
from modules.billing.payments.providers.port import Listed, ProviderPayment, Rejected
from modules.billing.payments.queries import reconciliation as queries
from modules.billing.payments.service.payments import provider_at, reachable, sync_ref

# A payment that ended here shortly before the last comparison may have been paid after it; and clocks differ.
OVERLAP = timedelta(days=1)
# Until the accounts of a year are made.
EXPLANATIONS_ARE_KEPT = timedelta(days=400)
# A comparison that has run for longer has lost its process.
LEASE = timedelta(minutes=30)


def reconcile(provider: str, *, since: datetime | None = None, progress: Progress = silent) -> Reconciliation:
    """Compare with a provider's lists and take over what we did not know, or knew otherwise.

    The window begins a day before the end of the last good comparison, or at `since` if that is earlier; one that fails
    leaves its window to the next. Raises ReconciliationRunning, ProviderAway.
    """
    run_id, window = _insert_run(provider, since)
    with _recording_failure(run_id):
        listed = _list_lines(provider, window[0], progress)
        with transaction(read_only=True) as session:
            news = _find_news(session, provider, listed)
        strangers = _sync_payments(provider, {finding.payment_ref for finding in news}, progress)
        with transaction() as session:
            _insert_foreign(session, provider, strangers.values())
            still = {finding.ref for finding in _find_news(session, provider, listed)}
            findings = tuple(replace(each, outcome=_outcome(each, strangers, still)) for each in news)
            found = [asdict(each) for each in findings]
            _finish_run(session, run_id, state=RunState.DONE, listed=len(listed), found=found)
    return Reconciliation(provider, *window, len(listed), findings)


def preview_reconciliation(
    provider: str, *, since: datetime | None = None, progress: Progress = silent
) -> Reconciliation:
    """Compare with a provider's lists and change nothing; raises ProviderAway."""
    with transaction(read_only=True) as session:
        window = queries.next_window(session, provider=provider, overlap=OVERLAP, since=since)
    listed = _list_lines(provider, window[0], progress)
    with transaction(read_only=True) as session:
        news = _find_news(session, provider, listed)
    return Reconciliation(provider, *window, len(listed), tuple(news))


def explain_foreign_payment(session: Session, *, provider: str, ref: str, actor: str, note: str) -> None:
    """Say what a payment is that no attempt of ours made; raises OrderNotFound, ExplanationMissing."""
    if not note.strip():
        raise ExplanationMissing()
    foreign = update(ForeignPaymentRow).where(
        ForeignPaymentRow.provider == provider, ForeignPaymentRow.provider_ref == ref
    )
    explained = foreign.values(explained_by=actor, explanation=note.strip()).returning(ForeignPaymentRow.provider_ref)
    if session.execute(explained).one_or_none() is None:
        raise OrderNotFound()


def forget_old_explanations(session: Session) -> None:
    """Empty what colleagues said of payments that were found long ago: they may have named whoever paid."""
    row = ForeignPaymentRow
    old = (row.found_at < func.now() - EXPLANATIONS_ARE_KEPT, row.explanation != "")
    session.execute(update(row).where(*old).values(explanation="", emptied_at=func.now()))


def _insert_run(provider: str, since: datetime | None) -> tuple[UUID, tuple[datetime, datetime]]:
    """Write down that a comparison runs, which is allowed once at a time for a provider."""
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
    """Write down why a comparison failed."""
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


def _list_lines(provider: str, since: datetime, progress: Progress) -> Sequence[Listed]:
    progress(f"lines from {provider}", 0, 0)
    try:
        with reachable():
            listed = provider_at(provider).list_touched(since=since)
    except Rejected as refusal:
        raise ProviderAway() from refusal
    progress(f"lines from {provider}", len(listed), len(listed))
    return listed


def _find_news(session: Session, provider: str, listed: Sequence[Listed]) -> list[Finding]:
    """Return the lines that we do not know, or know otherwise; what became of a foreign payment is not ours to know."""
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


def _find_difference(line: Listed, known: queries.Known | None) -> Finding | None:
    # What a bank takes back is written down as no more than was paid, so its amount may differ.
    is_same = known and (line.amount == known.amount or line.subject is Subject.CHARGEBACK)
    if known and is_same and not is_news(line.subject, known=known.state, reported=line.state):
        return None
    state = known.state if known else None
    return Finding(line.subject, line.ref, line.payment_ref, line.amount, line.state, state, Outcome.UNASKED)


def _sync_payments(provider: str, refs: Collection[str], progress: Progress) -> dict[str, ProviderPayment]:
    """Ask after payments and take over what they became; returns those that no attempt of ours made."""
    strangers = {}
    for ref in counted(refs, f"asked {provider} after", len(refs), progress):
        try:
            stranger = sync_ref(provider, ref)
        except ProviderAway:
            raise
        except Exception:  # one that cannot be taken over does not hold up the rest
            log.get("billing").exception("cannot be taken over", provider=provider, ref=ref)
            continue
        if stranger is not None:
            strangers[ref] = stranger
    return strangers


def _insert_foreign(session: Session, provider: str, strangers: Collection[ProviderPayment]) -> None:
    for reported in strangers:
        row = {
            "provider": provider,
            "provider_ref": reported.ref,
            "amount_minor": reported.amount.minor,
            "currency": reported.amount.currency,
            "state": reported.status,
        }
        kept = upsert(ForeignPaymentRow).values(row)
        session.execute(kept.on_conflict_do_update(index_elements=["provider", "provider_ref"], set_=row))


def _outcome(finding: Finding, strangers: Collection[str], still: Collection[str]) -> Outcome:
    if finding.payment_ref in strangers:
        return Outcome.FOREIGN
    return Outcome.UNRESOLVED if finding.ref in still else Outcome.TAKEN_OVER
