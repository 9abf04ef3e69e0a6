"""Billing in the console: lists, figures, and actions of staff."""

from modules.billing.ops.code_uses import REDEMPTIONS, REVENUE
from modules.billing.ops.debits import BATCHES, COLLECTIONS, DEBIT_MANDATES, MANDATES
from modules.billing.ops.discounts import DISCOUNTS
from modules.billing.ops.evidence import EVIDENCE
from modules.billing.ops.figures import FIGURES
from modules.billing.ops.ledger import BALANCES, LEDGER
from modules.billing.ops.orders import ORDERS, PAYMENTS
from modules.billing.ops.returns import CHARGEBACKS, REFUND_FIGURES, REFUNDS
from modules.billing.ops.shop import BUNDLES

__all__ = ["FIGURES", "RESOURCES"]

RESOURCES = (
    ORDERS,
    EVIDENCE,
    PAYMENTS,
    REFUNDS,
    REFUND_FIGURES,
    CHARGEBACKS,
    BALANCES,
    LEDGER,
    DISCOUNTS,
    REDEMPTIONS,
    REVENUE,
    BUNDLES,
    MANDATES,
    DEBIT_MANDATES,
    COLLECTIONS,
    BATCHES,
)
