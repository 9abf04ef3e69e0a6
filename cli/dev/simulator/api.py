"""The API: Mollie's v2, as far as a shop with customers, refunds and settlements needs it."""

import hashlib
import json
import re
import socket
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from flask import Blueprint, Response, current_app, request

from app.kernel.http.json_in import read_json
from cli.dev.simulator import customers, payments, returns, settlements, shapes
from cli.dev.simulator.amounts import read_amount
from cli.dev.simulator.methods import HOUR, METHODS, fitting
from cli.dev.simulator.notices import Notifier
from cli.dev.simulator.refusal import Refusal, unknown
from cli.dev.simulator.store import Record, Store

blueprint = Blueprint("api", __name__, url_prefix="/v2")
TEST_KEY = re.compile(r"Bearer (test|access)_\w{20,}")
PAGE, MAX_PAGE_SIZE = 50, 250
KEPT = HOUR  # how long an answer is kept for its key
Answer = tuple[Record, int]


def the_store() -> Store:
    """Return the store of this process."""
    store: Store = current_app.extensions["store"]
    return store


def the_notifier() -> Notifier:
    """Return the notifier of this process."""
    notifier: Notifier = current_app.extensions["notifier"]
    return notifier


def base() -> str:
    """Return the base address of this request."""
    return request.host_url.rstrip("/")


def body() -> Record:
    """Return the request's JSON object, an empty one for no body; raises Refusal."""
    try:
        sent = read_json(request.get_data() or b"{}")
    except ValueError:
        sent = None
    if not isinstance(sent, dict):
        raise Refusal(400, "The request body is no JSON object")
    return sent


def operation(method: str, rule: str) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """Register a function as an operation of the API; faults use its name."""

    def register(view: Callable[..., Answer]) -> Callable[..., Answer]:
        name = view.__name__

        @blueprint.route(rule, methods=[method], endpoint=name)
        def run(**ids: str) -> Response:
            the_store().log("call", operation=name, **ids)
            return _answer(name, lambda: view(**ids))

        return view

    return register


@operation("GET", "/methods")
def list_methods() -> Answer:
    amount = _amount_of_query()
    found = fitting(
        amount=amount,
        country=request.args.get("billingCountry"),
        step=request.args.get("sequenceType", "oneoff"),
        wallets="applepay" in request.args.get("includeWallets", ""),
    )
    currency, with_banks = (amount or {"currency": "EUR"})["currency"], "issuers" in request.args.get("include", "")
    offered = [shapes.method(base(), each, currency, with_banks=with_banks) for each in found]
    answer = shapes.page(base(), request.full_path, "methods", offered)
    del answer["_links"]["previous"], answer["_links"]["next"]
    return answer, 200


@operation("GET", "/methods/<method_id>")
def get_method(method_id: str) -> Answer:
    if method_id not in METHODS:
        raise unknown("payment method", method_id)
    with_banks = "issuers" in request.args.get("include", "")
    return shapes.method(base(), METHODS[method_id], request.args.get("currency", "EUR"), with_banks=with_banks), 200


@operation("POST", "/payments")
def create_payment() -> Answer:
    return shapes.payment(the_store(), base(), payments.create_payment(the_store(), body())), 201


@operation("GET", "/payments")
def list_payments() -> Answer:
    return _page("payments", the_store().select("payment"), _payment), 200


@operation("GET", "/payments/<payment_id>")
def get_payment(payment_id: str) -> Answer:
    found = payments.get_payment(the_store(), payment_id)
    return shapes.payment(the_store(), base(), found, request.args.get("embed", "")), 200


@operation("PATCH", "/payments/<payment_id>")
def update_payment(payment_id: str) -> Answer:
    found = payments.get_payment(the_store(), payment_id)
    return _payment(payments.update_payment(the_store(), found, body())), 200


@operation("DELETE", "/payments/<payment_id>")
def cancel_payment(payment_id: str) -> Answer:
    return _payment(payments.cancel_payment(the_store(), payments.get_payment(the_store(), payment_id))), 200


@operation("POST", "/payments/<payment_id>/refunds")
def create_refund(payment_id: str) -> Answer:
    found = payments.get_payment(the_store(), payment_id)
    return _refund(returns.create_refund(the_store(), found, body())), 201


@operation("GET", "/payments/<payment_id>/refunds")
def list_refunds(payment_id: str) -> Answer:
    found = payments.get_payment(the_store(), payment_id)
    return _page("refunds", the_store().select("refund", found["id"]), _refund), 200


@operation("GET", "/payments/<payment_id>/refunds/<refund_id>")
def get_refund(payment_id: str, refund_id: str) -> Answer:
    return _refund(returns.get_refund(the_store(), payment_id, refund_id)), 200


@operation("DELETE", "/payments/<payment_id>/refunds/<refund_id>")
def cancel_refund(payment_id: str, refund_id: str) -> Answer:
    returns.cancel_refund(the_store(), returns.get_refund(the_store(), payment_id, refund_id))
    return {}, 204


