"""Indexes for states of payments and for what staff did, chosen at a million members."""

from alembic import op
from sqlalchemy import text

revision = "0074_states_and_actions"
down_revision = "0073_ring_of_secrets"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_index("payment_state_idx", "payment", ["state", "id"], schema="billing")
    op.create_index("audit_event_action_idx", "audit_event", ["action", text("at DESC")], schema="moderation")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
