"""Mandates, collections and their files in the ops console: one person makes a file, another releases it."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from marshmallow import fields
from sqlalchemy import literal, select
from sqlalchemy.orm import Session

from app.kernel.ops import Action, OpsQuery, Page, Resource, badge, day, instant, money, number, read_page, ref, text
from app.kernel.schema import In, Text
from modules.billing.contracts import BatchState, CollectionState, DebitMandateState, MandateState
from modules.billing.models.direct_debit import BatchRow, CollectionRow, DebitMandate
from modules.billing.models.orders import Mandate
from modules.billing.ops.actors import actor_of
from modules.billing.service import batches

# Direct debit knows no other.
CURRENCY = literal("EUR").label("currency")


@dataclass(frozen=True, slots=True)
class MandateRecord:
    """A member's permission for a provider to take money, such as a card that is kept."""

    id: UUID
    member_id: UUID
    provider: str
    method: str
    label: str
    state: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class DebitMandateRecord:
    """A member's permission for the house to debit an account; of the account only the end is shown."""

    id: UUID
    reference: str
    member_id: UUID
    creditor_id: str
    iban_label: str
    holder: str
    state: str
    reason: str | None
    accepted_at: datetime
    last_used_at: datetime


@dataclass(frozen=True, slots=True)
class CollectionRecord:
    """One try to collect an amount."""

    id: UUID
    payment_id: UUID
    mandate_id: UUID
    batch_id: UUID | None
    end_to_end_id: str
    amount_minor: int
    currency: str
    due_on: date
    state: str
    reason: str | None
    settled_at: datetime | None


@dataclass(frozen=True, slots=True)
class BatchRecord:
    """A file of collections for the bank."""

    id: UUID
    creditor_id: str
    collections: int
    total_minor: int
    currency: str
    state: str
    created_by: str
    created_at: datetime
    released_by: str | None
    released_at: datetime | None
    exported_at: datetime | None


class UntilIn(In):
    until = fields.Date(required=True, metadata={"label": "What is due until"})


class DiscardIn(In):
    reason = Text(min=3, max=300, required=True, metadata={"label": "Reason"})


def list_mandates(session: Session, query: OpsQuery) -> Page[MandateRecord]:
    """Return a page of the mandates that providers hold."""
    columns = [getattr(Mandate, name) for name in MandateRecord.__dataclass_fields__]
    return read_page(session, select(*columns), MandateRecord, query)


def list_debit_mandates(session: Session, query: OpsQuery) -> Page[DebitMandateRecord]:
    """Return a page of the mandates for direct debit."""
    columns = [getattr(DebitMandate, name) for name in DebitMandateRecord.__dataclass_fields__]
    return read_page(session, select(*columns), DebitMandateRecord, query)


def list_collections(session: Session, query: OpsQuery) -> Page[CollectionRecord]:
    """Return a page of the collections."""
    own = [getattr(CollectionRow, name) for name in CollectionRecord.__dataclass_fields__ if name != "currency"]
    return read_page(session, select(*own, CURRENCY), CollectionRecord, query)


def list_batches(session: Session, query: OpsQuery) -> Page[BatchRecord]:
    """Return a page of the files."""
    own = [getattr(BatchRow, name) for name in BatchRecord.__dataclass_fields__ if name != "currency"]
    return read_page(session, select(*own, CURRENCY), BatchRecord, query)


def make(session: Session, *, staff_id: UUID, until: date) -> UUID:
    """Put what is due into files, one for each creditor, and return the first; raises NothingToCollect."""
    return batches.create_batches(session, until=until, actor=actor_of(staff_id))[0].id


def release(session: Session, *, staff_id: UUID, record_id: UUID) -> None:
    """Let a file go to the bank; raises SamePerson for who made it, TransitionForbidden, CreditorIncomplete."""
    batches.release_batch(session, batch_id=record_id, actor=actor_of(staff_id))


def discard(session: Session, *, staff_id: UUID, record_id: UUID, reason: str) -> None:
    """Take a file back; its collections wait for the next. Raises TransitionForbidden."""
    batches.discard_batch(session, batch_id=record_id)


MANDATES = Resource(
    key="billing.mandates",
    label="Kept payment methods",
    title="label",
    icon="CreditCardOutlined",
    group="money",
    permission="billing.mandates.read",
    rows=list_mandates,
    columns=(
        text("label", "Shown as"),
        badge("state", "State", [*MandateState]),
        ref("member_id", "Member", to="accounts.members", related=True),
        text("method", "Method"),
        text("provider", "Provider"),
        instant("created_at", "Since"),
    ),
    filters=("member_id", "state", "method"),
    exact=("method",),
    default_sort="-id",
)

DEBIT_MANDATES = Resource(
    key="billing.debit-mandates",
    label="Direct debit mandates",
    title="reference",
    icon="AccountBalanceOutlined",
    group="money",
    permission="billing.debit-mandates.read",
    reveal="billing.debit-mandates.reveal",
    rows=list_debit_mandates,
    columns=(
        text("reference", "Reference"),
        badge("state", "State", [*DebitMandateState]),
        ref("member_id", "Member", to="accounts.members", related=True),
        text("iban_label", "Account"),
        text("holder", "Holder", pii=True),
        instant("accepted_at", "Given"),
        text("creditor_id", "Creditor", in_list=False),
        text("reason", "Why it ended", in_list=False),
        instant("last_used_at", "Used last", in_list=False),
    ),
    filters=("reference", "state", "member_id"),
    exact=("reference",),
    default_sort="-id",
)

COLLECTIONS = Resource(
    key="billing.collections",
    label="Collections",
    title="end_to_end_id",
    icon="SavingsOutlined",
    group="money",
    permission="billing.batches.read",
    rows=list_collections,
    columns=(
        day("due_on", "Due"),
        badge("state", "State", [*CollectionState]),
        money("amount_minor", "Amount"),
        ref("batch_id", "File", to="billing.batches", related=True),
        ref("mandate_id", "Mandate", to="billing.debit-mandates", related=True),
        ref("payment_id", "Payment", to="billing.payments", related=True),
        text("reason", "The bank says"),
        text("end_to_end_id", "The bank's number", in_list=False),
        instant("settled_at", "Settled", in_list=False),
    ),
    filters=("state", "end_to_end_id", "batch_id", "mandate_id", "payment_id"),
    exact=("end_to_end_id",),
    default_sort="-id",
)

BATCHES = Resource(
    key="billing.batches",
    label="Files for the bank",
    title="id",
    icon="FolderZipOutlined",
    group="money",
    permission="billing.batches.read",
    rows=list_batches,
    columns=(
        instant("created_at", "Made"),
        badge("state", "State", [*BatchState]),
        money("total_minor", "In all"),
        number("collections", "Collections"),
        text("creditor_id", "Creditor"),
        text("id", "Number", in_list=False),
        text("created_by", "Made by", in_list=False),
        text("released_by", "Released by", in_list=False),
        instant("released_at", "Released", in_list=False),
        instant("exported_at", "Sent", in_list=False),
    ),
    filters=("state", "creditor_id"),
    exact=("creditor_id",),
    default_sort="-id",
    actions=(
        Action("make", "Make files", "billing.batches.make", make, form=UntilIn, creates=True, guarded=True),
        Action(
            "release",
            "Release",
            "billing.batches.release",
            release,
            confirm="From now on its content is fixed. Whoever made it cannot release it.",
            guarded=True,
        ),
        Action("discard", "Take back", "billing.batches.make", discard, form=DiscardIn, danger=True, guarded=True),
    ),
)
