"""The notice before a direct debit: the amount, the day, the account, the mandate and the creditor."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from app.kernel import formats
from tests.billing import sepa_bank
from tests.billing.debiting import Payer, gateway, new_payer, run_sql, send, shop, take_in
from tests.notifications.conftest import Postman
from tests.notifications.test_mails import html_of, text_of

__all__ = ["gateway", "new_payer", "shop"]


@pytest.fixture
def payer(postman: Postman, new_payer: Callable[..., Payer]) -> Payer:
    """A member who pays by direct debit and can be mailed."""
    return new_payer()


@pytest.mark.spec("1.9", "2.13")
def test_a_debit_is_announced(shop: Any, payer: Payer, postman: Postman) -> None:
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


def test_the_second_try_is_announced_too(shop: Any, payer: Payer, postman: Postman) -> None:
    payer.pay()
    [wanted] = send(shop)
    take_in(sepa_bank.refused((wanted.ref, "AM04")))
    payer.drain()
    first, second = postman.to(payer.member.email)
    assert text_of(first) != text_of(second)
    # Handled again, nothing is mailed again.
    payer.drain()
    assert len(postman.to(payer.member.email)) == 2
