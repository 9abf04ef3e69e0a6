"""Baseline: schema of the social module."""

from alembic import op

revision = "0104_social"
down_revision = "0103_profiles"
branch_labels = None
depends_on = None

SCHEMA = r"""
CREATE SCHEMA IF NOT EXISTS social;

CREATE TABLE social.auto_like_consent (
    member_id uuid NOT NULL,
    given_at timestamptz NOT NULL DEFAULT now(),
    withdrawn_at timestamptz,
    used_at timestamptz,
    CONSTRAINT auto_like_consent_pkey PRIMARY KEY (member_id),
    CONSTRAINT auto_like_consent_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id)
);

CREATE TABLE social.block (
    blocker_id uuid NOT NULL,
    blocked_id uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT block_pkey PRIMARY KEY (blocker_id, blocked_id),
    CONSTRAINT block_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES accounts.member (id),
    CONSTRAINT block_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES accounts.member (id),
    CONSTRAINT block_not_oneself_check CHECK (blocker_id <> blocked_id)
);
CREATE INDEX block_blocked_idx ON social.block (blocked_id);

CREATE TABLE social.hidden_member (
    member_id uuid NOT NULL,
    CONSTRAINT hidden_member_pkey PRIMARY KEY (member_id),
    CONSTRAINT hidden_member_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id)
);

CREATE TABLE social.hidden_visitor (
    member_id uuid NOT NULL,
    since timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT hidden_visitor_pkey PRIMARY KEY (member_id),
    CONSTRAINT hidden_visitor_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id)
);

CREATE TABLE social.icebreaker (
    id uuid NOT NULL,
    site_id uuid NOT NULL,
    language text NOT NULL,
    text text NOT NULL,
    "position" smallint NOT NULL,
    active boolean NOT NULL DEFAULT true,
    CONSTRAINT icebreaker_pkey PRIMARY KEY (id),
    CONSTRAINT icebreaker_position_key UNIQUE (site_id, language, "position"),
    CONSTRAINT icebreaker_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT icebreaker_position_check CHECK ("position" > 0),
    CONSTRAINT icebreaker_text_check CHECK (char_length(text) BETWEEN 5 AND 300)
);

CREATE TABLE social.like_ (
    from_id uuid NOT NULL,
    to_id uuid NOT NULL,
    source text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    seen_at timestamptz,
    CONSTRAINT like__pkey PRIMARY KEY (from_id, to_id),
    CONSTRAINT like__from_id_fkey FOREIGN KEY (from_id) REFERENCES accounts.member (id),
    CONSTRAINT like__to_id_fkey FOREIGN KEY (to_id) REFERENCES accounts.member (id),
    CONSTRAINT like__not_oneself_check CHECK (from_id <> to_id),
    CONSTRAINT like__source_check CHECK (source IN ('member', 'auto'))
);
CREATE INDEX like_created_idx ON social.like_ (created_at);
CREATE INDEX like_new_idx ON social.like_ (to_id) WHERE seen_at IS NULL;
CREATE INDEX like_received_idx ON social.like_ (to_id, created_at DESC);
CREATE INDEX like_sent_idx ON social.like_ (from_id, created_at DESC);

CREATE TABLE social.match (
    a_id uuid NOT NULL,
    b_id uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT match_pkey PRIMARY KEY (a_id, b_id),
    CONSTRAINT match_a_id_fkey FOREIGN KEY (a_id) REFERENCES accounts.member (id),
    CONSTRAINT match_b_id_fkey FOREIGN KEY (b_id) REFERENCES accounts.member (id),
    CONSTRAINT match_pair_is_ordered_check CHECK (a_id < b_id)
);
CREATE INDEX match_b_idx ON social.match (b_id);

CREATE TABLE social.swipe (
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id uuid NOT NULL,
    other_id uuid NOT NULL,
    kind text NOT NULL,
    day date NOT NULL,
    place smallint,
    swiped_at timestamptz NOT NULL DEFAULT now(),
    undone_at timestamptz,
    CONSTRAINT swipe_pkey PRIMARY KEY (id),
    CONSTRAINT swipe_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT swipe_other_id_fkey FOREIGN KEY (other_id) REFERENCES accounts.member (id),
    CONSTRAINT swipe_kind_check CHECK (kind IN ('like', 'pass')),
    CONSTRAINT swipe_like_has_a_place_check CHECK (kind = 'pass' OR place IS NOT NULL OR undone_at IS NOT NULL),
    CONSTRAINT swipe_not_oneself_check CHECK (member_id <> other_id),
    CONSTRAINT swipe_pass_is_free_check CHECK (kind = 'like' OR place IS NULL),
    CONSTRAINT swipe_place_check CHECK (place BETWEEN 1 AND 4)
);
CREATE UNIQUE INDEX swipe_given_back_key ON social.swipe (member_id, day) WHERE kind = 'like' AND place IS NULL;
CREATE INDEX swipe_last_idx ON social.swipe (member_id, id DESC);
CREATE UNIQUE INDEX swipe_once_key ON social.swipe (member_id, other_id) WHERE undone_at IS NULL;
CREATE INDEX swipe_other_idx ON social.swipe (other_id);
CREATE UNIQUE INDEX swipe_place_key ON social.swipe (member_id, day, place);

CREATE TABLE social.visit (
    visitor_id uuid NOT NULL,
    visited_id uuid NOT NULL,
    visited_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT visit_pkey PRIMARY KEY (visitor_id, visited_id),
    CONSTRAINT visit_visited_id_fkey FOREIGN KEY (visited_id) REFERENCES accounts.member (id),
    CONSTRAINT visit_visitor_id_fkey FOREIGN KEY (visitor_id) REFERENCES accounts.member (id),
    CONSTRAINT visit_not_oneself_check CHECK (visitor_id <> visited_id)
);
CREATE INDEX visit_received_idx ON social.visit (visited_id, visited_at DESC);
"""


def upgrade() -> None:
    op.execute(SCHEMA)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
