"""HTTP of the shop: prices, discounts, ways to pay."""

from typing import Any

from app.kernel import i18n, log
from app.kernel.db.session import current_session, transaction
from app.kernel.http.auth import Access, Actor, current_actor
from app.kernel.http.requests import ApiBlueprint, Operation
from app.kernel.text import formats
from modules.billing.contracts.payments import Customer
from modules.billing.contracts.shop import Discount, Money
from modules.billing.contracts.states import DIRECT_DEBIT_METHOD
from modules.billing.debit.service import direct_debit
from modules.billing.errors.payments import ProviderAway
from modules.billing.errors.shop import DiscountNotFound
from modules.billing.payments.providers.choose import payment_provider
from modules.billing.payments.providers.port import Method, ProviderError, Step
from modules.billing.payments.queries import orders as order_queries
from modules.billing.payments.service import methods, orders
from modules.billing.routes.common import count_asking, count_code
from modules.billing.schemas.shop import (
    DiscountIn,
    DiscountOut,
    MethodsIn,
    MethodsOut,
    PricesOut,
    QuoteIn,
    QuoteOut,
    SavedMethodOut,
    ShopOut,
    StayOfferOut,
)
from modules.billing.service import views
from modules.billing.shop import service as shop
from modules.sites import api as sites_api

blp = ApiBlueprint("shop")
# The company's own payment method is listed after those of the provider.
DIRECT_DEBIT = Method(DIRECT_DEBIT_METHOD, "SEPA Direct Debit")
PUBLIC = Operation(access=Access.PUBLIC)
# The view calls the payment provider.
ASKING = Operation(managed=False)


@blp.get("/shop")
@blp.response(200, ShopOut)
def get_shop() -> dict[str, Any]:
    """Return the bundles for sale to the member, with their active discount (spec 2.19)."""
    session, actor = current_session(), current_actor()
    customer = orders.get_customer(session, actor=actor)
    shown = views.show_shop(session, customer=customer)
    discount = shown["discount"]
    return {**shown, "discount": _discount(discount, customer, actor) if discount else None}


@blp.get("/prices", op=PUBLIC)
@blp.response(200, PricesOut)
def get_prices() -> dict[str, Any]:
    """Return all prices in each country, for visitors too (spec 2.20)."""
    session = current_session()
    return views.show_prices(session, site=sites_api.get_site(session, current_actor().site_id))


@blp.get("/discount-code")
@blp.arguments(DiscountIn, location="query")
@blp.response(200, DiscountOut)
def get_discount_code(query: dict[str, Any]) -> dict[str, Any]:
    """Return a discount code that the member can use, or their welcome code (spec 7.9)."""
    count_code(query["code"])
    session, actor = current_session(), current_actor()
    customer = orders.get_customer(session, actor=actor)
    if query["code"]:
        discount: Discount | None = orders.get_discount(session, customer=customer, code=query["code"])
    else:
        discount = views.find_active_discount(session, customer=customer) if query["welcome"] else None
    if discount is None:
        raise DiscountNotFound(field="code")
    return _discount(discount, customer, actor)


@blp.get("/stay-offer")
@blp.response(200, StayOfferOut)
def get_stay_offer() -> dict[str, Any]:
    """Return the discount offered to a member who is about to delete their account, if any (spec 2.33)."""
    return {"offer": shop.find_stay_offer(current_session(), member_id=current_actor().member)}


@blp.post("/stay-offer", op=Operation(idempotent=True))
@blp.response(201, StayOfferOut)
def take_stay_offer() -> dict[str, Any]:
    """Accept the offer to stay: create a personal discount code and e-mail it."""
    return {"offer": shop.give_stay_offer(current_session(), member_id=current_actor().member)}


@blp.post("/shop/quote", op=Operation(writes=False))
@blp.arguments(QuoteIn)
@blp.response(200, QuoteOut)
def get_quote(body: dict[str, Any]) -> dict[str, Any]:
    """Return the current price of an order."""
    count_code(body["code"])
    session, actor = current_session(), current_actor()
    customer = orders.get_customer(session, actor=actor)
    quote, discount = orders.quote_order(session, customer=customer, **body)
    currency = quote.bundle.price.currency
    return {
        "credits": quote.bundle.credits,
        "gross": Money(quote.gross, currency),
        "discount": Money(quote.discount, currency),
        "total": Money(quote.total, currency),
        "vat": Money(quote.vat, currency),
        "vat_percent": quote.vat_basis_points / 100,
        "code": quote.code,
        "why": _why(discount, actor) if discount else "",
    }


@blp.get("/shop/methods", op=ASKING)
@blp.arguments(MethodsIn, location="query")
@blp.response(200, MethodsOut)
def get_methods(query: dict[str, Any]) -> dict[str, Any]:
    """Return the payment methods for a bundle, with the banks that the provider lists, and the saved ones."""
    count_asking()
    count_code(query["code"])
    actor = current_actor()
    with transaction(read_only=True) as session:
        customer = orders.get_customer(session, actor=actor)
        quote, discount = orders.quote_order(session, customer=customer, **query)
        saved = order_queries.list_saved_methods(session, member_id=actor.member, provider=payment_provider().name)
        site = sites_api.get_site(session, actor.site_id)
    amount = Money(quote.total, quote.bundle.price.currency)
    try:
        offered = payment_provider().list_methods(
            amount=amount, country=customer.country, locale=actor.language, step=Step.ONE_OFF
        )
    except ProviderError as error:
        log.get("billing").error("the provider lists no methods", error=str(error))
        raise ProviderAway() from error
    allowed = discount.paymentmethods if discount else None
    own = [DIRECT_DEBIT] if direct_debit.is_offered(site, currency=amount.currency) else []
    return {
        "methods": [
            {"id": method.id, "name": method.name, "issuers": method.issuers, "can_save": method.id in orders.SAVABLE}
            for method in (*offered, *own)
            if allowed is None or method.id in allowed
        ],
        "saved": [one for one in saved if allowed is None or one.method in allowed],
    }


@blp.get("/saved-methods")
@blp.response(200, SavedMethodOut(many=True))
def list_saved_methods() -> list[Any]:
    """Return the member's saved payment methods."""
    return order_queries.list_saved_methods(
        current_session(), member_id=current_actor().member, provider=payment_provider().name
    )


@blp.delete("/saved-methods/<uuid:mandate_id>")
@blp.response(204)
def forget_saved_method(mandate_id: Any) -> None:
    """Delete a saved payment method, also at the provider."""
    methods.revoke_method(current_session(), member_id=current_actor().member, mandate_id=mandate_id)


def _discount(discount: Discount, customer: Customer, actor: Actor) -> dict[str, Any]:
    return {**views.show_discount(discount, customer), "why": _why(discount, actor)}


def _why(discount: Discount, actor: Actor) -> str:
    """Return the reason for the discount, in the language of the member."""
    percent = formats.percent(actor.language, discount.value_percentage * 100)
    return i18n.text(actor.language, f"discount.{discount.occasion}", percent=percent)
