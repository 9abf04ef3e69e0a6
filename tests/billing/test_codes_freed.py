"""The code of an order is free again once all its money is back with its payer, and no moment sooner."""

import pytest

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing.contracts.states import RefusalReason
from modules.billing.errors.shop import DiscountUsed
from modules.billing.payments.providers.port import ProviderRefundStatus
from modules.billing.payments.service import refunds
from modules.sites.contracts import Site
from tests.billing.bank import Bank
from tests.billing.shopping import buy, code_of, make_code, order, redemptions_of, settle, sound, support, withdraw
from tests.fixture_types import MakeMember

pytestmark = pytest.mark.usefixtures("shop")


@pytest.mark.spec("3.4", "9.7")
def test_a_refund_that_waits_keeps_the_code(bank: Bank, site: Site, member: Member) -> None:
    make_code(site, "ONCE", max_uses=1)
    order_id = buy(bank, member, credits=1000, code="ONCE")
    first, second = support(order_id, credits=100), support(order_id, credits=900)
    settle(bank, first)
    assert (first.amount.minor, second.amount.minor, second.state) == (720, 6480, "requested")
    assert (code_of(order_id), redemptions_of(site, "ONCE")) == ("redeemed", (1, 1))
    with transaction() as session:
        refunds.reject_refund(session, refund_id=second.id, actor="other", refused_for=RefusalReason.TOO_LATE)
    assert code_of(order_id) == "redeemed"
    with pytest.raises(DiscountUsed):
        order(member, credits=1000, code="ONCE")
    sound()


@pytest.mark.spec("3.4", "9.7")
def test_parts_that_make_the_whole_free_the_code(bank: Bank, site: Site, member: Member) -> None:
    make_code(site, "ONCE", max_uses=1)
    order_id = buy(bank, member, code="ONCE")
    for credits in (40, 80):
        settle(bank, support(order_id, credits=credits))
    assert (code_of(order_id), redemptions_of(site, "ONCE")) == ("released", (0, 0))
    assert code_of(buy(bank, member, code="ONCE")) == "redeemed"
    sound()


@pytest.mark.spec("3.4", "9.7")
def test_a_refund_that_fails_after_all_takes_the_code_again(bank: Bank, site: Site, member: Member) -> None:
    make_code(site, "ONCE", max_uses=1)
    order_id = buy(bank, member, code="ONCE")
    settle(bank, refund := withdraw(member, order_id))
    assert code_of(order_id) == "released"
    settle(bank, refund, ProviderRefundStatus.FAILED)
    assert (code_of(order_id), redemptions_of(site, "ONCE")) == ("redeemed", (1, 1))
    with pytest.raises(DiscountUsed):
        order(member, code="ONCE")
    sound()


@pytest.mark.spec("3.4", "9.7")
@pytest.mark.parametrize("who", ["the same member", "somebody else"])
def test_a_code_that_is_taken_meanwhile_is_honoured_and_breaks_no_limit(
    bank: Bank, site: Site, member: Member, make_member: MakeMember, who: str
) -> None:
    make_code(site, "ONCE", max_uses=1)
    order_id = buy(bank, member, code="ONCE")
    settle(bank, refund := withdraw(member, order_id))
    other_id = buy(bank, member if who == "the same member" else make_member(), code="ONCE")
    settle(bank, refund, ProviderRefundStatus.FAILED)
    assert (code_of(order_id), code_of(other_id)) == ("honoured", "redeemed")
    assert redemptions_of(site, "ONCE") == (1, 1)
    sound()
    settle(bank, withdraw(member, order_id))
    assert (code_of(order_id), redemptions_of(site, "ONCE")) == ("released", (1, 1))
    sound()
