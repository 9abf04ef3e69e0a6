"""Tables of the notifications module."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0010_notifications"
down_revision = "0009_moderation"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute("CREATE SCHEMA IF NOT EXISTS notifications")
    op.create_table(
        "disabled_type",
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(
            "cause IN ('choice', 'unsubscribe', 'bounce', 'spam-report')", name=op.f("disabled_type_cause_check")
        ),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("disabled_type_member_id_fkey")),
        sa.PrimaryKeyConstraint("member_id", "type", name=op.f("disabled_type_pkey")),
        schema="notifications",
    )
    op.create_table(
        "mail",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("params", postgresql.JSONB(), server_default="{}", nullable=False),
        sa.Column("cause_key", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), server_default="queued", nullable=False),
        sa.Column("attempts", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("(state = 'sent') = (sent_at IS NOT NULL)", name=op.f("mail_sent_at_check")),
        sa.CheckConstraint("state IN ('queued', 'sent', 'dropped')", name=op.f("mail_state_check")),
        sa.CheckConstraint(
            "type IN ('activate', 'reset-password', 'password-changed', 'already-member', 'new-message')",
            name=op.f("mail_type_check"),
        ),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("mail_member_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("mail_pkey")),
        sa.UniqueConstraint("cause_key", name=op.f("mail_cause_key_key")),
        schema="notifications",
    )
    op.create_index("mail_member_idx", "mail", ["member_id", "created_at"], unique=False, schema="notifications")
    op.create_table(
        "push_subscription",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.Text(), nullable=False),
        sa.Column("auth", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("endpoint LIKE 'https://%'", name=op.f("push_subscription_endpoint_is_https_check")),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("push_subscription_member_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("push_subscription_pkey")),
        sa.UniqueConstraint("endpoint", name=op.f("push_subscription_endpoint_key")),
        schema="notifications",
    )
    op.create_index(
        "push_subscription_member_idx", "push_subscription", ["member_id"], unique=False, schema="notifications"
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
