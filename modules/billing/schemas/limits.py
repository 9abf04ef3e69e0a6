"""Schemas of spending limits and auto-reload."""

from marshmallow import fields

from app.kernel.http.schema import In, Out, between
from modules.billing.contracts.states import ReloadEnd
from modules.billing.schemas.credits import MoneyOut
from modules.billing.schemas.shop import SavedMethodOut

MAX_MINOR = 10_000_000


class SpendingLimitIn(In):
    """The most to be paid in a month, in minor units of the shop's currency; null for no limit."""

    minor = fields.Integer(required=True, allow_none=True, validate=between(0, MAX_MINOR))


class SpendingLimitOut(Out):
    """A limit; `next` replaces it at `next_at`, and removes it if null."""

    limit = fields.Nested(MoneyOut, required=True, allow_none=True)
    next = fields.Nested(MoneyOut, required=True, allow_none=True)
    next_at = fields.AwareDateTime(required=True, allow_none=True)
    spent = fields.Nested(MoneyOut, required=True)
    month_ends = fields.AwareDateTime(required=True)


class ReloadRuleIn(In):
    """The bundle, threshold, payment method and cap; `agreed` means that the member ticked the box."""

    bundle_id = fields.UUID(required=True)
    mandate_id = fields.UUID(required=True)
    threshold = fields.Integer(required=True, validate=between(1, 1000))
    monthly_cap_minor = fields.Integer(required=True, validate=between(1, MAX_MINOR))
    agreed = fields.Boolean(required=True)


class ReloadBundleOut(Out):
    """The bundle that is bought each time."""

    id = fields.UUID(required=True)
    credits = fields.Integer(required=True)
    price = fields.Nested(MoneyOut, required=True)


class ReloadRuleOut(Out):
    """Auto-reload as it is, or as it was when it ended; `method` is null if it can no longer be used."""

    bundle = fields.Nested(ReloadBundleOut, required=True)
    method = fields.Nested(SavedMethodOut, required=True, allow_none=True)
    threshold = fields.Integer(required=True)
    monthly_cap = fields.Nested(MoneyOut, required=True)
    spent = fields.Nested(MoneyOut, required=True)
    failures = fields.Integer(required=True)
    next_try_at = fields.AwareDateTime(required=True)
    agreed_at = fields.AwareDateTime(required=True)
    ended_at = fields.AwareDateTime(required=True, allow_none=True)
    end_reason = fields.Enum(ReloadEnd, by_value=True, required=True, allow_none=True)


class ReloadOut(Out):
    """A member's auto-reload; null if they never had one."""

    rule = fields.Nested(ReloadRuleOut, required=True, allow_none=True)
