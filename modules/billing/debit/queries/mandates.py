"""Reads of direct debits: codes, mandates, collections. Lock order: a payment, its order, a collection."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from sqlalchemy import Text, and_, any_, bindparam, exists, func, or_, select, text
from sqlalchemy.dialects.postgresql import ARRAY

from app.kernel.db.read import columns_of, part, read
from app.kernel.db.session import Session
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import (
    DIRECT_DEBIT,
    OPEN_COLLECTIONS,
    CollectionState,
    DebitMandateState,
    PaymentState,
)
from modules.billing.debit import models as tables
from modules.billing.ledger.amounts import money
from modules.billing.payments.models.orders import CreditOrder, PaymentRow

_CHALLENGE = tables.OtpChallenge
_MANDATE = tables.DebitMandate
_COLLECTION = tables.CollectionRow
_BLOCK = tables.Block
BANK = "bank"  # the actor of a block that a bank's file led to
_IS_BLOCKED = exists().where(
    or_(_BLOCK.member_id == _MANDATE.member_id, _BLOCK.iban_hash == _MANDATE.iban_hash), _BLOCK.until.is_(None)
)
_IS_COLLECTABLE = and_(_MANDATE.state == DebitMandateState.ACTIVE, ~_IS_BLOCKED)


@dataclass(frozen=True, slots=True)
class Challenge:
    """A code that was sent, and the debit that it authorises."""

    id: UUID
    member_id: UUID
    order_id: UUID
    payment_id: UUID
    salt: bytes
    amount_minor: int
    creditor_id: str
    reference: str
    iban_sealed: bytes
    iban_hash: str
    iban_label: str
    holder: str
    phone_sealed: bytes
    phone_label: str
    locale: str
    tries: int
    created_at: datetime
    expires_at: datetime
    consumed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Mandate:
    """A member's mandate to debit an account."""

    id: UUID
    member_id: UUID
    reference: str
    creditor_id: str
    iban_sealed: bytes
    iban_hash: str
    iban_label: str
    holder: str
    challenge_id: UUID
    accepted_at: datetime
    state: DebitMandateState


@dataclass(frozen=True, slots=True)
class Collection:
    """One attempt to collect an order's price."""

    id: UUID
    payment_id: UUID
    mandate_id: UUID
    attempt: int
    end_to_end_id: str
    amount_minor: int
    due_on: date
    batch_id: UUID | None
    state: CollectionState
    reason: str | None
    created_at: datetime
    settled_at: datetime | None


@dataclass(frozen=True, slots=True)
class DueCollection:
    """A collection that is due, and the id of its creditor."""

    creditor_id: str
    collection: Collection


@dataclass(frozen=True, slots=True)
class PreNotification:
    """The content of a pre-notification to a member before their account is debited."""

    member_id: UUID
    order_id: UUID
    credits: int
    amount: Money
    due_on: date
    iban_label: str
    reference: str
    creditor_id: str
    attempt: int


@dataclass(frozen=True, slots=True)
class MemberBlock:
    """A member's active block of direct debit; `is_by_bank` if a bank's file led to it, and not a person."""

    member_id: UUID
    is_by_bank: bool


def lock_debits(session: Session, *, member_id: UUID, iban_hash: str) -> None:
    """Serialise the direct debits of a member and of an account until the transaction ends."""
    for subject in (str(member_id), iban_hash):
        session.execute(_LOCK, {"subject": f"direct debit {subject}"})


def find_debit_block(session: Session, block_id: UUID) -> MemberBlock | None:
    """Return a member's block, or None if it was lifted or is only of an account."""
    columns = select(_BLOCK.member_id, _BLOCK.created_by)
    found = session.execute(columns.where(_BLOCK.id == block_id, _BLOCK.until.is_(None))).one_or_none()
    if found is None or found.member_id is None:
        return None
    return MemberBlock(found.member_id, is_by_bank=found.created_by == BANK)


def is_blocked(session: Session, *, member_id: UUID, iban_hash: str | None = None) -> bool:
    """Return whether a member or an account is blocked for direct debit now."""
    subject = or_(_BLOCK.member_id == member_id, _BLOCK.iban_hash == (iban_hash or ""))
    return bool(session.execute(select(exists().where(subject, _BLOCK.until.is_(None)))).scalar_one())


def sum_exposure(session: Session, *, member_id: UUID, iban_hash: str) -> tuple[int, int]:
    """Return the cents of a member's or account's open collections, and of its collections of 30 days."""
    is_open = _COLLECTION.state.in_(OPEN_COLLECTIONS)
    is_recent = _COLLECTION.created_at > func.now() - timedelta(days=30)
    counts = or_(is_open, _COLLECTION.state == CollectionState.SETTLED)
    amount = func.coalesce(func.sum(_COLLECTION.amount_minor).filter(is_open), 0)
    month = func.coalesce(func.sum(_COLLECTION.amount_minor).filter(is_recent, counts), 0)
    theirs = or_(_MANDATE.member_id == member_id, _MANDATE.iban_hash == iban_hash)
    row = session.execute(
        select(amount.label("open"), month.label("month"))
        .select_from(_COLLECTION)
        .join(_MANDATE, _MANDATE.id == _COLLECTION.mandate_id)
        .where(theirs)
    ).one()
    return row.open, row.month


