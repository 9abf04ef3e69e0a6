"""What a member does in the shop, over HTTP, with the simulator as the bank."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from modules.billing.payments.service import payments
from tests.billing.shopping import ref_of
from tests.billing.test_orders import order, payment_of, refund_ref_of
from tests.conftest import Client, drain_now
from tests.simulating import Simulator


def buy(browser: Client, simulator: Simulator, *, drain: Callable[[], None] = drain_now, **over: Any) -> Any:
    """Order a bundle and pay it; returns the order as it was answered."""
    bought = order(browser, **over).get_json()
    simulator.pay(ref_of(bought["id"]), method=over.get("method", "ideal"))
    browser.post(f"/api/v1/orders/{bought['id']}/sync")
    drain()
    return bought


def ask_back(browser: Client, bought: Any) -> str:
    """Ask for everything that is unspent; returns the refund's id."""
    offer = browser.get(f"/api/v1/orders/{bought['id']}").get_json()["refund_offer"]
    body = {"amount_minor": offer["amount"]["minor"]}
    asked = browser.post(f"/api/v1/orders/{bought['id']}/withdrawal", body, key=str(uuid4())).get_json()
    drain_now()
    return str(asked["id"])


def turn_refund(bought: Any, simulator: Simulator, status: str, *, drain: Callable[[], None] = drain_now) -> None:
    """Let the bank say what became of the refund of an order."""
    simulator.control("refund", refund=refund_ref_of(bought["id"]), status=status)
    payments.sync_payment(payment_of(bought["id"]))
    drain()
