"""Money against plain objects: orders, payments, refunds, chargebacks and spends, told in any order and any number.

The bank moves on its own; the application learns of it when it is told, perhaps twice, perhaps of what was long ago.
"""

from typing import Any, ClassVar
from uuid import UUID, uuid4

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from app.kernel.db.session import transaction
from modules.accounts import api as accounts
from modules.billing import api
from modules.billing.contracts.states import RefundState
from modules.billing.errors.ledger import InsufficientCredits
from modules.billing.errors.payments import NothingToRefund, OrderNotPayable, RefundTooLate, SpendingLimitReached
from modules.billing.errors.shop import DiscountExhausted, DiscountExpired, DiscountLapsed, DiscountUsed
from modules.billing.payments.providers.port import OutcomeUnknown, ProviderRefundStatus, ProviderStatus
from modules.billing.payments.queries import returns as return_queries
from modules.billing.payments.service import limits, orders, payments
from modules.billing.payments.service.customers import Buyer
from modules.billing.payments.service.orders import ClientKey, Wish
from modules.sites.contracts import Site
from tests.billing import shopping
from tests.billing.bank import LIVE, Bank
from tests.billing.money_accounts import Accounts
from tests.billing.money_clock import SHOPPERS, Clock, after_an_order
from tests.billing.money_mails import ensure_refunds_are_told, handle_refunds
from tests.billing.money_model import Discount, Order, Payment, Refund, Shopper, Use
from tests.factories.accounts import make_member
from tests.factories.billing import give_credits, make_actor, place_order
from tests.factories.sites import make_site
from tests.property_runs import property_runs

CREDITS = st.sampled_from([7, 50, 120])
OUTCOMES = st.sampled_from([*ProviderStatus, ProviderStatus.PAID, ProviderStatus.PAID])
BANK_RANKS = {status: min(rank, 3) for rank, status in enumerate(ProviderStatus)}


