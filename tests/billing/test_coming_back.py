"""Orders of somebody who left and came back: one discount, and nothing that was ordered since is given up."""

import pytest

from app.kernel.db.session import transaction
from modules.accounts import api as accounts
from modules.accounts.contracts import Member
from modules.sites.contracts import Site
from tests.accounts.leaving import delete_now
from tests.billing.bank import Bank
from tests.billing.shopping import code_of, make_code, order, order_of, sound
from tests.billing.test_given_up import returned, turn
from tests.conftest import drain_now

pytestmark = pytest.mark.usefixtures("shop")


@pytest.mark.spec("3.4", "4.2")
@pytest.mark.parametrize("is_told_before", [True, False], ids=["told before", "told late"])
def test_an_order_since_the_return_stands_and_the_one_before_goes_back(
    bank: Bank, site: Site, member: Member, is_told_before: bool
) -> None:
    bank.can_cancel = False
    make_code(site, "ONE", max_uses=1)
    before = order(member, code="ONE")
    delete_now(member)
    if is_told_before:
        drain_now()
    with transaction() as session:
        accounts.reactivate_member(session, member_id=member.id)
    since = order(member, code="ONE")
    drain_now()
    assert (order_of(since).state, code_of(since)) == ("loading", "reserved")
    turn(bank, since)
    turn(bank, before)
    assert [order_of(each).state for each in (before, since)] == ["cancelled", "completed"]
    assert (returned(before), returned(since)) == ([("code-used", 864)], [])
    sound()
