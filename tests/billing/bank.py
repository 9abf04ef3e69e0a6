"""A payment provider in this process: the port itself, with a hand on every call's before and after.

The simulator (cli/dev/simulator) is a provider behind HTTP; this one is for what needs a crash between two lines, or
thousands of calls.
"""

import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, TypeVar
from uuid import UUID, uuid4

from modules.billing.contracts.books import Subject
from modules.billing.contracts.shop import Money
from modules.billing.payments.providers.port import (
    Attempt,
    ListedLine,
    Method,
    NoticeForged,
    ProviderChargeback,
    ProviderMandate,
    ProviderPayment,
    ProviderRefund,
    ProviderRefundStatus,
    ProviderStatus,
    Rejected,
    Step,
)

T = TypeVar("T")
LIVE = (ProviderStatus.OPEN, ProviderStatus.PENDING, ProviderStatus.AUTHORIZED)


class Killed(BaseException):
    """The process ends here; nothing catches it."""


class Bank:
    """A provider that keeps what it was asked for, once for each key."""

    name = "mollie"
    signs_notices = False

    def __init__(self) -> None:
        self.payments: dict[str, ProviderPayment] = {}
        self.history: dict[str, list[ProviderPayment]] = {}
        self.stale: dict[str, ProviderPayment] = {}  # old answers to the next question about a payment
        self.created = 0
        self.can_cancel = True
        self.calls: Counter[str] = Counter()
        self.forgotten: list[str] = []  # saved ways to pay
        self._refs: dict[str, str] = {}
        self._lock = threading.RLock()
        self._plans: dict[tuple[str, str], Callable[[], Any]] = {}

    # What a test does.

    def before(self, call: str, then: BaseException | Callable[[], Any]) -> None:
        """Do something once before a call has its effect: raise, or run."""
        self._plans[call, "before"] = _as_call(then)

    def after(self, call: str, then: BaseException | Callable[[], Any]) -> None:
        """Do something once after a call had its effect, before its answer comes."""
        self._plans[call, "after"] = _as_call(then)

    def forget_keys(self) -> None:
        """Know no repeat any more, as providers do after an hour."""
        self._refs.clear()

    def of(self, payment_id: UUID) -> ProviderPayment:
        """Return the payment of an attempt."""
        return next(payment for payment in self.payments.values() if payment.payment_id == payment_id)

    def turn(self, ref: str, status: ProviderStatus) -> None:
        """Bring a payment to a status."""
        self._save(replace(self.payments[ref], status=status))

    def turn_refund(self, refund_ref: str, status: ProviderRefundStatus) -> None:
        """Bring a refund to a status."""
        for payment in list(self.payments.values()):
            refunds = tuple(
                replace(each, status=status) if each.ref == refund_ref else each for each in payment.refunds
            )
            self._save(replace(payment, refunds=refunds))

    def refund_by_hand(self, ref: str, minor: int) -> None:
        """Refund at the provider itself, without us."""
        self._add_refund(ref, Money(minor, self.payments[ref].amount.currency), None)

    def can_refund(self, ref: str, minor: int) -> bool:
        """Tell whether an amount may go back: no more than was paid and is still here."""
        payment = self.payments[ref]
        gone = (ProviderRefundStatus.FAILED, ProviderRefundStatus.CANCELED)
        back = sum(each.amount.minor for each in payment.refunds if each.status not in gone)
        back += sum(each.amount.minor for each in payment.chargebacks if each.reversed_at is None)
        return payment.status is ProviderStatus.PAID and back + minor <= payment.amount.minor

    def charge_back(self, ref: str, minor: int, *, at: datetime | None = None) -> str:
        """Let the payer's bank take money back, now or earlier; returns the chargeback's name."""
        payment = self.payments[ref]
        amount = Money(minor, payment.amount.currency)
        taken = ProviderChargeback(f"chb_{uuid4().hex}", amount, "MD06", at or datetime.now(UTC), None)
        self._save(replace(payment, chargebacks=(*payment.chargebacks, taken)))
        return taken.ref

    def reverse(self, chargeback_ref: str) -> None:
        """Let the bank return what it took."""
        for payment in list(self.payments.values()):
            now = datetime.now(UTC)
            told = tuple(
                replace(each, reversed_at=now) if each.ref == chargeback_ref else each for each in payment.chargebacks
            )
            self._save(replace(payment, chargebacks=told))

    # The port.

    def create_payment(self, attempt: Attempt) -> ProviderPayment:
        def effect() -> ProviderPayment:
            with self._lock:
                if attempt.key not in self._refs:
                    self.created += 1
                    ref = f"tr_{uuid4().hex}"
                    self._refs[attempt.key] = ref
                    url = f"https://bank.example/{ref}"
                    method = attempt.methods[0]
                    status = ProviderStatus.OPEN
                    begun = ProviderPayment(
                        ref, attempt.payment_id, status, attempt.amount, method, url, None, None, None, None, None
                    )
                    self._save(begun)
                return self.payments[self._refs[attempt.key]]

        return self._call("create_payment", effect)

    def fetch_payment(self, ref: str) -> ProviderPayment:
        def effect() -> ProviderPayment:
            if ref not in self.payments:
                raise Rejected("404", ref)
            return self.stale.pop(ref, None) or self.payments[ref]

        return self._call("fetch_payment", effect)

    def find_payment(self, payment_id: UUID, *, since: datetime) -> ProviderPayment | None:
        def effect() -> ProviderPayment | None:
            return next((each for each in self.payments.values() if each.payment_id == payment_id), None)

        return self._call("find_payment", effect)

    def list_touched(self, *, since: datetime) -> Sequence[ListedLine]:
        return self._call("list_touched", lambda: [line for each in self.payments.values() for line in _lines(each)])

    def cancel_payment(self, ref: str) -> None:
        def effect() -> None:
            if self.can_cancel and self.payments[ref].status in LIVE:
                self.turn(ref, ProviderStatus.CANCELED)

        self._call("cancel_payment", effect)

    def create_refund(self, ref: str, *, refund_id: UUID, key: str, amount: Money, description: str) -> ProviderRefund:
        def effect() -> ProviderRefund:
            with self._lock:
                known = next((each for each in self.payments[ref].refunds if each.refund_id == refund_id), None)
                return known or self._add_refund(ref, amount, refund_id)

        return self._call("create_refund", effect)

    def list_methods(self, *, amount: Money, country: str, locale: str, step: Step) -> Sequence[Method]:
        return [Method("ideal", "iDEAL")]

    def create_customer(self, *, member_id: UUID, key: str, locale: str) -> str:
        return f"cst_{member_id.hex}"

    def list_mandates(self, customer_ref: str) -> Sequence[ProviderMandate]:
        return []

    def revoke_mandate(self, customer_ref: str, mandate_ref: str) -> None:
        self._call("revoke_mandate", lambda: self.forgotten.append(mandate_ref))

    def read_notice(self, body: bytes, headers: Mapping[str, str]) -> str:
        raise NoticeForged("this bank sends none")

    def _call(self, name: str, effect: Callable[[], T]) -> T:
        self.calls[name] += 1
        self._plans.pop((name, "before"), lambda: None)()
        result = effect()
        self._plans.pop((name, "after"), lambda: None)()
        return result

    def _save(self, payment: ProviderPayment) -> None:
        with self._lock:
            self.payments[payment.ref] = payment
            self.history.setdefault(payment.ref, []).append(payment)

    def _add_refund(self, ref: str, amount: Money, refund_id: UUID | None) -> ProviderRefund:
        if not self.can_refund(ref, amount.minor):
            raise Rejected("422", "more than was paid")
        payment = self.payments[ref]
        made = ProviderRefund(f"re_{uuid4().hex}", amount, ProviderRefundStatus.PENDING, refund_id)
        self._save(replace(payment, refunds=(*payment.refunds, made)))
        return made


def _lines(payment: ProviderPayment) -> list[ListedLine]:
    """Return what lists say of a payment."""
    ref = payment.ref
    taken = [(each, "reversed" if each.reversed_at else "received") for each in payment.chargebacks]
    return [
        ListedLine(Subject.PAYMENT, ref, ref, payment.status, payment.amount),
        *(ListedLine(Subject.REFUND, each.ref, ref, each.status, each.amount) for each in payment.refunds),
        *(ListedLine(Subject.CHARGEBACK, each.ref, ref, state, each.amount) for each, state in taken),
    ]


def _as_call(then: BaseException | Callable[[], Any]) -> Callable[[], Any]:
    if not isinstance(then, BaseException):
        return then

    def fail() -> None:
        raise then

    return fail