class Money(Accounts, Clock):
    """Two shoppers, a bank, and everything that can become of a payment.

    A rule that does not apply does nothing: `assume` would throw away the whole run, and most runs with it.
    """

    site: ClassVar[Site]
    bank: ClassVar[Bank]
    bought = Bundle("bought")
    tries = bought.flatmap(lambda order: st.sampled_from(order.payments))
    returns = Bundle("returns")
    spends = Bundle("spends")
    claims = Bundle("claims")

    @initialize()
    def begin(self) -> None:
        Money.bank = Bank()
        with transaction() as session:
            self.shoppers = [Shopper(make_member(session, site=self.site)) for _ in range(2)]
        self.orders: list[Order] = []
        self.discounts = [Discount(f"M-{uuid4().hex[:12]}", max_uses) for max_uses in (1, 2, 9)]
        for discount in self.discounts:
            shopping.make_code(self.site, discount.code, max_uses=discount.max_uses)

    # Buying.

    @rule(target=bought, who=SHOPPERS, credits=CREDITS, number=st.integers(0, 2), lost=st.booleans())
    def order(self, who: int, credits: int, number: int, lost: bool) -> Any:
        shopper, discount = self.shoppers[who], self.discounts[number]
        if shopper.is_gone:
            return multiple()
        holder = discount.held_by(shopper)
        try:
            with transaction() as session:
                order_id = place_order(session, member=shopper.member, credits=credits, code=discount.code)
        except DiscountExpired:
            assert discount.is_over
            return multiple()
        except DiscountUsed:
            assert holder
            assert holder.has_money
            return multiple()
        except DiscountExhausted:
            assert not holder
            assert not discount.is_free_for(shopper)
            return multiple()
        except SpendingLimitReached:
            assert not shopper.has_room(shopping.price_of(credits))
            return multiple()
        placed = shopping.order_of(order_id)
        assert not discount.is_over
        assert shopper.has_room(placed.total_minor)
        if holder:
            assert not holder.has_money
            holder.state = "cancelled" if holder.state == "loading" else holder.state
            holder.code = "released"
        else:
            assert discount.is_free_for(shopper)
        made = Order(order_id, shopper, discount, credits, placed.total_minor, placed.vat_minor)
        for kept in (self.orders, shopper.orders, discount.orders):
            kept.append(made)
        self._submit(made, lost)
        return made

    @rule(order=bought, lost=st.booleans())
    def pay_again(self, order: Order, lost: bool) -> None:
        if order.shopper.is_gone:
            return
        possible = order.state in ("loading", "failed", "cancelled") and not any(p.is_live for p in order.payments)
        has_room = order.state == "loading" or order.shopper.has_room(order.total)
        wish, key = Wish("paypal"), ClientKey(str(uuid4()), b"")
        try:
            with transaction() as session:
                buyer = Buyer(order.shopper.member.id, "en")
                orders.pay_again(session, buyer, order_id=order.id, wish=wish, client=key, provider="mollie")
        except OrderNotPayable:
            assert not possible
        except SpendingLimitReached:
            assert possible
            assert not has_room
        except DiscountLapsed:
            assert possible
            assert order.discount.is_over
        except (DiscountUsed, DiscountExhausted):
            assert possible
            assert not order.discount.is_free_for(order.shopper)
        else:
            assert possible
            assert has_room
            assert not order.discount.is_over
            if order.state != "loading":
                order.state, order.code = "loading", "reserved"
            self._submit(order, lost)

    def _submit(self, order: Order, lost: bool) -> None:
        """Begin the newest payment; the answer may be lost on its way."""
        if lost:
            self.bank.after("create_payment", OutcomeUnknown("lost"))
            order.state = "pending"
        payments.submit_order(order.id)
        payment_id = shopping.payment_of(order.id).id
        order.payments.append(Payment(payment_id, self.bank.of(payment_id).ref, order))

    @rule(order=bought)
    def cancel(self, order: Order) -> None:
        with transaction() as session:
            orders.cancel_order(session, member_id=order.shopper.member.id, order_id=order.id)
        if order.state != "loading":
            return
        order.state = "cancelled"
        for payment in (payment for payment in order.payments if payment.is_live):
            payments.abandon_payment(payment.id)
            payment.hear(self.bank.payments[payment.ref])

    @after_an_order
    @rule(who=SHOPPERS, minor=st.sampled_from([60, 900, 2000]))
    def limit(self, who: int, minor: int) -> None:
        shopper = self.shoppers[who]
        with transaction() as session:
            customer = orders.get_customer(session, actor=make_actor(shopper.member))
            limits.set_limit(session, customer=customer, minor=minor)
        # A looser one counts a day later.
        shopper.limit = minor if shopper.limit is None else min(shopper.limit, minor)

    @rule(can=st.booleans())
    def let_payments_be_cancelled(self, can: bool) -> None:
        self.bank.can_cancel = can

    # The bank moves, and tells.

    @after_an_order
    @rule(payment=tries, status=OUTCOMES)
    def turn(self, payment: Payment, status: ProviderStatus) -> None:
        now = self.bank.payments[payment.ref].status
        late = status is ProviderStatus.PAID and now is not ProviderStatus.PAID
        if late or (now in LIVE and BANK_RANKS[status] > BANK_RANKS[now]):
            self.bank.turn(payment.ref, status)

    @after_an_order
    @rule(payment=tries, times=st.integers(1, 3))
    def tell(self, payment: Payment, times: int) -> None:
        for _ in range(times):
            payments.sync_ref("mollie", payment.ref)
            payment.hear(self.bank.payments[payment.ref])

    @after_an_order
    @rule(payment=tries, data=st.data())
    def tell_old_news(self, payment: Payment, data: st.DataObject) -> None:
        old = data.draw(st.sampled_from(self.bank.history[payment.ref]))
        self.bank.stale[payment.ref] = old
        payments.sync_ref("mollie", payment.ref)
        payment.hear(old)

    @after_an_order
    @rule(payment=tries)
    def ask(self, payment: Payment) -> None:
        payments.sync_payment(payment.id)
        payment.hear(self.bank.payments[payment.ref])

    # Spending.

    @rule(who=SHOPPERS, credits=st.integers(1, 40))
    def give(self, who: int, credits: int) -> None:
        shopper = self.shoppers[who]
        with transaction() as session:
            give_credits(session, member_id=shopper.member.id, credits=credits)
        shopper.give(credits)

    @rule(target=spends, who=SHOPPERS, credits=st.integers(1, 60))
    def spend(self, who: int, credits: int) -> Any:
        shopper = self.shoppers[who]
        enough = shopper.balance >= credits
        try:
            tx_id = shopping.spend(shopper.member, credits)
        except InsufficientCredits:
            assert not enough
            return multiple()
        assert enough
        return tx_id, shopper.spend(credits)

    @rule(spent=consumes(spends), times=st.integers(1, 2))
    def undo_spend(self, spent: tuple[UUID, list[Use]], times: int) -> None:
        tx_id, uses = spent
        back = []
        for _ in range(times):
            with transaction() as session:
                back.append(api.refund_spend(session, tx_id=tx_id, reason="a rule"))
        lost = []
        for use in uses:
            use.put_back()
            for order in self.orders:
                if order.lot is use.lot and order.credited and order.credited.is_taken_back:
                    order.credited.claw()
                    lost.append(use)
        assert back == [sum(use.credits for use in uses if use not in lost), 0][:times]

    # Money goes back.

    @rule(target=returns, order=bought)
    def withdraw(self, order: Order) -> Any:
        lot, payment = order.lot, order.credited
        possible = bool(lot and payment and lot.remaining and min(lot.paid, payment.left) > 0)
        try:
            refund = shopping.withdraw(order.shopper.member, order.id)
        except NothingToRefund:
            assert not possible
            return multiple()
        except RefundTooLate:
            assert order.is_past
            return multiple()
        assert possible
        assert not order.is_past
        assert lot
        assert payment
        return self._note(refund, payment, lot.take(lot.remaining), at_most=payment.left)

    @rule(target=returns, order=bought, credits=st.integers(0, 130), extra=st.integers(0, 200))
    def support(self, order: Order, credits: int, extra: int) -> Any:
        lot, payment = order.lot, order.credited
        enough = bool(lot and credits <= lot.remaining)
        worth = lot.paid * credits // lot.remaining if lot and lot.remaining and enough else 0
        possible = bool(payment and enough and 0 < worth + extra <= payment.left)
        try:
            refund = shopping.support(order.id, credits=credits, extra=extra)
        except (NothingToRefund, InsufficientCredits):
            assert not possible
            return multiple()
        assert possible
        assert lot
        assert payment
        return self._note(refund, payment, lot.take(credits) if credits else None, extra=extra)

    def _note(self, refund: Any, payment: Payment, use: Use | None, **bounds: int) -> Refund:
        made = payment.give_back(refund.id, use, **bounds)
        assert refund.amount.minor == made.amount
        return made

    @rule(refund=returns, lost=st.booleans())
    def send(self, refund: Refund, lost: bool) -> None:
        asked = refund.state == "approved"
        accepted = asked and self.bank.can_refund(refund.payment.ref, refund.amount)
        if accepted and lost:
            self.bank.after("create_refund", OutcomeUnknown("lost"))
        payments.submit_refund(refund.id)
        if not asked:
            return
        refund.move("submitted" if accepted else "failed")
        # A refusal is an answer, too, after which the application looks at the whole payment.
        if not (accepted and lost):
            refund.payment.hear(self.bank.payments[refund.payment.ref])

    @after_an_order
    @rule(payment=tries, status=st.sampled_from([ProviderRefundStatus.REFUNDED, ProviderRefundStatus.FAILED]))
    def turn_refunds(self, payment: Payment, status: ProviderRefundStatus) -> None:
        for refund in self.bank.payments[payment.ref].refunds:
            if refund.status is not ProviderRefundStatus.FAILED:
                self.bank.turn_refund(refund.ref, status)

    @after_an_order
    @rule(payment=tries, minor=st.integers(1, 400))
    def refund_by_hand(self, payment: Payment, minor: int) -> None:
        is_possible = payment.is_credited and minor <= payment.left and self.bank.can_refund(payment.ref, minor)
        if not is_possible or any(refund.state == "approved" for refund in payment.refunds.values()):
            return
        self.bank.refund_by_hand(payment.ref, minor)
        payments.sync_ref("mollie", payment.ref)
        payment.hear(self.bank.payments[payment.ref])

    @after_an_order
    @rule(target=claims, payment=tries, minor=st.integers(1, 1080))
    def charge_back(self, payment: Payment, minor: int) -> Any:
        told = self.bank.payments[payment.ref]
        taken = sum(each.amount.minor for each in told.chargebacks)
        if told.status is not ProviderStatus.PAID or taken + minor > told.amount.minor:
            return multiple()
        return self.bank.charge_back(payment.ref, minor)

    @rule(claim=consumes(claims))
    def reverse(self, claim: str) -> None:
        self.bank.reverse(claim)

    # The application agrees with the model.

    @invariant()
    def no_code_is_used_too_often(self) -> None:
        for discount in getattr(self, "discounts", ()):
            paid = [
                order.shopper for order in discount.orders if order.state == "completed" and order.code == "redeemed"
            ]
            assert len(paid) <= discount.max_uses
            assert len(paid) == len(set(map(id, paid)))

    @invariant()
    def agrees(self) -> None:
        for shopper in getattr(self, "shoppers", ()):
            assert shopping.balance_of(shopper.member) == shopper.balance
        for order in getattr(self, "orders", ()):
            assert (shopping.order_of(order.id).state, shopping.code_of(order.id)) == (order.state, order.code)
            lot = order.lot
            assert shopping.unspent_of(order.id) == ((lot.remaining, lot.paid) if lot else (0, 0))
            for payment, known in zip(order.payments, shopping.payments_of(order.id), strict=True):
                seen = (known.is_credited, known.refunded_minor, known.charged_back_minor)
                assert seen == (payment.is_credited, payment.refunded, payment.charged_back)

    def teardown(self) -> None:
        """Everything comes to rest: what was not told is told, what waits is sent; then all adds up."""
        for order in getattr(self, "orders", ()):
            for payment in order.payments:
                self.ask(payment)
                with transaction(read_only=True) as session:
                    waiting = return_queries.list_refunds(session, payment_ids=[payment.id])
                for refund in waiting:
                    if refund.state is RefundState.APPROVED:
                        # What came too late goes back by itself: it is counted, but no rule asked for it.
                        own = Refund(refund.id, payment, refund.amount.minor, None)
                        self.send(payment.refunds.setdefault(str(refund.id), own), lost=False)
                self.turn_refunds(payment, ProviderRefundStatus.REFUNDED)
                self.ask(payment)
        self.agrees()
        shopping.sound()
        handle_refunds()
        for shopper in getattr(self, "shoppers", ()):
            if not shopper.is_erased:
                ensure_refunds_are_told(shopper)
            with transaction(read_only=True) as session:
                assert accounts.get_member(session, shopper.member.id).is_paid is shopper.has_kept_an_order


@pytest.fixture
def application(_engines: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(payments, "provider_named", lambda _name: Money.bank)
    with transaction() as session:
        Money.site = make_site(session, signup_credits=0)


@pytest.mark.usefixtures("application")
def test_money_is_its_model() -> None:
    run_state_machine_as_test(Money, settings=property_runs(runs=8, steps=20))
