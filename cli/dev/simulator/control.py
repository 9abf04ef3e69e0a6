"""Control of the simulator by tests and people: POST /_simulator/<name> with a JSON object, or GET its state."""

import inspect
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from flask import Blueprint, Response, jsonify, request

from cli.dev.simulator import customers, payments, returns, settlements
from cli.dev.simulator.api import body, the_store
from cli.dev.simulator.refusal import Refusal, unknown
from cli.dev.simulator.store import Record

blueprint = Blueprint("control", __name__, url_prefix="/_simulator")
EVENTS = 500  # in one answer

FAULTS = {
    "refuse": "An operation responds with a status (503) and does nothing.",
    "slow": "An operation is delayed (seconds).",
    "lose-answer": "An operation is done, but its response is lost (after seconds).",
    "notice-before-answer": "A new payment is finished (outcome) and its webhook sent before create_payment responds.",
    "notice-before-redirect": "The webhook is sent before the payer is sent back.",
    "drop-notice": "A webhook is never sent.",
    "delay-notice": "A webhook is sent later (seconds).",
    "duplicate-notice": "A webhook is sent more than once (copies).",
    "reorder-notices": "Webhooks wait until there are several (count), and the last is sent first.",
    "refund-queued": "A new refund waits for funds.",
    "refund-fails": "A refund fails at the bank.",
    "collection-fails": "A recurring payment fails (reason, method).",
}


def plan_fault(*, fault: str, times: int = 1, **conditions: Any) -> Record:
    """Plan a fault."""
    if fault not in FAULTS:
        raise Refusal(422, f"No fault is called {fault}", "fault")
    the_store().plan_fault(fault, times, conditions)
    return {"faults": the_store().faults()}


def forget_faults() -> Record:
    """Cancel all planned faults."""
    the_store().forget_faults()
    the_store().set("lost-notices", 0)
    return {"faults": []}


def advance(*, seconds: float = 0, hours: float = 0, days: float = 0) -> Record:
    """Move the clock forward."""
    by = seconds + hours * 3600 + days * 86_400
    the_store().advance(by)
    the_store().log("clock moved", seconds=by)
    return {"now": the_store().stamp()}


def scale_retries(*, scale: float) -> Record:
    """Multiply the time between retries of a webhook: 0.0001 makes 26 hours about nine seconds."""
    the_store().set("retry-scale", scale)
    return {"scale": scale}


def lose_notices(*, share: float) -> Record:
    """Lose a share of all webhooks from now on: 1 loses all, 0 none."""
    if not 0 <= share <= 1:
        raise Refusal(422, "The share must be between 0 and 1", "share")
    the_store().set("lost-notices", share)
    return {"share": share}


def pay(
    *,
    payment: str,
    outcome: str = "paid",
    method: str | None = None,
    issuer: str | None = None,
    failure: str | None = None,
    country: str | None = None,
    late: bool = False,
) -> Record:
    """Do what a payer does on the checkout page, or what a bank does later, even after the payment has ended.

    country: of their card or account; without it, the one of most of a method's payers.
    """
    found = payments.get_payment(the_store(), payment)
    if found["method"] is None or (found["status"] == "open" and method):
        found = payments.choose_method(the_store(), found, method or found["offered"][0])
    if issuer:
        found = payments.choose_bank(the_store(), found, issuer)
    if country:
        found = payments.pay_from(the_store(), found, country)
    return payments.finish(the_store(), found, outcome, failure, late=late)


def set_refund(*, refund: str, status: str) -> Record:
    """Set the status of a refund."""
    found = the_store().find("refund", refund)
    if found is None:
        raise unknown("refund", refund)
    return returns.set_refund(the_store(), found, status)


def charge_back(*, payment: str, value: str | None = None, reason: str = "MD06") -> Record:
    """Have a bank take money back."""
    return returns.charge_back(the_store(), payments.get_payment(the_store(), payment), value, reason)


def reverse(*, chargeback: str) -> Record:
    """Have a bank return what it took."""
    found = the_store().find("chargeback", chargeback)
    if found is None:
        raise unknown("chargeback", chargeback)
    return returns.reverse_chargeback(the_store(), found)


def end_mandate(*, mandate: str) -> Record:
    """Have a payer end a mandate at the bank."""
    found = the_store().find("mandate", mandate)
    if found is None:
        raise unknown("mandate", mandate)
    the_store().save({**found, "status": "invalid"})
    the_store().log("mandate ended", mandate=mandate)
    return {**found, "status": "invalid"}


def add_mandate(*, customer: str, **wanted: Any) -> Record:
    """Create a direct debit mandate."""
    return customers.create_mandate(the_store(), customers.get_customer(the_store(), customer), wanted)


def settle(*, short: str = "0") -> Record:
    """Pay out now, `short` euros less than was settled, without a reason."""
    return {"settlement": settlements.settle(the_store(), Decimal(short))}


def tell(*, payment: str) -> Record:
    """Send a payment's webhook again."""
    payments.notify(the_store(), payments.get_payment(the_store(), payment))
    return {"payment": payment}


ACTIONS: dict[str, Callable[..., Record]] = {
    "fault": plan_fault,
    "forget-faults": forget_faults,
    "advance": advance,
    "retries": scale_retries,
    "lose-notices": lose_notices,
    "pay": pay,
    "refund": set_refund,
    "chargeback": charge_back,
    "reverse": reverse,
    "end-mandate": end_mandate,
    "add-mandate": add_mandate,
    "settle": settle,
    "tell": tell,
}


@blueprint.post("/<name>")
def act(name: str) -> Response:
    """Run one of the actions above; a form of another site cannot send JSON."""
    if not request.is_json:
        raise Refusal(415, "The body must be JSON, with the Content-Type application/json")
    return jsonify(run(name, body()))


def run(name: str, values: Any) -> Record:
    """Run an action with its values; raises Refusal."""
    if name not in ACTIONS:
        raise unknown("action", name)
    try:
        inspect.signature(ACTIONS[name]).bind(**values)
    except TypeError as error:
        raise Refusal(422, str(error)) from error
    with the_store().work():
        return ACTIONS[name](**values)


@blueprint.get("/state")
def state() -> Response:
    """Return the clock, the tasks and the planned faults."""
    store = the_store()
    return jsonify({"now": store.stamp(), "tasks": store.tasks(), "faults": store.faults()})


@blueprint.get("/log")
def log() -> Response:
    """Return the newest events, oldest first."""
    return jsonify(the_store().events(request.args.get("limit", EVENTS, type=int)))


@blueprint.errorhandler(Refusal)
def refuse(refusal: Refusal) -> tuple[Response, int]:
    """Return the refusal as JSON."""
    return jsonify({"detail": refusal.detail, "field": refusal.field}), int(refusal.status)
