"""A month of money and credits: what, whom, and what it cost."""

import csv
import io
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from pypdf import PdfReader
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing import api
from modules.sites.contracts import Site
from tests.billing.members.buying import ask_back, buy, turn_refund
from tests.billing.shopping import open_shop, sound
from tests.conftest import Client
from tests.factories.messaging import write
from tests.fixture_types import LogIn, MakeMember
from tests.simulating import Simulator


@pytest.fixture
def payer(site: Site, make_member: MakeMember) -> Member:
    open_shop(site)
    return make_member(language="en", name="Ruth")


@pytest.fixture
def browser(payer: Member, login: LogIn) -> Client:
    return login(payer)


def statement(browser: Client, month: str = "") -> Any:
    answer = browser.get(f"/api/v1/statements?month={month}" if month else "/api/v1/statements")
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()


def table(browser: Client, month: str) -> list[list[str]]:
    answer = browser.get(f"/api/v1/statements/{month}.csv")
    assert (answer.status_code, answer.mimetype) == (200, "text/csv")
    return list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"))))


def test_a_month_says_what_was_paid_what_came_back_and_where_credits_went(
    browser: Client,
    payer: Member,
    make_member: MakeMember,
    simulator: Simulator,
    count_queries: Callable[[Callable[[], Any]], int],
) -> None:
    bought = buy(browser, simulator)
    alma, bert = make_member(name="Alma"), make_member(name="Bert")
    with transaction() as session:
        for _ in range(3):
            write(session, sender=payer, to=alma)
        write(session, sender=payer, to=bert)
    # The 10 credits of the signup go first, the rest is worth its share of what was paid.
    shown = statement(browser)
    assert browser.get("/api/v1/credits").get_json()["spent_month"] == {
        "credits": 20,
        "money": {"minor": 166, "currency": "EUR"},
    }
    assert [(s["name"], s["credits"]) for s in shown["spending"]] == [("Alma", 15), ("Bert", 5)]
    assert shown["spending"][0]["amounts"] == [{"minor": 83, "currency": "EUR"}]
    assert shown["spending"][1]["amounts"] == [{"minor": 83, "currency": "EUR"}]
    assert shown["credits"] == 20
    [paid] = shown["entries"]
    assert (paid["kind"], paid["amount"]["minor"], paid["order_id"]) == ("order", 1999, bought["id"])
    assert paid["paper"].endswith("000001")

    ask_back(browser, bought)
    turn_refund(bought, simulator, "refunded")
    shown = statement(browser)
    assert [entry["kind"] for entry in shown["entries"]] == ["order", "refund"]
    assert shown["totals"] == [{"minor": 166, "currency": "EUR"}]
    assert count_queries(lambda: statement(browser)) <= 12
    sound()


def test_a_statement_can_be_kept_as_a_table_and_as_a_pdf(
    browser: Client, payer: Member, make_member: MakeMember, simulator: Simulator
) -> None:
    buy(browser, simulator)
    evil = make_member(name="=cmd()")
    with transaction() as session:
        for _ in range(3):
            write(session, sender=payer, to=evil)
    month = statement(browser)["month"]
    heads, paid, spent = table(browser, month)
    assert heads == ["Date", "Description", "Member", "Credits", "Amount", "Currency", "Document"]
    assert paid[1:6] == ["Order", "", "120", "19.99", "EUR"]
    assert spent[1:6] == ["Chat", "'=cmd()", "-15", "0.83", "EUR"]
    pdf = browser.get(f"/api/v1/statements/{month}.pdf")
    assert (pdf.status_code, pdf.mimetype) == (200, "application/pdf")
    assert "\n=cmd() 15 " in PdfReader(io.BytesIO(pdf.data)).pages[0].extract_text()
    assert f'filename="statement-{month}.pdf"' in pdf.headers["Content-Disposition"]


@pytest.mark.spec("6.7")
def test_who_is_blocked_is_not_named(browser: Client, payer: Member, make_member: MakeMember) -> None:
    alma = make_member(name="Alma")
    with transaction() as session:
        write(session, sender=payer, to=alma)
    browser.post(f"/api/v1/members/{alma.id}/block")
    [spent] = statement(browser)["spending"]
    assert (spent["name"], spent["credits"], spent["amounts"]) == (None, 5, [])
    assert table(browser, statement(browser)["month"])[1][2] == "A former member"


def test_what_was_given_back_was_not_spent(browser: Client, payer: Member, make_member: MakeMember) -> None:
    alma = make_member(name="Alma")
    with transaction() as session:
        write(session, sender=payer, to=alma)
        tx_id = session.execute(
            text("SELECT id FROM billing.ledger_tx WHERE actor = :actor"), {"actor": f"member:{payer.id}"}
        ).scalar_one()
        api.refund_spend(session, tx_id=tx_id, reason="never arrived")
    assert statement(browser)["spending"] == []


def test_months_are_kept_apart(browser: Client, payer: Member, simulator: Simulator) -> None:
    buy(browser, simulator)
    this = statement(browser)
    assert statement(browser, this["month"]) == this
    with transaction() as session:
        long_ago = text("UPDATE accounts.member SET signup_at = signup_at - interval '70 days' WHERE id = :id")
        session.execute(long_ago, {"id": payer.id})
    before = datetime.fromisoformat(this["starts"]) - timedelta(days=1)
    last = statement(browser, f"{before:%Y-%m}")
    assert (last["ends"], last["entries"], last["spending"]) == (this["starts"], [], [])


@pytest.mark.parametrize("month", ["2999-01", "9999-12", "0001-01", "1999-12", "2026-13", "nonsense", "2026-1x"])
def test_other_months_are_not_there(browser: Client, payer: Member, month: str) -> None:
    for kind in ("csv", "pdf"):
        answer = browser.get(f"/api/v1/statements/{month}.{kind}")
        assert (answer.status_code, answer.get_json()["code"]) == (404, "billing.statement-not-found")
    assert browser.get(f"/api/v1/statements?month={month}").status_code in (404, 422)


def test_statements_are_for_members(client: Client) -> None:
    assert client.get("/api/v1/statements").status_code == 403
    assert client.get("/api/v1/statements/2026-11.csv").status_code == 403
