"""When the last run of a schedule ended, and when the house learnt of a chargeback."""

import sqlalchemy as sa
from alembic import op

revision = "0060_ended_runs"
down_revision = "0059_notices_withdrawn"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.add_column("schedule", sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True), schema="platform")
    op.execute("UPDATE platform.schedule SET finished_at = last_run_at WHERE milliseconds IS NOT NULL")
    noted = sa.Column("noted_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False)
    op.add_column("chargeback", noted, schema="billing")
    op.execute("UPDATE billing.chargeback SET noted_at = received_at")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
