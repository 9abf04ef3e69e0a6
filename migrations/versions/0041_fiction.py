"""Staff write for fictional profiles: hours, writers, locks, who wrote what, and notes that end."""

import sqlalchemy as sa
from alembic import op

revision = "0041_fiction"
down_revision = "0040_complaint_desk"
branch_labels = None
depends_on = None

ROLES = "'moderator', 'support', 'finance', 'writer', 'admin'"
FICTION = f"""
ALTER TABLE sites.site
    ADD COLUMN care_credits integer NOT NULL DEFAULT 500,
    ADD CONSTRAINT site_care_credits_check CHECK (care_credits > 0);
ALTER TABLE moderation.staff
    DROP CONSTRAINT staff_roles_check,
    ADD CONSTRAINT staff_roles_check CHECK (cardinality(roles) > 0 AND roles <@ ARRAY[{ROLES}]);
ALTER TABLE moderation.conversation_access
    ALTER COLUMN item_id DROP NOT NULL,
    DROP CONSTRAINT conversation_access_role_check,
    ADD CONSTRAINT conversation_access_role_check CHECK (role IN ({ROLES})),
    ADD CONSTRAINT conversation_access_case_check CHECK (item_id IS NOT NULL OR role = 'writer');
CREATE TABLE moderation.fictional_hours (
    profile_id uuid NOT NULL CONSTRAINT fictional_hours_profile_id_fkey REFERENCES accounts.member (id),
    days smallint[] NOT NULL,
    opens smallint NOT NULL,
    closes smallint NOT NULL,
    CONSTRAINT fictional_hours_pkey PRIMARY KEY (profile_id),
    CONSTRAINT fictional_hours_days_check
        CHECK (cardinality(days) > 0 AND days <@ ARRAY[1, 2, 3, 4, 5, 6, 7]::smallint[]),
    CONSTRAINT fictional_hours_hours_check CHECK (0 <= opens AND opens < closes AND closes <= 24)
);
CREATE TABLE moderation.fictional_writer (
    profile_id uuid NOT NULL CONSTRAINT fictional_writer_profile_id_fkey REFERENCES accounts.member (id),
    staff_id uuid NOT NULL CONSTRAINT fictional_writer_staff_id_fkey REFERENCES moderation.staff (id),
    CONSTRAINT fictional_writer_pkey PRIMARY KEY (profile_id, staff_id)
);
CREATE TABLE moderation.conversation_lock (
    conversation_id uuid NOT NULL,
    member_id uuid NOT NULL CONSTRAINT conversation_lock_member_id_fkey REFERENCES accounts.member (id),
    staff_id uuid NOT NULL CONSTRAINT conversation_lock_staff_id_fkey REFERENCES moderation.staff (id),
    until timestamptz NOT NULL,
    CONSTRAINT conversation_lock_pkey PRIMARY KEY (conversation_id),
    CONSTRAINT conversation_lock_staff_id_key UNIQUE (staff_id)
);
CREATE INDEX conversation_lock_member_idx ON moderation.conversation_lock (member_id);
CREATE TABLE moderation.fictional_message (
    message_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    staff_id uuid NOT NULL CONSTRAINT fictional_message_staff_id_fkey REFERENCES moderation.staff (id),
    kind text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT fictional_message_pkey PRIMARY KEY (message_id),
    CONSTRAINT fictional_message_kind_check CHECK (kind IN ('answer', 'truth'))
);
CREATE INDEX fictional_message_conversation_idx ON moderation.fictional_message (conversation_id);
CREATE INDEX fictional_message_staff_idx ON moderation.fictional_message (staff_id, at);
CREATE TABLE moderation.fictional_note (
    id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    member_id uuid NOT NULL CONSTRAINT fictional_note_member_id_fkey REFERENCES accounts.member (id),
    staff_id uuid NOT NULL CONSTRAINT fictional_note_staff_id_fkey REFERENCES moderation.staff (id),
    body text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    erase_at timestamptz NOT NULL,
    CONSTRAINT fictional_note_pkey PRIMARY KEY (id),
    CONSTRAINT fictional_note_body_check CHECK (char_length(body) BETWEEN 1 AND 1000),
    CONSTRAINT fictional_note_order_check CHECK (erase_at > created_at)
);
CREATE INDEX fictional_note_conversation_idx ON moderation.fictional_note (conversation_id, created_at);
CREATE INDEX fictional_note_member_idx ON moderation.fictional_note (member_id);
CREATE INDEX fictional_note_erase_idx ON moderation.fictional_note (erase_at);
CREATE TRIGGER keeps BEFORE UPDATE ON moderation.fictional_message
    FOR EACH ROW EXECUTE FUNCTION moderation.refuse_rewrite();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.fictional_message
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute(FICTION)
    op.create_index(
        "participant_fictional_idx",
        "participant",
        ["member_id", "conversation_id"],
        schema="messaging",
        postgresql_where=sa.text("kind = 'fictional' AND unread > 0"),
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
