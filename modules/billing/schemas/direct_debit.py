"""Schemas of direct debit."""

from marshmallow import fields

from app.kernel.http.schema import In, Out, Text
from modules.billing.schemas.credits import MoneyOut


class DirectDebitIn(In):
    """What to pay (a bundle, or an order that is open or failed), the account, and the phone for the code."""

    bundle_id = fields.UUID(load_default=None, allow_none=True)
    code = Text(max=40, load_default=None, allow_none=True)
    start_now = fields.Boolean(load_default=False)
    order_id = fields.UUID(load_default=None, allow_none=True)
    iban = Text(min=5, max=50, required=True)
    holder = Text(min=2, max=70, required=True)
    phone = Text(min=5, max=30, required=True)


class DirectDebitOut(Out):
    """A code that was sent; `mandate_text` is the full text that the member agrees to by entering it."""

    order_id = fields.UUID(required=True)
    amount = fields.Nested(MoneyOut, required=True)
    credits = fields.Integer(required=True)
    iban = fields.String(required=True)
    phone = fields.String(required=True)
    expires_at = fields.AwareDateTime(required=True)
    due_on = fields.Date(required=True)
    creditor = fields.String(required=True)
    reference = fields.String(required=True)
    mandate_text = fields.String(required=True)


class DirectDebitConfirmIn(In):
    """The code, and the ticked box that authorises the debit (spec 5.6)."""

    order_id = fields.UUID(required=True)
    code = Text(min=1, max=12, required=True)
    authorised = fields.Boolean(required=True)
