"""Refunds know when the provider was asked for them: only since then can they have got lost."""

import sqlalchemy as sa
from alembic import op

revision = "0017_refund_submitted"
down_revision = "0016_gifts"
branch_labels = None
depends_on = None

KEEPS = """
CREATE OR REPLACE TRIGGER keeps BEFORE UPDATE ON billing.refund
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite(
        'provider_ref', 'state', 'approved_by', 'submitted_at', 'settled_at', 'next_check_at')
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.add_column("refund", sa.Column("submitted_at", sa.DateTime(timezone=True), nullable=True), schema="billing")
    op.execute(KEEPS)
    # Those that are on their way were sent soon after they were asked for.
    op.execute(
        "UPDATE billing.refund SET submitted_at = created_at WHERE state NOT IN ('requested', 'approved', 'rejected')"
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
