"""What money should do, in plain objects: the model that the machine compares the application with."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from modules.billing.payments.providers.port import ProviderPayment

# What is told late never takes back what was told first.
PAYMENT_RANKS = {"open": 0, "pending": 1, "authorized": 2, "failed": 3, "canceled": 3, "expired": 3, "paid": 4}
REFUND_RANKS = {"approved": 0, "submitted": 1, "pending": 2, "refunded": 3, "failed": 4}
ENDS = {"failed": "failed", "canceled": "cancelled", "expired": "cancelled"}


@dataclass(eq=False)
class Lot:
    """Credits that came together, and what was paid for them."""

    is_bought: bool
    remaining: int
    paid: int = 0
    net: int = 0

    def take(self, credits: int) -> "Use":
        use = Use(self, credits, self.paid * credits // self.remaining, self.net * credits // self.remaining)
        self.remaining -= credits
        self.paid -= use.paid
        self.net -= use.net
        return use


@dataclass(eq=False)
class Use:
    """What was taken of a lot."""

    lot: Lot
    credits: int
    paid: int
    net: int

    def put_back(self) -> None:
        self.lot.remaining += self.credits
        self.lot.paid += self.paid
        self.lot.net += self.net


@dataclass(eq=False)
class Shopper:
    """A member, their lots in the order in which they came, and their orders."""

    member: Any
    lots: list[Lot] = field(default_factory=list)
    orders: list["Order"] = field(default_factory=list)
    limit: int | None = None
    has_left: bool = False
    is_erased: bool = False
    ban: UUID | None = None

    @property
    def is_gone(self) -> bool:
        return self.has_left or self.ban is not None

    def cancel_orders(self) -> None:
        """Cancel what is not paid yet, as a closed account's orders are."""
        for order in self.orders:
            order.state = "cancelled" if order.state == "loading" else order.state

    @property
    def balance(self) -> int:
        return sum(lot.remaining for lot in self.lots)

    @property
    def has_kept_an_order(self) -> bool:
        """Tell whether some of the money of an order is not back, which makes a member premium."""
        return any(order.credited and order.credited.left > 0 for order in self.orders)

    def give(self, credits: int) -> None:
        self.lots.append(Lot(False, credits))

    def has_room(self, total: int, *, with_unpaid: bool = True) -> bool:
        """Tell whether something of this price fits into the limit beside what was paid, and what can still be."""
        paid = [order for order in self.orders if order.lot and not order.is_past]
        unpaid = [order for order in self.orders if with_unpaid and order.can_be_paid and order not in paid]
        counted = paid + unpaid
        spent = sum(order.total - (order.credited.refunded if order.credited else 0) for order in counted)
        return self.limit is None or spent + total <= self.limit

    def spend(self, credits: int) -> list[Use]:
        """Take given credits first, then the oldest."""
        uses = []
        for lot in sorted(self.lots, key=lambda lot: lot.is_bought):
            taken = min(lot.remaining, credits)
            if taken:
                uses.append(lot.take(taken))
                credits -= taken
        return uses


@dataclass(eq=False)
class Refund:
    """Money on its way back."""

    id: UUID
    payment: "Payment"
    amount: int
    use: Use | None
    state: str = "approved"

    def move(self, state: str) -> None:
        """Follow what is told; one that fails gives its credits back."""
        if REFUND_RANKS[state] <= REFUND_RANKS[self.state]:
            return
        self.state = state
        self.payment.keep_code()
        if state == "failed":
            self.payment.refunded -= self.amount
            if self.use:
                self.use.put_back()
            self.payment.claw()


