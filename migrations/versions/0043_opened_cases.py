"""Cases that a moderator opens about a member whom nobody reported, with the reason."""

import sqlalchemy as sa
from alembic import op

revision = "0043_opened_cases"
down_revision = "0042_console_filters"
branch_labels = None
depends_on = None

KINDS = "'photo', 'profile-text', 'member-report', 'photo-report', 'message-report', 'risk', 'evasion', 'opened'"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.drop_constraint(op.f("review_item_kind_check"), "review_item", schema="moderation")
    op.create_check_constraint(op.f("review_item_kind_check"), "review_item", f"kind IN ({KINDS})", schema="moderation")
    op.create_table(
        "opened_case",
        sa.Column("item_id", sa.Uuid(), nullable=False),
        sa.Column("staff_id", sa.Uuid(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.CheckConstraint("char_length(reason) BETWEEN 3 AND 2000", name=op.f("opened_case_reason_check")),
        sa.ForeignKeyConstraint(["item_id"], ["moderation.review_item.id"], name=op.f("opened_case_item_id_fkey")),
        sa.ForeignKeyConstraint(["staff_id"], ["moderation.staff.id"], name=op.f("opened_case_staff_id_fkey")),
        sa.PrimaryKeyConstraint("item_id", name=op.f("opened_case_pkey")),
        schema="moderation",
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
