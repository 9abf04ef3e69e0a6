"""Invoices and credit notes: what they say, their numbers, who reads them."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.papers.models import PaperKind
from modules.billing.papers.queries import papers as queries
from modules.billing.papers.queries.papers import Paper
from modules.billing.papers.service import papers
from modules.billing.shop import queries as shop_queries
from modules.sites.contracts import Site
from tests.billing import shopping
from tests.billing.bank import Bank
from tests.billing.members.buying import ask_back, buy, turn_refund
from tests.billing.shopping import sound
from tests.billing.test_orders import order
from tests.conftest import Client
from tests.factories.billing import buy_credits
from tests.factories.sites import make_site
from tests.fixture_types import LogIn, MakeMember
from tests.racing import race, start_while_open
from tests.simulating import Simulator


def number_of(paper: Paper) -> int:
    return int(paper.label.partition("-")[2])


def invoice_of(order_id: Any) -> Paper | None:
    with transaction(read_only=True) as session:
        return queries.find_invoice(session, UUID(str(order_id)))


def test_a_paid_order_has_an_invoice(browser: Client, member: Member, site: Site, simulator: Simulator) -> None:
    bought = buy(browser, simulator)
    paper = invoice_of(bought["id"])
    assert paper is not None
    assert (paper.amount.minor, paper.vat_minor, paper.vat_basis_points) == (1999, 347, 2100)
    assert paper.seller["name"] == site.company.name
    assert paper.buyer == {"name": member.name, "email": member.email, "country": "NL"}
    assert paper.lines == [{"item": "credits", "credits": 120, "minor": 1999}]
    assert number_of(paper) == 1
    answer = browser.get(f"/api/v1/orders/{bought['id']}/invoice.pdf")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert answer.data.startswith(b"%PDF-")
    assert f"invoice-{paper.label}.pdf" in answer.headers["Content-Disposition"]
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert browser.get(f"/api/v1/orders/{bought['id']}").get_json()["invoice"] == paper.label


def test_a_refund_that_arrived_has_a_credit_note_and_one_that_came_back_a_reversal(
    browser: Client, member: Member, simulator: Simulator
) -> None:
    bought = buy(browser, simulator)
    refund_id = ask_back(browser, bought)
    turn_refund(bought, simulator, "refunded")
    invoice = invoice_of(bought["id"])
    with transaction(read_only=True) as session:
        note = queries.find_refund_paper(session, UUID(refund_id), PaperKind.CREDIT_NOTE)
    assert note is not None
    assert invoice is not None
    assert (note.amount, note.vat_minor, number_of(note)) == (invoice.amount, invoice.vat_minor, number_of(invoice) + 1)
    assert note.lines == [{"item": "refund", "credits": 120, "minor": 1999, "of": invoice.label}]
    answer = browser.get(f"/api/v1/refunds/{refund_id}/credit-note.pdf")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    shown = browser.get(f"/api/v1/orders/{bought['id']}").get_json()
    assert shown["refunds"][0]["credit_note"] == note.label

    turn_refund(bought, simulator, "failed")
    with transaction(read_only=True) as session:
        back = queries.find_refund_paper(session, UUID(refund_id), PaperKind.REVERSAL)
    assert back is not None
    assert (back.amount, back.vat_minor, number_of(back)) == (note.amount, note.vat_minor, number_of(note) + 1)
    assert back.lines == [{"item": "reversal", "minor": 1999, "of": note.label}]
    with transaction() as session:
        assert papers.issue_reversal(session, refund_id=UUID(refund_id)) == back.id
    sound()


def test_what_is_not_paid_and_what_is_somebody_elses_has_no_paper(
    browser: Client, member: Member, make_member: MakeMember, login: LogIn, simulator: Simulator
) -> None:
    open_order = order(browser).get_json()
    bought = buy(browser, simulator)
    refund_id = ask_back(browser, bought)
    turn_refund(bought, simulator, "refunded")
    stranger = login(make_member())
    for answer in (
        browser.get(f"/api/v1/orders/{open_order['id']}/invoice.pdf"),
        stranger.get(f"/api/v1/orders/{bought['id']}/invoice.pdf"),
        stranger.get(f"/api/v1/refunds/{refund_id}/credit-note.pdf"),
        browser.get(f"/api/v1/refunds/{uuid4()}/credit-note.pdf"),
    ):
        assert (answer.status_code, answer.get_json()["code"]) == (404, "billing.paper-not-found")


def test_numbers_have_no_gap_however_many_are_written_at_once(member: Member, make_member: MakeMember) -> None:
    people = [member, *(make_member() for _ in range(5))]
    with transaction() as session:
        orders = [buy_credits(session, member=person, credits=101 + i) for i, person in enumerate(people)]

    def write(order_id: UUID) -> Callable[[], UUID | None]:
        def run() -> UUID | None:
            with transaction() as session:
                return papers.issue_invoice(session, order_id=order_id)

        return run

    def give_up() -> None:
        with transaction() as session:
            papers.issue_invoice(session, order_id=orders[0])
            raise RuntimeError("the worker died")

    # Every order twice, and one that dies after it took a number.
    written = race([write(each) for each in orders] + [give_up] + [write(each) for each in orders])
    assert len({each for each in written if isinstance(each, UUID)}) == 6
    assert [str(each) for each in written if not isinstance(each, UUID)] == ["the worker died"]
    found = [invoice_of(each) for each in orders]
    assert sorted(number_of(paper) for paper in found if paper) == [1, 2, 3, 4, 5, 6]


def test_a_credit_note_brings_the_invoice_that_is_missing(bank: Bank, member: Member) -> None:
    order_id = shopping.buy(bank, member)
    refund = shopping.support(order_id, credits=30)
    shopping.settle(bank, refund)
    assert invoice_of(order_id) is None
    with transaction() as session:
        papers.issue_credit_note(session, refund_id=refund.id)
        note = queries.find_refund_paper(session, refund.id, PaperKind.CREDIT_NOTE)
    invoice = invoice_of(order_id)
    assert invoice is not None
    assert note is not None
    assert (number_of(invoice), number_of(note)) == (1, 2)
    assert note.lines == [{"item": "refund", "credits": 30, "minor": 270, "of": invoice.label}]


def test_companies_number_their_papers_without_waiting_for_each_other(member: Member, make_member: MakeMember) -> None:
    with transaction() as session:
        elsewhere = make_site(session)
        api.open_shop(session, site_id=elsewhere.id)
    people = (member, make_member(site=elsewhere))
    with transaction() as session:
        ours, theirs = (buy_credits(session, member=person) for person in people)

    def write_theirs() -> UUID | None:
        with transaction() as session:
            return papers.issue_invoice(session, order_id=theirs)

    written, has_waited = start_while_open(lambda session: papers.issue_invoice(session, order_id=ours), write_theirs)
    assert (isinstance(written, UUID), has_waited) == (True, False)


@pytest.mark.parametrize(
    ("now", "label"),
    [("2026-12-31T22:59:59+00:00", "2026-000001"), ("2026-12-31T23:00:00+00:00", "2027-000001")],
)
def test_a_paper_is_of_the_year_in_which_its_site_is(member: Member, now: str, label: str) -> None:
    with transaction() as session:
        order_id = buy_credits(session, member=member, credits=79)
    with pytest.MonkeyPatch.context() as patch, transaction() as session:
        patch.setattr(shop_queries, "database_now", lambda _session: datetime.fromisoformat(now))
        papers.issue_invoice(session, order_id=order_id)
    paper = invoice_of(order_id)
    assert paper is not None
    assert paper.label == label


def test_the_night_writes_what_is_missing(member: Member) -> None:
    with transaction() as session:
        order_id = buy_credits(session, member=member, credits=77)
    assert invoice_of(order_id) is None
    with transaction() as session:
        assert papers.issue_missing(session, limit=100_000) >= 1
    assert invoice_of(order_id) is not None


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE billing.paper SET amount_minor = 1",
        "DELETE FROM billing.paper",
        "TRUNCATE billing.paper",
        "INSERT INTO billing.paper SELECT gen_random_uuid(), company_id, year, number + 2, kind, member_id, order_id,"
        " refund_id, language, seller, buyer, lines, currency, amount_minor, vat_basis_points, vat_minor"
        " FROM billing.paper",
        "INSERT INTO billing.paper SELECT gen_random_uuid(), company_id, year, number + 1, kind, member_id, order_id,"
        " refund_id, language, seller, buyer, lines, currency, amount_minor, vat_basis_points, vat_minor"
        " FROM billing.paper",
    ],
)
def test_the_database_keeps_papers_as_they_are(member: Member, statement: str) -> None:
    with transaction() as session:
        order_id = buy_credits(session, member=member, credits=78)
        papers.issue_invoice(session, order_id=order_id)
    where = f" WHERE order_id = '{order_id}'" if "TRUNCATE" not in statement else ""
    with pytest.raises(IntegrityError), transaction() as session:
        session.execute(text(statement + where))


def test_an_invoice_says_the_discount(member: Member, simulator: Simulator, browser: Client) -> None:
    with transaction() as session:
        api.create_discount(session, site_id=member.site_id, code="LESS10", actor="test", value_percentage=10)
    bought = buy(browser, simulator, code="LESS10")
    paper = invoice_of(bought["id"])
    assert paper is not None
    assert paper.lines == [
        {"item": "credits", "credits": 120, "minor": 1999},
        {"item": "discount", "code": "LESS10", "minor": -200},
    ]
    assert paper.amount.minor == 1799