@operation("GET", "/payments/<payment_id>/chargebacks")
def list_chargebacks(payment_id: str) -> Answer:
    found = payments.get_payment(the_store(), payment_id)
    return _page("chargebacks", the_store().select("chargeback", found["id"]), _chargeback), 200


@operation("GET", "/payments/<payment_id>/chargebacks/<chargeback_id>")
def get_chargeback(payment_id: str, chargeback_id: str) -> Answer:
    return _chargeback(returns.get_chargeback(the_store(), payment_id, chargeback_id)), 200


@operation("GET", "/refunds")
def list_all_refunds() -> Answer:
    return _page("refunds", the_store().select("refund"), _refund), 200


@operation("GET", "/chargebacks")
def list_all_chargebacks() -> Answer:
    return _page("chargebacks", the_store().select("chargeback"), _chargeback), 200


@operation("POST", "/customers")
def create_customer() -> Answer:
    return shapes.customer(base(), customers.create_customer(the_store(), body())), 201


@operation("GET", "/customers")
def list_customers() -> Answer:
    found = [each for each in the_store().select("customer") if not each.get("deletedAt")]
    return _page("customers", found, lambda each: shapes.customer(base(), each)), 200


@operation("GET", "/customers/<customer_id>")
def get_customer(customer_id: str) -> Answer:
    return shapes.customer(base(), customers.get_customer(the_store(), customer_id)), 200


@operation("PATCH", "/customers/<customer_id>")
def update_customer(customer_id: str) -> Answer:
    found = customers.get_customer(the_store(), customer_id)
    return shapes.customer(base(), customers.update_customer(the_store(), found, body())), 200


@operation("DELETE", "/customers/<customer_id>")
def delete_customer(customer_id: str) -> Answer:
    customers.delete_customer(the_store(), customers.get_customer(the_store(), customer_id))
    return {}, 204


@operation("POST", "/customers/<customer_id>/payments")
def create_customer_payment(customer_id: str) -> Answer:
    return _payment(payments.create_payment(the_store(), {**body(), "customerId": customer_id})), 201


@operation("GET", "/customers/<customer_id>/payments")
def list_customer_payments(customer_id: str) -> Answer:
    found = customers.get_customer(the_store(), customer_id)
    return _page("payments", the_store().select("payment", found["id"]), _payment), 200


@operation("POST", "/customers/<customer_id>/mandates")
def create_mandate(customer_id: str) -> Answer:
    found = customers.get_customer(the_store(), customer_id)
    return shapes.mandate(base(), customers.create_mandate(the_store(), found, body())), 201


@operation("GET", "/customers/<customer_id>/mandates")
def list_mandates(customer_id: str) -> Answer:
    found = customers.list_mandates(the_store(), customers.get_customer(the_store(), customer_id))
    return _page("mandates", found, lambda each: shapes.mandate(base(), each)), 200


@operation("GET", "/customers/<customer_id>/mandates/<mandate_id>")
def get_mandate(customer_id: str, mandate_id: str) -> Answer:
    found = customers.get_customer(the_store(), customer_id)
    return shapes.mandate(base(), customers.get_mandate(the_store(), found, mandate_id)), 200


@operation("DELETE", "/customers/<customer_id>/mandates/<mandate_id>")
def revoke_mandate(customer_id: str, mandate_id: str) -> Answer:
    found = customers.get_customer(the_store(), customer_id)
    customers.revoke_mandate(the_store(), customers.get_mandate(the_store(), found, mandate_id))
    return {}, 204


@operation("GET", "/settlements")
def list_settlements() -> Answer:
    return _page("settlements", the_store().select("settlement"), lambda each: shapes.settlement(base(), each)), 200


@operation("GET", "/settlements/<settlement_id>")
def get_settlement(settlement_id: str) -> Answer:
    return shapes.settlement(base(), settlements.get_settlement(the_store(), settlement_id)), 200


@operation("GET", "/settlements/<settlement_id>/payments")
def list_settlement_payments(settlement_id: str) -> Answer:
    found = [each for each in _settled("payment", settlement_id) if not settlements.is_captured(each)]
    return _page("payments", found, _payment), 200


@operation("GET", "/settlements/<settlement_id>/captures")
def list_settlement_captures(settlement_id: str) -> Answer:
    found = [each for each in _settled("payment", settlement_id) if settlements.is_captured(each)]
    return _page("captures", found, lambda each: shapes.capture(base(), each)), 200


@operation("GET", "/settlements/<settlement_id>/refunds")
def list_settlement_refunds(settlement_id: str) -> Answer:
    return _page("refunds", _settled("refund", settlement_id), _refund), 200


@operation("GET", "/settlements/<settlement_id>/chargebacks")
def list_settlement_chargebacks(settlement_id: str) -> Answer:
    return _page("chargebacks", _settled("chargeback", settlement_id), _chargeback), 200


