"""Since when a member's spending limit stands, for the audit: it counts what was paid after that."""

import sqlalchemy as sa
from alembic import op

revision = "0093_since_when_a_limit_stands"
down_revision = "0092_spellings_of_names"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    since = sa.Column("since", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False)
    op.add_column("spend_limit", since, schema="billing")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
