"""A writer hands a conversation with a fictional profile to moderation: into which case about the member, and why."""

import sqlalchemy as sa
from alembic import op

revision = "0086_fictional_handovers"
down_revision = "0085_what_goes_is_told"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_table(
        "fictional_handover",
        sa.Column("conversation_id", sa.Uuid(), nullable=False),
        sa.Column("item_id", sa.Uuid(), nullable=False),
        sa.Column("staff_id", sa.Uuid(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("is_urgent", sa.Boolean(), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("char_length(reason) BETWEEN 3 AND 2000", name=op.f("fictional_handover_reason_check")),
        sa.CheckConstraint("last_seq > 0", name=op.f("fictional_handover_last_seq_check")),
        sa.ForeignKeyConstraint(
            ["item_id"], ["moderation.review_item.id"], name=op.f("fictional_handover_item_id_fkey")
        ),
        sa.ForeignKeyConstraint(["staff_id"], ["moderation.staff.id"], name=op.f("fictional_handover_staff_id_fkey")),
        sa.PrimaryKeyConstraint("conversation_id", "item_id", "is_urgent", name=op.f("fictional_handover_pkey")),
        schema="moderation",
    )
    op.create_index("fictional_handover_item_idx", "fictional_handover", ["item_id"], schema="moderation")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
