"""Mandates, collections and their files in the console: one person makes a file, another releases it."""

from datetime import date
from uuid import UUID

from marshmallow import fields
from sqlalchemy import Text, func, literal

from app.kernel.db.session import Session
from app.kernel.http.schema import In, ReasonIn
from app.kernel.resources import Action, Resource, badge, day, instant, money, number, ref, rows_of, text
from modules.billing.contracts.states import BatchState, CollectionState, DebitMandateState, MandateState
from modules.billing.debit.models import BatchRow, CollectionRow, DebitMandate
from modules.billing.debit.service import batches, mandates
from modules.billing.ops.actors import actor_of
from modules.billing.payments.models.orders import Mandate

# The only currency of SEPA direct debit.
CURRENCY = literal("EUR")
# A card's label has its last digits; PayPal's is the member's email address, so only its beginning is shown.
SHOWN = func.regexp_replace(Mandate.label, "^(.)[^@]*@", r"\1.....@", type_=Text)
DRAFT = ("state", (BatchState.DRAFT,))


class UntilIn(In):
    until = fields.Date(required=True, metadata={"label": "Due by"})


def make(session: Session, *, staff_id: UUID, until: date) -> UUID:
    """Create files of the collections that are due, one for each creditor, and return the first's id.

    Raises NothingToCollect.
    """
    return batches.create_batches(session, until=until, actor=actor_of(staff_id))[0].id


def release(session: Session, record_id: UUID, *, staff_id: UUID) -> None:
    """Release a file for the bank; raises SamePerson for its creator, and what batches.release_batch raises."""
    batches.release_batch(session, batch_id=record_id, actor=actor_of(staff_id))


def discard(session: Session, record_id: UUID, *, staff_id: UUID, reason: str) -> None:
    """Discard a file; its collections wait for the next one. Raises TransitionForbidden."""
    batches.discard_batch(session, batch_id=record_id)


def end(session: Session, record_id: UUID, *, staff_id: UUID, reason: str) -> None:
    """End a mandate at its member's request and cancel its scheduled collections; raises TransitionForbidden."""
    mandates.end_when_asked(session, mandate_id=record_id)


MANDATES = Resource(
    key="billing.mandates",
    label="Saved payment methods",
    title="label",
    empty="No member has saved a payment method yet.",
    icon="CreditCardOutlined",
    group="money",
    rows=rows_of(Mandate, label=SHOWN),
    columns=(
        text("label", "Label"),
        badge("state", "State", [*MandateState]),
        ref("member_id", "Member", to="accounts.members", related=True),
        text("method", "Method", means="choice"),
        text("provider", "Provider"),
        instant("created_at", "Saved"),
    ),
    filters=("member_id", "state", "method"),
    exact=("method",),
    default_sort="-id",
)

# Only the end of the account number is shown.
DEBIT_MANDATES = Resource(
    key="billing.debit-mandates",
    label="Direct debit mandates",
    title="reference",
    empty="No member has authorised direct debit yet.",
    icon="AccountBalanceOutlined",
    group="money",
    rows=rows_of(DebitMandate),
    columns=(
        text("reference", "Reference"),
        badge("state", "State", [*DebitMandateState]),
        ref("member_id", "Member", to="accounts.members", related=True),
        text("iban_label", "IBAN"),
        text("holder", "Account holder", pii=True),
        instant("accepted_at", "Authorised"),
        text("creditor_id", "Creditor", in_list=False),
        text("reason", "End reason", in_list=False),
        instant("last_used_at", "Last used", in_list=False),
    ),
    filters=("reference", "state", "member_id"),
    exact=("reference",),
    default_sort="-id",
    actions=(
        Action(
            "end",
            "End mandate",
            "billing.debit-mandates.end",
            end,
            form=ReasonIn,
            confirm="No more payments are collected under this mandate, and pending orders that use it fail.",
            danger=True,
            guarded=True,
            when=("state", (DebitMandateState.ACTIVE,)),
        ),
    ),
)

COLLECTIONS = Resource(
    key="billing.collections",
    label="Collections",
    title="end_to_end_id",
    empty="No payments have been collected by direct debit yet.",
    icon="SavingsOutlined",
    group="money",
    permission="billing.batches.read",
    rows=rows_of(CollectionRow, currency=CURRENCY),
    columns=(
        day("due_on", "Due"),
        badge("state", "State", [*CollectionState]),
        money("amount_minor", "Amount"),
        ref("batch_id", "File", to="billing.batches", related=True),
        ref("mandate_id", "Mandate", to="billing.debit-mandates", related=True),
        ref("payment_id", "Payment", to="billing.payments", related=True),
        text("reason", "Bank’s reason"),
        text("end_to_end_id", "End-to-end ID", in_list=False),
        instant("settled_at", "Settled", in_list=False),
    ),
    filters=("state", "end_to_end_id", "batch_id", "mandate_id", "payment_id"),
    exact=("end_to_end_id",),
    default_sort="-id",
)

BATCHES = Resource(
    key="billing.batches",
    label="Bank files",
    title=("total_minor", "created_at"),
    empty="No bank files yet. Collections that are due are sent to the bank in files.",
    icon="FolderZipOutlined",
    group="money",
    rows=rows_of(BatchRow, currency=CURRENCY),
    columns=(
        instant("created_at", "Created"),
        badge("state", "State", [*BatchState]),
        money("total_minor", "Total"),
        number("collections", "Collections"),
        text("creditor_id", "Creditor"),
        text("id", "ID", in_list=False),
        text("created_by", "Created by", means="actor", in_list=False),
        text("released_by", "Released by", means="actor", in_list=False),
        instant("released_at", "Released", in_list=False),
        instant("exported_at", "Sent", in_list=False),
    ),
    filters=("state", "creditor_id"),
    exact=("creditor_id",),
    default_sort="-id",
    actions=(
        Action("make", "Create files", "billing.batches.make", make, form=UntilIn, creates=True, guarded=True),
        Action(
            "release",
            "Release",
            "billing.batches.release",
            release,
            confirm="The content of the file can no longer be changed. The person who created it cannot release it.",
            guarded=True,
            when=DRAFT,
        ),
        Action(
            "discard",
            "Discard",
            "billing.batches.make",
            discard,
            form=ReasonIn,
            danger=True,
            guarded=True,
            when=DRAFT,
        ),
    ),
)
