"""Views of the shop and of orders, as JSON."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from app.kernel.db.session import Session
from app.kernel.errors import DomainError
from modules.billing.contracts.payments import Customer, Order, Payment, Refund, RefundOffer
from modules.billing.contracts.shop import Bundle, Discount, Money
from modules.billing.contracts.states import Occasion, OrderState, PaymentState
from modules.billing.errors.payments import NoEarlierOrder, NothingToRefund, RefundTooLate
from modules.billing.ledger import policies as ledger_policies
from modules.billing.papers.queries import papers as paper_queries
from modules.billing.payments.policies import orders as order_policies
from modules.billing.payments.queries import orders as queries
from modules.billing.payments.queries import returns as return_queries
from modules.billing.payments.service import orders, refunds
from modules.billing.shop import queries as shop_queries
from modules.billing.shop.policies import discounts as discount_policies
from modules.billing.shop.policies.evidence import taxed_as
from modules.sites import api as sites_api
from modules.sites.contracts import Site


def find_active_discount(session: Session, *, customer: Customer) -> Discount | None:
    """Return a member's active discount: the time bonus, else a personal code, else the welcome code (spec 4.16)."""
    site_id = customer.site_id
    candidates = [
        shop_queries.find_standing_discount(session, site_id=site_id, occasion=Occasion.TIME_BONUS),
        *shop_queries.list_personal_discounts(session, member_id=customer.member_id),
        shop_queries.find_standing_discount(session, site_id=site_id, occasion=Occasion.WELCOME),
    ]
    return next((code for code in candidates if code and _is_usable(session, code, customer)), None)


def _is_usable(session: Session, discount: Discount, customer: Customer) -> bool:
    try:
        orders.get_discount(session, customer=customer, code=discount.code)
    except DomainError:
        return False
    return True


def show_discount(discount: Discount, customer: Customer) -> dict[str, Any]:
    """Return a discount code as JSON (spec 3.4); times are the server's."""
    is_over = discount_policies.is_over(discount, signup_at=customer.signup_at, now=customer.now)
    return {
        "code": discount.code,
        "country": discount.country,
        "user_id": discount.member_id,
        "expires": discount_policies.ends_at(discount, customer.signup_at),
        "value_percentage": discount.value_percentage,
        "currency": discount.currency,
        "minimum_order_value": discount.minimum_order_minor,
        "status": "expired" if is_over else "active",
        "validity": discount.validity,
        "expired": is_over,
        "paymentmethods": discount.paymentmethods,
        "occasion": discount.occasion,
        "server_now": customer.now,
    }


def show_shop(session: Session, *, customer: Customer) -> dict[str, Any]:
    """Return the bundles for sale to a member, with the prices before and after their discount."""
    site = sites_api.get_site(session, customer.site_id)
    bundles = shop_queries.list_bundles(session, site_id=site.id, country=customer.country)
    discount = find_active_discount(session, customer=customer)
    rate = shop_queries.vat_rate(session, site=site, country=customer.place.country, at=customer.now)
    return {
        "country": customer.country,
        "currency": bundles[0].price.currency if bundles else "",
        "vat_percent": rate / 100,
        "bundles": [show_bundle(site, bundle, discount) for bundle in bundles],
        "discount": discount,
        "can_repeat": _repeatable(session, customer),
    }


def show_prices(session: Session, *, site: Site) -> dict[str, Any]:
    """Return the prices in all countries that a site sells in (spec 2.20)."""
    now = shop_queries.database_now(session)
    return {
        "message_credits": site.message_credits,
        "photo_credits": site.photo_credits,
        "gift_credits": site.gift_credits,
        "countries": [
            _country_prices(
                site, country, bundles, shop_queries.vat_rate(session, site=site, country=taxed_as(country), at=now)
            )
            for country in shop_queries.list_selling_countries(session, site_id=site.id)
            if (bundles := shop_queries.list_bundles(session, site_id=site.id, country=country))
        ],
    }


def _country_prices(site: Site, country: str, bundles: Sequence[Bundle], rate: int) -> dict[str, Any]:
    return {
        "country": country,
        "currency": bundles[0].price.currency,
        "vat_percent": rate / 100,
        "bundles": [show_bundle(site, bundle, None) for bundle in bundles],
        "minimum_message_cost": ledger_policies.minimum_price(site, country=country, credits=site.message_credits),
    }


