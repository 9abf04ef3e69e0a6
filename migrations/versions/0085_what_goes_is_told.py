"""What goes with a proposed ban is a decision of its own in the same case; what was stored before stays as it is."""

import sqlalchemy as sa
from alembic import op

revision = "0085_what_goes_is_told"
down_revision = "0084_complaints_of_one_address"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.drop_index("decision_item_key", "decision", schema="moderation")
    op.create_index(
        "decision_item_key",
        "decision",
        ["item_id", sa.text("(measure = 'remove-content')")],
        unique=True,
        schema="moderation",
        postgresql_where=sa.text("state <> 'refused'"),
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
