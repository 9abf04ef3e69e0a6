"""Baseline: schema of the platform."""

from alembic import op

revision = "0100_platform"
down_revision = None
branch_labels = None
depends_on = None

SCHEMA = r"""
CREATE SCHEMA IF NOT EXISTS platform;

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- Usual spellings of a name in Latin letters, one a line, as folding.py computes them. It must be fast: an index calls
-- it for a million names. Names in other scripts are found as they are written.
CREATE FUNCTION platform.spellings(name text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    ways text := lower(translate(name, '''’‘‛ʼʻʽʹˈ′´`ʾʿ＇｀᾽᾿՚', ''));
    umlauts text;
    contracted text;
BEGIN
    IF octet_length(ways) > length(ways) THEN
        ways := normalize(ways, NFKC);
        umlauts := replace(replace(replace(replace(ways, 'ä', 'ae'), 'ö', 'oe'), 'ø', 'oe'), 'ü', 'ue');
        ways := concat_ws(E'\n', ways, umlauts, replace(ways, 'å', 'aa'), replace(umlauts, 'å', 'aa'));
        ways := replace(replace(replace(replace(ways, 'ß', 'ss'), 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe');
        ways := normalize(translate(ways, 'øłđðıħŧ', 'olddiht'), NFKD);
        ways := regexp_replace(ways, '[\u0300-\u036f\u00ad\u200b-\u200f]+', '', 'g');
        ways := regexp_replace(ways, '[\u007f-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g');
    END IF;
    ways := regexp_replace(ways, '[\u0001-\u0009\u000b-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+', ' ', 'g');
    contracted := regexp_replace(ways, '([aou])e', '\1', 'g');
    RETURN concat_ws(E'\n', ways, contracted, replace(ways, 'aa', 'a'), replace(contracted, 'aa', 'a'));
END $$;

CREATE TABLE platform.figure (
    day date NOT NULL,
    name text NOT NULL,
    site_id uuid NOT NULL,
    source text NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL,
    within integer NOT NULL DEFAULT 0,
    CONSTRAINT figure_pkey PRIMARY KEY (day, name, site_id, source, currency, within),
    CONSTRAINT figure_amount_check CHECK (amount > 0),
    CONSTRAINT figure_currency_check CHECK (currency ~ '^([A-Z]{3})?$')
);

CREATE TABLE platform.house_key (
    id uuid NOT NULL,
    key_sealed bytea NOT NULL,
    CONSTRAINT house_key_pkey PRIMARY KEY (id),
    CONSTRAINT house_key_one_check CHECK (id = '00000000-0000-0000-0000-000000000001'::uuid)
);

CREATE TABLE platform.idempotency_key (
    scope text NOT NULL,
    key text NOT NULL,
    body_hash bytea NOT NULL,
    status smallint NOT NULL,
    answer json NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT idempotency_key_pkey PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_key_created_at_idx ON platform.idempotency_key (created_at);

CREATE TABLE platform.outbox_event (
    id uuid NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    name text NOT NULL,
    payload jsonb NOT NULL,
    request_id text,
    occurred_at timestamptz NOT NULL DEFAULT now(),
    dispatched_at timestamptz,
    CONSTRAINT outbox_event_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_event_waiting_idx ON platform.outbox_event (seq) WHERE dispatched_at IS NULL;

CREATE TABLE platform.inbox_entry (
    event_id uuid NOT NULL,
    handler text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    next_try_at timestamptz NOT NULL DEFAULT now(),
    error text,
    done_at timestamptz,
    failed_at timestamptz,
    queue text NOT NULL DEFAULT 'default',
    CONSTRAINT inbox_entry_pkey PRIMARY KEY (event_id, handler),
    CONSTRAINT inbox_entry_event_id_fkey FOREIGN KEY (event_id) REFERENCES platform.outbox_event (id) ON DELETE CASCADE,
    CONSTRAINT inbox_entry_queue_check CHECK (queue IN ('urgent', 'default', 'maintenance', 'slow'))
);
CREATE INDEX inbox_entry_given_up_idx ON platform.inbox_entry (event_id, handler) WHERE failed_at IS NOT NULL;
CREATE INDEX inbox_entry_open_idx ON platform.inbox_entry (next_try_at) WHERE done_at IS NULL AND failed_at IS NULL;

CREATE TABLE platform.schedule (
    name text NOT NULL,
    last_run_at timestamptz NOT NULL,
    milliseconds integer,
    failures integer NOT NULL DEFAULT 0,
    finished_at timestamptz,
    CONSTRAINT schedule_pkey PRIMARY KEY (name)
);

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gist;
"""


def upgrade() -> None:
    op.execute(SCHEMA)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
