"""What time brings to the machine of money: the end of a month, and of a code."""

from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule
from sqlalchemy import text

from app.kernel.db.session import transaction
from tests.billing.money_model import Discount, Order, Shopper

# A strategy made from a bundle does not tell hypothesis that the bundle must not be empty: without this most runs are
# thrown away at their first steps.
after_an_order = precondition(lambda machine: machine.orders)
SHOPPERS = st.integers(0, 1)
MORE_THAN_A_MONTH = timedelta(days=40)
PASSED = (
    "UPDATE billing.credit_order SET completed_at = completed_at - :time WHERE member_id = :id",
    "UPDATE billing.spend_limit SET since = since - :time WHERE member_id = :id",
)


class Clock(RuleBasedStateMachine):
    """Moves what was paid into the past instead of the clock into the future."""

    shoppers: list[Shopper]
    orders: list[Order]
    discounts: list[Discount]

    @after_an_order
    @rule(who=SHOPPERS)
    def begin_a_month(self, who: int) -> None:
        shopper = self.shoppers[who]
        with transaction() as session:
            session.execute(text("SET LOCAL session_replication_role = replica"))  # an order keeps when it was paid
            for statement in PASSED:
                session.execute(text(statement), {"time": MORE_THAN_A_MONTH, "id": shopper.member.id})
        for order in shopper.orders:
            order.is_past = order.is_past or order.lot is not None

    @precondition(lambda machine: len(machine.orders) > 2)
    @rule(number=st.integers(0, 2))
    def end_code(self, number: int) -> None:
        discount = self.discounts[number]
        with transaction() as session:
            ended = text("UPDATE billing.discount_code SET expires = now() WHERE code = upper(:code)")
            assert session.connection().execute(ended, {"code": discount.code}).rowcount == 1
        discount.is_over = True