def list_blocked(session: Session, *, mandate_ids: Sequence[UUID]) -> set[UUID]:
    """Return those of these mandates whose member or account is blocked for direct debit now."""
    blocked = select(_MANDATE.id).where(_MANDATE.id.in_(mandate_ids), _IS_BLOCKED)
    return set(session.execute(blocked).scalars())


def list_active_mandates_of(session: Session, *, member_id: UUID | None, iban_hash: str | None) -> list[Mandate]:
    """Return the active mandates of a member, and those of an account, whoever gave them."""
    theirs = or_(_MANDATE.member_id == member_id, _MANDATE.iban_hash == iban_hash)
    active = _MANDATES.where(theirs, _MANDATE.state == DebitMandateState.ACTIVE)
    return read(session, Mandate, active.order_by(_MANDATE.id)).all()


def find_newest_challenge(session: Session, *, order_id: UUID) -> Challenge | None:
    """Return the last code that was sent for an order, the only valid one, or None."""
    sent = _CHALLENGES.where(_CHALLENGE.order_id == order_id)
    newest = sent.order_by(_CHALLENGE.created_at.desc(), _CHALLENGE.id.desc()).limit(1)
    return read(session, Challenge, newest).one_or_none()


def get_challenge(session: Session, challenge_id: UUID) -> Challenge:
    """Return a code that was sent."""
    return read(session, Challenge, _CHALLENGES.where(_CHALLENGE.id == challenge_id)).one()


def find_active_mandate(session: Session, *, member_id: UUID, iban_hash: str, creditor_id: str) -> Mandate | None:
    """Return a member's active mandate for an account and a creditor, or None."""
    active = _MANDATES.where(
        _MANDATE.member_id == member_id,
        _MANDATE.iban_hash == iban_hash,
        _MANDATE.creditor_id == creditor_id,
        _MANDATE.state == DebitMandateState.ACTIVE,
    )
    return read(session, Mandate, active).one_or_none()


def list_active_mandates(session: Session, *, member_id: UUID) -> list[Mandate]:
    """Return a member's active mandates."""
    active = _MANDATES.where(_MANDATE.member_id == member_id, _MANDATE.state == DebitMandateState.ACTIVE)
    return read(session, Mandate, active).all()


def list_mandate_ids(session: Session, *, member_id: UUID) -> list[UUID]:
    """Return the ids of all mandates of a member, active or not."""
    return list(session.execute(select(_MANDATE.id).where(_MANDATE.member_id == member_id)).scalars())


def list_bank_accounts(session: Session, *, member_id: UUID) -> set[str]:
    """Return the keyed hashes of all bank accounts for which a member has given a mandate."""
    return set(session.execute(select(_MANDATE.iban_hash).where(_MANDATE.member_id == member_id)).scalars())


def list_bank_account_sharers(session: Session, member_id: UUID, *, limit: int) -> list[UUID]:
    """Return other members, on any site, who have given a mandate for one of a member's bank accounts."""
    own = select(_MANDATE.iban_hash).where(_MANDATE.member_id == member_id)
    shared = select(_MANDATE.member_id).where(_MANDATE.iban_hash.in_(own), _MANDATE.member_id != member_id)
    return list(session.execute(shared.distinct().order_by(_MANDATE.member_id).limit(limit)).scalars())


def get_mandate(session: Session, mandate_id: UUID) -> Mandate:
    """Return a mandate."""
    return read(session, Mandate, _MANDATES.where(_MANDATE.id == mandate_id)).one()


def find_mandates(session: Session, ids: Sequence[UUID]) -> dict[UUID, Mandate]:
    """Return mandates by their ids."""
    return {mandate.id: mandate for mandate in read(session, Mandate, _MANDATES.where(_MANDATE.id.in_(ids)))}


def find_collection(session: Session, *, end_to_end_id: str) -> Collection | None:
    """Return the collection with an end-to-end id, or None."""
    return read(session, Collection, _COLLECTIONS.where(_COLLECTION.end_to_end_id == end_to_end_id)).one_or_none()


def list_by_refs(session: Session, *, end_to_end_ids: Sequence[str]) -> list[Collection]:
    """Return the collections with these end-to-end ids, the oldest first."""
    named = _COLLECTION.end_to_end_id == any_(bindparam("ids", type_=ARRAY(Text)))
    found = _COLLECTIONS.where(named).order_by(_COLLECTION.id)
    return read(session, Collection, found, {"ids": list(end_to_end_ids)}).all()


def lock_collection(session: Session, collection_id: UUID) -> Collection:
    """Lock a collection and return it; the caller has locked its payment and order."""
    locked = _COLLECTIONS.where(_COLLECTION.id == collection_id).with_for_update()
    return read(session, Collection, locked).one()


