"""Tables of the moderation module."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0009_moderation"
down_revision = "0008_messaging"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute("CREATE SCHEMA IF NOT EXISTS moderation")
    op.create_table(
        "staff",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("roles", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("totp_secret", sa.LargeBinary(), nullable=False),
        sa.Column("last_totp_step", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("disabled_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "cardinality(roles) > 0 AND roles <@ ARRAY['moderator', 'support', 'finance', 'admin']",
            name=op.f("staff_roles_check"),
        ),
        sa.CheckConstraint("email = lower(email)", name=op.f("staff_email_lower_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("staff_pkey")),
        sa.UniqueConstraint("email", name=op.f("staff_email_key")),
        schema="moderation",
    )
    op.create_table(
        "staff_login_failure",
        sa.Column("email_hash", sa.LargeBinary(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("failures", sa.Integer(), server_default="0", nullable=False),
        sa.Column("blocked_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failed_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("failures >= 0", name=op.f("staff_login_failure_failures_check")),
        sa.PrimaryKeyConstraint("email_hash", "place", name=op.f("staff_login_failure_pkey")),
        schema="moderation",
    )
    op.create_table(
        "audit_event",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("staff_id", sa.Uuid(), nullable=True),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("resource", sa.Text(), nullable=False),
        sa.Column("record_id", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("detail", postgresql.JSONB(), server_default="{}", nullable=False),
        sa.Column("request_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["staff_id"], ["moderation.staff.id"], name=op.f("audit_event_staff_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("audit_event_pkey")),
        schema="moderation",
    )
    op.create_index(op.f("audit_event_at_idx"), "audit_event", ["at"], unique=False, schema="moderation")
    op.create_index(
        "audit_event_record_idx",
        "audit_event",
        ["resource", "record_id", sa.literal_column("at DESC")],
        unique=False,
        schema="moderation",
    )
    op.create_index(
        "audit_event_staff_idx",
        "audit_event",
        ["staff_id", sa.literal_column("at DESC")],
        unique=False,
        schema="moderation",
    )
    op.create_table(
        "recovery_code",
        sa.Column("staff_id", sa.Uuid(), nullable=False),
        sa.Column("code_hash", sa.Text(), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["staff_id"], ["moderation.staff.id"], name=op.f("recovery_code_staff_id_fkey")),
        sa.PrimaryKeyConstraint("staff_id", "code_hash", name=op.f("recovery_code_pkey")),
        schema="moderation",
    )
    op.create_table(
        "staff_session",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("staff_id", sa.Uuid(), nullable=False),
        sa.Column("network", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["staff_id"], ["moderation.staff.id"], name=op.f("staff_session_staff_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("staff_session_pkey")),
        sa.UniqueConstraint("token_hash", name=op.f("staff_session_token_hash_key")),
        schema="moderation",
    )
    op.create_index(
        op.f("staff_session_staff_id_idx"), "staff_session", ["staff_id"], unique=False, schema="moderation"
    )
    op.execute(
        """
        CREATE FUNCTION moderation.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'moderation.audit_event is append-only' USING ERRCODE = 'restrict_violation';
        END $$
        """
    )
    op.execute(
        """
        CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON moderation.audit_event
            FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_change()
        """
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
