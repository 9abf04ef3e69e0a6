"""HTTP of invoices and credit notes: PDF files of the member's own orders."""

from typing import Any
from uuid import UUID

from app.kernel.auth import current_actor
from app.kernel.db import current_session
from app.kernel.http import ApiBlueprint, attachment
from modules.billing.queries import papers as queries
from modules.billing.service import printing

blp = ApiBlueprint("papers")
FILE = {"type": "string", "format": "binary"}
PDF = "application/pdf"


@blp.get("/orders/<uuid:order_id>/invoice.pdf")
@blp.response(200, FILE, content_type=PDF)
def get_invoice(order_id: UUID) -> Any:
    """Answer the invoice of the member's order."""
    session = current_session()
    paper = queries.get_own_invoice(session, order_id=order_id, member_id=current_actor().member)
    file = printing.to_file(session, paper)
    return attachment(file.content, name=file.name, mimetype=PDF)


@blp.get("/refunds/<uuid:refund_id>/credit-note.pdf")
@blp.response(200, FILE, content_type=PDF)
def get_credit_note(refund_id: UUID) -> Any:
    """Answer the credit note of a refund that reached the member."""
    session = current_session()
    paper = queries.get_own_credit_note(session, refund_id=refund_id, member_id=current_actor().member)
    file = printing.to_file(session, paper)
    return attachment(file.content, name=file.name, mimetype=PDF)
