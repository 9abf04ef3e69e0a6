"""Baseline: schema of the sites module."""

from alembic import op

revision = "0101_sites"
down_revision = "0100_platform"
branch_labels = None
depends_on = None

SCHEMA = r"""
CREATE SCHEMA IF NOT EXISTS sites;

CREATE TABLE sites.company (
    id uuid NOT NULL,
    footer_id smallint NOT NULL,
    name text NOT NULL,
    address text NOT NULL,
    city text NOT NULL,
    country text NOT NULL,
    kvk text NOT NULL,
    tradenames text[] NOT NULL DEFAULT '{}'::text[],
    vat_numbers text[] NOT NULL DEFAULT '{}'::text[],
    support_phone text NOT NULL,
    delete_discount smallint NOT NULL DEFAULT '0'::smallint,
    added date NOT NULL DEFAULT CURRENT_DATE,
    creditor_id text,
    iban text,
    bic text,
    CONSTRAINT company_pkey PRIMARY KEY (id),
    CONSTRAINT company_name_key UNIQUE (name),
    CONSTRAINT company_delete_discount_check CHECK (delete_discount BETWEEN 0 AND 100)
);

CREATE TABLE sites.site (
    id uuid NOT NULL,
    key text NOT NULL,
    company_id uuid NOT NULL,
    name text NOT NULL,
    index_title text NOT NULL,
    description text NOT NULL DEFAULT '',
    domain text NOT NULL,
    domain_language text NOT NULL,
    languages text[] NOT NULL,
    timezone text NOT NULL DEFAULT 'Europe/Amsterdam',
    cdn_prefix text NOT NULL DEFAULT '',
    niche smallint NOT NULL DEFAULT '1'::smallint,
    countries text[] NOT NULL,
    visible_profile_fields text[] NOT NULL,
    visible_profile_notes text[] NOT NULL DEFAULT '{}'::text[],
    search_fields text[] NOT NULL,
    enable_site_entry_popup boolean NOT NULL DEFAULT false,
    site_entry_countries text[] NOT NULL DEFAULT '{}'::text[],
    message_credits integer NOT NULL DEFAULT 5,
    reply_credits integer,
    photo_credits integer NOT NULL DEFAULT 5,
    gift_credits integer NOT NULL DEFAULT 15,
    signup_credits integer NOT NULL DEFAULT 10,
    message_length integer NOT NULL DEFAULT 1000,
    support_email text NOT NULL,
    support_phone text NOT NULL DEFAULT '',
    fictional_enabled boolean NOT NULL DEFAULT false,
    fictional_icon text NOT NULL DEFAULT 'mask',
    fictional_warning text NOT NULL DEFAULT '',
    fictional_singular text NOT NULL DEFAULT '',
    fictional_plural text NOT NULL DEFAULT '',
    refund_days integer NOT NULL DEFAULT 14,
    signups text NOT NULL DEFAULT 'all',
    logged_out_search boolean NOT NULL DEFAULT false,
    logged_out_search_trafficsource boolean NOT NULL DEFAULT false,
    member_resell boolean NOT NULL DEFAULT false,
    min_age smallint NOT NULL DEFAULT '18'::smallint,
    hide_account_existence boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    care_credits integer NOT NULL DEFAULT 500,
    CONSTRAINT site_pkey PRIMARY KEY (id),
    CONSTRAINT site_key_key UNIQUE (key),
    CONSTRAINT site_company_id_fkey FOREIGN KEY (company_id) REFERENCES sites.company (id),
    CONSTRAINT site_care_credits_check CHECK (care_credits > 0),
    CONSTRAINT site_credits_check CHECK (message_credits >= 0 AND photo_credits >= 0 AND gift_credits >= 0),
    CONSTRAINT site_fictional_is_disclosed_check CHECK (NOT fictional_enabled OR fictional_warning <> ''
        AND fictional_singular <> '' AND fictional_plural <> ''),
    CONSTRAINT site_message_length_check CHECK (message_length BETWEEN 1 AND 10000),
    CONSTRAINT site_min_age_check CHECK (min_age >= 18),
    CONSTRAINT site_niche_check CHECK (niche BETWEEN 1 AND 7),
    CONSTRAINT site_refund_days_check CHECK (refund_days >= 0),
    CONSTRAINT site_reply_credits_check CHECK (reply_credits >= 0),
    CONSTRAINT site_signup_credits_check CHECK (signup_credits >= 0),
    CONSTRAINT site_signups_check CHECK (signups IN ('all', 'with_trafficsource', 'invitation', 'none'))
);

CREATE TABLE sites.lander_text (
    site_id uuid NOT NULL,
    lander text NOT NULL,
    slug text NOT NULL,
    language text NOT NULL,
    headline text NOT NULL,
    lead text NOT NULL,
    button text NOT NULL,
    CONSTRAINT lander_text_pkey PRIMARY KEY (site_id, lander, slug, language),
    CONSTRAINT lander_text_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT lander_text_button_check CHECK (char_length(button) BETWEEN 1 AND 40),
    CONSTRAINT lander_text_headline_check CHECK (char_length(headline) BETWEEN 1 AND 90),
    CONSTRAINT lander_text_lead_check CHECK (char_length(lead) BETWEEN 1 AND 300),
    CONSTRAINT lander_text_slug_check CHECK (slug ~ '^[a-z0-9-]{0,40}$')
);

CREATE TABLE sites.message_cost (
    site_id uuid NOT NULL,
    country text NOT NULL,
    costs integer NOT NULL,
    currency text NOT NULL,
    CONSTRAINT message_cost_pkey PRIMARY KEY (site_id, country),
    CONSTRAINT message_cost_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT message_cost_costs_check CHECK (costs >= 0)
);

CREATE TABLE sites.page (
    site_id uuid NOT NULL,
    token text NOT NULL,
    language text NOT NULL,
    version integer NOT NULL,
    title text NOT NULL,
    description text NOT NULL,
    body text,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT page_pkey PRIMARY KEY (site_id, token, language, version),
    CONSTRAINT page_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT page_body_check CHECK (char_length(body) BETWEEN 1 AND 200000),
    CONSTRAINT page_description_check CHECK (char_length(description) <= 300),
    CONSTRAINT page_language_check CHECK (char_length(language) = 2),
    CONSTRAINT page_title_check CHECK (char_length(title) BETWEEN 1 AND 120),
    CONSTRAINT page_token_check CHECK (token ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(token) <= 60),
    CONSTRAINT page_token_is_free_check CHECK (token NOT IN ('account', 'account-deleted', 'activate', 'api',
        'appeals', 'assets', 'cases', 'chats', 'complaints', 'complete-signup', 'credits', 'directdebit', 'export',
        'healthz', 'icons', 'invitations', 'invite', 'landers', 'lang-config', 'likes', 'login', 'logout',
        'mail-change', 'match-finder', 'media', 'members', 'metrics', 'notifications', 'ops', 'pages', 'premium',
        'pricing', 'profile', 'reactivate', 'readyz', 'reports', 'reset-password', 'search', 'settings', 'signup',
        'signup-matches', 'swipe-game', 'transactions', 'unsubscribe', 'visitors')),
    CONSTRAINT page_version_check CHECK (version >= 1)
);

CREATE TABLE sites.page_bounce (
    site_id uuid NOT NULL,
    day date NOT NULL,
    path text NOT NULL,
    network text NOT NULL,
    ref text NOT NULL,
    bounces integer NOT NULL DEFAULT 1,
    seconds bigint NOT NULL DEFAULT '0'::bigint,
    CONSTRAINT page_bounce_pkey PRIMARY KEY (site_id, day, path, network, ref),
    CONSTRAINT page_bounce_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT page_bounce_counts_check CHECK (bounces > 0 AND seconds >= 0),
    CONSTRAINT page_bounce_path_check CHECK (char_length(path) <= 120)
);

CREATE TABLE sites.site_host (
    host text NOT NULL,
    site_id uuid NOT NULL,
    CONSTRAINT site_host_pkey PRIMARY KEY (host),
    CONSTRAINT site_host_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT site_host_host_lower_check CHECK (host = lower(host))
);
CREATE INDEX site_host_site_id_idx ON sites.site_host (site_id);

CREATE TABLE sites.site_text (
    site_id uuid NOT NULL,
    language text NOT NULL,
    name text NOT NULL,
    text text NOT NULL,
    CONSTRAINT site_text_pkey PRIMARY KEY (site_id, language, name),
    CONSTRAINT site_text_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT site_text_name_check CHECK (name IN ('index_title', 'description', 'fictional_warning',
        'fictional_singular', 'fictional_plural')),
    CONSTRAINT site_text_text_check CHECK (text <> '')
);

ALTER TABLE platform.figure ADD CONSTRAINT figure_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id);

-- Every version of a page is kept unchanged.
CREATE FUNCTION sites.refuse_change_of_page() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'versions of pages are never changed or deleted' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER page_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON sites.page
    FOR EACH STATEMENT EXECUTE FUNCTION sites.refuse_change_of_page();
"""


def upgrade() -> None:
    op.execute(SCHEMA)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
