"""What stands on invoices and statements, line by line."""

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest

from modules.billing.models.papers import PaperKind
from modules.billing.queries.papers import Paper
from modules.billing.service import pdf, printing, statements
from tests.billing.examples import NOW, euros
from tests.billing.service.test_statements import ANNA, BEN, STATEMENT

SELLER = {
    "name": "Hearth BV",
    "site": "Hearthside",
    "address": "Lampstraat 1",
    "city": "Utrecht",
    "kvk": "123",
    "vat_number": "NL1",
    "email": "help@example.org",
}
INVOICE = Paper(
    id=UUID(int=1),
    label="2026-000012",
    kind=PaperKind.INVOICE,
    member_id=UUID(int=2),
    order_id=UUID(int=7),
    refund_id=None,
    language="en",
    seller=SELLER,
    buyer={"name": "Robin", "email": "robin@example.org"},
    lines=[{"item": "credits", "credits": 120, "minor": 1999}, {"item": "discount", "code": "SUN25", "minor": -500}],
    amount=euros(1499),
    vat_basis_points=2100,
    vat_minor=260,
    issued_at=datetime(2026, 11, 20, 23, 30, tzinfo=UTC),  # the next day in Amsterdam
)


class KeptSheet:
    """Keeps what is called on it, in order."""

    def __init__(self, printed: list[Any], about: dict[str, Any]) -> None:
        self._printed = printed
        printed.append(("sheet", about))

    def __getattr__(self, name: str) -> Any:
        def keep(*given: Any, **how: Any) -> bytes:
            self._printed.append((name, *given, how) if how else (name, *given))
            return b"%PDF"

        return keep


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is printed, line by line."""
    lines: list[Any] = []
    monkeypatch.setattr(pdf, "Sheet", lambda **about: KeptSheet(lines, about))
    return lines


def test_an_invoice_says_who_sold_what_to_whom_and_the_vat_in_it(printed: list[Any]) -> None:
    assert printing.print_paper(INVOICE, "Europe/Amsterdam") == b"%PDF"
    widths, foot = (0.75, 0.25), "Hearth BV · Lampstraat 1 · Utrecht · KvK 123 · VAT NL1"
    about = {"title": "Invoice 2026-000012", "language": "en", "made_at": INVOICE.issued_at, "foot": foot}
    assert printed == [
        ("sheet", about),
        ("heading", "Hearthside", "Invoice"),
        (
            "columns",
            ["From", "Hearth BV", "Lampstraat 1", "Utrecht", "KvK 123", "VAT NL1"],
            ["To", "Robin", "robin@example.org"],
        ),
        ("columns", ["Number", "2026-000012"], ["Date", "21 November 2026"]),
        ("columns", ["Order", str(INVOICE.order_id)], [""]),
        ("row", ["What", "Amount"], widths, {"soft": True}),
        ("row", ["120 credits", "€19.99"], widths),
        ("row", ["Discount with code SUN25", "-€5.00"], widths),
        ("row", ["Total without VAT", "€12.39"], widths, {"soft": True}),
        ("row", ["VAT 21%", "€2.60"], widths, {"soft": True}),
        ("row", ["Total", "€14.99"], widths, {"bold": True}),
        ("paragraph", "Paid. Questions? Write to help@example.org; please name the number of this invoice."),
        ("to_bytes",),
    ]


def test_a_credit_note_names_its_invoice_and_no_number_that_the_seller_has_not(printed: list[Any]) -> None:
    lines = [{"item": "refund", "of": "2026-000012", "minor": -1499}]
    note = replace(INVOICE, kind=PaperKind.CREDIT_NOTE, lines=lines, seller={**SELLER, "kvk": "", "vat_number": ""})
    printing.print_paper(note, "Europe/Amsterdam")
    about = printed[0][1]
    assert (about["title"], about["foot"]) == ("Credit note 2026-000012", "Hearth BV · Lampstraat 1 · Utrecht")
    assert printed[1] == ("heading", "Hearthside", "Credit note")
    assert printed[2][1] == ["From", "Hearth BV", "Lampstraat 1", "Utrecht"]
    assert printed[6][1] == ["Refund of invoice 2026-000012", "-€14.99"]
    said = "The money went back the way it was paid. Questions? Write to help@example.org."
    assert printed[-2] == ("paragraph", said)


def print_statement(statement: statements.Statement) -> Any:
    session: Any = None
    member: Any = SimpleNamespace(name="Robin", email="robin@xn--zo-ija.example.org", language="en")
    company = SimpleNamespace(name="Hearth BV", address="Lampstraat 1", city="")
    site: Any = SimpleNamespace(
        name="Hearthside", timezone="Europe/Amsterdam", company=company, support_email="help@example.org"
    )
    return statements.print_pdf(session, statement, names={ANNA: "Anna", BEN: "Ben"}, member=member, site=site)


def test_a_statement_says_what_was_paid_and_where_the_credits_went(
    printed: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statements.shop_queries, "database_now", lambda session: NOW)
    assert print_statement(STATEMENT).name == "statement-2026-11.pdf"
    title, foot = "Statement of November 2026", "Hearth BV · Lampstraat 1 · help@example.org"
    money, spending = (0.22, 0.4, 0.16, 0.22), (0.6, 0.18, 0.22)
    note = (
        "The amount beside credits is what was paid for them; credits that were given to you cost nothing. Questions?"
        " Write to help@example.org."
    )
    assert printed == [
        ("sheet", {"title": title, "language": "en", "made_at": NOW, "foot": foot}),
        ("heading", "Hearthside", title),
        ("columns", ["For", "Robin", "robin@zoë.example.org"], [""]),
        ("caption", "Paid and paid back"),
        ("row", ["Date", "What", "Credits", "Amount"], money, {"left": 2, "soft": True}),
        ("row", ["1 November 2026", "Order 2026-000012", "120", "€19.99"], money, {"left": 2}),
        ("row", ["3 November 2026", "Refund", "-50", "-€8.00"], money, {"left": 2}),
        ("row", ["Total", "", "", "€11.99"], money, {"bold": True}),
        ("caption", "Where your credits went"),
        ("row", ["With whom", "Credits", "Amount"], spending, {"soft": True}),
        ("row", ["Anna", "20", "€4.00 + JP¥150"], spending),
        ("row", ["Ben", "5", "€1.00"], spending),
        ("row", ["Somebody who is no longer here", "3", "–"], spending),
        ("row", ["Total", "28", "€5.00 + JP¥150"], spending, {"bold": True}),
        ("paragraph", note),
        ("to_bytes",),
    ]


def test_a_month_without_payments_says_so(printed: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements.shop_queries, "database_now", lambda session: NOW)
    print_statement(replace(STATEMENT, entries=(), totals=()))
    assert printed[5] == ("paragraph", "Nothing was paid in this month.")
