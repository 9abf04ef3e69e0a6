"""HTTP of orders: to buy, to see what became of it, to have it back."""

from typing import Any
from uuid import UUID

from app.kernel.db.session import Session, current_session, transaction
from app.kernel.http import idempotency
from app.kernel.http.auth import current_actor
from app.kernel.http.requests import ApiBlueprint, Operation
from modules.billing.contracts.payments import Order
from modules.billing.contracts.states import Consent, OrderOrigin
from modules.billing.errors.payments import PriceChanged, RefundChanged
from modules.billing.payments.providers.choose import payment_provider
from modules.billing.payments.queries import orders as queries
from modules.billing.payments.service import customers, orders, payments, refunds
from modules.billing.payments.service.orders import ClientKey, Wish
from modules.billing.routes.common import count_asking, count_code
from modules.billing.schemas.orders import OrderIn, OrderOut, OrdersIn, OrdersOut, RefundOut, WishIn, WithdrawalIn
from modules.billing.service import views

blp = ApiBlueprint("orders")
PAGE_SIZE = 20
# The view calls the payment provider; the order stores the Idempotency-Key.
ASKING = Operation(managed=False)


@blp.get("/orders")
@blp.arguments(OrdersIn, location="query")
@blp.response(200, OrdersOut)
def list_orders(query: dict[str, Any]) -> dict[str, Any]:
    """Return the member's orders, newest first (spec 2.27)."""
    session, member_id, page = current_session(), current_actor().member, query["page"]
    total = queries.count_orders(session, member_id=member_id)
    found = queries.list_orders(session, member_id=member_id, limit=PAGE_SIZE, offset=(page - 1) * PAGE_SIZE)
    pages = max(1, -(-total // PAGE_SIZE))
    return {"orders": views.show_orders(session, found), "total": total, "page": page, "pages": pages}


@blp.post("/orders", op=ASKING)
@blp.arguments(OrderIn)
@blp.response(201, OrderOut)
def place_order(body: dict[str, Any]) -> dict[str, Any]:
    """Order a bundle and start its payment; the response has the URL to pay at (spec 2.12, 2.35)."""
    count_asking()
    count_code(body["code"])
    actor, client = current_actor(), ClientKey(*idempotency.read_key())
    orders.ensure_start_asked(body["start_now"])
    with transaction() as session:
        customer = orders.get_customer(session, actor=actor)
        order_id = orders.place_order(
            session,
            customer=customer,
            bundle_id=body["bundle_id"],
            wish=_wish(body),
            code=body["code"],
            origin=OrderOrigin.REPEAT if body["repeat"] else OrderOrigin.SHOP,
            consent=Consent.START_NOW,
            client=client,
            provider=payment_provider().name,
        )
        if body["total_minor"] not in (None, queries.get_order(session, order_id).total_minor):
            raise PriceChanged()
    return _submit_and_show(order_id)


@blp.get("/orders/<uuid:order_id>")
@blp.response(200, OrderOut)
def get_order(order_id: UUID) -> dict[str, Any]:
    """Return one of the member's orders, without asking the provider."""
    session = current_session()
    return _show(session, queries.get_own_order(session, order_id, member_id=current_actor().member))


@blp.post("/orders/<uuid:order_id>/sync", op=ASKING)
@blp.response(200, OrderOut)
def sync_order(order_id: UUID) -> dict[str, Any]:
    """Update an order from the provider, for the page that a payer returns to (spec 4.5)."""
    count_asking()
    member_id = current_actor().member
    with transaction(read_only=True) as session:
        queries.get_own_order(session, order_id, member_id=member_id)
    payments.sync_order(order_id)
    with transaction(read_only=True) as session:
        return _show(session, queries.get_order(session, order_id))


@blp.post("/orders/<uuid:order_id>/payments", op=ASKING)
@blp.arguments(WishIn)
@blp.response(201, OrderOut)
def pay_again(body: dict[str, Any], order_id: UUID) -> dict[str, Any]:
    """Pay an order again after a failure, or by another method (spec 4.5)."""
    count_asking()
    actor, client = current_actor(), ClientKey(*idempotency.read_key())
    buyer = customers.buyer_of(actor)
    how: Any = {"order_id": order_id, "wish": _wish(body), "client": client, "provider": payment_provider().name}
    with transaction(read_only=True) as session:
        orders.ensure_payable_by(session, buyer, **how)
    payments.stop_open_payment(order_id)
    with transaction() as session:
        orders.pay_again(session, buyer, **how)
    return _submit_and_show(order_id)


@blp.post("/orders/<uuid:order_id>/cancel")
@blp.response(200, OrderOut)
def cancel_order(order_id: UUID) -> dict[str, Any]:
    """Cancel an unpaid order."""
    session, member_id = current_session(), current_actor().member
    orders.cancel_order(session, member_id=member_id, order_id=order_id)
    return _show(session, queries.get_order(session, order_id))


@blp.post("/orders/<uuid:order_id>/withdrawal", op=Operation(idempotent=True))
@blp.arguments(WithdrawalIn)
@blp.response(201, RefundOut)
def withdraw(body: dict[str, Any], order_id: UUID) -> dict[str, Any]:
    """Refund the unspent credits of an order: the second of two steps, after reading the offer."""
    refund = refunds.withdraw(current_session(), member_id=current_actor().member, order_id=order_id)
    if refund.amount.minor != body["amount_minor"]:
        raise RefundChanged()
    return views.show_refund(refund, {})


def _wish(body: dict[str, Any]) -> Wish:
    return Wish(body["method"], body["issuer"], body["mandate_id"], body["save"])


def _submit_and_show(order_id: UUID) -> dict[str, Any]:
    payments.submit_order(order_id)
    with transaction(read_only=True) as session:
        return _show(session, queries.get_order(session, order_id))


def _show(session: Session, order: Order) -> dict[str, Any]:
    return views.show_orders(session, [order])[0]
