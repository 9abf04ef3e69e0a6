"""Baseline: schema of the profiles module."""

from alembic import op

revision = "0103_profiles"
down_revision = "0102_accounts"
branch_labels = None
depends_on = None

SCHEMA = r"""
CREATE SCHEMA IF NOT EXISTS profiles;

-- The 16 parts of a picture's likeness, each with its position.
CREATE FUNCTION profiles.bands(likeness bytea) RETURNS integer[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(place << 16 | get_byte(likeness, place * 2) << 8 | get_byte(likeness, place * 2 + 1))
      FROM generate_series(0, length(likeness) / 2 - 1) AS place
$$;

CREATE TABLE profiles.interest_count (
    key text NOT NULL,
    profiles integer NOT NULL,
    CONSTRAINT interest_count_pkey PRIMARY KEY (key),
    CONSTRAINT interest_count_profiles_check CHECK (profiles > 0)
);

CREATE TABLE profiles.place (
    id integer NOT NULL,
    name text NOT NULL,
    search_name text NOT NULL,
    country text NOT NULL,
    region text NOT NULL,
    lat double precision NOT NULL,
    lng double precision NOT NULL,
    cell text NOT NULL,
    population integer NOT NULL,
    CONSTRAINT place_pkey PRIMARY KEY (id)
);
CREATE INDEX place_location_idx ON profiles.place USING gist (point(lng, lat));
CREATE INDEX place_search_idx ON profiles.place (country, search_name text_pattern_ops);
CREATE INDEX place_spellings_idx ON profiles.place USING gin (search_name gin_trgm_ops);

CREATE TABLE profiles.profile (
    member_id uuid NOT NULL,
    site_id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    date_of_birth date NOT NULL,
    state text NOT NULL DEFAULT 'disabled',
    gender text,
    sexuality text,
    relationship_status text,
    hair_color text,
    eye_color text,
    body_type text,
    tattoos text,
    interests text[] NOT NULL DEFAULT '{}'::text[],
    country text,
    region text,
    city text,
    place_id integer,
    headline text NOT NULL DEFAULT '',
    about text NOT NULL DEFAULT '',
    notes jsonb NOT NULL DEFAULT '{}'::jsonb,
    seeking_genders text[] NOT NULL DEFAULT '{}'::text[],
    seeking_min_age smallint,
    seeking_max_age smallint,
    is_invisible boolean NOT NULL DEFAULT false,
    hide_fictional boolean NOT NULL DEFAULT false,
    has_intimate_consent boolean NOT NULL DEFAULT false,
    completed_steps text[] NOT NULL DEFAULT '{}'::text[],
    created_at timestamptz NOT NULL DEFAULT now(),
    last_active_at timestamptz,
    CONSTRAINT profile_pkey PRIMARY KEY (member_id),
    CONSTRAINT profile_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT profile_place_id_fkey FOREIGN KEY (place_id) REFERENCES profiles.place (id),
    CONSTRAINT profile_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT profile_intimate_needs_consent_check CHECK (has_intimate_consent OR sexuality IS NULL
        AND NOT interests && ARRAY['analsex', 'bondage', 'exchanging-pictures', 'lingerie', 'masturbating',
        'one-night-stand', 'oral-sex', 'public-sex', 'sadomasochism', 'safe-sex', 'sex', 'sex-toys', 'threesome']),
    CONSTRAINT profile_kind_check CHECK (kind IN ('member', 'fictional')),
    CONSTRAINT profile_place_is_whole_check CHECK (place_id IS NULL OR country IS NOT NULL AND city IS NOT NULL),
    CONSTRAINT profile_seeking_ages_check CHECK (seeking_min_age >= 18 AND seeking_max_age <= 120),
    CONSTRAINT profile_seeking_ages_order_check CHECK (seeking_min_age <= seeking_max_age),
    CONSTRAINT profile_state_check CHECK (state IN ('active', 'disabled'))
);
CREATE INDEX profile_country_idx ON profiles.profile (country, member_id);
CREATE INDEX profile_kind_idx ON profiles.profile (kind, member_id);
CREATE INDEX profile_last_active_idx ON profiles.profile (last_active_at);
CREATE INDEX profile_site_idx ON profiles.profile (site_id, member_id);
CREATE INDEX profile_state_idx ON profiles.profile (state, member_id);

CREATE TABLE profiles.consent (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    kind text NOT NULL,
    wording text NOT NULL,
    given_at timestamptz NOT NULL DEFAULT now(),
    withdrawn_at timestamptz,
    CONSTRAINT consent_pkey PRIMARY KEY (id),
    CONSTRAINT consent_member_id_fkey FOREIGN KEY (member_id) REFERENCES profiles.profile (member_id),
    CONSTRAINT consent_kind_check CHECK (kind = 'intimate'),
    CONSTRAINT consent_order_check CHECK (withdrawn_at >= given_at)
);
CREATE UNIQUE INDEX consent_standing_key ON profiles.consent (member_id, kind) WHERE withdrawn_at IS NULL;

CREATE TABLE profiles.photo (
    id uuid NOT NULL,
    member_id uuid,
    "position" smallint,
    status text NOT NULL DEFAULT 'processing',
    reason text,
    width integer,
    height integer,
    folder text NOT NULL,
    sha256 bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    crop_x numeric(7,6),
    crop_y numeric(7,6),
    crop_width numeric(7,6),
    crops integer NOT NULL DEFAULT 0,
    cut integer NOT NULL DEFAULT 0,
    likeness bytea,
    CONSTRAINT photo_pkey PRIMARY KEY (id),
    CONSTRAINT photo_folder_key UNIQUE (folder),
    CONSTRAINT photo_position_key UNIQUE (member_id, "position") DEFERRABLE,
    CONSTRAINT photo_member_id_fkey FOREIGN KEY (member_id) REFERENCES profiles.profile (member_id),
    CONSTRAINT photo_crop_inside_check CHECK (crop_x >= 0::numeric AND crop_y >= 0::numeric
        AND (crop_x + crop_width) <= 1::numeric
        AND (crop_width * width::numeric * 4::numeric) <= ((1::numeric - crop_y) * height::numeric * 3::numeric)),
    CONSTRAINT photo_crop_is_whole_check CHECK (num_nulls(crop_x, crop_y,
        crop_width) = CASE WHEN crops = 0 THEN 3 ELSE 0 END),
    CONSTRAINT photo_crop_large_enough_check CHECK ((crop_width * width::numeric) > (LEAST(width::numeric,
        height::numeric * 0.75, 480::numeric) - 1::numeric)),
    CONSTRAINT photo_cut_check CHECK (cut BETWEEN 0 AND crops),
    CONSTRAINT photo_likeness_check CHECK (octet_length(likeness) = 32),
    CONSTRAINT photo_position_check CHECK ("position" >= 0 AND "position" <= 24),
    CONSTRAINT photo_position_while_kept_check CHECK ((status IN ('refused', 'deleted')) = ("position" IS NULL)),
    CONSTRAINT photo_processed_check CHECK ((status NOT IN ('pending', 'active')) OR (width > 0 AND height > 0) IS TRUE),
    CONSTRAINT photo_refused_for_a_reason_check CHECK (status <> 'refused' OR reason IS NOT NULL),
    CONSTRAINT photo_somebodys_unless_deleted_check CHECK (member_id IS NOT NULL OR status = 'deleted'),
    CONSTRAINT photo_status_check CHECK (status IN ('processing', 'pending', 'active', 'refused', 'deleted'))
);
CREATE INDEX photo_bands_idx ON profiles.photo USING gin (profiles.bands(likeness));
CREATE INDEX photo_created_idx ON profiles.photo (created_at);
CREATE INDEX photo_member_idx ON profiles.photo (member_id, created_at);
CREATE INDEX photo_sha256_idx ON profiles.photo (sha256);
CREATE INDEX photo_status_idx ON profiles.photo (status, created_at);
CREATE INDEX photo_waiting_idx ON profiles.photo (created_at) WHERE status = 'pending';

CREATE TABLE profiles.photo_hold (
    photo_id uuid NOT NULL,
    case_id uuid NOT NULL,
    outlives_owner boolean NOT NULL DEFAULT false,
    CONSTRAINT photo_hold_pkey PRIMARY KEY (photo_id, case_id),
    CONSTRAINT photo_hold_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES profiles.photo (id)
);
CREATE INDEX photo_hold_case_idx ON profiles.photo_hold (case_id);

CREATE TABLE profiles.photo_original (
    photo_id uuid NOT NULL,
    content bytea NOT NULL,
    CONSTRAINT photo_original_pkey PRIMARY KEY (photo_id),
    CONSTRAINT photo_original_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES profiles.photo (id) ON DELETE CASCADE
);
ALTER TABLE profiles.photo_original ALTER COLUMN content SET STORAGE EXTERNAL;

CREATE TABLE profiles.reference_load (
    name text NOT NULL,
    digest text NOT NULL,
    CONSTRAINT reference_load_pkey PRIMARY KEY (name)
);

-- The kind of a profile never changes.
CREATE FUNCTION profiles.refuse_kind_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION 'the kind of a profile never changes' USING ERRCODE = 'integrity_constraint_violation';
        END $$;

CREATE TRIGGER profile_kind_is_fixed BEFORE UPDATE OF kind ON profiles.profile FOR EACH ROW
    WHEN (NEW.kind IS DISTINCT FROM OLD.kind) EXECUTE FUNCTION profiles.refuse_kind_change();
-- Photos do not shrink further, so Postgres need not try.
ALTER TABLE profiles.photo_original ALTER COLUMN content SET STORAGE EXTERNAL;
"""


def upgrade() -> None:
    op.execute(SCHEMA)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
