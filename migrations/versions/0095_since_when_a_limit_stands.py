"""Since when a member's spending limit stands, for the audit: it counts what was paid after that."""

import sqlalchemy as sa
from alembic import op

revision = "0095_since_when_a_limit_stands"
down_revision = "0088_payments_that_go_back"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    since = sa.Column("since", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False)
    op.add_column("spend_limit", since, schema="billing")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
