"""When a member's e-mail address last replaced another one."""

import sqlalchemy as sa
from alembic import op

revision = "0112_address_changes"
down_revision = "0111_reloads_ended_by_refunds"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.add_column("member", sa.Column("email_changed_at", sa.DateTime(timezone=True)), schema="accounts")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
