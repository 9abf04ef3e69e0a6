"""Schemas of orders, payments and refunds."""

from marshmallow import fields

from app.kernel.http.schema import In, Out, PagedOut, QueryIn, Text, between
from modules.billing.contracts.states import OrderOrigin, OrderState, PaymentState, RefundReason, RefundState
from modules.billing.schemas.credits import MoneyOut


class WishIn(In):
    """How to pay; `mandate_id` is a saved payment method, `save` saves the one that is used."""

    method = Text(min=1, max=40, required=True)
    issuer = Text(max=40, load_default=None, allow_none=True)
    mandate_id = fields.UUID(load_default=None, allow_none=True)
    save = fields.Boolean(load_default=False)


class OrderIn(WishIn):
    """An order of a bundle at the price that the member saw, with VAT; `start_now` is the ticked box to get the credits
    at once.
    """

    bundle_id = fields.UUID(required=True)
    code = Text(max=40, load_default=None, allow_none=True)
    # Optional for pages that were opened before orders had it.
    total_minor = fields.Integer(load_default=None, allow_none=True)
    repeat = fields.Boolean(load_default=False)
    start_now = fields.Boolean(load_default=False)


class PaymentOut(Out):
    """An attempt to pay an order (spec 3.7); `mandate_id` is the saved payment method that it used."""

    id = fields.UUID(required=True)
    method = fields.String(required=True)
    state = fields.Enum(PaymentState, by_value=True, required=True)
    failure = fields.String(required=True, allow_none=True)
    mandate_id = fields.UUID(required=True, allow_none=True)
    created_at = fields.AwareDateTime(required=True)


class RefundOut(Out):
    """A refund; `credit_note` is the number of its credit note, once it is issued."""

    id = fields.UUID(required=True)
    amount = fields.Nested(MoneyOut, required=True)
    credits = fields.Integer(required=True)
    reason = fields.Enum(RefundReason, by_value=True, required=True)
    state = fields.Enum(RefundState, by_value=True, required=True)
    credit_note = fields.String(required=True, allow_none=True)
    created_at = fields.AwareDateTime(required=True)
    settled_at = fields.AwareDateTime(required=True, allow_none=True)


class RefundOfferOut(Out):
    """What can be refunded now."""

    credits = fields.Integer(required=True)
    amount = fields.Nested(MoneyOut, required=True)
    # Pages that were opened before orders had `refund_until` read it.
    until = fields.AwareDateTime(required=True)


class OrderOut(Out):
    """A member's order; `checkout_url` is where to pay, `can_retry` whether it can be paid by another method.

    `invoice` is the number of its invoice, once it is issued. Unspent credits can be returned until `refund_until`.
    """

    id = fields.UUID(required=True)
    bundle_id = fields.UUID(required=True)
    origin = fields.Enum(OrderOrigin, by_value=True, required=True)
    state = fields.Enum(OrderState, by_value=True, required=True)
    credits = fields.Integer(required=True)
    gross = fields.Nested(MoneyOut, required=True)
    discount = fields.Nested(MoneyOut, required=True)
    discount_code = fields.String(required=True)
    total = fields.Nested(MoneyOut, required=True)
    vat = fields.Nested(MoneyOut, required=True)
    vat_percent = fields.Float(required=True)
    created_at = fields.AwareDateTime(required=True)
    completed_at = fields.AwareDateTime(required=True, allow_none=True)
    payments = fields.List(fields.Nested(PaymentOut), required=True)
    refunds = fields.List(fields.Nested(RefundOut), required=True)
    refund_until = fields.AwareDateTime(required=True, allow_none=True)
    refund_offer = fields.Nested(RefundOfferOut, required=True, allow_none=True)
    checkout_url = fields.String(required=True, allow_none=True)
    invoice = fields.String(required=True, allow_none=True)
    can_retry = fields.Boolean(required=True)


class OrdersIn(QueryIn):
    """A page of orders."""

    page = fields.Integer(load_default=1, validate=between(1, 10_000))


class OrdersOut(PagedOut):
    """A member's orders, the newest first."""

    orders = fields.List(fields.Nested(OrderOut), required=True)


class WithdrawalIn(In):
    """The confirmation of a refund, with the amount that the member saw."""

    amount_minor = fields.Integer(required=True)
