"""Evidence of customers' countries in the console; it decides in which country an order is taxed."""

from app.kernel.ops import Resource, badge, instant, ref, rows_of, text
from modules.billing.contracts import EvidenceKind
from modules.billing.payments.models.evidence import SaleEvidence

EVIDENCE = Resource(
    key="billing.evidence",
    label="Evidence of countries",
    title=("kind", "order_id"),
    empty="No evidence yet. Each order says here in which country its customer is, and what tells so.",
    icon="FactCheckOutlined",
    group="money",
    permission="billing.orders.read",
    rows=rows_of(SaleEvidence, key=("order_id", "kind")),
    columns=(
        instant("at", "When"),
        badge("kind", "What says so", [*EvidenceKind]),
        text("country", "Country", means="country"),
        ref("order_id", "Order", to="billing.orders", related=True, sort=True),
    ),
    filters=("order_id",),
    default_sort="-order_id",
    among_facts=True,
)
