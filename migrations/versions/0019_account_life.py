"""Deletion with reasons, reactivation, change of address and export."""

import sqlalchemy as sa
from alembic import op

revision = "0019_account_life"
down_revision = "0018_pages"
branch_labels = None
depends_on = None

CHECKS = """
ALTER TABLE accounts.email_token
    DROP CONSTRAINT email_token_purpose_check,
    ADD CONSTRAINT email_token_purpose_check CHECK (
        purpose IN ('activate', 'reset', 'change-email', 'undo-email-change', 'reactivate')
    );
ALTER TABLE notifications.mail
    DROP CONSTRAINT mail_type_check,
    ADD CONSTRAINT mail_type_check CHECK (type IN (
        'activate', 'reset-password', 'password-changed', 'already-member', 'new-message', 'order-paid',
        'payment-failed', 'refund-asked', 'refund-arrived', 'refund-failed', 'chargeback', 'discount',
        'reload-started', 'reload-bought', 'reload-paused', 'reload-ended', 'direct-debit-notice',
        'email-change', 'email-change-notice', 'account-deleted', 'export-ready'
    )) NOT VALID;
ALTER TABLE notifications.mail VALIDATE CONSTRAINT mail_type_check
"""

# Why somebody left is kept for good, but not their words once they are erased; a deletion ends once.
KEEPS = """
CREATE FUNCTION accounts.refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF to_jsonb(NEW) - ARRAY['words', 'outcome', 'ended_at'] <> to_jsonb(OLD) - ARRAY['words', 'outcome', 'ended_at']
        OR OLD.ended_at IS NOT NULL AND (NEW.outcome, NEW.ended_at) IS DISTINCT FROM (OLD.outcome, OLD.ended_at)
    THEN
        RAISE EXCEPTION 'accounts.deletion keeps what it says' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER keeps BEFORE UPDATE ON accounts.deletion
    FOR EACH ROW EXECUTE FUNCTION accounts.refuse_rewrite()
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_table(
        "deletion",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("words", sa.Text(), server_default="", nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("erase_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "reason IN ('met-someone', 'too-few-people', 'too-expensive', 'bothered', 'too-many-messages', 'other', "
            "'operator')",
            name=op.f("deletion_reason_check"),
        ),
        sa.CheckConstraint("char_length(words) <= 1000", name=op.f("deletion_words_check")),
        sa.CheckConstraint("outcome IN ('reactivated', 'erased')", name=op.f("deletion_outcome_check")),
        sa.CheckConstraint("(outcome IS NULL) = (ended_at IS NULL)", name=op.f("deletion_ended_check")),
        sa.CheckConstraint("outcome IS DISTINCT FROM 'erased' OR words = ''", name=op.f("deletion_erased_check")),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("deletion_member_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("deletion_pkey")),
        schema="accounts",
    )
    op.create_index(
        "deletion_open_key",
        "deletion",
        ["member_id"],
        unique=True,
        schema="accounts",
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.create_index(
        "deletion_due_idx",
        "deletion",
        ["erase_at"],
        unique=False,
        schema="accounts",
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.execute(KEEPS)
    op.create_table(
        "data_export",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("state", sa.Text(), server_default="waiting", nullable=False),
        sa.Column("storage_key", sa.Text(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=True),
        sa.Column("asked_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("ready_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("state IN ('waiting', 'ready', 'expired')", name=op.f("data_export_state_check")),
        sa.CheckConstraint(
            "state <> 'ready' OR (ready_at IS NOT NULL AND expires_at > ready_at AND size > 0)",
            name=op.f("data_export_ready_check"),
        ),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("data_export_member_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("data_export_pkey")),
        sa.UniqueConstraint("storage_key", name=op.f("data_export_storage_key_key")),
        schema="accounts",
    )
    op.create_index("data_export_member_idx", "data_export", ["member_id", "asked_at"], unique=False, schema="accounts")
    op.create_index(
        "data_export_waiting_key",
        "data_export",
        ["member_id"],
        unique=True,
        schema="accounts",
        postgresql_where=sa.text("state = 'waiting'"),
    )
    op.execute(CHECKS)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
