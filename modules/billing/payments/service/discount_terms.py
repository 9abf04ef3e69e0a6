"""The conditions of an order's discount code, checked again for each new payment of the order."""

from dataclasses import replace

from app.kernel.db.session import Session
from app.kernel.errors import DomainError
from app.kernel.text import formats
from modules.billing.contracts.payments import Customer, Order
from modules.billing.contracts.shop import Money
from modules.billing.errors.shop import DiscountLapsed, DiscountNotFound, DiscountOtherMethod
from modules.billing.payments.service import customers, evidence
from modules.billing.payments.service.customers import Buyer
from modules.billing.shop import queries as shop_queries
from modules.billing.shop.policies import discounts as policies


def ensure_discount_valid(session: Session, order: Order, buyer: Buyer, *, method: str) -> None:
    """Raise DiscountLapsed if an order's code, if any, is not valid for a payment that its buyer begins now."""
    if not order.discount_code:
        return
    try:
        _ensure_usable(session, order, customers.get_customer(session, buyer), method)
    except DomainError as why:
        raise DiscountLapsed(
            reason="method" if isinstance(why, DiscountOtherMethod) else "over",
            discount_code=order.discount_code,
            price=formats.money(buyer.language, order.gross_minor, order.currency),
            reduced=formats.money(buyer.language, order.total_minor, order.currency),
        ) from None


def _ensure_usable(session: Session, order: Order, customer: Customer, method: str) -> None:
    discount = shop_queries.find_discount(session, site_id=order.site_id, code=order.discount_code)
    if discount is None:
        raise DiscountNotFound()
    bundle = shop_queries.get_bundle(session, order.bundle_id)
    ordered = replace(bundle, price=Money(order.gross_minor, order.currency))
    ordered_from = evidence.place_to_pay_from(session, order, customer.evidence)
    policies.ensure_still_usable(discount, customer, ordered_from=ordered_from, bundle=ordered, method=method)
