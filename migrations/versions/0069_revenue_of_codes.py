"""What codes brought is counted every ten minutes: summed when it is asked for, it took longer with every use."""

from alembic import op

revision = "0069_revenue_of_codes"
down_revision = "0068_pictures_that_matched"
branch_labels = None
depends_on = None

# Refunds count when they arrived; codes that were made together are one.
REVENUE = """
CREATE MATERIALIZED VIEW billing.code_revenue AS
WITH back AS (
    SELECT payment_id, sum(amount_minor) AS minor FROM billing.refund WHERE state = 'refunded' GROUP BY payment_id
), used AS (
    SELECT redemption.code_id, payment.currency, count(*) AS orders, sum(credit_order.discount_minor) AS discount_minor,
           sum(payment.amount_minor) AS paid_minor, coalesce(sum(back.minor), 0) AS refunded_minor,
           sum(payment.charged_back_minor) AS charged_back_minor
      FROM billing.redemption
      JOIN billing.credit_order ON credit_order.id = redemption.order_id
      JOIN billing.payment ON payment.order_id = redemption.order_id AND payment.is_credited
      LEFT JOIN back ON back.payment_id = payment.id
     GROUP BY redemption.code_id, payment.currency
)
SELECT code.site_id, coalesce(code.series, code.code) AS series, used.currency, sum(used.orders)::bigint AS orders,
       sum(used.discount_minor)::bigint AS discount_minor, sum(used.paid_minor)::bigint AS paid_minor,
       sum(used.refunded_minor)::bigint AS refunded_minor, sum(used.charged_back_minor)::bigint AS charged_back_minor,
       sum(used.paid_minor - used.refunded_minor - used.charged_back_minor)::bigint AS left_minor, now() AS counted_at
  FROM used JOIN billing.discount_code AS code ON code.id = used.code_id
 GROUP BY code.site_id, coalesce(code.series, code.code), used.currency
"""


def upgrade() -> None:
    op.execute(REVENUE)
    # Without it nobody could read while it is counted anew.
    op.execute("CREATE UNIQUE INDEX code_revenue_key ON billing.code_revenue (site_id, series, currency)")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
