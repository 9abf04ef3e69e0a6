"""Receipts and refunds are mailed with the papers that billing writes, in whatever order handlers come."""

import pytest
from sqlalchemy import text

from app.kernel import jobs
from app.kernel.db.session import transaction
from app.relay import dispatch
from modules.accounts.contracts import Member
from modules.sites.contracts import Site
from tests.billing.members.buying import ask_back, buy, turn_refund
from tests.billing.shopping import open_shop
from tests.conftest import Client, drain_now
from tests.fixture_types import LogIn, MakeMember
from tests.notifications.conftest import Postman
from tests.simulating import Simulator


@pytest.fixture
def person(site: Site, make_member: MakeMember) -> Member:
    """A member who buys."""
    open_shop(site)
    return make_member(language="en")


@pytest.fixture
def shopper(person: Member, login: LogIn) -> Client:
    """The member's browser; nothing of them waits to be handled."""
    drain_now()
    return login(person)


def mails_first() -> None:
    """Run what waits, mails before papers: what leads to mails, then these mails, then the books."""
    waiting = text("SELECT event_id, handler FROM platform.inbox_entry WHERE done_at IS NULL AND handler LIKE :module")
    for module in ("notifications.%", "notifications.%", "billing.%"):
        dispatch()
        with transaction(read_only=True) as session:
            entries = session.execute(waiting, {"module": module}).all()
        for event_id, handler in entries:
            jobs.run_entry(str(event_id), handler)


def files(postman: Postman, person: Member) -> list[list[str]]:
    """Return what each mail to somebody brings, without the papers' numbers."""
    mails = postman.to(person.email)
    return [[str(file.get_filename()).partition("-20")[0] for file in mail.iter_attachments()] for mail in mails]


def test_a_receipt_comes_once_with_its_invoice_whichever_handler_is_first(
    shopper: Client, person: Member, simulator: Simulator, postman: Postman
) -> None:
    buy(shopper, simulator, drain=mails_first)
    assert files(postman, person) == []
    drain_now()
    assert files(postman, person) == [["invoice"]]
    mails_first()
    drain_now()
    assert files(postman, person) == [["invoice"]]


def test_a_refund_is_told_once_with_its_credit_note_whichever_handler_is_first(
    shopper: Client, person: Member, simulator: Simulator, postman: Postman
) -> None:
    bought = buy(shopper, simulator)
    ask_back(shopper, bought)
    turn_refund(bought, simulator, "refunded", drain=mails_first)
    assert files(postman, person) == [["invoice"], []]
    drain_now()
    assert files(postman, person) == [["invoice"], [], ["credit-note"]]
    mails_first()
    drain_now()
    assert files(postman, person) == [["invoice"], [], ["credit-note"]]
