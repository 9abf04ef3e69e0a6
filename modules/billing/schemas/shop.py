"""Schemas of bundles, discounts and payment methods."""

from marshmallow import fields

from app.kernel.http.schema import In, Out, QueryIn, Text
from modules.billing.contracts.states import Occasion
from modules.billing.schemas.credits import MoneyOut


class DiscountIn(QueryIn):
    """A discount code, or none for the member's active discount (spec 7.9)."""

    code = fields.String(load_default=None)
    welcome = fields.Boolean(load_default=False)


class DiscountOut(Out):
    """A discount code with the fields of spec 3.4, and the server's times for a countdown."""

    code = fields.String(required=True)
    country = fields.String(required=True, allow_none=True)
    user_id = fields.UUID(required=True, allow_none=True)
    expires = fields.AwareDateTime(required=True, allow_none=True)
    value_percentage = fields.Integer(required=True)
    currency = fields.String(required=True, allow_none=True)
    minimum_order_value = fields.Integer(required=True)
    status = fields.String(required=True)
    validity = fields.Integer(required=True, allow_none=True)
    expired = fields.Boolean(required=True)
    paymentmethods = fields.List(fields.String(), required=True, allow_none=True)
    occasion = fields.Enum(Occasion, by_value=True, required=True)
    why = fields.String(required=True)
    server_now = fields.AwareDateTime(required=True)


class BundleOut(Out):
    """A bundle; `messages` is how many messages it is worth, `message_price` the price of one."""

    id = fields.UUID(required=True)
    credits = fields.Integer(required=True)
    price = fields.Nested(MoneyOut, required=True)
    discounted = fields.Nested(MoneyOut, required=True, allow_none=True)
    messages = fields.Integer(required=True)
    message_price = fields.Nested(MoneyOut, required=True, allow_none=True)


class CountryBundlesOut(Out):
    """The bundles of a country; all prices include `vat_percent`."""

    country = fields.String(required=True)
    currency = fields.String(required=True)
    vat_percent = fields.Float(required=True)
    bundles = fields.List(fields.Nested(BundleOut), required=True)


class ShopOut(CountryBundlesOut):
    """What is for sale to a member; all prices include `vat_percent`."""

    discount = fields.Nested(DiscountOut, required=True, allow_none=True)
    can_repeat = fields.UUID(required=True, allow_none=True)


class PricesIn(QueryIn):
    """The country whose prices are asked for."""

    country = fields.String(load_default=None)


class CountryPricesOut(CountryBundlesOut):
    """The bundles of a country, and the minimum price of a message there (spec 9.7)."""

    minimum_message_cost = fields.Nested(MoneyOut, required=True, allow_none=True)


class PricesOut(Out):
    """The prices in all countries that the site sells in."""

    message_credits = fields.Integer(required=True)
    photo_credits = fields.Integer(required=True)
    gift_credits = fields.Integer(required=True)
    countries = fields.List(fields.Nested(CountryPricesOut), required=True)


class QuoteIn(In):
    """An order to quote."""

    bundle_id = fields.UUID(required=True)
    code = Text(max=40, load_default=None, allow_none=True)
    method = Text(max=40, load_default=None, allow_none=True)


class QuoteOut(Out):
    """The price of an order; the total includes VAT."""

    credits = fields.Integer(required=True)
    gross = fields.Nested(MoneyOut, required=True)
    discount = fields.Nested(MoneyOut, required=True)
    total = fields.Nested(MoneyOut, required=True)
    vat = fields.Nested(MoneyOut, required=True)
    vat_percent = fields.Float(required=True)
    code = fields.String(required=True)
    why = fields.String(required=True)


class IssuerOut(Out):
    """A bank."""

    id = fields.String(required=True)
    name = fields.String(required=True)


class MethodOut(Out):
    """A payment method, with its banks if the provider lists them."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    issuers = fields.List(fields.Nested(IssuerOut), required=True)
    can_save = fields.Boolean(required=True)


class SavedMethodOut(Out):
    """A saved payment method."""

    id = fields.UUID(required=True)
    method = fields.String(required=True)
    label = fields.String(required=True)


class MethodsOut(Out):
    """All payment methods for a bundle."""

    methods = fields.List(fields.Nested(MethodOut), required=True)
    saved = fields.List(fields.Nested(SavedMethodOut), required=True)


class MethodsIn(QueryIn):
    """The bundle to pay for."""

    bundle_id = fields.UUID(required=True)
    code = fields.String(load_default=None)


class OfferForStayingOut(Out):
    percent = fields.Integer(required=True)
    code = fields.String(required=True, allow_none=True)


class StayOfferOut(Out):
    offer = fields.Nested(OfferForStayingOut, required=True, allow_none=True)
