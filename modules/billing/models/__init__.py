"""Tables of the billing module, by subject."""

from modules.billing.models import (
    direct_debit,
    discounts,
    evidence,
    ledger,
    limits,
    orders,
    papers,
    reconciliation,
    returns,
    settlements,
    shop,
)

__all__ = [
    "direct_debit",
    "discounts",
    "evidence",
    "ledger",
    "limits",
    "orders",
    "papers",
    "reconciliation",
    "returns",
    "settlements",
    "shop",
]
