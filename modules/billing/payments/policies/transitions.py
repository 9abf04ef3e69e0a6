"""The allowed changes of state of orders, payments, refunds, chargebacks, mandates, redemptions and bank files.

The table billing.transition has the same rows, which triggers check; a test compares the two.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from modules.billing.contracts.states import (
    BatchState,
    ChargebackState,
    CollectionState,
    DebitMandateState,
    MandateState,
    OrderState,
    PaymentState,
    RedemptionState,
    RefundState,
)
from modules.billing.errors.payments import TransitionForbidden

State = TypeVar("State", bound=StrEnum)
Table = Mapping[State, frozenset[State]]

_SENT_PAYMENT = frozenset(
    {
        PaymentState.OPEN,
        PaymentState.PENDING,
        PaymentState.AUTHORIZED,
        PaymentState.PAID,
        PaymentState.FAILED,
        PaymentState.CANCELED,
        PaymentState.EXPIRED,
    }
)
_SENT_REFUND = frozenset(
    {
        RefundState.QUEUED,
        RefundState.PENDING,
        RefundState.PROCESSING,
        RefundState.REFUNDED,
        RefundState.FAILED,
        RefundState.CANCELED,
    }
)

# `failed` and `cancelled` end with another payment, or with a payment that the provider confirms late.
ORDER: Table[OrderState] = {
    OrderState.LOADING: frozenset(OrderState) - {OrderState.LOADING},
    OrderState.PENDING: frozenset({OrderState.COMPLETED, OrderState.FAILED, OrderState.CANCELLED}),
    OrderState.FAILED: frozenset({OrderState.LOADING, OrderState.COMPLETED}),
    OrderState.CANCELLED: frozenset({OrderState.LOADING, OrderState.COMPLETED}),
    OrderState.COMPLETED: frozenset(),
}

# A late report never reverses a newer state: open < pending < authorized < ended < paid.
PAYMENT: Table[PaymentState] = {
    PaymentState.PREPARED: frozenset({PaymentState.SUBMITTED, PaymentState.CANCELED}),
    PaymentState.SUBMITTED: _SENT_PAYMENT | {PaymentState.UNKNOWN},
    PaymentState.UNKNOWN: _SENT_PAYMENT,
    PaymentState.OPEN: _SENT_PAYMENT - {PaymentState.OPEN},
    PaymentState.PENDING: _SENT_PAYMENT - {PaymentState.OPEN, PaymentState.PENDING},
    PaymentState.AUTHORIZED: _SENT_PAYMENT - {PaymentState.OPEN, PaymentState.PENDING, PaymentState.AUTHORIZED},
    PaymentState.FAILED: frozenset({PaymentState.PAID}),
    PaymentState.CANCELED: frozenset({PaymentState.PAID}),
    PaymentState.EXPIRED: frozenset({PaymentState.PAID}),
    PaymentState.PAID: frozenset(),
}

# The bank may still return a refund that arrived.
REFUND: Table[RefundState] = {
    RefundState.REQUESTED: frozenset({RefundState.APPROVED, RefundState.REJECTED}),
    RefundState.APPROVED: frozenset({RefundState.SUBMITTED}),
    RefundState.SUBMITTED: _SENT_REFUND | {RefundState.UNKNOWN},
    RefundState.UNKNOWN: _SENT_REFUND,
    RefundState.QUEUED: _SENT_REFUND - {RefundState.QUEUED},
    RefundState.PENDING: _SENT_REFUND - {RefundState.QUEUED, RefundState.PENDING},
    RefundState.PROCESSING: frozenset({RefundState.REFUNDED, RefundState.FAILED, RefundState.CANCELED}),
    RefundState.REFUNDED: frozenset({RefundState.FAILED}),
    RefundState.FAILED: frozenset(),
    RefundState.CANCELED: frozenset(),
    RefundState.REJECTED: frozenset(),
}

CHARGEBACK: Table[ChargebackState] = {
    ChargebackState.RECEIVED: frozenset({ChargebackState.REVERSED}),
    ChargebackState.REVERSED: frozenset(),
}

MANDATE: Table[MandateState] = {
    MandateState.VALID: frozenset({MandateState.INVALID, MandateState.REVOKED}),
    MandateState.INVALID: frozenset({MandateState.VALID}),
    MandateState.REVOKED: frozenset(),
}

# A released code is redeemed if its order is paid late and uses are left. A full refund releases a redeemed code; if
# the refund fails later, the code is redeemed again, or honoured if no uses are left.
REDEMPTION: Table[RedemptionState] = {
    RedemptionState.RESERVED: frozenset({RedemptionState.REDEEMED, RedemptionState.RELEASED}),
    RedemptionState.RELEASED: frozenset({RedemptionState.RESERVED, RedemptionState.REDEEMED, RedemptionState.HONOURED}),
    RedemptionState.REDEEMED: frozenset({RedemptionState.RELEASED}),
    RedemptionState.HONOURED: frozenset({RedemptionState.RELEASED}),
}

DEBIT_MANDATE: Table[DebitMandateState] = {
    DebitMandateState.ACTIVE: frozenset(DebitMandateState) - {DebitMandateState.ACTIVE},
    DebitMandateState.INVALID: frozenset({DebitMandateState.CLOSED}),
    DebitMandateState.CLOSED: frozenset(),
    DebitMandateState.LAPSED: frozenset(),
}

# Collections of a file that the bank refuses as a whole, or that is discarded, are scheduled for the next file.
COLLECTION: Table[CollectionState] = {
    CollectionState.SCHEDULED: frozenset({CollectionState.BATCHED, CollectionState.CANCELED}),
    CollectionState.BATCHED: frozenset({CollectionState.SENT, CollectionState.SCHEDULED}),
    CollectionState.SENT: frozenset({CollectionState.SETTLED, CollectionState.REJECTED, CollectionState.SCHEDULED}),
    CollectionState.SETTLED: frozenset({CollectionState.RETURNED}),
    CollectionState.REJECTED: frozenset(),
    CollectionState.RETURNED: frozenset(),
    CollectionState.CANCELED: frozenset(),
}

BATCH: Table[BatchState] = {
    BatchState.DRAFT: frozenset({BatchState.RELEASED, BatchState.DISCARDED}),
    BatchState.RELEASED: frozenset({BatchState.EXPORTED, BatchState.DISCARDED}),
    BatchState.EXPORTED: frozenset({BatchState.REFUSED}),
    BatchState.REFUSED: frozenset(),
    BatchState.DISCARDED: frozenset(),
}

MACHINES: Mapping[str, Mapping[Any, frozenset[Any]]] = {
    "order": ORDER,
    "payment": PAYMENT,
    "refund": REFUND,
    "chargeback": CHARGEBACK,
    "mandate": MANDATE,
    "redemption": REDEMPTION,
    "dd_mandate": DEBIT_MANDATE,
    "dd_collection": COLLECTION,
    "dd_batch": BATCH,
}


def ensure_transition(table: Table[State], current: State, to: State) -> None:
    """Raise TransitionForbidden unless state `to` may follow state `current`."""
    if to not in table[current]:
        raise TransitionForbidden(current=str(current), to=str(to))


def merge(table: Table[State], current: State, reported: State) -> State:
    """Return the reported state if it may follow the current one, else the current one."""
    return reported if reported in table[current] else current
