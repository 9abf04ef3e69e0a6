"""Schemas of credits and prices."""

from marshmallow import fields

from app.kernel.http.schema import Out
from modules.billing.contracts.states import LotKind, Reason


class MoneyOut(Out):
    """An amount in minor units of a currency."""

    minor = fields.Integer(required=True)
    currency = fields.String(required=True)


class PriceOut(Out):
    """Credits and their price in money."""

    credits = fields.Integer(required=True)
    money = fields.Nested(MoneyOut, required=True, allow_none=True)


class LotOut(Out):
    """Credits that were granted or bought together."""

    kind = fields.Enum(LotKind, by_value=True, required=True)
    remaining = fields.Integer(required=True)
    granted_at = fields.AwareDateTime(required=True)


class EntryOut(Out):
    """One entry of a member's credits; pages show the conversation's partner, unless blocked."""

    at = fields.AwareDateTime(required=True)
    kind = fields.Enum(Reason, by_value=True, required=True, attribute="reason")
    credits = fields.Integer(required=True)
    balance_after = fields.Integer(required=True)
    conversation_id = fields.UUID(required=True, allow_none=True, attribute="reference_id")


class CreditsOut(Out):
    """A member's balance, lots and entries of credits."""

    balance = fields.Integer(required=True)
    lots = fields.List(fields.Nested(LotOut), required=True)
    spent_month = fields.Nested(PriceOut, required=True)
    entries = fields.List(fields.Nested(EntryOut), required=True)
