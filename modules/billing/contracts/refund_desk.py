"""Refunds and the orders that they are for, as JSON for staff."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import PaymentState, RefundReason, RefundState, RefusalReason

Viewed = Literal["you", "colleague", "member", "system", "provider", "operator"]


class FractionalMoney(TypedDict):
    """An amount in minor units as a text, because they may have fractions."""

    minor: str
    currency: str


class Buyer(TypedDict):
    """The member who paid."""

    id: str
    name: str
    language: str


class StandingOfOrder(TypedDict):
    """What can be refunded of an order, and what became of its credits; `credits` are none where a payment is refunded
    for which none were given. `until` is the end of the member's own right to a refund.
    """

    order_id: str
    ordered_at: str
    member: Buyer
    credits: int
    used: int
    unspent: int
    held: int
    returned: int
    paid: Money
    price_per_credit: FractionalMoney
    used_worth: Money
    worth: Money
    left: Money
    refunded: Money
    charged_back: Money
    until: str | None
    is_in_time: bool
    approval_limit: Money
    method: str
    provider: str
    provider_ref: str | None
    payment_state: PaymentState
    provider_asked_at: str | None


class RefundPreview(TypedDict):
    """What a refund would be, with the texts for the member."""

    amount: Money
    worth: Money
    needs_approval: bool
    language: str
    reads: Sequence[str]


class StoredRefund(TypedDict):
    """A refund as it is stored; `can_approve` says whether the viewer can."""

    id: str
    state: RefundState
    ground: RefundReason
    amount: Money
    credits: int
    note: str
    provider_ref: str | None
    needs_approval: bool
    asked_by: Viewed
    decided_by: Viewed | None
    can_approve: bool
    decide_until: str
    refused_for: RefusalReason | None
    created_at: str
    submitted_at: str | None
    settled_at: str | None


class RefundTexts(TypedDict):
    """The texts for the member if the refund is sent, if it is refused for each reason, and as it was refused."""

    language: str
    going: Sequence[str]
    refused: Mapping[RefusalReason, Sequence[str]]
    said: Sequence[str] | None


class RefundCase(StoredRefund):
    """A refund with all that deciding it needs; a bank may have the money already, and one that did not arrive may be
    sent again.
    """

    credit_note: str | None
    is_taken_back: bool
    can_send_again: bool
    standing: StandingOfOrder
    reads: RefundTexts