def show_bundle(site: Site, bundle: Bundle, discount: Discount | None) -> dict[str, Any]:
    """Return a bundle with its price per message, rounded up, and with the discount if it applies to the bundle."""
    price = bundle.price
    reduced = _reduced(bundle, discount)
    message = None
    if site.message_credits:
        minor = -(-(reduced or price).minor * site.message_credits // bundle.credits)
        message = Money(minor, price.currency)
    return {
        "id": bundle.id,
        "credits": bundle.credits,
        "price": price,
        "discounted": reduced,
        "messages": bundle.credits // site.message_credits if site.message_credits else 0,
        "message_price": message,
    }


def _reduced(bundle: Bundle, discount: Discount | None) -> Money | None:
    if discount is None:
        return None
    try:
        discount_policies.ensure_applies_to(discount, bundle, method=None)
    except DomainError:
        return None
    quote = order_policies.quote(bundle, discount=discount, vat_basis_points=0)
    return Money(quote.total, bundle.price.currency)


def _repeatable(session: Session, customer: Customer) -> Any:
    try:
        return orders.get_repeatable(session, customer=customer)
    except NoEarlierOrder:
        return None


def show_orders(session: Session, listed: Sequence[Order]) -> list[dict[str, Any]]:
    """Return a member's orders with their payments and refunds."""
    payments = queries.list_payments(session, order_ids=[order.id for order in listed])
    refunds_of = return_queries.list_refunds(session, payment_ids=[payment.id for payment in payments])
    papers = paper_queries.list_labels(session, order_ids=[order.id for order in listed])
    now = shop_queries.database_now(session)
    shown = []
    for order in listed:
        own = [payment for payment in payments if payment.order_id == order.id]
        ids = {payment.id for payment in own}
        is_young = now - order.created_at <= orders.RETRY_FOR
        shown.append(
            {
                **_amounts(order),
                "payments": [_show_payment(payment) for payment in own],
                "refunds": [show_refund(refund, papers) for refund in refunds_of if refund.payment_id in ids],
                "refund_until": refunds.refund_until(session, order=order),
                "refund_offer": _find_offer(session, order),
                "checkout_url": _checkout_url(own),
                "invoice": papers.get(order.id),
                "can_retry": order.state in (OrderState.FAILED, OrderState.CANCELLED) and is_young,
            }
        )
    return shown


def show_refund(refund: Refund, papers: Mapping[UUID, str]) -> dict[str, Any]:
    """Return a refund for its member; `papers` are the numbers of credit notes by refund."""
    return {
        "id": refund.id,
        "amount": refund.amount,
        "credits": refund.credits,
        "reason": refund.reason,
        "state": refund.state,
        "credit_note": papers.get(refund.id),
        "created_at": refund.created_at,
        "settled_at": refund.settled_at,
    }


def _amounts(order: Order) -> dict[str, Any]:
    def money(minor: int) -> Money:
        return Money(minor, order.currency)

    return {
        "id": order.id,
        "bundle_id": order.bundle_id,
        "origin": order.origin,
        "state": order.state,
        "credits": order.credits,
        "gross": money(order.gross_minor),
        "discount": money(order.discount_minor),
        "discount_code": order.discount_code,
        "total": money(order.total_minor),
        "vat": money(order.vat_minor),
        "vat_percent": order.vat_basis_points / 100,
        "created_at": order.created_at,
        "completed_at": order.completed_at,
    }


def _show_payment(payment: Payment) -> dict[str, Any]:
    return {
        "id": payment.id,
        "method": payment.method,
        "state": payment.state,
        "failure": payment.failure,
        "mandate_id": payment.mandate_id,
        "created_at": payment.created_at,
    }


def _checkout_url(payments: Sequence[Payment]) -> str | None:
    return next((p.checkout_url for p in payments if p.state is PaymentState.OPEN), None)


def _find_offer(session: Session, order: Order) -> RefundOffer | None:
    if order.state is not OrderState.COMPLETED:
        return None
    try:
        return refunds.get_refund_offer(session, order=order)
    except (NothingToRefund, RefundTooLate):
        return None
