"""The notice before a direct debit: the amount, the day, the account, the mandate and the creditor."""

from collections.abc import Callable
from datetime import date

import pytest

from app.kernel.db.session import transaction
from app.kernel.text import formats
from modules.billing import api
from modules.sites.contracts import Site
from tests.billing import sepa_bank
from tests.billing.conftest import debit_shop, gateway, new_payer
from tests.billing.debiting import Payer, run_sql, send, take_in
from tests.conftest import drain_now
from tests.notifications.conftest import Postman
from tests.notifications.notifying import subjects
from tests.notifications.test_mails import html_of, text_of

__all__ = ["debit_shop", "gateway", "new_payer"]


@pytest.fixture
def payer(postman: Postman, new_payer: Callable[..., Payer]) -> Payer:
    """A member who pays by direct debit and can be mailed."""
    return new_payer()


@pytest.mark.spec("1.9", "2.13")
def test_a_debit_is_announced(debit_shop: Site, payer: Payer, postman: Postman) -> None:
    order_id = payer.pay()
    [mail] = postman.to(payer.member.email)
    due: date = run_sql(
        "SELECT due_on FROM billing.dd_collection c JOIN billing.payment p ON p.id = c.payment_id "
        "WHERE p.order_id = :id",
        id=order_id,
    )
    mandate = run_sql("SELECT reference FROM billing.dd_mandate WHERE member_id = :id", id=payer.member.id)
    creditor = run_sql("SELECT creditor_id FROM billing.dd_mandate WHERE member_id = :id", id=payer.member.id)
    words = text_of(mail)
    day = formats.day(payer.member.language, due)
    for part in ("19", day, payer.iban[-4:], mandate, creditor, f"/transactions/{order_id}"):
        assert part in words, part
        assert part in html_of(mail), part
    assert day in str(mail["Subject"])
    assert payer.iban not in words


def test_the_second_try_is_announced_too(debit_shop: Site, payer: Payer, postman: Postman) -> None:
    payer.pay()
    [wanted] = send(debit_shop)
    take_in(sepa_bank.refused((wanted.ref, "AM04")))
    drain_now()
    first, second = postman.to(payer.member.email)
    assert text_of(first) != text_of(second)
    # Handled again, nothing is mailed again.
    drain_now()
    assert len(postman.to(payer.member.email)) == 2


BLOCKED = "You can no longer pay by direct debit"


def refuse(debit_shop: Site, payer: Payer, reason: str) -> None:
    """Let the bank send an order's money back."""
    payer.pay()
    [wanted] = send(debit_shop)
    take_in(sepa_bank.refused((wanted.ref, reason)))


def block(payer: Payer) -> None:
    """Let somebody of the staff block a payer."""
    with transaction() as session:
        api.block_direct_debit(session, member_id=payer.member.id, iban=None, reason="three disputes", actor="linden")


@pytest.mark.spec("8.4")
def test_who_is_blocked_for_direct_debit_is_told_once_and_why(debit_shop: Site, payer: Payer, postman: Postman) -> None:
    refuse(debit_shop, payer, "MD06")
    block(payer)
    drain_now()
    assert subjects(postman, payer.member).count(BLOCKED) == 1
    [mail] = [mail for mail in postman.to(payer.member.email) if mail["Subject"] == BLOCKED]
    words = text_of(mail)
    for part in ("charged back through your bank", "/premium", "A person will review it"):
        assert part in words, part
    assert "disputes" not in words


@pytest.mark.spec("8.4")
def test_whom_the_staff_blocks_hears_that_a_person_decided(payer: Payer, postman: Postman) -> None:
    block(payer)
    drain_now()
    [mail] = postman.to(payer.member.email)
    assert "A member of our team made this decision" in text_of(mail)
    assert "three disputes" not in text_of(mail)


@pytest.mark.spec("8.4")
def test_a_block_that_was_lifted_at_once_is_not_told(payer: Payer, postman: Postman) -> None:
    block(payer)
    with transaction() as session:
        assert api.lift_direct_debit_blocks(session, member_id=payer.member.id, iban=None)
    drain_now()
    assert postman.to(payer.member.email) == []


@pytest.mark.parametrize("reason", ["MD07", "AC04"])
def test_neither_the_dead_nor_those_who_are_not_blocked_hear_of_a_block(
    debit_shop: Site, payer: Payer, postman: Postman, reason: str
) -> None:
    refuse(debit_shop, payer, reason)
    drain_now()
    assert BLOCKED not in subjects(postman, payer.member)
