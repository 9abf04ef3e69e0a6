"""Commands of invoices and credit notes. Each locks its company's counter of the year first.

A function may run twice for the same order or refund, even concurrently: it issues one paper, and no number is lost.
"""

from typing import Any
from uuid import UUID

from sqlalchemy import insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.ids import new_id
from app.kernel.mail.addresses import as_shown
from modules.accounts import api as accounts_api
from modules.billing.contracts.payments import Order
from modules.billing.contracts.states import OrderState, RefundState
from modules.billing.events import CreditNoteIssued, InvoiceIssued
from modules.billing.papers import policies
from modules.billing.papers.models import PaperCounter, PaperKind, PaperRow
from modules.billing.papers.queries import papers as queries
from modules.billing.payments.queries import orders as order_queries
from modules.billing.payments.queries import returns as return_queries
from modules.billing.shop import queries as shop_queries
from modules.sites import api as sites_api
from modules.sites.contracts import Site


def issue_invoice(session: Session, *, order_id: UUID) -> UUID | None:
    """Issue the invoice of a paid order and return its id; None if the order is not paid."""
    order = order_queries.get_order(session, order_id)
    if order.state is not OrderState.COMPLETED:
        return None
    counter = _lock_counter(session, order)
    written = queries.find_invoice(session, order_id)
    if written is not None:
        return written.id
    lines = [{"item": "credits", "credits": order.credits, "minor": order.gross_minor}]
    if order.discount_minor:
        lines.append({"item": "discount", "code": order.discount_code, "minor": -order.discount_minor})
    row = {"kind": PaperKind.INVOICE, "refund_id": None, "lines": lines, "vat_minor": order.vat_minor}
    publish(session, InvoiceIssued(order_id))
    return _write(session, order, counter, {**row, "amount_minor": order.total_minor})


def issue_credit_note(session: Session, *, refund_id: UUID) -> UUID | None:
    """Issue the credit note of a completed refund and return its id; None if its payment has no invoice."""
    refund = return_queries.get_refund(session, refund_id)
    payment = order_queries.get_payment(session, refund.payment_id)
    if not payment.is_credited:
        return None
    order = order_queries.get_order(session, payment.order_id)
    issue_invoice(session, order_id=order.id)
    counter = _lock_counter(session, order)
    written = queries.find_refund_paper(session, refund_id, PaperKind.CREDIT_NOTE)
    if written is not None:
        return written.id
    # Read again after locking: the bank may have returned the refund meanwhile.
    if return_queries.get_refund(session, refund_id).state is not RefundState.REFUNDED:
        return None
    minor = refund.amount.minor
    invoice = queries.find_invoice(session, order.id)
    line = {"item": "refund", "credits": refund.credits, "minor": minor, "of": invoice.label if invoice else ""}
    row = {"kind": PaperKind.CREDIT_NOTE, "refund_id": refund_id, "lines": [line], "amount_minor": minor}
    publish(session, CreditNoteIssued(refund_id))
    return _write(session, order, counter, {**row, "vat_minor": queries.vat_paid_back(session, refund_id)})


def issue_reversal(session: Session, *, refund_id: UUID) -> UUID | None:
    """Issue the reversal of the credit note of a refund that the bank returned; None if it has no credit note."""
    refund = return_queries.get_refund(session, refund_id)
    order = order_queries.get_order(session, order_queries.get_payment(session, refund.payment_id).order_id)
    counter = _lock_counter(session, order)
    note = queries.find_refund_paper(session, refund_id, PaperKind.CREDIT_NOTE)
    if note is None:
        return None
    written = queries.find_refund_paper(session, refund_id, PaperKind.REVERSAL)
    if written is not None:
        return written.id
    line = {"item": "reversal", "minor": note.amount.minor, "of": note.label}
    row = {"kind": PaperKind.REVERSAL, "refund_id": refund_id, "lines": [line], "amount_minor": note.amount.minor}
    return _write(session, order, counter, {**row, "vat_minor": note.vat_minor})


def issue_missing(session: Session, *, limit: int = 100) -> int:
    """Issue the missing invoices of paid orders, such as those from before invoices existed. Returns how many."""
    missing = queries.list_orders_without_invoice(session, limit=limit)
    for order_id in missing:
        issue_invoice(session, order_id=order_id)
    return len(missing)


def _lock_counter(session: Session, order: Order) -> dict[str, Any]:
    """Lock the counter of the company behind an order for this year, and return its key."""
    site = sites_api.get_site(session, order.site_id)
    year = site.day_of(shop_queries.database_now(session)).year
    key = {"company_id": site.company.id, "year": year}
    session.execute(upsert(PaperCounter).values(key).on_conflict_do_nothing())
    session.execute(select(PaperCounter.last).filter_by(**key).with_for_update())
    return key


def _write(session: Session, order: Order, counter: dict[str, Any], what: dict[str, Any]) -> UUID:
    member = accounts_api.get_member(session, order.member_id)
    site = sites_api.get_site(session, order.site_id)
    row = {
        "id": new_id(),
        **counter,
        "number": _next_number(session, counter),
        "member_id": order.member_id,
        "order_id": order.id,
        "language": member.language,
        "seller": _seller(site, order.taxed_in),
        "buyer": {"name": member.name, "email": as_shown(member.email), "country": order.taxed_in},
        "currency": order.currency,
        "vat_basis_points": order.vat_basis_points,
        **what,
    }
    session.execute(insert(PaperRow).values(row))
    return UUID(str(row["id"]))


def _next_number(session: Session, counter: dict[str, Any]) -> int:
    counted = update(PaperCounter).filter_by(**counter).values(last=PaperCounter.last + 1)
    return session.execute(counted.returning(PaperCounter.last)).scalar_one()


def _seller(site: Site, country: str) -> dict[str, Any]:
    company = site.company
    return {
        "name": company.name,
        "site": site.name,
        "address": company.address,
        "city": company.city,
        "country": company.country,
        "kvk": company.kvk,
        "vat_number": policies.vat_number(company.vat_numbers, country=country, home=company.country),
        "email": site.support_email,
    }
