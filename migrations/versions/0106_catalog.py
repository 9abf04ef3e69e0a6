"""Baseline: schema of the catalog module."""

from alembic import op

revision = "0106_catalog"
down_revision = "0105_billing"
branch_labels = None
depends_on = None

SCHEMA = r"""
CREATE SCHEMA IF NOT EXISTS catalog;

CREATE TABLE catalog.finder_answers (
    member_id uuid NOT NULL,
    radius_km smallint,
    aim text,
    ways text[] NOT NULL DEFAULT '{}'::text[],
    matters text[] NOT NULL DEFAULT '{}'::text[],
    asked text[] NOT NULL DEFAULT '{}'::text[],
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT finder_answers_pkey PRIMARY KEY (member_id),
    CONSTRAINT finder_answers_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT finder_answers_aim_check CHECK (aim IN ('lasting', 'company', 'friends', 'open')),
    CONSTRAINT finder_answers_matters_check CHECK (matters <@ ARRAY['interests', 'near', 'aim', 'ways']
        AND cardinality(matters) <= 2),
    CONSTRAINT finder_answers_radius_km_check CHECK (radius_km = ANY (ARRAY[25, 50, 100])),
    CONSTRAINT finder_answers_ways_check CHECK (ways <@ ARRAY['home', 'outdoors', 'culture', 'people', 'active',
        'away'])
);

CREATE TABLE catalog.index_change (
    member_id uuid NOT NULL,
    version bigint NOT NULL DEFAULT '1'::bigint,
    changed_at timestamptz NOT NULL DEFAULT now(),
    taken_until timestamptz,
    CONSTRAINT index_change_pkey PRIMARY KEY (member_id),
    CONSTRAINT index_change_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id)
);
CREATE INDEX index_change_waiting_idx ON catalog.index_change (changed_at);

CREATE TABLE catalog.listing (
    member_id uuid NOT NULL,
    site_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    last_active_at timestamptz NOT NULL,
    fingerprint bigint NOT NULL,
    date_of_birth date NOT NULL,
    seeking_min_age smallint NOT NULL,
    seeking_max_age smallint NOT NULL,
    has_photo boolean NOT NULL,
    kind text NOT NULL,
    gender text,
    country text,
    region text,
    cell text,
    east double precision,
    north double precision,
    seeking text[] NOT NULL,
    interests text[] NOT NULL,
    CONSTRAINT listing_pkey PRIMARY KEY (member_id),
    CONSTRAINT listing_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT listing_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id)
);
CREATE INDEX listing_active_idx ON catalog.listing (site_id, last_active_at DESC, member_id);
CREATE INDEX listing_cell_idx ON catalog.listing (site_id, cell, gender);
CREATE INDEX listing_country_active_idx ON catalog.listing (site_id, country, gender, last_active_at DESC, member_id);
CREATE INDEX listing_country_newest_idx ON catalog.listing (site_id, country, gender, created_at DESC, member_id);
CREATE INDEX listing_interests_idx ON catalog.listing USING gin (interests);
CREATE INDEX listing_newest_idx ON catalog.listing (site_id, created_at DESC, member_id);
CREATE INDEX listing_place_idx ON catalog.listing USING gist (site_id, gender, point(east, north));

CREATE TABLE catalog.listing_text (
    member_id uuid NOT NULL,
    name text NOT NULL,
    city text NOT NULL,
    headline text NOT NULL,
    about text NOT NULL,
    folded text NOT NULL,
    CONSTRAINT listing_text_pkey PRIMARY KEY (member_id),
    CONSTRAINT listing_text_member_id_fkey FOREIGN KEY (member_id) REFERENCES catalog.listing (member_id)
        ON DELETE CASCADE
);
CREATE INDEX listing_text_folded_idx ON catalog.listing_text USING gin (folded gin_trgm_ops);
"""


def upgrade() -> None:
    op.execute(SCHEMA)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
