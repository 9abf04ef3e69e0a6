"""Papers as PDF files, in the language in which they were issued."""

from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.text import formats
from app.kernel.text.words import isolated
from modules.billing.contracts.payments import File
from modules.billing.papers.models import PaperKind
from modules.billing.papers.queries import papers as queries
from modules.billing.papers.queries.papers import Paper
from modules.billing.payments.queries import orders as order_queries
from modules.sites import api as sites_api

_WIDTHS = (0.75, 0.25)


def find_invoice(session: Session, order_id: UUID) -> File | None:
    """Return the invoice of an order as a file, or None if it is not issued yet."""
    return _file(session, queries.find_invoice(session, order_id))


def find_credit_note(session: Session, refund_id: UUID) -> File | None:
    """Return the credit note of a refund as a file, or None if there is none."""
    return _file(session, queries.find_refund_paper(session, refund_id, PaperKind.CREDIT_NOTE))


def _file(session: Session, paper: Paper | None) -> File | None:
    return to_file(session, paper) if paper else None


def to_file(session: Session, paper: Paper) -> File:
    """Return a paper as a file; its days are in the site's time zone."""
    site = sites_api.get_site(session, order_queries.get_order(session, paper.order_id).site_id)
    return File(f"{paper.kind}-{paper.label}.pdf", print_paper(paper, site.timezone))


def print_paper(paper: Paper, timezone: str) -> bytes:
    """Return an invoice, a credit note or a reversal as a PDF file; days are in the time zone."""
    from modules.billing.papers.service.pdf import Sheet

    def say(key: str, **values: Any) -> str:
        return i18n.text(paper.language, f"paper.{key}", **values)

    def money(minor: int) -> str:
        return formats.money(paper.language, minor, paper.amount.currency)

    seller, buyer = paper.seller, paper.buyer
    sheet = Sheet(
        title=f"{say(paper.kind)} {paper.label}", language=paper.language, made_at=paper.issued_at, foot=_foot(paper)
    )
    sheet.heading(seller["site"], say(paper.kind))
    day = formats.day(paper.language, paper.issued_at.astimezone(ZoneInfo(timezone)).date())
    sheet.columns(
        [say("from"), seller["name"], seller["address"], seller["city"], *_numbers(paper)],
        [say("to"), buyer["name"], buyer["email"]],
    )
    sheet.columns(
        [say("number"), paper.label],
        [say("date"), day],
    )
    sheet.columns([say("order"), str(paper.order_id)])
    sheet.row([say("what"), say("amount")], _WIDTHS, soft=True)
    for line in paper.lines:
        sheet.row([say(f"item.{line['item']}", count=line.get("credits"), **line), money(line["minor"])], _WIDTHS)
    net = paper.amount.minor - paper.vat_minor
    rate = formats.percent(paper.language, paper.vat_basis_points)
    sheet.row([say("net"), money(net)], _WIDTHS, soft=True)
    sheet.row([say("vat", rate=rate), money(paper.vat_minor)], _WIDTHS, soft=True)
    sheet.row([say("total"), money(paper.amount.minor)], _WIDTHS, bold=True)
    sheet.paragraph(say(f"note.{paper.kind}", email=seller["email"]))
    return sheet.to_bytes()


def _numbers(paper: Paper) -> list[str]:
    """Return the lines with the seller's registration and VAT numbers, if it has them."""
    named = (("kvk", paper.seller["kvk"]), ("vat_number", paper.seller["vat_number"]))
    return [i18n.text(paper.language, f"paper.{key}", number=number) for key, number in named if number]


def _foot(paper: Paper) -> str:
    seller = paper.seller
    parts = (seller["name"], seller["address"], seller["city"], *_numbers(paper))
    return " · ".join(isolated(part) for part in parts if part)
