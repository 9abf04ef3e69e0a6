"""Tables of the accounts module."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0003_accounts"
down_revision = "0002_sites"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute("CREATE SCHEMA IF NOT EXISTS accounts")
    op.create_table(
        "existence_answer",
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("day", sa.Date(), server_default=sa.text("CURRENT_DATE"), nullable=False),
        sa.Column("answers", sa.Integer(), server_default="1", nullable=False),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("existence_answer_site_id_fkey")),
        sa.PrimaryKeyConstraint("site_id", "place", "day", name=op.f("existence_answer_pkey")),
        schema="accounts",
    )
    op.create_table(
        "login_failure",
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("email_hash", sa.LargeBinary(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("failures", sa.Integer(), server_default="0", nullable=False),
        sa.Column("blocked_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failed_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("failures >= 0", name=op.f("login_failure_failures_check")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("login_failure_site_id_fkey")),
        sa.PrimaryKeyConstraint("site_id", "email_hash", "place", name=op.f("login_failure_pkey")),
        schema="accounts",
    )
    op.create_index(
        op.f("login_failure_failed_at_idx"), "login_failure", ["failed_at"], unique=False, schema="accounts"
    )
    op.create_table(
        "member",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("email", sa.Text(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("date_of_birth", sa.Date(), nullable=False),
        sa.Column("status", sa.Text(), server_default="not_confirmed", nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("is_paid", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("is_fictional", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("signup_message", sa.Text(), server_default="", nullable=False),
        sa.Column("traffic_source", postgresql.JSONB(), nullable=True),
        sa.Column("signup_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "is_fictional = (password_hash IS NULL) OR status = 'erased'",
            name=op.f("member_fictional_never_logs_in_check"),
        ),
        sa.CheckConstraint("name NOT LIKE '@%'", name=op.f("member_name_is_no_handle_check")),
        sa.CheckConstraint(
            "status = 'erased' OR (email IS NOT NULL AND name <> '')", name=op.f("member_is_whole_check")
        ),
        sa.CheckConstraint(
            "status IN ('not_confirmed', 'active', 'deleted', 'erased', 'banned')", name=op.f("member_status_check")
        ),
        sa.CheckConstraint("lower(name) <> lower(email)", name=op.f("member_name_is_no_email_check")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("member_site_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("member_pkey")),
        schema="accounts",
    )
    op.create_index(
        "member_site_email_key",
        "member",
        ["site_id", sa.literal_column("lower(email)")],
        unique=True,
        schema="accounts",
    )
    op.create_index("member_site_signup_idx", "member", ["site_id", "signup_at"], unique=False, schema="accounts")
    op.create_table(
        "email_token",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "purpose IN ('activate', 'reset', 'change-email', 'reactivate')", name=op.f("email_token_purpose_check")
        ),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("email_token_member_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("email_token_pkey")),
        schema="accounts",
    )
    op.create_index(
        "email_token_member_idx", "email_token", ["member_id", "purpose", "created_at"], unique=False, schema="accounts"
    )
    op.create_table(
        "login_session",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("user_agent", sa.Text(), server_default="", nullable=False),
        sa.Column("network", sa.Text(), server_default="", nullable=False),
        sa.Column("device", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("login_session_member_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("login_session_pkey")),
        sa.UniqueConstraint("token_hash", name=op.f("login_session_token_hash_key")),
        schema="accounts",
    )
    op.create_index(
        "login_session_member_idx", "login_session", ["member_id", "device"], unique=False, schema="accounts"
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
