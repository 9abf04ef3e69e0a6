"""Consent to immediate delivery, and payments that cannot be rewritten."""

import sqlalchemy as sa
from alembic import op

revision = "0026_consents"
down_revision = "0025_landers"
branch_labels = None
depends_on = None

# What becomes of a payment is written to it; what it is for, how much it is and whose, is not.
KEEPS = """
CREATE TRIGGER keeps BEFORE UPDATE ON billing.payment
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite(
        'provider_ref', 'method', 'state', 'failure', 'checkout_url', 'is_credited', 'refunded_minor',
        'charged_back_minor', 'checked_at', 'next_check_at')
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.add_column("credit_order", sa.Column("consent", sa.Text(), nullable=True), schema="billing")
    op.create_check_constraint(
        op.f("credit_order_consent_check"),
        "credit_order",
        "consent IN ('start-now-1', 'auto-reload-1')",
        schema="billing",
    )
    op.execute(KEEPS)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
