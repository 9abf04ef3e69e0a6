"""A case's page lists what was decided in it, and who read from conversations for it."""

import sqlalchemy as sa
from alembic import op

revision = "0087_what_was_done_in_a_case"
down_revision = "0086_fictional_handovers"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_index("decision_item_idx", "decision", ["item_id"], schema="moderation")
    # What writers read is in no case, and is most of what is read.
    op.create_index(
        "conversation_access_item_idx",
        "conversation_access",
        ["item_id", sa.text("at DESC")],
        schema="moderation",
        postgresql_where=sa.text("item_id IS NOT NULL"),
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
