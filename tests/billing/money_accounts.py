"""What becomes of accounts in the machine of money: they are closed, erased, and given back."""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from app.kernel.db.session import transaction
from modules.accounts import api as accounts
from modules.billing.service import leaving
from tests.accounts.leaving import ban, delete_now, erase_now
from tests.billing.money_clock import SHOPPERS, after_an_order
from tests.billing.money_model import Order, Shopper


class Accounts(RuleBasedStateMachine):
    """Closes accounts while their orders can still be paid."""

    shoppers: list[Shopper]
    orders: list[Order]

    @precondition(lambda machine: len(machine.orders) > 1)
    @rule(who=SHOPPERS, is_ban=st.booleans(), is_told=st.booleans())
    def close_account(self, who: int, is_ban: bool, is_told: bool) -> None:
        shopper = self.shoppers[who]
        if shopper.is_gone:
            return
        if is_ban:
            shopper.ban = ban(shopper.member)
        else:
            delete_now(shopper.member)
            shopper.has_left = True
        if is_told:
            with transaction() as session:
                stop = leaving.stop_paying if is_ban else leaving.stop_buying
                stop(session, member_id=shopper.member.id)
            shopper.cancel_orders()

    @after_an_order
    @rule(who=SHOPPERS)
    def erase(self, who: int) -> None:
        shopper = self.shoppers[who]
        if shopper.has_left and not shopper.is_erased:
            erase_now(shopper.member)
            shopper.is_erased = True

    @after_an_order
    @rule(who=SHOPPERS)
    def come_back(self, who: int) -> None:
        shopper = self.shoppers[who]
        if shopper.has_left and not shopper.is_erased:
            with transaction() as session:
                accounts.reactivate_member(session, member_id=shopper.member.id)
            shopper.has_left = False

    @after_an_order
    @rule(who=SHOPPERS)
    def lift_ban(self, who: int) -> None:
        if ban_id := self.shoppers[who].ban:
            with transaction() as session:
                accounts.lift_restrictions(session, decision_id=ban_id)
            self.shoppers[who].ban = None
