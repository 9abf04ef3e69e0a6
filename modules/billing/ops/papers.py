"""Invoices and credit notes in the console. They contain the payer's name and address, so opening one is a reveal."""

from uuid import UUID

from app.kernel.db.session import Session
from app.kernel.http.schema import ReasonIn
from app.kernel.resources import Action
from modules.billing.contracts.payments import File
from modules.billing.contracts.states import OrderState, RefundState
from modules.billing.errors.papers import PaperNotFound
from modules.billing.papers.service import printing

OPENS, PDF = "billing.papers.reveal", "application/pdf"
SHOWS = "It shows the member’s name and address. The member can see that staff opened it."


def open_invoice(session: Session, record_id: UUID, *, staff_id: UUID, reason: str) -> File:
    """Return the invoice of an order; raises PaperNotFound."""
    return _present(printing.find_invoice(session, record_id))


def open_credit_note(session: Session, record_id: UUID, *, staff_id: UUID, reason: str) -> File:
    """Return the credit note of a refund; raises PaperNotFound."""
    return _present(printing.find_credit_note(session, record_id))


def _present(file: File | None) -> File:
    if file is None:
        raise PaperNotFound()
    return file


INVOICE = Action(
    "invoice",
    "Open invoice",
    OPENS,
    open_invoice,
    form=ReasonIn,
    confirm=SHOWS,
    when=("state", (OrderState.COMPLETED,)),
    file=PDF,
)
# A refund that the bank returned has failed, but keeps its credit note.
CREDIT_NOTE = Action(
    "credit-note",
    "Open credit note",
    OPENS,
    open_credit_note,
    form=ReasonIn,
    confirm=SHOWS,
    when=("state", (RefundState.REFUNDED, RefundState.FAILED)),
    file=PDF,
)
