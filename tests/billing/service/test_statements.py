"""A month's statement: its sums, and the table that spreadsheets read."""

import csv
import io
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from modules.billing.contracts.shop import Money
from modules.billing.errors.papers import StatementNotFound
from modules.billing.papers.queries import statements as queries
from modules.billing.papers.queries.statements import EntryKind, SpentOn, StatementEntry
from modules.billing.papers.service import statements
from modules.billing.papers.service.statements import Statement
from modules.billing.payments.service import limits
from tests.billing.examples import euros
from tests.refusing import refused

STARTS, ENDS = datetime(2024, 11, 1, tzinfo=UTC), datetime(2024, 12, 1, tzinfo=UTC)
INSTANT = timedelta(microseconds=1)
ANNA, BEN, GONE, ORDER = (UUID(int=number) for number in range(4))
SPENDING = (
    SpentOn(ANNA, 20, (euros(400), Money(150, "JPY"))),
    SpentOn(BEN, 5, (euros(100),)),
    SpentOn(GONE, 3, ()),
)
STATEMENT = Statement(
    STARTS,
    ENDS,
    entries=(
        StatementEntry(STARTS + timedelta(hours=9), EntryKind.ORDER, ORDER, 120, euros(1999), "2026-000012"),
        StatementEntry(STARTS + timedelta(days=1, hours=23), EntryKind.REFUND, ORDER, -50, euros(-800), ""),
    ),
    spending=SPENDING,
    totals=(euros(1199),),
)


def test_a_statement_names_its_month_and_sums_its_credits() -> None:
    assert (STATEMENT.month, STATEMENT.credits) == ("2024-11", 28)
    assert STATEMENT.conversation_ids == [ANNA, BEN, GONE]


def test_a_statement_is_a_table_of_what_was_paid_and_what_credits_were_spent_on() -> None:
    file = statements.write_statement(STATEMENT, names={ANNA: "Anna", BEN: "=Ben"}, language="nl")
    assert (file.name, file.content[:3]) == ("statement-2024-11.csv", b"\xef\xbb\xbf")
    assert list(csv.reader(io.StringIO(file.content.decode("utf-8-sig")))) == [
        ["Datum", "Omschrijving", "Lid", "Credits", "Bedrag", "Valuta", "Document"],
        ["2024-11-01T09:00:00+00:00", "Bestelling", "", "120", "19.99", "EUR", "2026-000012"],
        ["2024-11-02T23:00:00+00:00", "Terugbetaling", "", "-50", "-8.00", "EUR", ""],
        ["2024-11", "Chat", "Anna", "-20", "4.00", "EUR", ""],
        ["2024-11", "Chat", "Anna", "0", "150", "JPY", ""],
        ["2024-11", "Chat", "'=Ben", "-5", "1.00", "EUR", ""],
        ["2024-11", "Chat", "Een voormalig lid", "-3", "", "", ""],
    ]


def test_amounts_are_summed_by_currency_and_none_is_a_dash() -> None:
    amounts = statements._sum([Money(150, "JPY"), euros(400), euros(100)])
    assert amounts == (euros(500), Money(150, "JPY"))
    assert statements._amounts("en", amounts) == "€5.00 + JP¥150"
    assert statements._amounts("en", ()) == "–"


def test_a_month_begins_where_the_site_is_at_home() -> None:
    home = datetime(2026, 11, 1, tzinfo=ZoneInfo("Europe/Amsterdam"))
    assert statements._month("2026-07", home).isoformat() == "2026-07-01T00:00:00+02:00"


@pytest.mark.parametrize("month", ["", "2026", "2026-13", "2026-11-01", "November"])
def test_what_is_no_month_is_not_found(month: str) -> None:
    with refused(StatementNotFound):
        statements._month(month, STARTS)


@pytest.mark.parametrize(
    ("now", "signed_up", "month", "is_found"),
    [
        (STARTS, STARTS, None, True),
        (ENDS - INSTANT, STARTS, "2024-12", False),
        (ENDS, STARTS, "2024-12", True),
        (ENDS, ENDS - INSTANT, "2024-11", True),
        (ENDS, ENDS, "2024-11", False),
    ],
)
def test_a_month_is_there_once_it_has_begun_and_for_who_was_a_member_in_it(
    monkeypatch: pytest.MonkeyPatch, now: datetime, signed_up: datetime, month: str | None, is_found: bool
) -> None:
    session: Any = object()
    member: Any = SimpleNamespace(id=ANNA, site_id=BEN, signup_at=signed_up)
    monkeypatch.setattr(limits, "this_month", lambda _session, _site_id: (now, STARTS))
    for name in ("list_entries", "list_spending"):
        monkeypatch.setattr(queries, name, lambda _session, **_whose: [])
    if is_found:
        starts, ends = (ENDS, datetime(2025, 1, 1, tzinfo=UTC)) if month == "2024-12" else (STARTS, ENDS)
        empty = Statement(starts, ends, entries=(), spending=(), totals=())
        assert statements.get_statement(session, member=member, month=month) == empty
    else:
        with refused(StatementNotFound):
            statements.get_statement(session, member=member, month=month)
