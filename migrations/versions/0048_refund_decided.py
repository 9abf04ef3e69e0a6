"""When somebody approved or refused a refund; of older ones only those that went out tell about when."""

import sqlalchemy as sa
from alembic import op

revision = "0048_refund_decided"
down_revision = "0047_cases_for_addresses"
branch_labels = None
depends_on = None

KEEPS = """
CREATE OR REPLACE TRIGGER keeps BEFORE UPDATE ON billing.refund
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite(
        'provider_ref', 'state', 'approved_by', 'refused_for', 'refused_words', 'decided_at', 'submitted_at',
        'settled_at', 'next_check_at')
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.add_column("refund", sa.Column("decided_at", sa.DateTime(timezone=True)), schema="billing")
    op.execute(KEEPS)
    op.execute("UPDATE billing.refund SET decided_at = submitted_at WHERE needs_approval AND submitted_at IS NOT NULL")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