@blueprint.errorhandler(Refusal)
def refuse(refusal: Refusal) -> Response:
    """Return an error in the API's format."""
    the_store().log("refused", status=int(refusal.status), detail=refusal.detail, field=refusal.field)
    answer: Record = {
        "status": int(refusal.status),
        "title": refusal.title,
        "detail": refusal.detail,
        **({"field": refusal.field} if refusal.field else {}),
        "_links": {"documentation": shapes.link(f"{base()}/_simulator#errors", shapes.HTML)},
    }
    return _send(json.dumps(answer), int(refusal.status))


def _take_time(seconds: float) -> None:
    """Wait until this time has passed on the simulator's clock, which may be moved meanwhile."""
    end = the_store().now() + timedelta(seconds=seconds)
    while the_store().now() < end:
        time.sleep(0.02)


def _answer(name: str, view: Callable[[], Answer]) -> Response:
    """Run one operation: check the key, apply faults, replay a stored answer, run the view, apply faults."""
    if not TEST_KEY.fullmatch(request.headers.get("Authorization", "")):
        raise Refusal(401, "Missing authentication, or it is no test key: this is a simulator")
    if "settlement" in name and "Bearer access_" not in request.headers["Authorization"]:
        raise Refusal(403, "Settlements are told to an organisation's access token only")
    if refused := the_store().strike("refuse", operation=name):
        raise Refusal(int(refused.get("status", 503)), "The simulator was told to refuse this")
    key = request.headers.get("Idempotency-Key", "") if request.method != "GET" else ""
    kept = _begin(key)
    if kept is not None:
        return kept
    try:
        if slow := the_store().strike("slow", operation=name):
            _take_time(float(slow.get("seconds", 1)))
        with the_store().work():
            answer, status = view()
            text = json.dumps(answer) if status != 204 else ""
            if key:
                the_store().keep_answer(key, _fingerprint(), status, text)
    except BaseException:
        if key:
            the_store().forget_answer(key)
        raise
    _after(name, answer)
    return _send(text, status)


def _begin(key: str) -> Response | None:
    """Return the stored answer of a key, or note that its answer is being made; raises Refusal."""
    if not key:
        return None
    with the_store().work():
        kept = the_store().kept_answer(key)
        if kept is None or kept[1] < the_store().now().timestamp() - KEPT:
            the_store().keep_answer(key, _fingerprint())
            return None
    fingerprint, _, status, text = kept
    if fingerprint != _fingerprint():
        raise Refusal(400, "The idempotency key was used before with another request")
    if status is None:
        raise Refusal(409, "A request with this idempotency key is being answered")
    the_store().log("answered again", key=key)
    response = _send(text or "", status)
    response.headers["Idempotent-Replayed"] = "true"
    return response


def _after(name: str, answer: Record) -> None:
    """Apply the faults between the effect and its answer."""
    if early := the_store().strike("notice-before-answer", operation=name):
        payment = payments.get_payment(the_store(), answer["id"])
        with the_store().work():
            payment["method"] = payment["method"] or payment["offered"][0]
            payments.finish(the_store(), payment, early.get("outcome", "paid"), early.get("failure"))
        the_notifier().send_now(payment["id"])
    if lost := the_store().strike("lose-answer", operation=name):
        time.sleep(float(lost.get("seconds", 0)))
        # The connection is closed, so that the caller does not learn the result.
        request.environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)


def _send(text: str, status: int) -> Response:
    return Response(text, status, content_type=f"{shapes.HAL}; charset=utf-8")


def _fingerprint() -> str:
    return hashlib.sha256(b" ".join((request.method.encode(), request.path.encode(), request.get_data()))).hexdigest()


def _amount_of_query() -> Any:
    names = ("currency", "value")
    found = {name: request.args[f"amount[{name}]"] for name in names if f"amount[{name}]" in request.args}
    return read_amount(found) if found else None


def _page(name: str, found: list[Record], shape: Callable[[Record], Record]) -> Record:
    """Return one page of a list, newest first, from the requested id on."""
    limit = request.args.get("limit", PAGE, type=int)
    if not 1 <= limit <= MAX_PAGE_SIZE:
        raise Refusal(400, "The limit must be between 1 and 250", "limit")
    ids = [each["id"] for each in found]
    first = request.args.get("from", ids[0] if ids else None)
    if first is not None and first not in ids:
        raise Refusal(400, "The id to begin from is not on this list", "from")
    start = ids.index(first) if first else 0
    rest = {
        "previous": _page_link(ids[max(start - limit, 0)], limit) if start else None,
        "next": _page_link(ids[start + limit], limit) if start + limit < len(ids) else None,
    }
    return shapes.page(base(), request.path, name, [shape(each) for each in found[start : start + limit]], rest)


def _page_link(first: str, limit: int) -> dict[str, str]:
    return shapes.link(f"{base()}{request.path}?from={first}&limit={limit}")


def _settled(kind: str, settlement_id: str) -> list[Record]:
    return settlements.settled(the_store(), kind, settlements.get_settlement(the_store(), settlement_id)["id"])


def _payment(found: Record) -> Record:
    return shapes.payment(the_store(), base(), found)


def _refund(found: Record) -> Record:
    return shapes.refund(base(), found)


def _chargeback(found: Record) -> Record:
    return shapes.chargeback(base(), found)
