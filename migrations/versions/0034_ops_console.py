"""Ops console: when password and code were shown last, and indexes for lists that see all sites."""

import sqlalchemy as sa
from alembic import op

revision = "0034_ops_console"
down_revision = "0033_settlements"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("staff_session", sa.Column("confirmed_at", sa.DateTime(timezone=True)), schema="moderation")
    op.execute("UPDATE moderation.staff_session SET confirmed_at = opened_at")
    op.alter_column("staff_session", "confirmed_at", nullable=False, schema="moderation")
    op.create_index("member_signup_idx", "member", ["signup_at"], schema="accounts")
    op.create_index("member_email_idx", "member", [sa.text("lower(email)")], schema="accounts")
    op.create_index("photo_created_idx", "photo", ["created_at"], schema="profiles")
    op.create_index("like_created_idx", "like_", ["created_at"], schema="social")
    op.create_index(
        "inbox_entry_given_up_idx",
        "inbox_entry",
        ["event_id", "handler"],
        schema="platform",
        postgresql_where=sa.text("failed_at IS NOT NULL"),
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
