"""Push messages: what waits to be pushed, and with which login a browser came."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0029_push"
down_revision = "0028_mails"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # No push message was ever sent, so no browser misses one.
    op.execute("DELETE FROM notifications.push_subscription")
    op.add_column("push_subscription", sa.Column("session_id", sa.Uuid(), nullable=False), schema="notifications")
    op.add_column(
        "push_subscription",
        sa.Column("user_agent", sa.Text(), nullable=False, server_default=""),
        schema="notifications",
    )
    op.add_column("push_subscription", sa.Column("used_at", sa.DateTime(timezone=True)), schema="notifications")
    op.add_column(
        "delivery",
        sa.Column("is_night_silent", sa.Boolean(), nullable=False, server_default="true"),
        schema="notifications",
    )
    op.create_table(
        "push_notice",
        sa.Column("member_id", sa.Uuid(), sa.ForeignKey("accounts.member.id"), primary_key=True),
        sa.Column("type", sa.Text(), primary_key=True),
        sa.Column("about", postgresql.ARRAY(sa.Uuid()), nullable=False, server_default="{}"),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("due_at", sa.DateTime(timezone=True)),
        sa.Column("sent_at", sa.DateTime(timezone=True)),
        sa.Column("version", sa.Integer(), nullable=False, server_default="0"),
        sa.CheckConstraint("type IN ('message', 'like', 'match', 'offer')", name=op.f("push_notice_type_check")),
        sa.CheckConstraint("version >= 0", name=op.f("push_notice_version_check")),
        schema="notifications",
    )
    op.create_index(
        "push_notice_due_idx",
        "push_notice",
        ["due_at"],
        schema="notifications",
        postgresql_where=sa.text("due_at IS NOT NULL"),
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
