"""Baseline: schema of the messaging module."""

from alembic import op

revision = "0107_messaging"
down_revision = "0106_catalog"
branch_labels = None
depends_on = None

SCHEMA = r"""
CREATE SCHEMA IF NOT EXISTS messaging;

CREATE TABLE messaging.acknowledgement (
    member_id uuid NOT NULL,
    profile_id uuid NOT NULL,
    warning text NOT NULL,
    acknowledged_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT acknowledgement_pkey PRIMARY KEY (member_id, profile_id),
    CONSTRAINT acknowledgement_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT acknowledgement_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES accounts.member (id),
    CONSTRAINT acknowledgement_warning_check CHECK (warning <> '')
);

CREATE TABLE messaging.conversation (
    id uuid NOT NULL,
    site_id uuid NOT NULL,
    a_id uuid NOT NULL,
    b_id uuid NOT NULL,
    started_by uuid NOT NULL,
    free_start smallint,
    last_seq integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT conversation_pkey PRIMARY KEY (id),
    CONSTRAINT conversation_a_id_fkey FOREIGN KEY (a_id) REFERENCES accounts.member (id),
    CONSTRAINT conversation_b_id_fkey FOREIGN KEY (b_id) REFERENCES accounts.member (id),
    CONSTRAINT conversation_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT conversation_free_start_check CHECK (free_start BETWEEN 1 AND 2),
    CONSTRAINT conversation_last_seq_check CHECK (last_seq >= 0),
    CONSTRAINT conversation_ordered_check CHECK (a_id < b_id),
    CONSTRAINT conversation_started_by_check CHECK (started_by = a_id OR started_by = b_id)
);
CREATE UNIQUE INDEX conversation_pair_key ON messaging.conversation (site_id, a_id, b_id);
CREATE UNIQUE INDEX conversation_started_by_key ON messaging.conversation (started_by, free_start);

CREATE TABLE messaging.participant (
    conversation_id uuid NOT NULL,
    member_id uuid NOT NULL,
    partner_id uuid NOT NULL,
    kind text NOT NULL,
    unread integer NOT NULL DEFAULT 0,
    read_seq integer NOT NULL DEFAULT 0,
    removed_seq integer NOT NULL DEFAULT 0,
    last_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT participant_pkey PRIMARY KEY (conversation_id, member_id),
    CONSTRAINT participant_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES messaging.conversation (id),
    CONSTRAINT participant_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT participant_kind_check CHECK (kind IN ('member', 'fictional')),
    CONSTRAINT participant_seqs_check CHECK (read_seq >= 0 AND removed_seq >= 0),
    CONSTRAINT participant_two_members_check CHECK (member_id <> partner_id),
    CONSTRAINT participant_unread_check CHECK (unread >= 0)
);
CREATE INDEX participant_fictional_idx ON messaging.participant (member_id,
    conversation_id) WHERE kind = 'fictional' AND unread > 0;
CREATE INDEX participant_list_idx ON messaging.participant (member_id, last_at);
CREATE UNIQUE INDEX participant_partner_key ON messaging.participant (member_id, partner_id);

CREATE TABLE messaging.message (
    id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    seq integer NOT NULL,
    sender_id uuid NOT NULL,
    sender_kind text NOT NULL,
    body text NOT NULL,
    tx_id uuid,
    sent_at timestamptz NOT NULL DEFAULT now(),
    refunded_at timestamptz,
    kind text NOT NULL DEFAULT 'text',
    gift text,
    hints text[],
    hints_dismissed_at timestamptz,
    CONSTRAINT message_pkey PRIMARY KEY (id),
    CONSTRAINT message_tx_id_key UNIQUE (tx_id),
    CONSTRAINT message_conversation_id_sender_id_fkey FOREIGN KEY (conversation_id,
        sender_id) REFERENCES messaging.participant (conversation_id, member_id),
    CONSTRAINT message_body_check CHECK ( CASE kind WHEN 'text' THEN char_length(body) BETWEEN 1
        AND 10000 ELSE char_length(body) <= 200 END),
    CONSTRAINT message_dismissed_hints_check CHECK (hints_dismissed_at IS NULL OR hints IS NOT NULL),
    CONSTRAINT message_gift_check CHECK (gift ~ '^[a-z]{2,20}$'),
    CONSTRAINT message_gift_of_kind_check CHECK ((kind = 'gift') = (gift IS NOT NULL)),
    CONSTRAINT message_hints_check CHECK (hints <> '{}'::text[] AND hints <@ ARRAY['money', 'gift-card', 'crypto',
        'elsewhere', 'link']),
    CONSTRAINT message_kind_check CHECK (kind IN ('text', 'gift', 'photo')),
    CONSTRAINT message_refunds_need_a_spend_check CHECK (refunded_at IS NULL OR tx_id IS NOT NULL),
    CONSTRAINT message_sender_kind_check CHECK (sender_kind IN ('member', 'fictional')),
    CONSTRAINT message_seq_check CHECK (seq > 0)
);
CREATE UNIQUE INDEX message_conversation_seq_key ON messaging.message (conversation_id, seq);

CREATE TABLE messaging.photo (
    message_id uuid NOT NULL,
    status text NOT NULL DEFAULT 'processing',
    folder text NOT NULL,
    width integer,
    height integer,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT photo_pkey PRIMARY KEY (message_id),
    CONSTRAINT photo_folder_key UNIQUE (folder),
    CONSTRAINT photo_message_id_fkey FOREIGN KEY (message_id) REFERENCES messaging.message (id),
    CONSTRAINT photo_processed_check CHECK (status <> 'ready' OR (width > 0 AND height > 0) IS TRUE),
    CONSTRAINT photo_status_check CHECK (status IN ('processing', 'ready', 'failed', 'removed'))
);
CREATE INDEX photo_processing_idx ON messaging.photo (created_at) WHERE status = 'processing';

CREATE TABLE messaging.photo_hold (
    message_id uuid NOT NULL,
    case_id uuid NOT NULL,
    outlives_owner boolean NOT NULL DEFAULT false,
    CONSTRAINT photo_hold_pkey PRIMARY KEY (message_id, case_id),
    CONSTRAINT photo_hold_message_id_fkey FOREIGN KEY (message_id) REFERENCES messaging.photo (message_id)
);
CREATE INDEX photo_hold_case_idx ON messaging.photo_hold (case_id);

CREATE TABLE messaging.photo_original (
    message_id uuid NOT NULL,
    content bytea NOT NULL,
    CONSTRAINT photo_original_pkey PRIMARY KEY (message_id),
    CONSTRAINT photo_original_message_id_fkey FOREIGN KEY (message_id) REFERENCES messaging.photo (message_id) ON DELETE CASCADE
);

CREATE TABLE messaging.settlement (
    conversation_id uuid NOT NULL,
    seq integer NOT NULL,
    settled_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT settlement_pkey PRIMARY KEY (conversation_id, seq),
    CONSTRAINT settlement_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES messaging.conversation (id),
    CONSTRAINT settlement_seq_check CHECK (seq > 0)
);
CREATE INDEX settlement_settled_at_idx ON messaging.settlement (settled_at);

-- The kind of a profile is copied from the account, never taken from the caller: no fictional message passes as a
-- member's.
CREATE FUNCTION messaging.copy_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT CASE WHEN is_fictional THEN 'fictional' ELSE 'member' END INTO NEW.kind
      FROM accounts.member WHERE id = NEW.member_id;
    RETURN NEW;
END $$;

CREATE FUNCTION messaging.copy_sender_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT kind INTO NEW.sender_kind FROM messaging.participant
     WHERE conversation_id = NEW.conversation_id AND member_id = NEW.sender_id;
    RETURN NEW;
END $$;

-- A message of kind photo and its photo exist together or not at all.
CREATE FUNCTION messaging.ensure_photo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM messaging.photo WHERE message_id = NEW.id) THEN
        RAISE EXCEPTION 'message % has no photo', NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'message_has_its_photo';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION messaging.ensure_photo_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM messaging.message WHERE id = NEW.message_id AND kind = 'photo') THEN
        RAISE EXCEPTION 'message % is no photo', NEW.message_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'photo_of_a_photo_message';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER copy_kind BEFORE INSERT OR UPDATE OF kind, member_id ON messaging.participant
    FOR EACH ROW EXECUTE FUNCTION messaging.copy_kind();
CREATE TRIGGER copy_kind BEFORE INSERT OR UPDATE OF sender_kind, sender_id ON messaging.message
    FOR EACH ROW EXECUTE FUNCTION messaging.copy_sender_kind();
CREATE CONSTRAINT TRIGGER message_has_its_photo AFTER INSERT OR UPDATE OF kind ON messaging.message
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'photo')
    EXECUTE FUNCTION messaging.ensure_photo();
CREATE TRIGGER photo_of_a_photo_message BEFORE INSERT OR UPDATE OF message_id ON messaging.photo
    FOR EACH ROW EXECUTE FUNCTION messaging.ensure_photo_message();
"""


def upgrade() -> None:
    op.execute(SCHEMA)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