def count_returns(session: Session, *, mandate_id: UUID, reason: str) -> int:
    """Return how many collections of a mandate were returned for a reason."""
    back = select(func.count()).where(_COLLECTION.mandate_id == mandate_id, _COLLECTION.reason == reason)
    return session.execute(back).scalar_one()


def list_scheduled(session: Session, *, mandate_id: UUID) -> list[Collection]:
    """Return the scheduled collections of a mandate, which are in no file yet."""
    waiting = _COLLECTIONS.where(_COLLECTION.mandate_id == mandate_id, _COLLECTION.state == CollectionState.SCHEDULED)
    return read(session, Collection, waiting.order_by(_COLLECTION.id)).all()


def list_uncollectable(session: Session, *, limit: int) -> list[Collection]:
    """Return scheduled collections whose mandate has ended, or whose member or account is blocked, the oldest first."""
    waiting = _COLLECTIONS.join(_MANDATE, _MANDATE.id == _COLLECTION.mandate_id).where(
        _COLLECTION.state == CollectionState.SCHEDULED, ~_IS_COLLECTABLE
    )
    return read(session, Collection, waiting.order_by(_COLLECTION.id).limit(limit)).all()


def find_paying_mandate(session: Session, *, payment_id: UUID) -> Mandate | None:
    """Return the mandate by which a payment was collected, or None."""
    paid = _MANDATES.join(_COLLECTION, _COLLECTION.mandate_id == _MANDATE.id).where(
        _COLLECTION.payment_id == payment_id, _COLLECTION.settled_at.is_not(None)
    )
    return read(session, Mandate, paid).one_or_none()


def lock_due(session: Session, *, until: date) -> list[DueCollection]:
    """Lock and return the collections that are due until a day, with their creditors' ids, the oldest first."""
    due = (
        select(_MANDATE.creditor_id, *part("collection", *columns_of(Collection, _COLLECTION)))
        .select_from(_COLLECTION)
        .join(_MANDATE, _MANDATE.id == _COLLECTION.mandate_id)
        .where(
            _COLLECTION.state == CollectionState.SCHEDULED,
            _COLLECTION.due_on <= until,
            _IS_COLLECTABLE,
        )
        .order_by(_COLLECTION.id)
        .with_for_update(of=_COLLECTION)
    )
    return read(session, DueCollection, due).all()


def list_collections(session: Session, batch_id: UUID) -> list[Collection]:
    """Return the collections of a file, the oldest first."""
    inside = _COLLECTIONS.where(_COLLECTION.batch_id == batch_id).order_by(_COLLECTION.id)
    return read(session, Collection, inside).all()


def get_debit(session: Session, collection_id: UUID) -> PreNotification | None:
    """Return the content of a collection's pre-notification; None if the collection is not scheduled any more."""
    debit = (
        select(
            CreditOrder.member_id,
            CreditOrder.id.label("order_id"),
            CreditOrder.credits,
            *money("amount", _COLLECTION.amount_minor, CreditOrder.currency),
            _COLLECTION.due_on,
            _MANDATE.iban_label,
            _MANDATE.reference,
            _MANDATE.creditor_id,
            _COLLECTION.attempt,
        )
        .select_from(_COLLECTION)
        .join(_MANDATE, _MANDATE.id == _COLLECTION.mandate_id)
        .join(PaymentRow, PaymentRow.id == _COLLECTION.payment_id)
        .join(CreditOrder, CreditOrder.id == PaymentRow.order_id)
        .where(_COLLECTION.id == collection_id, _COLLECTION.state.in_(OPEN_COLLECTIONS))
    )
    return read(session, PreNotification, debit).one_or_none()


def list_unconfirmed(session: Session, *, older_than: timedelta) -> list[UUID]:
    """Return the payments by direct debit whose last code is older than `older_than` and was not used."""
    is_young = exists().where(_CHALLENGE.payment_id == PaymentRow.id, _CHALLENGE.created_at > func.now() - older_than)
    waiting = select(PaymentRow.id).where(
        PaymentRow.provider == DIRECT_DEBIT, PaymentRow.state == PaymentState.PREPARED, ~is_young
    )
    return list(session.execute(waiting.limit(500)).scalars())


_CHALLENGES = select(*columns_of(Challenge, _CHALLENGE))
_MANDATES = select(*columns_of(Mandate, _MANDATE))
_COLLECTIONS = select(*columns_of(Collection, _COLLECTION))
_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(:subject, 0))")


def list_debited(session: Session, *, end_to_end_ids: Sequence[str]) -> list[UUID]:
    """Return the members whose orders these end-to-end ids belong to, each once, ordered by id."""
    named = (
        select(CreditOrder.member_id)
        .join(PaymentRow, PaymentRow.order_id == CreditOrder.id)
        .join(_COLLECTION, _COLLECTION.payment_id == PaymentRow.id)
        .where(_COLLECTION.end_to_end_id == any_(bindparam("ids", type_=ARRAY(Text))))
    )
    found = named.distinct().order_by(CreditOrder.member_id)
    return list(session.execute(found, {"ids": list(end_to_end_ids)}).scalars())
