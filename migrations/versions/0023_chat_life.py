"""Photos in chat, and hints at what may be a fraud."""

import sqlalchemy as sa
from alembic import op

revision = "0023_chat_life"
down_revision = "0022_invitations"
branch_labels = None
depends_on = None

CHECKS = """
ALTER TABLE messaging.message
    DROP CONSTRAINT message_kind_check,
    ADD CONSTRAINT message_kind_check CHECK (kind IN ('text', 'gift', 'photo')),
    DROP CONSTRAINT message_body_check,
    ADD CONSTRAINT message_body_check CHECK (
        CASE kind WHEN 'text' THEN char_length(body) BETWEEN 1 AND 10000 ELSE char_length(body) <= 200 END
    ),
    ADD CONSTRAINT message_hints_check CHECK (
        hints <> '{}' AND hints <@ ARRAY['money', 'gift-card', 'crypto', 'elsewhere', 'link']
    ),
    ADD CONSTRAINT message_dismissed_hints_check CHECK (hints_dismissed_at IS NULL OR hints IS NOT NULL)
"""

# A message says that it is a photo, and the photo is there: neither is written without the other.
PHOTOS_AND_MESSAGES_GO_TOGETHER = """
CREATE FUNCTION messaging.ensure_photo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM messaging.photo WHERE message_id = NEW.id) THEN
        RAISE EXCEPTION 'message % has no photo', NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'message_has_its_photo';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER message_has_its_photo AFTER INSERT OR UPDATE OF kind ON messaging.message
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'photo')
    EXECUTE FUNCTION messaging.ensure_photo();
CREATE FUNCTION messaging.ensure_photo_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM messaging.message WHERE id = NEW.message_id AND kind = 'photo') THEN
        RAISE EXCEPTION 'message % is no photo', NEW.message_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'photo_of_a_photo_message';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER photo_of_a_photo_message BEFORE INSERT OR UPDATE OF message_id ON messaging.photo
    FOR EACH ROW EXECUTE FUNCTION messaging.ensure_photo_message()
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    # Columns without a default are kept in the catalogue: no row is rewritten.
    op.add_column("message", sa.Column("hints", sa.ARRAY(sa.Text()), nullable=True), schema="messaging")
    op.add_column(
        "message", sa.Column("hints_dismissed_at", sa.DateTime(timezone=True), nullable=True), schema="messaging"
    )
    op.execute(CHECKS)
    op.create_table(
        "photo",
        sa.Column("message_id", sa.Uuid(), nullable=False),
        sa.Column("status", sa.Text(), server_default="processing", nullable=False),
        sa.Column("folder", sa.Text(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=True),
        sa.Column("height", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("status IN ('processing', 'ready', 'failed', 'removed')", name=op.f("photo_status_check")),
        sa.CheckConstraint(
            "status <> 'ready' OR (width > 0 AND height > 0) IS TRUE", name=op.f("photo_processed_check")
        ),
        sa.ForeignKeyConstraint(["message_id"], ["messaging.message.id"], name=op.f("photo_message_id_fkey")),
        sa.PrimaryKeyConstraint("message_id", name=op.f("photo_pkey")),
        sa.UniqueConstraint("folder", name=op.f("photo_folder_key")),
        schema="messaging",
    )
    op.create_index(
        "photo_processing_idx",
        "photo",
        ["created_at"],
        unique=False,
        schema="messaging",
        postgresql_where=sa.text("status = 'processing'"),
    )
    op.create_table(
        "photo_original",
        sa.Column("message_id", sa.Uuid(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["message_id"],
            ["messaging.photo.message_id"],
            name=op.f("photo_original_message_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("message_id", name=op.f("photo_original_pkey")),
        schema="messaging",
    )
    op.execute(PHOTOS_AND_MESSAGES_GO_TOGETHER)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