@dataclass(eq=False)
class Payment:
    """A try to pay, as far as the application was told."""

    id: UUID
    ref: str
    order: "Order"
    state: str = "open"
    is_credited: bool = False
    refunded: int = 0
    charged_back: int = 0
    refunds: dict[str, Refund] = field(default_factory=dict)
    clawed: dict[str, list[Use]] = field(default_factory=dict)
    reversed: set[str] = field(default_factory=set)

    @property
    def is_live(self) -> bool:
        return PAYMENT_RANKS[self.state] < 3

    @property
    def left(self) -> int:
        return self.order.total - self.refunded - self.charged_back

    @property
    def is_taken_back(self) -> bool:
        """Tell whether a bank has money of it, and nothing is left."""
        return self.left <= 0 and any(ref not in self.reversed for ref in self.clawed)

    def give_back(self, refund_id: UUID, use: Use | None, *, extra: int = 0, at_most: int | None = None) -> Refund:
        """Let the money of some credits go back, and more if need be, but no more than is left."""
        amount = (use.paid if use else 0) + extra
        made = Refund(refund_id, self, amount if at_most is None else min(amount, at_most), use)
        self.refunded += made.amount
        self.refunds[str(refund_id)] = made
        return made

    def claw(self, ref: str | None = None) -> None:
        """Take what is unspent for a chargeback (the first whose money a bank still has)."""
        ref = ref or next((each for each in self.clawed if each not in self.reversed), None)
        lot = self.order.lot if self.is_credited else None
        if ref and lot and lot.remaining:
            self.clawed[ref].append(lot.take(lot.remaining))

    def keep_code(self) -> None:
        """The code of a paid order is free as long as all its money is back with the payer."""
        if not self.is_credited:
            return
        back = sum(refund.amount for refund in self.refunds.values() if refund.state == "refunded")
        if back == self.order.total:
            self.order.code = "released"
        elif self.order.code == "released":
            self.order.code = "redeemed" if self.order.discount.take_for(self.order.shopper) else "honoured"

    def hear(self, told: ProviderPayment) -> None:
        """Take over what a provider tells."""
        if PAYMENT_RANKS[told.status] > PAYMENT_RANKS[self.state]:
            self.state = str(told.status)
            self.is_credited = self.order.follow(self.state)
            if self.state == "paid" and not self.is_credited:
                self.refunded = self.order.total  # it goes back at once
        for refund in told.refunds:
            name = str(refund.refund_id or refund.ref)
            if name not in self.refunds:
                self.refunded += refund.amount.minor
                self.refunds[name] = Refund(UUID(int=0), self, refund.amount.minor, None, "submitted")
            self.refunds[name].move(str(refund.status))
        for chargeback in told.chargebacks:
            if chargeback.ref not in self.clawed:
                self.clawed[chargeback.ref] = []
                self.claw(chargeback.ref)
                self.charged_back += chargeback.amount.minor
            if chargeback.reversed_at and chargeback.ref not in self.reversed:
                self.reversed.add(chargeback.ref)
                self.charged_back -= chargeback.amount.minor
                for use in self.clawed[chargeback.ref]:
                    use.put_back()
                self.claw()


@dataclass(eq=False)
class Discount:
    """A discount code, and the orders that were made with it."""

    code: str
    max_uses: int
    is_over: bool = False
    orders: list["Order"] = field(default_factory=list)

    @property
    def held(self) -> "list[Order]":
        return [order for order in self.orders if order.code in ("reserved", "redeemed")]

    def held_by(self, shopper: Shopper) -> "Order | None":
        return next((order for order in self.held if order.shopper is shopper), None)

    def is_free_for(self, shopper: Shopper) -> bool:
        return len(self.held) < self.max_uses and self.held_by(shopper) is None

    def take_for(self, shopper: Shopper) -> bool:
        """Take it for an order that is paid, from another one of theirs that is not, or as anybody does."""
        holder = self.held_by(shopper)
        if holder and holder.code == "reserved":
            holder.code = "released"
            return True
        return self.is_free_for(shopper)


@dataclass(eq=False)
class Order:
    """An order as far as the application was told."""

    id: UUID
    shopper: Shopper
    discount: Discount
    credits: int
    total: int
    vat: int
    state: str = "loading"
    code: str = "reserved"
    lot: Lot | None = None
    is_past: bool = False
    payments: list[Payment] = field(default_factory=list)

    def follow(self, payment_state: str) -> bool:
        """Follow a payment; True when it brought the credits."""
        if self.state == "completed":
            return False
        if payment_state == "paid":
            if not self._is_taken():
                self.state = "cancelled" if self.state in ("loading", "pending") else self.state
                self.code = "released"
                return False
            self.state, self.code = "completed", "redeemed"
            self.lot = Lot(True, self.credits, self.total, self.total - self.vat)
            self.shopper.lots.append(self.lot)
            return True
        if self.state in ("loading", "pending"):
            self.state = ENDS.get(payment_state, "pending")
        if payment_state in ENDS:
            self.code = "released"
        return False

    def _is_taken(self) -> bool:
        if self.shopper.is_gone or not self.shopper.has_room(self.total, with_unpaid=False):
            return False
        return self.code == "reserved" or self.discount.take_for(self.shopper)

    @property
    def can_be_paid(self) -> bool:
        return self.state in ("loading", "pending") or any(payment.is_live for payment in self.payments)

    @property
    def has_money(self) -> bool:
        """Tell whether it is paid, or its money is on the way."""
        moving = any(payment.state in ("pending", "authorized") for payment in self.payments)
        return self.state in ("completed", "pending") or moving

    @property
    def credited(self) -> Payment | None:
        return next((payment for payment in self.payments if payment.is_credited), None)
