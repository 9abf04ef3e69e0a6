"""What money should do, in plain objects: the model that the machine compares the house with."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from modules.billing.providers.port import ProviderPayment

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
    """A member and their lots, in the order in which they came."""

    member: Any
    lots: list[Lot] = field(default_factory=list)

    @property
    def balance(self) -> int:
        return sum(lot.remaining for lot in self.lots)

    def give(self, credits: int) -> None:
        self.lots.append(Lot(False, credits))

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
    """A try to pay, as far as the house was told."""

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

    def claw(self, ref: str | None = None) -> None:
        """Take what is unspent for a chargeback (the first whose money a bank still has)."""
        ref = ref or next((each for each in self.clawed if each not in self.reversed), None)
        lot = self.order.lot if self.is_credited else None
        if ref and lot and lot.remaining:
            self.clawed[ref].append(lot.take(lot.remaining))

    def keep_code(self) -> None:
        """The code of a paid order is free as long as all its money is back with the payer."""
        if self.is_credited:
            back = sum(refund.amount for refund in self.refunds.values() if refund.state == "refunded")
            self.order.code = "released" if back == self.order.total else "redeemed"

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
class Order:
    """An order as far as the house was told."""

    id: UUID
    shopper: Shopper
    credits: int
    total: int
    vat: int
    state: str = "loading"
    code: str = "reserved"
    lot: Lot | None = None
    payments: list[Payment] = field(default_factory=list)

    def follow(self, payment_state: str) -> bool:
        """Follow a payment; True when it brought the credits."""
        if self.state == "completed":
            return False
        if payment_state == "paid":
            self.state, self.code = "completed", "redeemed"
            self.lot = Lot(True, self.credits, self.total, self.total - self.vat)
            self.shopper.lots.append(self.lot)
            return True
        if self.state in ("loading", "pending"):
            self.state = ENDS.get(payment_state, "pending")
            self.code = "reserved" if self.state == "pending" else "released"
        return False

    @property
    def credited(self) -> Payment | None:
        return next((payment for payment in self.payments if payment.is_credited), None)
