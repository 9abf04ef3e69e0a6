"""The providers that the contract is tried on: each with its adapter, and what payers and banks do there."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol
from uuid import UUID, uuid4

from modules.billing.contracts.shop import Money
from modules.billing.payments.providers.mollie import TIMEOUT, MollieProvider
from modules.billing.payments.providers.port import Attempt, PaymentProvider, ProviderPayment, ProviderRefund, Step
from modules.billing.payments.providers.stripe import StripeProvider
from tests.billing.providers.stripe_server import Fault, StripeServer
from tests.simulating import Simulator

Patience = tuple[int, int]


class World(Protocol):
    """A provider that runs, its adapter, and what happens there that the installation has no hand in."""

    @property
    def provider(self) -> PaymentProvider:
        """Return its adapter."""

    busy: tuple[int, ...]  # answers that mean: nothing was done, ask again
    nobody: str  # a name that no payment has

    def adapter(
        self, *, url: str | None = None, key: str | None = None, timeout: Patience = TIMEOUT
    ) -> PaymentProvider:
        """Return an adapter for another address, with another key, or with less patience."""

    def now(self) -> datetime:
        """Return the time on the provider's clock."""

    def pay(self, ref: str, outcome: str = "paid", *, method: str = "creditcard", failure: str | None = None) -> None:
        """Do what a payer does."""

    def refund(self, refund_ref: str) -> None:
        """Let a refund arrive."""

    def charge_back(self, ref: str, minor: int) -> str:
        """Have the payer's bank take money; returns its name."""

    def give_back(self, chargeback_ref: str) -> None:
        """Have the bank return what it took."""

    def refuse(self, operation: str, status: int) -> None:
        """Have the next call of an operation be refused."""

    def lose_answer(self, operation: str, seconds: float = 0) -> None:
        """Have the next call of an operation do its work without an answer."""


class MollieWorld:
    """Mollie, on the simulator of its API."""

    busy: tuple[int, ...] = (409, 429, 503)
    nobody = "tr_nobodysPayment"

    def __init__(self, simulator: Simulator) -> None:
        self.simulator = simulator
        self.provider = self.adapter()

    def adapter(self, *, url: str | None = None, key: str | None = None, timeout: Patience = TIMEOUT) -> MollieProvider:
        return MollieProvider(key=key or self.simulator.key, url=url or self.simulator.url, timeout=timeout)

    def now(self) -> datetime:
        return datetime.fromisoformat(self.simulator.control("advance", seconds=0)["now"])

    def pay(self, ref: str, outcome: str = "paid", *, method: str = "creditcard", failure: str | None = None) -> None:
        self.simulator.control("pay", payment=ref, outcome=outcome, method=method, failure=failure)

    def refund(self, refund_ref: str) -> None:
        self.simulator.control("refund", refund=refund_ref, status="refunded")

    def charge_back(self, ref: str, minor: int) -> str:
        value = f"{minor / 100:.2f}"
        return str(self.simulator.control("chargeback", payment=ref, value=value, reason="fraudulent")["id"])

    def give_back(self, chargeback_ref: str) -> None:
        self.simulator.control("reverse", chargeback=chargeback_ref)

    def refuse(self, operation: str, status: int) -> None:
        self.simulator.control("fault", fault="refuse", operation=operation, status=status)

    def lose_answer(self, operation: str, seconds: float = 0) -> None:
        self.simulator.control("fault", fault="lose-answer", operation=operation, seconds=seconds)


class StripeWorld:
    """Stripe, on the server of these tests."""

    busy: tuple[int, ...] = (409, 429)
    nobody = "cs_test_nobodysPage"
    ways = {"creditcard": "card"}

    def __init__(self, server: StripeServer) -> None:
        self.server = server
        self.provider = self.adapter()

    def adapter(self, *, url: str | None = None, key: str | None = None, timeout: Patience = TIMEOUT) -> StripeProvider:
        return StripeProvider(
            key=key or self.server.key,
            webhook_secret=self.server.secret,
            url=url or self.server.url,
            timeout=timeout,
        )

    def now(self) -> datetime:
        return datetime.now(UTC)

    def pay(self, ref: str, outcome: str = "paid", *, method: str = "creditcard", failure: str | None = None) -> None:
        self.server.account.pay(ref, outcome, way=self.ways.get(method, method), failure=failure or "generic_decline")

    def refund(self, refund_ref: str) -> None:
        self.server.account.objects[refund_ref].update(status="succeeded", pending_reason=None)

    def charge_back(self, ref: str, minor: int) -> str:
        return str(self.server.account.dispute(ref, minor)["id"])

    def give_back(self, chargeback_ref: str) -> None:
        self.server.account.win(chargeback_ref)

    def refuse(self, operation: str, status: int) -> None:
        self.server.faults.append(Fault(_method_of(operation), status))

    def lose_answer(self, operation: str, seconds: float = 0) -> None:
        self.server.faults.append(Fault(_method_of(operation), None, seconds))


