"""Pages for people: the checkout, and the control page of the simulator."""

import re
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from cli.dev.simulator import control, payments, returns
from cli.dev.simulator.api import the_notifier, the_store
from cli.dev.simulator.details import BANK_REASONS, CARD_FAILURES
from cli.dev.simulator.methods import METHODS
from cli.dev.simulator.refusal import Refusal
from cli.dev.simulator.store import Record

blueprint = Blueprint("pages", __name__, template_folder="templates")
SHOWN = 60  # payments and events on the control page
OUTCOMES = {
    "paid": "Pay",
    "failed": "Fail the payment",
    "canceled": "Cancel",
    "expired": "Let the payment expire",
    "pending": "Keep it pending: the bank decides later",
    "open": "Go back without an outcome",
}
# The pages have no scripts.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"


@blueprint.after_app_request
def protect(response: Response) -> Response:
    """Give every answer the headers of a page without scripts that is not cached."""
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/checkout/<payment_id>")
def checkout(payment_id: str) -> str:
    """Ask the payer for a method, a bank and an outcome, as far as they are open."""
    payment = payments.get_payment(the_store(), payment_id)
    shown: dict[str, Any] = {"payment": payment, "seller": urlsplit(payment["redirectUrl"] or "").hostname}
    if payment["status"] != "open":
        return render_template("checkout_closed.html", **shown, back=payment["redirectUrl"])
    if payment["method"] is None:
        methods = [METHODS[each] for each in payment["offered"]]
        return render_template("checkout_methods.html", **shown, methods=methods)
    method = METHODS[payment["method"]]
    if method.banks and payment["issuer"] is None:
        return render_template("checkout_banks.html", **shown, method=method)
    failures = CARD_FAILURES if method.id in ("creditcard", "applepay") else {}
    bank = dict(method.banks).get(payment["issuer"])
    return render_template(
        "checkout_outcome.html", **shown, method=method, bank=bank, outcomes=OUTCOMES, failures=failures
    )


@blueprint.post("/checkout/<payment_id>")
def decide(payment_id: str) -> AnyResponse:
    """Process the payer's choice."""
    payment = payments.get_payment(the_store(), payment_id)
    outcome = request.form.get("outcome")
    if outcome is None:
        _choose(payment)
        return redirect(f"/checkout/{payment_id}", 303)
    if outcome != "open":
        with the_store().work():
            payment = payments.finish(the_store(), payment, outcome, request.form.get("failure") or None)
    if the_store().strike("notice-before-redirect", payment=payment_id):
        the_notifier().send_now(payment_id)
    back = payment["cancelUrl"] if outcome == "canceled" and payment["cancelUrl"] else payment["redirectUrl"]
    the_store().log("payer sent back", payment=payment_id, status=payment["status"])
    return redirect(back, 303)


@blueprint.get("/_simulator")
def desk() -> str:
    """Show the payments, the clock, the faults and the log."""
    store = the_store()
    return render_template(
        "desk.html",
        payments=store.select("payment")[:SHOWN],
        events=store.events(SHOWN, but="call")[::-1],
        now=store.stamp(),
        faults=store.faults(),
        kinds=control.FAULTS,
        tasks=store.tasks()[:SHOWN],
        scale=store.setting("retry-scale", 1.0),
    )


@blueprint.get("/_simulator/payments/<payment_id>")
def payment_page(payment_id: str) -> str:
    """Show a payment with its possible actions."""
    store = the_store()
    payment = payments.get_payment(store, payment_id)
    return render_template(
        "payment.html",
        payment=payment,
        outcomes=payments.OUTCOMES.get(payment["status"], ()),
        refunds=store.select("refund", payment_id),
        next=returns.NEXT,
        chargebacks=store.select("chargeback", payment_id),
        reasons=BANK_REASONS,
        failures=CARD_FAILURES if payment["method"] in ("creditcard", "applepay") else BANK_REASONS,
    )


@blueprint.post("/_simulator/do/<name>")
def do(name: str) -> AnyResponse:
    """Run the action of a form on these pages, and show its page again."""
    values = {field: _number(value) for field, value in request.form.items() if value and field != "back"}
    control.run(name, values)
    back = request.form.get("back", "")
    return redirect(back if re.fullmatch(r"/_simulator(/payments/\w+)?", back) else "/_simulator", 303)


@blueprint.get("/")
def root() -> AnyResponse:
    """Redirect to the control page."""
    return redirect("/_simulator", 303)


@blueprint.get("/images/<name>.svg")
def image(name: str) -> Response:
    """Draw a picture with the first letters of a method or a bank."""
    names = {each.id: each.name for each in METHODS.values()} | {
        bank: title for each in METHODS.values() for bank, title in each.banks
    }
    if name not in names:
        raise Refusal(404, "There is no such picture")
    letters = re.sub(r"[^A-Za-z]", "", names[name])[:2]
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 24">'
        '<rect width="32" height="24" rx="4" fill="#0b3a3c"/>'
        '<text x="16" y="16.5" font-family="Verdana, sans-serif" font-size="12" font-weight="700" fill="#fff" '
        f'text-anchor="middle">{letters}</text></svg>'
    )
    return Response(svg, content_type="image/svg+xml")


@blueprint.errorhandler(Refusal)
def refuse(refusal: Refusal) -> tuple[str, int]:
    """Show the refusal."""
    return render_template("refused.html", refusal=refusal), int(refusal.status)


def _choose(payment: Record) -> None:
    with the_store().work():
        if "other" in request.form:
            the_store().save({**payment, "method": None, "issuer": None})
        elif "issuer" in request.form:
            payments.choose_bank(the_store(), payment, request.form["issuer"])
        else:
            payments.choose_method(the_store(), payment, request.form.get("method", ""))


def _number(value: str) -> Any:
    """Return a form field as a number if it is one."""
    return int(value) if value.isdigit() else value
