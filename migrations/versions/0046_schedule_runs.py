"""How long the last run of every schedule took, and how many in a row have failed."""

import sqlalchemy as sa
from alembic import op

revision = "0046_schedule_runs"
down_revision = "0045_likeness"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.add_column("schedule", sa.Column("milliseconds", sa.Integer(), nullable=True), schema="platform")
    failures = sa.Column("failures", sa.Integer(), server_default="0", nullable=False)
    op.add_column("schedule", failures, schema="platform")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
