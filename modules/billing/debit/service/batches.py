"""Commands of files of collections: one person creates a file, another releases it, and it is given to the bank."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date
from uuid import UUID

from sqlalchemy import func, insert, update

from app.kernel.db.session import Session
from app.kernel.ids import new_id
from app.kernel.secrets.sealing import seal, unseal
from app.kernel.text import bank_texts
from modules.billing.contracts.states import BatchState, CollectionState
from modules.billing.debit import models as tables
from modules.billing.debit import policies
from modules.billing.debit.providers import sepa
from modules.billing.debit.queries import batches as batch_queries
from modules.billing.debit.queries import mandates as queries
from modules.billing.debit.queries.batches import Batch
from modules.billing.debit.queries.mandates import Collection
from modules.billing.debit.service import mandates
from modules.billing.errors.debit import (
    CollectionDayPassed,
    CreditorIncomplete,
    MandateEnded,
    NothingToCollect,
    SamePerson,
)
from modules.billing.errors.payments import TransitionForbidden
from modules.billing.payments.policies.transitions import BATCH, ensure_transition
from modules.billing.payments.queries import orders as order_queries
from modules.billing.shop import queries as shop_queries
from modules.sites import api as sites_api


def create_batches(session: Session, *, until: date, actor: str) -> list[Batch]:
    """Create a draft file for each creditor with the collections due until a day; raises NothingToCollect."""
    due = queries.lock_due(session, until=until)
    if not due:
        raise NothingToCollect()
    creditors = sorted({one.creditor_id for one in due})
    return [_create(session, id, [one.collection for one in due if one.creditor_id == id], actor) for id in creditors]


def release_batch(session: Session, *, batch_id: UUID, actor: str) -> Batch:
    """Release a file for the bank, which fixes its content; its creator cannot release it.

    Raises BatchNotFound, SamePerson, TransitionForbidden, MandateEnded, CreditorIncomplete.
    """
    batch = batch_queries.lock_batch(session, batch_id)
    if batch.created_by == actor:
        raise SamePerson()
    ensure_transition(BATCH, batch.state, BatchState.RELEASED)
    _ensure_collectable(session, batch_id)
    file = sepa.write_debits(
        get_creditor(session, batch.creditor_id), _debits(session, queries.list_collections(session, batch_id))
    )
    released = {
        "state": BatchState.RELEASED,
        "released_by": actor,
        "released_at": func.now(),
        "message_id": file.message_id,
        "content_sealed": seal(file.content, purpose="collections", owner=batch_id),
        "content_hash": hashlib.sha256(file.content).digest(),
    }
    _update(session, batch_id, released)
    return batch_queries.lock_batch(session, batch_id)


def export_batch(session: Session, *, batch_id: UUID) -> bytes:
    """Return a released file for the bank and mark its collections as sent; a repeat returns the same bytes.

    Raises BatchNotFound, TransitionForbidden, MandateEnded, CollectionDayPassed.
    """
    batch = batch_queries.lock_batch(session, batch_id)
    if batch.state is not BatchState.EXPORTED:
        ensure_transition(BATCH, batch.state, BatchState.EXPORTED)
        _ensure_collectable(session, batch_id)
        _ensure_in_time(session, batch_id)
        _update(session, batch_id, {"state": BatchState.EXPORTED, "exported_at": func.now()})
        _set_collections_state(session, batch_id, CollectionState.SENT)
    return read_content(session, batch_id)


def read_content(session: Session, batch_id: UUID) -> bytes:
    """Return a released file as the bank gets it; raises BatchNotFound."""
    return unseal(batch_queries.get_content(session, batch_id), purpose="collections", owner=batch_id)


def discard_batch(session: Session, *, batch_id: UUID) -> None:
    """Discard a file that was not exported; its collections wait for the next one.

    Raises BatchNotFound, TransitionForbidden.
    """
    batch = batch_queries.lock_batch(session, batch_id)
    ensure_transition(BATCH, batch.state, BatchState.DISCARDED)
    _update(session, batch_id, {"state": BatchState.DISCARDED})
    _reschedule_collections(session, batch_id)


def refuse_batch(session: Session, *, batch_id: UUID) -> bool:
    """Mark a file as refused by the bank and reschedule its collections. Returns False if nothing changed."""
    batch = batch_queries.lock_batch(session, batch_id)
    try:
        ensure_transition(BATCH, batch.state, BatchState.REFUSED)
    except TransitionForbidden:
        return False
    _update(session, batch_id, {"state": BatchState.REFUSED})
    _reschedule_collections(session, batch_id)
    return True


def _create(session: Session, creditor_id: str, collections: Sequence[Collection], actor: str) -> Batch:
    batch_id = new_id()
    row = {
        "id": batch_id,
        "creditor_id": creditor_id,
        "collections": len(collections),
        "total_minor": sum(one.amount_minor for one in collections),
        "created_by": actor,
    }
    session.execute(insert(tables.BatchRow).values(row))
    ids = [one.id for one in collections]
    put = {"state": CollectionState.BATCHED, "batch_id": batch_id}
    session.execute(update(tables.CollectionRow).where(tables.CollectionRow.id.in_(ids)).values(put))
    return batch_queries.lock_batch(session, batch_id)


def get_creditor(session: Session, creditor_id: str) -> sepa.Creditor:
    """Return the company with a creditor id; raises CreditorIncomplete if it, its account or its name is missing."""
    company = next((one for one in sites_api.list_companies(session) if one.creditor_id == creditor_id), None)
    if company is None or company.iban is None or not bank_texts.is_legible(company.name):
        raise CreditorIncomplete()
    return sepa.Creditor(company.name, company.iban, company.bic, creditor_id)


def _debits(session: Session, collections: Sequence[Collection]) -> list[sepa.Debit]:
    known = queries.find_mandates(session, [one.mandate_id for one in collections])
    earliest = policies.earliest_collection_day(shop_queries.database_now(session))
    debits = []
    for one in collections:
        mandate = known[one.mandate_id]
        order = order_queries.get_order(session, order_queries.get_payment(session, one.payment_id).order_id)
        debits.append(
            sepa.Debit(
                end_to_end_id=one.end_to_end_id,
                amount=one.amount_minor,
                holder=mandate.holder,
                iban=unseal(mandate.iban_sealed, purpose="iban", owner=mandate.member_id).decode(),
                mandate_reference=mandate.reference,
                mandate_date=mandate.accepted_at.date(),
                day=max(one.due_on, earliest),
                description=f"{sites_api.get_site(session, order.site_id).name} {order.credits} credits {order.id.hex}",
            )
        )
    return debits


def _update(session: Session, batch_id: UUID, values: Mapping[str, object]) -> None:
    session.execute(update(tables.BatchRow).where(tables.BatchRow.id == batch_id).values(values))


def _set_collections_state(session: Session, batch_id: UUID, state: CollectionState) -> None:
    session.execute(update(tables.CollectionRow).where(tables.CollectionRow.batch_id == batch_id).values(state=state))


def _ensure_collectable(session: Session, batch_id: UUID) -> None:
    """Raise MandateEnded if a file has a collection that may not be made any more; it has to be discarded then."""
    if _list_barred(session, queries.list_collections(session, batch_id)):
        raise MandateEnded()


def _ensure_in_time(session: Session, batch_id: UUID) -> None:
    """Raise CollectionDayPassed if a released file asks for money on a day for which the bank gets it too late."""
    timing = batch_queries.get_timing(session, batch_id)
    first = max(timing.due_on, policies.earliest_collection_day(timing.released_at))
    if first < policies.earliest_collection_day(shop_queries.database_now(session)):
        raise CollectionDayPassed()


def _list_barred(session: Session, collections: Sequence[Collection]) -> list[Collection]:
    known = queries.find_mandates(session, [one.mandate_id for one in collections])
    barred = mandates.list_barred(session, list(known.values()))
    return [one for one in collections if one.mandate_id in barred]


def _reschedule_collections(session: Session, batch_id: UUID) -> None:
    """Let the collections of a file that the bank does not have wait for the next one, or cancel those that may not be
    made any more.
    """
    barred = _list_barred(session, queries.list_collections(session, batch_id))
    for one in barred:  # before the collections, as all lock
        order_queries.lock_payment(session, one.payment_id)
    back = {"state": CollectionState.SCHEDULED, "batch_id": None}
    waiting = (CollectionState.BATCHED, CollectionState.SENT)
    session.execute(
        update(tables.CollectionRow)
        .where(tables.CollectionRow.batch_id == batch_id, tables.CollectionRow.state.in_(waiting))
        .values(back)
    )
    for one in barred:
        mandates.cancel_if_scheduled(session, one, mandates.BARRED)
