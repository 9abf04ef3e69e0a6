"""Baseline: schema of the accounts module."""

from alembic import op

revision = "0102_accounts"
down_revision = "0101_sites"
branch_labels = None
depends_on = None

SCHEMA = r"""
CREATE SCHEMA IF NOT EXISTS accounts;

-- The mailbox of an address: in lower case, without a tag after a plus, and without Google's dots.
CREATE FUNCTION accounts.mailbox(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE WHEN domain IN ('gmail.com', 'googlemail.com') THEN replace(box, '.', '') || '@gmail.com'
                ELSE box || '@' || domain END
      FROM (SELECT split_part(substring(plain FROM '^(.*)@'), '+', 1) AS box, substring(plain FROM '[^@]*$') AS domain
              FROM lower(btrim(address)) AS plain) AS parts
$$;

CREATE TABLE accounts.contact (
    id uuid NOT NULL,
    site_id uuid NOT NULL,
    email text NOT NULL,
    language text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT contact_pkey PRIMARY KEY (id),
    CONSTRAINT contact_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT contact_email_lower_check CHECK (email = lower(email))
);
CREATE INDEX contact_email_idx ON accounts.contact (site_id, email);

CREATE TABLE accounts.existence_answer (
    site_id uuid NOT NULL,
    place text NOT NULL,
    day date NOT NULL DEFAULT CURRENT_DATE,
    answers integer NOT NULL DEFAULT 1,
    CONSTRAINT existence_answer_pkey PRIMARY KEY (site_id, place, day),
    CONSTRAINT existence_answer_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id)
);

CREATE TABLE accounts.login_failure (
    site_id uuid NOT NULL,
    email_hash bytea NOT NULL,
    place text NOT NULL,
    failures integer NOT NULL DEFAULT 0,
    blocked_until timestamptz,
    failed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT login_failure_pkey PRIMARY KEY (site_id, email_hash, place),
    CONSTRAINT login_failure_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT login_failure_failures_check CHECK (failures >= 0)
);
CREATE INDEX login_failure_failed_at_idx ON accounts.login_failure (failed_at);

CREATE TABLE accounts.member (
    id uuid NOT NULL,
    site_id uuid NOT NULL,
    email text,
    name text NOT NULL,
    password_hash text,
    date_of_birth date NOT NULL,
    status text NOT NULL DEFAULT 'not_confirmed',
    language text NOT NULL,
    is_paid boolean NOT NULL DEFAULT false,
    is_fictional boolean NOT NULL DEFAULT false,
    signup_message text NOT NULL DEFAULT '',
    traffic_source jsonb,
    signup_at timestamptz NOT NULL DEFAULT now(),
    confirmed_at timestamptz,
    deleted_at timestamptz,
    photo_epoch integer NOT NULL DEFAULT 0,
    taken_name text,
    claimed_email text,
    CONSTRAINT member_pkey PRIMARY KEY (id),
    CONSTRAINT member_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT member_claimed_email_check CHECK (claimed_email IS NULL OR confirmed_at IS NULL AND status <> 'erased'),
    CONSTRAINT member_fictional_never_logs_in_check CHECK (is_fictional = (password_hash IS NULL) OR status = 'erased'),
    CONSTRAINT member_is_whole_check CHECK (status = 'erased' OR email IS NOT NULL AND name <> ''),
    CONSTRAINT member_name_is_no_email_check CHECK (lower(name) <> lower(email)),
    CONSTRAINT member_name_is_no_handle_check CHECK (name !~~ '@%'),
    CONSTRAINT member_status_check CHECK (status IN ('not_confirmed', 'active', 'deleted', 'erased', 'banned')),
    CONSTRAINT member_taken_name_check CHECK (taken_name IS NULL OR status <> 'erased')
);
CREATE INDEX member_address_idx ON accounts.member (lower(COALESCE(claimed_email, email)));
CREATE INDEX member_claimed_email_idx ON accounts.member (site_id,
    lower(claimed_email)) WHERE claimed_email IS NOT NULL;
CREATE INDEX member_fictional_idx ON accounts.member (signup_at) WHERE is_fictional;
CREATE INDEX member_name_idx ON accounts.member USING gin (name gin_trgm_ops);
CREATE INDEX member_own_mailbox_idx ON accounts.member (accounts.mailbox(COALESCE(claimed_email, email)));
CREATE INDEX member_paid_idx ON accounts.member (signup_at) WHERE is_paid;
CREATE INDEX member_signup_idx ON accounts.member (signup_at);
CREATE UNIQUE INDEX member_site_email_key ON accounts.member (site_id, lower(email));
CREATE INDEX member_site_signup_idx ON accounts.member (site_id, signup_at);
CREATE INDEX member_spellings_idx ON accounts.member USING gin (platform.spellings(name) gin_trgm_ops);
CREATE INDEX member_status_idx ON accounts.member (status, signup_at);

CREATE TABLE accounts.data_export (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    state text NOT NULL DEFAULT 'waiting',
    storage_key text NOT NULL,
    size integer,
    asked_at timestamptz NOT NULL DEFAULT now(),
    ready_at timestamptz,
    expires_at timestamptz,
    CONSTRAINT data_export_pkey PRIMARY KEY (id),
    CONSTRAINT data_export_storage_key_key UNIQUE (storage_key),
    CONSTRAINT data_export_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT data_export_ready_check CHECK (state <> 'ready' OR ready_at IS NOT NULL AND expires_at > ready_at
        AND size > 0),
    CONSTRAINT data_export_state_check CHECK (state IN ('waiting', 'ready', 'expired'))
);
CREATE INDEX data_export_member_idx ON accounts.data_export (member_id, asked_at);
CREATE UNIQUE INDEX data_export_waiting_key ON accounts.data_export (member_id) WHERE state = 'waiting';

CREATE TABLE accounts.deletion (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    reason text,
    words text NOT NULL DEFAULT '',
    asked_at timestamptz NOT NULL DEFAULT now(),
    erase_at timestamptz NOT NULL,
    outcome text,
    ended_at timestamptz,
    CONSTRAINT deletion_pkey PRIMARY KEY (id),
    CONSTRAINT deletion_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT deletion_ended_check CHECK ((outcome IS NULL) = (ended_at IS NULL)),
    CONSTRAINT deletion_erased_check CHECK (outcome IS DISTINCT FROM 'erased' OR words = ''),
    CONSTRAINT deletion_outcome_check CHECK (outcome IN ('reactivated', 'erased')),
    CONSTRAINT deletion_reason_check CHECK (reason IN ('met-someone', 'too-few-people', 'too-expensive', 'bothered',
        'too-many-messages', 'other', 'operator')),
    CONSTRAINT deletion_words_check CHECK (char_length(words) <= 1000)
);
CREATE INDEX deletion_due_idx ON accounts.deletion (erase_at) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX deletion_open_key ON accounts.deletion (member_id) WHERE ended_at IS NULL;

CREATE TABLE accounts.email_token (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    purpose text NOT NULL,
    email text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    CONSTRAINT email_token_pkey PRIMARY KEY (id),
    CONSTRAINT email_token_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT email_token_purpose_check CHECK (purpose IN ('activate', 'reset', 'change-email', 'undo-email-change',
        'reactivate'))
);
CREATE INDEX email_token_member_idx ON accounts.email_token (member_id, purpose, created_at);

CREATE TABLE accounts.invitation (
    id uuid NOT NULL,
    site_id uuid NOT NULL,
    code_hash bytea NOT NULL,
    made_by uuid,
    note text NOT NULL DEFAULT '',
    uses integer NOT NULL DEFAULT 0,
    most_uses integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    CONSTRAINT invitation_pkey PRIMARY KEY (id),
    CONSTRAINT invitation_code_hash_key UNIQUE (code_hash),
    CONSTRAINT invitation_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts.member (id),
    CONSTRAINT invitation_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT invitation_expires_later_check CHECK (expires_at > created_at),
    CONSTRAINT invitation_uses_check CHECK (uses BETWEEN 0 AND most_uses)
);
CREATE INDEX invitation_made_by_idx ON accounts.invitation (made_by, created_at);
CREATE INDEX invitation_site_idx ON accounts.invitation (site_id, created_at);

CREATE TABLE accounts.invitation_use (
    member_id uuid NOT NULL,
    invitation_id uuid NOT NULL,
    used_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT invitation_use_pkey PRIMARY KEY (member_id),
    CONSTRAINT invitation_use_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES accounts.invitation (id),
    CONSTRAINT invitation_use_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id)
);
CREATE INDEX invitation_use_invitation_id_idx ON accounts.invitation_use (invitation_id);

CREATE TABLE accounts.login_session (
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    member_id uuid NOT NULL,
    user_agent text NOT NULL DEFAULT '',
    network text NOT NULL DEFAULT '',
    device text,
    created_at timestamptz NOT NULL DEFAULT now(),
    seen_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    CONSTRAINT login_session_pkey PRIMARY KEY (id),
    CONSTRAINT login_session_token_hash_key UNIQUE (token_hash),
    CONSTRAINT login_session_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id)
);
CREATE INDEX login_session_device_idx ON accounts.login_session (device) WHERE device IS NOT NULL;
CREATE INDEX login_session_member_idx ON accounts.login_session (member_id, device);

CREATE TABLE accounts.restriction (
    decision_id uuid NOT NULL,
    feature text NOT NULL,
    member_id uuid NOT NULL,
    rule text NOT NULL,
    statement text NOT NULL,
    began_at timestamptz NOT NULL DEFAULT now(),
    ends_at timestamptz,
    lifted_at timestamptz,
    CONSTRAINT restriction_pkey PRIMARY KEY (decision_id, feature),
    CONSTRAINT restriction_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT restriction_ends_later_check CHECK (ends_at > began_at),
    CONSTRAINT restriction_feature_check CHECK (feature IN ('account', 'messages', 'photos', 'likes', 'profile'))
);
CREATE INDEX restriction_member_idx ON accounts.restriction (member_id, feature) WHERE lifted_at IS NULL;

-- The reason of a deletion is kept; the member's words may be emptied. A deletion ends once.
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
    FOR EACH ROW EXECUTE FUNCTION accounts.refuse_rewrite();
"""


def upgrade() -> None:
    op.execute(SCHEMA)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
