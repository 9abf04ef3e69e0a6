"""Tables of the messaging module."""

import sqlalchemy as sa
from alembic import op

revision = "0008_messaging"
down_revision = "0007_catalog"
branch_labels = None
depends_on = None

# The kind of a profile is copied from the account, never taken from the caller: nothing can pass as a person's message.
KINDS_ARE_COPIED = """
CREATE FUNCTION messaging.copy_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT CASE WHEN is_fictional THEN 'fictional' ELSE 'member' END INTO NEW.kind
      FROM accounts.member WHERE id = NEW.member_id;
    RETURN NEW;
END $$;
CREATE TRIGGER copy_kind BEFORE INSERT OR UPDATE OF kind, member_id ON messaging.participant
    FOR EACH ROW EXECUTE FUNCTION messaging.copy_kind();
CREATE FUNCTION messaging.copy_sender_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT kind INTO NEW.sender_kind FROM messaging.participant
     WHERE conversation_id = NEW.conversation_id AND member_id = NEW.sender_id;
    RETURN NEW;
END $$;
CREATE TRIGGER copy_kind BEFORE INSERT OR UPDATE OF sender_kind, sender_id ON messaging.message
    FOR EACH ROW EXECUTE FUNCTION messaging.copy_sender_kind()
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute("CREATE SCHEMA IF NOT EXISTS messaging")
    op.create_table(
        "acknowledgement",
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("warning", sa.Text(), nullable=False),
        sa.Column("acknowledged_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("warning <> ''", name=op.f("acknowledgement_warning_check")),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("acknowledgement_member_id_fkey")),
        sa.ForeignKeyConstraint(["profile_id"], ["accounts.member.id"], name=op.f("acknowledgement_profile_id_fkey")),
        sa.PrimaryKeyConstraint("member_id", "profile_id", name=op.f("acknowledgement_pkey")),
        schema="messaging",
    )
    op.create_table(
        "conversation",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("a_id", sa.Uuid(), nullable=False),
        sa.Column("b_id", sa.Uuid(), nullable=False),
        sa.Column("started_by", sa.Uuid(), nullable=False),
        sa.Column("free_start", sa.SmallInteger(), nullable=True),
        sa.Column("last_seq", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("a_id < b_id", name=op.f("conversation_ordered_check")),
        sa.CheckConstraint("free_start BETWEEN 1 AND 2", name=op.f("conversation_free_start_check")),
        sa.CheckConstraint("last_seq >= 0", name=op.f("conversation_last_seq_check")),
        sa.CheckConstraint("started_by IN (a_id, b_id)", name=op.f("conversation_started_by_check")),
        sa.ForeignKeyConstraint(["a_id"], ["accounts.member.id"], name=op.f("conversation_a_id_fkey")),
        sa.ForeignKeyConstraint(["b_id"], ["accounts.member.id"], name=op.f("conversation_b_id_fkey")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("conversation_site_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("conversation_pkey")),
        schema="messaging",
    )
    op.create_index(
        "conversation_pair_key", "conversation", ["site_id", "a_id", "b_id"], unique=True, schema="messaging"
    )
    op.create_index(
        "conversation_started_by_key", "conversation", ["started_by", "free_start"], unique=True, schema="messaging"
    )
    op.create_table(
        "participant",
        sa.Column("conversation_id", sa.Uuid(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("partner_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("unread", sa.Integer(), server_default="0", nullable=False),
        sa.Column("read_seq", sa.Integer(), server_default="0", nullable=False),
        sa.Column("removed_seq", sa.Integer(), server_default="0", nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("kind IN ('member', 'fictional')", name=op.f("participant_kind_check")),
        sa.CheckConstraint("member_id <> partner_id", name=op.f("participant_two_members_check")),
        sa.CheckConstraint("read_seq >= 0 AND removed_seq >= 0", name=op.f("participant_seqs_check")),
        sa.CheckConstraint("unread >= 0", name=op.f("participant_unread_check")),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["messaging.conversation.id"], name=op.f("participant_conversation_id_fkey")
        ),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("participant_member_id_fkey")),
        sa.PrimaryKeyConstraint("conversation_id", "member_id", name=op.f("participant_pkey")),
        schema="messaging",
    )
    op.create_index("participant_list_idx", "participant", ["member_id", "last_at"], unique=False, schema="messaging")
    op.create_index(
        "participant_partner_key", "participant", ["member_id", "partner_id"], unique=True, schema="messaging"
    )
    op.create_table(
        "message",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("conversation_id", sa.Uuid(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("sender_id", sa.Uuid(), nullable=False),
        sa.Column("sender_kind", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("tx_id", sa.Uuid(), nullable=True),
        sa.Column("sent_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("refunded_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("sender_kind IN ('member', 'fictional')", name=op.f("message_sender_kind_check")),
        sa.CheckConstraint("char_length(body) BETWEEN 1 AND 10000", name=op.f("message_body_check")),
        sa.CheckConstraint("refunded_at IS NULL OR tx_id IS NOT NULL", name=op.f("message_refunds_need_a_spend_check")),
        sa.CheckConstraint("seq > 0", name=op.f("message_seq_check")),
        sa.ForeignKeyConstraint(
            ["conversation_id", "sender_id"],
            ["messaging.participant.conversation_id", "messaging.participant.member_id"],
            name=op.f("message_conversation_id_sender_id_fkey"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("message_pkey")),
        sa.UniqueConstraint("tx_id", name=op.f("message_tx_id_key")),
        schema="messaging",
    )
    op.create_index(
        "message_conversation_seq_key", "message", ["conversation_id", "seq"], unique=True, schema="messaging"
    )
    op.execute(KINDS_ARE_COPIED)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
