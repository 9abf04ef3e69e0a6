"""What stands on invoices and statements, line by line."""

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from modules.billing.papers.models import PaperKind
from modules.billing.papers.queries.papers import Paper
from modules.billing.papers.service import pdf, printing, statements
from modules.billing.shop import queries as shop_queries
from tests.billing.examples import NOW, euros
from tests.billing.service.test_statements import ANNA, BEN, STATEMENT

SESSION: Any = object()
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
    language="nl",
    seller=SELLER,
    buyer={"name": "Robin", "email": "robin@example.org"},
    lines=[{"item": "credits", "credits": 120, "minor": 1999}, {"item": "discount", "code": "SUN25", "minor": -500}],
    amount=euros(1499),
    vat_basis_points=810,
    vat_minor=112,
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
    widths, foot = (0.75, 0.25), "Hearth BV · Lampstraat 1 · Utrecht · KvK 123 · Btw-nummer NL1"
    about = {"title": "Factuur 2026-000012", "language": "nl", "made_at": INVOICE.issued_at, "foot": foot}
    assert printed == [
        ("sheet", about),
        ("heading", "Hearthside", "Factuur"),
        (
            "columns",
            ["Van", "Hearth BV", "Lampstraat 1", "Utrecht", "KvK 123", "Btw-nummer NL1"],
            ["Aan", "Robin", "robin@example.org"],
        ),
        ("columns", ["Nummer", "2026-000012"], ["Datum", "21 november 2026"]),
        ("columns", ["Bestelling", str(INVOICE.order_id)]),
        ("row", ["Omschrijving", "Bedrag"], widths, {"soft": True}),
        ("row", ["120 credits", "€\u00a019,99"], widths),
        ("row", ["Korting met code SUN25", "€\u00a0-5,00"], widths),
        ("row", ["Totaal exclusief btw", "€\u00a013,87"], widths, {"soft": True}),
        ("row", ["Btw 8,1%", "€\u00a01,12"], widths, {"soft": True}),
        ("row", ["Totaal", "€\u00a014,99"], widths, {"bold": True}),
        ("paragraph", "Volledig betaald. Vragen? Mail naar help@example.org en vermeld het factuurnummer."),
        ("to_bytes",),
    ]


def test_a_credit_note_names_its_invoice_and_no_number_that_the_seller_has_not(printed: list[Any]) -> None:
    lines = [{"item": "refund", "of": "2026-000012", "minor": -1499}]
    note = replace(INVOICE, kind=PaperKind.CREDIT_NOTE, lines=lines, seller={**SELLER, "kvk": "", "vat_number": ""})
    printing.print_paper(note, "Europe/Amsterdam")
    about = printed[0][1]
    assert (about["title"], about["foot"]) == ("Creditnota 2026-000012", "Hearth BV · Lampstraat 1 · Utrecht")
    assert printed[1] == ("heading", "Hearthside", "Creditnota")
    assert printed[2][1] == ["Van", "Hearth BV", "Lampstraat 1", "Utrecht"]
    assert printed[6][1] == ["Terugbetaling van factuur 2026-000012", "€\u00a0-14,99"]
    said = "We hebben terugbetaald via de betaalmethode die je hebt gebruikt. Vragen? Mail naar help@example.org."
    assert printed[-2] == ("paragraph", said)


def print_statement(statement: statements.Statement) -> Any:
    member: Any = SimpleNamespace(name="Robin", email="robin@xn--zo-ija.example.org", language="nl")
    company = SimpleNamespace(name="Hearth BV", address="Lampstraat 1", city="")
    site: Any = SimpleNamespace(
        name="Hearthside", zone=ZoneInfo("Europe/Amsterdam"), company=company, support_email="help@example.org"
    )
    return statements.print_statement(SESSION, statement, names={ANNA: "Anna", BEN: "Ben"}, member=member, site=site)


def test_a_statement_says_what_was_paid_and_where_the_credits_went(
    printed: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shop_queries, "database_now", {SESSION: NOW}.get)
    assert print_statement(STATEMENT).name == "statement-2024-11.pdf"
    title, foot = "Overzicht van november 2024", "Hearth BV · Lampstraat 1 · help@example.org"
    money, spending = (0.22, 0.4, 0.16, 0.22), (0.6, 0.18, 0.22)
    note = (
        "De bedragen tonen wat je voor de credits hebt betaald. Gratis credits hebben geen bedrag."
        " Vragen? Mail naar help@example.org."
    )
    assert printed == [
        ("sheet", {"title": title, "language": "nl", "made_at": NOW, "foot": foot}),
        ("heading", "Hearthside", title),
        ("columns", ["Account", "Robin", "robin@zoë.example.org"]),
        ("caption", "Betalingen en terugbetalingen"),
        ("row", ["Datum", "Omschrijving", "Credits", "Bedrag"], money, {"left": 2, "soft": True}),
        ("row", ["1 november 2024", "Bestelling 2026-000012", "120", "€\u00a019,99"], money, {"left": 2}),
        ("row", ["3 november 2024", "Terugbetaling", "-50", "€\u00a0-8,00"], money, {"left": 2}),
        ("row", ["Totaal", "", "", "€\u00a011,99"], money, {"bold": True}),
        ("caption", "Waaraan je je credits hebt uitgegeven"),
        ("row", ["Lid", "Credits", "Bedrag"], spending, {"soft": True}),
        ("row", ["Anna", "20", "€\u00a04,00 + JP¥\u00a0150"], spending),
        ("row", ["Ben", "5", "€\u00a01,00"], spending),
        ("row", ["Een voormalig lid", "3", "–"], spending),
        ("row", ["Totaal", "28", "€\u00a05,00 + JP¥\u00a0150"], spending, {"bold": True}),
        ("paragraph", note),
        ("to_bytes",),
    ]


def test_a_month_without_payments_says_so(printed: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shop_queries, "database_now", {SESSION: NOW}.get)
    print_statement(replace(STATEMENT, entries=(), totals=()))
    assert printed[5] == ("paragraph", "In deze maand waren er geen betalingen of terugbetalingen.")


def test_a_statement_of_very_many_lines_prints_the_first_and_says_how_many_more_the_table_has(
    printed: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shop_queries, "database_now", {SESSION: NOW}.get)
    print_statement(replace(STATEMENT, entries=STATEMENT.entries * 2500, spending=STATEMENT.spending * 2000))
    rows = [cells for kind, cells, *_ in printed[4:-2] if kind == "row"]
    money, spending = rows[: rows.index(["Lid", "Credits", "Bedrag"])], rows[502 + 1 :]
    assert (len(money), len(spending)) == (503, 503)
    more = "Regels die hier niet staan: {}. In het CSV-bestand staan ze allemaal."
    assert money[-2:] == [[more.format(4500)], ["Totaal", "", "", "€\u00a011,99"]]
    total = ["Totaal", "56000", "€\u00a010.000,00 + JP¥\u00a0300.000"]
    assert spending[-2:] == [[more.format(5500)], total]