def _method_of(operation: str) -> str:
    """Return how Stripe is asked for an operation that carries Mollie's name."""
    return "POST" if operation.partition("_")[0] in ("create", "cancel", "revoke") else "GET"


def attempt(**over: Any) -> Attempt:
    """One try to have 19.99 euros paid."""
    payment_id = over.pop("payment_id", uuid4())
    values: dict[str, Any] = {
        "payment_id": payment_id,
        "key": str(payment_id),
        "amount": Money(1999, "EUR"),
        "description": "100 credits",
        "return_url": "http://shop.localhost/credits",
        "notice_url": None,
        "locale": "nl",
        "methods": ("ideal", "creditcard", "paypal"),
        **over,
    }
    return Attempt(**values)


def refund(
    provider: PaymentProvider, payment: ProviderPayment, minor: int, refund_id: UUID | None = None
) -> ProviderRefund:
    """Ask for a part of a payment back."""
    ours = refund_id or uuid4()
    amount = Money(minor, payment.amount.currency)
    return provider.create_refund(payment.ref, refund_id=ours, key=str(ours), amount=amount, description="Money back")


def save(world: World, method: str = "creditcard") -> tuple[str, str]:
    """Return a customer, and the way to pay that their first payment saved."""
    customer = world.provider.create_customer(member_id=uuid4(), key=str(uuid4()), locale="nl")
    first = world.provider.create_payment(attempt(step=Step.FIRST, customer_ref=customer, methods=(method,)))
    world.pay(first.ref, method=method)
    found = world.provider.fetch_payment(first.ref)
    assert found.mandate_ref
    return customer, found.mandate_ref


def paid(world: World, **over: Any) -> ProviderPayment:
    """Return a payment that was paid."""
    begun = world.provider.create_payment(attempt(**over))
    world.pay(begun.ref)
    return world.provider.fetch_payment(begun.ref)


def long_ago(world: World) -> datetime:
    """Return an hour ago on the provider's clock."""
    return world.now() - timedelta(hours=1)


Call = Callable[[PaymentProvider, ProviderPayment, tuple[str, str]], object]
# Each call of the port by the name of what it asks Mollie for. Those that change something come first.
CHANGES: list[tuple[str, Call]] = [
    ("create_payment", lambda provider, _payment, _saved: provider.create_payment(attempt())),
    ("cancel_payment", lambda provider, payment, _saved: provider.cancel_payment(payment.ref)),
    ("create_refund", lambda provider, payment, _saved: refund(provider, payment, 1)),
    (
        "create_customer",
        lambda provider, _payment, _saved: provider.create_customer(member_id=uuid4(), key=str(uuid4()), locale="nl"),
    ),
    ("revoke_mandate", lambda provider, _payment, saved: provider.revoke_mandate(*saved)),
]
READS: list[tuple[str, Call]] = [
    (
        "list_methods",
        lambda provider, _payment, _saved: provider.list_methods(
            amount=Money(1, "EUR"), country="NL", locale="nl", step=Step.ONE_OFF
        ),
    ),
    ("get_payment", lambda provider, payment, _saved: provider.fetch_payment(payment.ref)),
    ("list_payments", lambda provider, _payment, _saved: provider.find_payment(uuid4(), since=datetime.now(UTC))),
    ("list_all_refunds", lambda provider, _payment, _saved: provider.list_touched(since=datetime.now(UTC))),
    ("list_mandates", lambda provider, _payment, saved: provider.list_mandates(saved[0])),
]
