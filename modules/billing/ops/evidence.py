"""Evidence of customers' countries in the console; it decides in which country an order is taxed."""

from app.kernel.resources import Resource, badge, instant, ref, rows_of, text
from modules.billing.contracts.states import EvidenceKind
from modules.billing.payments.models.evidence import SaleEvidence

EVIDENCE = Resource(
    key="billing.evidence",
    label="Country evidence",
    title=("kind", "order_id"),
    empty="No country evidence yet. The evidence of each customer’s country is listed here by order.",
    icon="FactCheckOutlined",
    group="money",
    permission="billing.orders.read",
    rows=rows_of(SaleEvidence, key=("order_id", "kind")),
    columns=(
        instant("at", "Time"),
        badge("kind", "Source", [*EvidenceKind]),
        text("country", "Country", means="country"),
        ref("order_id", "Order", to="billing.orders", related=True, sort=True),
    ),
    filters=("order_id",),
    default_sort="-order_id",
    among_facts=True,
)
