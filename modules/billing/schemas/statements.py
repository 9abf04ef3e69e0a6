"""Schemas of statements."""

from marshmallow import fields

from app.kernel.http.schema import Out, QueryIn, Text
from modules.billing.papers.queries.statements import EntryKind
from modules.billing.schemas.credits import MoneyOut


class MonthIn(QueryIn):
    """A month such as `2026-11`; this month if none is given."""

    month = Text(max=7, load_default=None, allow_none=True)


class StatementEntryOut(Out):
    """Money that was paid, or paid back (a negative amount)."""

    at = fields.AwareDateTime(required=True)
    kind = fields.Enum(EntryKind, by_value=True, required=True)
    order_id = fields.UUID(required=True)
    credits = fields.Integer(required=True)
    amount = fields.Nested(MoneyOut, required=True)
    paper = fields.String(required=True)


class SpentOnOut(Out):
    """Credits spent on one conversation; `name` is null if its partner has left."""

    conversation_id = fields.UUID(required=True)
    name = fields.String(required=True, allow_none=True)
    credits = fields.Integer(required=True)
    amounts = fields.List(fields.Nested(MoneyOut), required=True)


class StatementOut(Out):
    """A month of a member's money and credits."""

    month = fields.String(required=True)
    starts = fields.AwareDateTime(required=True)
    ends = fields.AwareDateTime(required=True)
    entries = fields.List(fields.Nested(StatementEntryOut), required=True)
    spending = fields.List(fields.Nested(SpentOnOut), required=True)
    totals = fields.List(fields.Nested(MoneyOut), required=True)
    credits = fields.Integer(required=True)
