"""Support hands a complaint to moderation: into which case about a member, and why."""

import sqlalchemy as sa
from alembic import op

revision = "0063_handovers"
down_revision = "0062_parts_of_names"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_table(
        "handover",
        sa.Column("complaint_id", sa.Uuid(), nullable=False),
        sa.Column("item_id", sa.Uuid(), nullable=False),
        sa.Column("staff_id", sa.Uuid(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("char_length(reason) BETWEEN 3 AND 2000", name=op.f("handover_reason_check")),
        sa.ForeignKeyConstraint(["complaint_id"], ["moderation.complaint.id"], name=op.f("handover_complaint_id_fkey")),
        sa.ForeignKeyConstraint(["item_id"], ["moderation.review_item.id"], name=op.f("handover_item_id_fkey")),
        sa.ForeignKeyConstraint(["staff_id"], ["moderation.staff.id"], name=op.f("handover_staff_id_fkey")),
        sa.PrimaryKeyConstraint("complaint_id", "item_id", name=op.f("handover_pkey")),
        schema="moderation",
    )
    op.create_index("handover_item_idx", "handover", ["item_id"], schema="moderation")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
