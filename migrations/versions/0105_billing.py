"""Baseline: schema of the billing module."""

from alembic import op

revision = "0105_billing"
down_revision = "0104_social"
branch_labels = None
depends_on = None

SCHEMA = r"""
CREATE SCHEMA IF NOT EXISTS billing;

-- Each entry of a wallet seals the one before it; a wallet's first entry seals its owner.
CREATE FUNCTION billing.entry_hash(
    previous bytea, tx_id uuid, fingerprint bytea, amount bigint, seq bigint, balance_after bigint
) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    sha256(previous || uuid_send(tx_id) || fingerprint || int8send(amount) || int8send(seq) || int8send(balance_after));

-- Such as 2026-000012; after 999999 papers in a year the number has seven digits.
CREATE FUNCTION billing.paper_label(year smallint, number integer) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT year::text || '-' || lpad(number::text, greatest(6, length(number::text)), '0')
$$;

CREATE TABLE billing.customer (
    member_id uuid NOT NULL,
    provider text NOT NULL,
    ref text NOT NULL,
    CONSTRAINT customer_pkey PRIMARY KEY (member_id, provider),
    CONSTRAINT customer_provider_ref_key UNIQUE (provider, ref),
    CONSTRAINT customer_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id)
);

CREATE TABLE billing.dd_bank_file (
    content_hash bytea NOT NULL,
    kind text NOT NULL,
    imported_by text NOT NULL,
    imported_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT dd_bank_file_pkey PRIMARY KEY (content_hash)
);

CREATE TABLE billing.dd_batch (
    id uuid NOT NULL,
    creditor_id text NOT NULL,
    collections integer NOT NULL,
    total_minor integer NOT NULL,
    state text NOT NULL DEFAULT 'draft',
    created_by text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    released_by text,
    released_at timestamptz,
    exported_at timestamptz,
    message_id text,
    content_sealed bytea,
    content_hash bytea,
    CONSTRAINT dd_batch_pkey PRIMARY KEY (id),
    CONSTRAINT dd_batch_message_id_key UNIQUE (message_id),
    CONSTRAINT dd_batch_four_eyes_check CHECK (released_by <> created_by),
    CONSTRAINT dd_batch_positive_check CHECK (collections > 0 AND total_minor > 0),
    CONSTRAINT dd_batch_released_check CHECK ((state IN ('draft', 'discarded')) OR released_by IS NOT NULL
        AND content_hash IS NOT NULL),
    CONSTRAINT dd_batch_state_check CHECK (state IN ('draft', 'released', 'exported', 'refused', 'discarded'))
);

CREATE TABLE billing.dd_block (
    id uuid NOT NULL,
    member_id uuid,
    iban_hash text,
    reason text NOT NULL,
    until timestamptz,
    created_by text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT dd_block_pkey PRIMARY KEY (id),
    CONSTRAINT dd_block_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT dd_block_reason_check CHECK (reason <> ''),
    CONSTRAINT dd_block_subject_check CHECK (member_id IS NOT NULL OR iban_hash IS NOT NULL)
);
CREATE INDEX dd_block_iban_idx ON billing.dd_block (iban_hash);
CREATE INDEX dd_block_member_idx ON billing.dd_block (member_id);

CREATE TABLE billing.discount_code (
    id uuid NOT NULL,
    site_id uuid NOT NULL,
    code text NOT NULL,
    occasion text NOT NULL,
    value_percentage smallint NOT NULL,
    country text,
    member_id uuid,
    starts timestamptz NOT NULL DEFAULT now(),
    expires timestamptz,
    validity integer,
    currency text,
    minimum_order_minor integer NOT NULL DEFAULT 0,
    paymentmethods text[],
    max_uses integer,
    used integer NOT NULL DEFAULT 0,
    is_active boolean NOT NULL DEFAULT true,
    created_by text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    series text,
    CONSTRAINT discount_code_pkey PRIMARY KEY (id),
    CONSTRAINT discount_code_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT discount_code_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT discount_code_code_check CHECK (code = upper(code) AND code ~ '^[A-Z0-9-]{3,32}$'),
    CONSTRAINT discount_code_minimum_has_currency_check CHECK (minimum_order_minor = 0 OR currency IS NOT NULL),
    CONSTRAINT discount_code_minimum_order_check CHECK (minimum_order_minor >= 0),
    CONSTRAINT discount_code_occasion_check CHECK (occasion IN ('promotion', 'welcome', 'time-bonus', 'comeback',
        'birthday', 'apology')),
    CONSTRAINT discount_code_used_check CHECK (used BETWEEN 0 AND max_uses),
    CONSTRAINT discount_code_validity_check CHECK (validity > 0),
    CONSTRAINT discount_code_value_check CHECK (value_percentage BETWEEN 1 AND 90)
);
CREATE UNIQUE INDEX discount_code_code_key ON billing.discount_code (site_id, code);
CREATE UNIQUE INDEX discount_code_standing_key ON billing.discount_code (site_id, occasion) WHERE is_active
    AND (occasion IN ('welcome', 'time-bonus'));

CREATE TABLE billing.foreign_payment (
    provider text NOT NULL,
    provider_ref text NOT NULL,
    amount_minor integer NOT NULL,
    currency text NOT NULL,
    state text NOT NULL,
    found_at timestamptz NOT NULL DEFAULT now(),
    explained_by text,
    explanation text NOT NULL DEFAULT '',
    emptied_at timestamptz,
    CONSTRAINT foreign_payment_pkey PRIMARY KEY (provider, provider_ref),
    CONSTRAINT foreign_payment_explained_check CHECK ((explained_by IS NOT NULL) = (explanation <> ''
        OR emptied_at IS NOT NULL))
);

CREATE TABLE billing.ledger_account (
    id bigint GENERATED BY DEFAULT AS IDENTITY (START 100),
    kind text NOT NULL,
    owner_id uuid,
    unit text NOT NULL,
    balance bigint,
    version bigint NOT NULL DEFAULT '0'::bigint,
    head_hash bytea,
    CONSTRAINT ledger_account_pkey PRIMARY KEY (id),
    CONSTRAINT ledger_account_id_unit_key UNIQUE (id, unit),
    CONSTRAINT ledger_account_kind_owner_id_unit_key UNIQUE NULLS NOT DISTINCT (kind, owner_id, unit),
    CONSTRAINT ledger_account_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts.member (id),
    CONSTRAINT ledger_account_balance_check CHECK (balance >= 0),
    CONSTRAINT ledger_account_kind_check CHECK ((unit = 'CR') = (kind IN ('wallet', 'credit_issue', 'credit_income',
        'credit_hold')) AND (unit = 'CR') <> (kind IN ('clearing', 'deferred_revenue', 'revenue', 'vat_payable',
        'unallocated', 'goodwill', 'chargeback_loss', 'bank', 'provider_fees', 'exchange', 'residue'))),
    CONSTRAINT ledger_account_only_wallets_count_check CHECK ((kind = 'wallet') = (owner_id IS NOT NULL)
        AND (kind = 'wallet') = (balance IS NOT NULL) AND (kind = 'wallet') = (head_hash IS NOT NULL))
);

CREATE TABLE billing.ledger_tx (
    id uuid NOT NULL,
    idem text NOT NULL,
    fingerprint bytea NOT NULL,
    reason text NOT NULL,
    note text NOT NULL DEFAULT '',
    actor text NOT NULL,
    reference_id uuid,
    reverses_tx uuid,
    at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT ledger_tx_pkey PRIMARY KEY (id),
    CONSTRAINT ledger_tx_idem_key UNIQUE (idem),
    CONSTRAINT ledger_tx_reverses_tx_key UNIQUE (reverses_tx),
    CONSTRAINT ledger_tx_reverses_tx_fkey FOREIGN KEY (reverses_tx) REFERENCES billing.ledger_tx (id),
    CONSTRAINT ledger_tx_reason_check CHECK (reason IN ('signup', 'purchase', 'message', 'photo', 'gift', 'refund',
        'support', 'payout-hold', 'payout', 'payout-failed', 'chargeback', 'chargeback-reversed', 'settlement')),
    CONSTRAINT ledger_tx_refunds_reverse_check CHECK ((reverses_tx IS NOT NULL) = (reason IN ('refund',
        'payout-failed', 'chargeback-reversed'))),
    CONSTRAINT ledger_tx_support_says_why_check CHECK (reason <> 'support' OR note <> '')
);
CREATE INDEX ledger_tx_at_idx ON billing.ledger_tx USING brin (at);
CREATE INDEX ledger_tx_reference_idx ON billing.ledger_tx (reference_id) WHERE reference_id IS NOT NULL;

CREATE TABLE billing.ledger_entry (
    tx_id uuid NOT NULL,
    account_id bigint NOT NULL,
    unit text NOT NULL,
    amount bigint NOT NULL,
    seq bigint,
    balance_after bigint,
    hash bytea,
    CONSTRAINT ledger_entry_pkey PRIMARY KEY (tx_id, account_id),
    CONSTRAINT ledger_entry_account_id_seq_key UNIQUE (account_id, seq),
    CONSTRAINT ledger_entry_account_id_unit_fkey FOREIGN KEY (account_id,
        unit) REFERENCES billing.ledger_account (id, unit),
    CONSTRAINT ledger_entry_tx_id_fkey FOREIGN KEY (tx_id) REFERENCES billing.ledger_tx (id),
    CONSTRAINT ledger_entry_amount_check CHECK (amount <> 0),
    CONSTRAINT ledger_entry_balance_after_check CHECK (balance_after >= 0),
    CONSTRAINT ledger_entry_chained_whole_check CHECK (num_nonnulls(seq, balance_after, hash) = ANY (ARRAY[0, 3]))
);

CREATE TABLE billing.mandate (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    provider text NOT NULL,
    provider_ref text NOT NULL,
    method text NOT NULL,
    label text NOT NULL,
    state text NOT NULL DEFAULT 'valid',
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT mandate_pkey PRIMARY KEY (id),
    CONSTRAINT mandate_provider_provider_ref_key UNIQUE (provider, provider_ref),
    CONSTRAINT mandate_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT mandate_state_check CHECK (state IN ('valid', 'invalid', 'revoked'))
);
CREATE INDEX mandate_member_idx ON billing.mandate (member_id);

CREATE TABLE billing.paper_counter (
    company_id uuid NOT NULL,
    year smallint NOT NULL,
    last integer NOT NULL DEFAULT 0,
    CONSTRAINT paper_counter_pkey PRIMARY KEY (company_id, year),
    CONSTRAINT paper_counter_last_check CHECK (last >= 0)
);

CREATE TABLE billing.price_bundle (
    id uuid NOT NULL,
    site_id uuid NOT NULL,
    country text NOT NULL,
    credits integer NOT NULL,
    price_minor integer NOT NULL,
    currency text NOT NULL,
    version integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    retired_at timestamptz,
    CONSTRAINT price_bundle_pkey PRIMARY KEY (id),
    CONSTRAINT price_bundle_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT price_bundle_codes_check CHECK (country ~ '^[A-Z]{2}$' AND currency ~ '^[A-Z]{3}$'),
    CONSTRAINT price_bundle_positive_check CHECK (credits > 0 AND price_minor > 0)
);
CREATE UNIQUE INDEX price_bundle_for_sale_key ON billing.price_bundle (site_id, country,
    credits) WHERE retired_at IS NULL;
CREATE UNIQUE INDEX price_bundle_version_key ON billing.price_bundle (site_id, country, credits, version);

CREATE TABLE billing.credit_order (
    id uuid NOT NULL,
    site_id uuid NOT NULL,
    member_id uuid NOT NULL,
    bundle_id uuid NOT NULL,
    origin text NOT NULL,
    country text NOT NULL,
    credits integer NOT NULL,
    currency text NOT NULL,
    gross_minor integer NOT NULL,
    discount_minor integer NOT NULL DEFAULT 0,
    discount_code text NOT NULL DEFAULT '',
    total_minor integer NOT NULL,
    vat_basis_points smallint NOT NULL,
    vat_minor integer NOT NULL,
    state text NOT NULL DEFAULT 'loading',
    client_key text NOT NULL,
    client_hash bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    consent text,
    vat_country text,
    vat_standing text,
    CONSTRAINT credit_order_pkey PRIMARY KEY (id),
    CONSTRAINT credit_order_member_id_client_key_key UNIQUE (member_id, client_key),
    CONSTRAINT credit_order_bundle_id_fkey FOREIGN KEY (bundle_id) REFERENCES billing.price_bundle (id),
    CONSTRAINT credit_order_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT credit_order_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT credit_order_completed_check CHECK ((state = 'completed') = (completed_at IS NOT NULL)),
    CONSTRAINT credit_order_consent_check CHECK (consent IN ('start-now-1', 'auto-reload-1')),
    CONSTRAINT credit_order_discount_has_code_check CHECK ((discount_minor > 0) = (discount_code <> '')),
    CONSTRAINT credit_order_origin_check CHECK (origin IN ('shop', 'repeat', 'reload')),
    CONSTRAINT credit_order_positive_check CHECK (credits > 0 AND total_minor > 0),
    CONSTRAINT credit_order_state_check CHECK (state IN ('loading', 'pending', 'completed', 'failed', 'cancelled')),
    CONSTRAINT credit_order_total_check CHECK (discount_minor >= 0 AND total_minor = (gross_minor - discount_minor)),
    CONSTRAINT credit_order_vat_check CHECK (vat_minor BETWEEN 0 AND total_minor),
    CONSTRAINT credit_order_vat_country_check CHECK (vat_country ~ '^[A-Z]{2}$'),
    CONSTRAINT credit_order_vat_place_check CHECK ((vat_country IS NULL) = (vat_standing IS NULL)),
    CONSTRAINT credit_order_vat_standing_check CHECK (vat_standing IN ('agreed', 'single', 'contradictory', 'none'))
);
CREATE INDEX credit_order_country_idx ON billing.credit_order (country, id);
CREATE INDEX credit_order_created_idx ON billing.credit_order (created_at);
CREATE INDEX credit_order_discount_code_idx ON billing.credit_order (discount_code, id);
CREATE INDEX credit_order_member_idx ON billing.credit_order (member_id, created_at);
CREATE INDEX credit_order_origin_idx ON billing.credit_order (origin, id);
CREATE UNIQUE INDEX credit_order_reload_key ON billing.credit_order (member_id) WHERE origin = 'reload'
    AND (state IN ('loading', 'pending'));
CREATE INDEX credit_order_state_idx ON billing.credit_order (state, id);
CREATE INDEX credit_order_vat_standing_idx ON billing.credit_order (vat_standing, id) WHERE vat_standing IS NOT NULL;

CREATE TABLE billing.credit_lot (
    tx_id uuid NOT NULL,
    account_id bigint NOT NULL,
    kind text NOT NULL,
    granted integer NOT NULL,
    remaining integer NOT NULL,
    granted_at timestamptz NOT NULL DEFAULT now(),
    order_id uuid,
    currency text,
    paid integer NOT NULL DEFAULT 0,
    net integer NOT NULL DEFAULT 0,
    paid_remaining integer NOT NULL DEFAULT 0,
    net_remaining integer NOT NULL DEFAULT 0,
    CONSTRAINT credit_lot_pkey PRIMARY KEY (tx_id),
    CONSTRAINT credit_lot_order_id_key UNIQUE (order_id),
    CONSTRAINT credit_lot_account_id_fkey FOREIGN KEY (account_id) REFERENCES billing.ledger_account (id),
    CONSTRAINT credit_lot_order_id_fkey FOREIGN KEY (order_id) REFERENCES billing.credit_order (id),
    CONSTRAINT credit_lot_tx_id_fkey FOREIGN KEY (tx_id) REFERENCES billing.ledger_tx (id),
    CONSTRAINT credit_lot_bought_has_order_check CHECK ((kind = 'purchased') = (order_id IS NOT NULL AND paid > 0)),
    CONSTRAINT credit_lot_currency_check CHECK ((paid > 0) = (currency IS NOT NULL)),
    CONSTRAINT credit_lot_empty_holds_no_money_check CHECK (remaining > 0 OR paid_remaining = 0),
    CONSTRAINT credit_lot_kind_check CHECK (kind IN ('bonus', 'purchased')),
    CONSTRAINT credit_lot_money_check CHECK (paid_remaining BETWEEN 0 AND paid AND net_remaining BETWEEN 0 AND net),
    CONSTRAINT credit_lot_net_check CHECK (net <= paid AND net_remaining <= paid_remaining),
    CONSTRAINT credit_lot_remaining_check CHECK (granted > 0 AND remaining BETWEEN 0 AND granted)
);
CREATE INDEX credit_lot_account_idx ON billing.credit_lot (account_id);

CREATE TABLE billing.lot_use (
    tx_id uuid NOT NULL,
    lot_id uuid NOT NULL,
    amount integer NOT NULL,
    paid integer NOT NULL DEFAULT 0,
    net integer NOT NULL DEFAULT 0,
    CONSTRAINT lot_use_pkey PRIMARY KEY (tx_id, lot_id),
    CONSTRAINT lot_use_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES billing.credit_lot (tx_id),
    CONSTRAINT lot_use_tx_id_fkey FOREIGN KEY (tx_id) REFERENCES billing.ledger_tx (id),
    CONSTRAINT lot_use_amount_check CHECK (amount > 0),
    CONSTRAINT lot_use_net_check CHECK (net BETWEEN 0 AND paid)
);

CREATE TABLE billing.payment (
    id uuid NOT NULL,
    order_id uuid NOT NULL,
    attempt_no smallint NOT NULL,
    provider text NOT NULL,
    provider_ref text,
    provider_key text NOT NULL,
    method text NOT NULL,
    issuer text,
    step text NOT NULL,
    mandate_id uuid,
    amount_minor integer NOT NULL,
    currency text NOT NULL,
    state text NOT NULL DEFAULT 'prepared',
    failure text,
    checkout_url text,
    is_credited boolean NOT NULL DEFAULT false,
    refunded_minor integer NOT NULL DEFAULT 0,
    charged_back_minor integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    checked_at timestamptz,
    next_check_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT payment_pkey PRIMARY KEY (id),
    CONSTRAINT payment_order_id_attempt_no_key UNIQUE (order_id, attempt_no),
    CONSTRAINT payment_provider_key_key UNIQUE (provider_key),
    CONSTRAINT payment_provider_provider_ref_key UNIQUE (provider, provider_ref),
    CONSTRAINT payment_mandate_id_fkey FOREIGN KEY (mandate_id) REFERENCES billing.mandate (id),
    CONSTRAINT payment_order_id_fkey FOREIGN KEY (order_id) REFERENCES billing.credit_order (id),
    CONSTRAINT payment_amount_check CHECK (amount_minor > 0),
    CONSTRAINT payment_charged_back_check CHECK (charged_back_minor BETWEEN 0 AND amount_minor),
    CONSTRAINT payment_credited_is_paid_check CHECK (NOT is_credited OR state = 'paid'),
    CONSTRAINT payment_refunded_check CHECK (refunded_minor BETWEEN 0 AND amount_minor),
    CONSTRAINT payment_state_check CHECK (state IN ('prepared', 'submitted', 'unknown', 'open', 'pending',
        'authorized', 'paid', 'failed', 'canceled', 'expired'))
);
CREATE INDEX payment_created_idx ON billing.payment (created_at);
CREATE UNIQUE INDEX payment_credited_key ON billing.payment (order_id) WHERE is_credited;
CREATE UNIQUE INDEX payment_live_key ON billing.payment (order_id) WHERE state IN ('prepared', 'submitted',
    'unknown', 'open', 'pending', 'authorized');
CREATE INDEX payment_method_idx ON billing.payment (method, id);
CREATE INDEX payment_open_idx ON billing.payment (next_check_at) WHERE state IN ('prepared', 'submitted', 'unknown',
    'open', 'pending', 'authorized');
CREATE INDEX payment_state_idx ON billing.payment (state, id);

CREATE TABLE billing.chargeback (
    id uuid NOT NULL,
    payment_id uuid NOT NULL,
    provider text NOT NULL,
    provider_ref text NOT NULL,
    amount_minor integer NOT NULL,
    currency text NOT NULL,
    credits integer NOT NULL,
    claw_tx uuid NOT NULL,
    reason text NOT NULL DEFAULT '',
    state text NOT NULL DEFAULT 'received',
    received_at timestamptz NOT NULL,
    reversed_at timestamptz,
    noted_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT chargeback_pkey PRIMARY KEY (id),
    CONSTRAINT chargeback_claw_tx_key UNIQUE (claw_tx),
    CONSTRAINT chargeback_provider_provider_ref_key UNIQUE (provider, provider_ref),
    CONSTRAINT chargeback_claw_tx_fkey FOREIGN KEY (claw_tx) REFERENCES billing.ledger_tx (id),
    CONSTRAINT chargeback_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES billing.payment (id),
    CONSTRAINT chargeback_amount_check CHECK (amount_minor > 0 AND credits >= 0),
    CONSTRAINT chargeback_reversed_check CHECK ((state = 'reversed') = (reversed_at IS NOT NULL)),
    CONSTRAINT chargeback_state_check CHECK (state IN ('received', 'reversed'))
);
CREATE INDEX chargeback_payment_idx ON billing.chargeback (payment_id);

CREATE TABLE billing.otp_challenge (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    order_id uuid NOT NULL,
    payment_id uuid NOT NULL,
    salt bytea NOT NULL,
    amount_minor integer NOT NULL,
    creditor_id text NOT NULL,
    reference text NOT NULL,
    iban_sealed bytea NOT NULL,
    iban_hash text NOT NULL,
    iban_label text NOT NULL,
    holder text NOT NULL,
    phone_sealed bytea NOT NULL,
    phone_label text NOT NULL,
    text_version text NOT NULL,
    text_hash bytea NOT NULL,
    locale text NOT NULL,
    network text NOT NULL,
    tries smallint NOT NULL DEFAULT '0'::smallint,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    consumed_at timestamptz,
    CONSTRAINT otp_challenge_pkey PRIMARY KEY (id),
    CONSTRAINT otp_challenge_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT otp_challenge_order_id_fkey FOREIGN KEY (order_id) REFERENCES billing.credit_order (id),
    CONSTRAINT otp_challenge_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES billing.payment (id),
    CONSTRAINT otp_challenge_amount_check CHECK (amount_minor > 0),
    CONSTRAINT otp_challenge_consumed_in_time_check CHECK (consumed_at IS NULL OR tries > 0
        AND consumed_at < expires_at),
    CONSTRAINT otp_challenge_tries_check CHECK (tries BETWEEN 0 AND 5)
);
CREATE UNIQUE INDEX otp_challenge_consumed_key ON billing.otp_challenge (payment_id) WHERE consumed_at IS NOT NULL;
CREATE INDEX otp_challenge_order_idx ON billing.otp_challenge (order_id, created_at);

CREATE TABLE billing.dd_mandate (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    reference text NOT NULL,
    creditor_id text NOT NULL,
    iban_sealed bytea NOT NULL,
    iban_hash text NOT NULL,
    iban_label text NOT NULL,
    holder text NOT NULL,
    challenge_id uuid NOT NULL,
    accepted_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz NOT NULL DEFAULT now(),
    state text NOT NULL DEFAULT 'active',
    reason text,
    CONSTRAINT dd_mandate_pkey PRIMARY KEY (id),
    CONSTRAINT dd_mandate_challenge_id_key UNIQUE (challenge_id),
    CONSTRAINT dd_mandate_reference_key UNIQUE (reference),
    CONSTRAINT dd_mandate_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES billing.otp_challenge (id),
    CONSTRAINT dd_mandate_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT dd_mandate_state_check CHECK (state IN ('active', 'invalid', 'closed', 'lapsed'))
);
CREATE UNIQUE INDEX dd_mandate_active_key ON billing.dd_mandate (member_id, iban_hash,
    creditor_id) WHERE state = 'active';
CREATE INDEX dd_mandate_iban_idx ON billing.dd_mandate (iban_hash);

CREATE TABLE billing.dd_collection (
    id uuid NOT NULL,
    payment_id uuid NOT NULL,
    mandate_id uuid NOT NULL,
    attempt smallint NOT NULL,
    end_to_end_id text NOT NULL,
    amount_minor integer NOT NULL,
    due_on date NOT NULL,
    batch_id uuid,
    state text NOT NULL DEFAULT 'scheduled',
    reason text,
    created_at timestamptz NOT NULL DEFAULT now(),
    settled_at timestamptz,
    ended_at timestamptz,
    CONSTRAINT dd_collection_pkey PRIMARY KEY (id),
    CONSTRAINT dd_collection_end_to_end_id_key UNIQUE (end_to_end_id),
    CONSTRAINT dd_collection_payment_id_attempt_key UNIQUE (payment_id, attempt),
    CONSTRAINT dd_collection_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES billing.dd_batch (id),
    CONSTRAINT dd_collection_mandate_id_fkey FOREIGN KEY (mandate_id) REFERENCES billing.dd_mandate (id),
    CONSTRAINT dd_collection_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES billing.payment (id),
    CONSTRAINT dd_collection_amount_check CHECK (amount_minor > 0),
    CONSTRAINT dd_collection_in_batch_check CHECK ((state IN ('scheduled', 'canceled')) = (batch_id IS NULL)),
    CONSTRAINT dd_collection_state_check CHECK (state IN ('scheduled', 'batched', 'sent', 'settled', 'rejected',
        'returned', 'canceled'))
);
CREATE INDEX dd_collection_batch_id_idx ON billing.dd_collection (batch_id);
CREATE INDEX dd_collection_due_idx ON billing.dd_collection (due_on) WHERE state = 'scheduled';
CREATE INDEX dd_collection_mandate_idx ON billing.dd_collection (mandate_id);
CREATE UNIQUE INDEX dd_collection_open_key ON billing.dd_collection (payment_id) WHERE state IN ('scheduled',
    'batched', 'sent');
CREATE UNIQUE INDEX dd_collection_settled_key ON billing.dd_collection (payment_id) WHERE settled_at IS NOT NULL;

CREATE TABLE billing.provider_notice (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    provider text NOT NULL,
    ref text NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT provider_notice_pkey PRIMARY KEY (id)
);
CREATE INDEX provider_notice_ref_idx ON billing.provider_notice (ref);

CREATE TABLE billing.reconciliation (
    id uuid NOT NULL,
    provider text NOT NULL,
    since timestamptz NOT NULL,
    until timestamptz NOT NULL DEFAULT now(),
    state text NOT NULL DEFAULT 'running',
    started_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    listed integer NOT NULL DEFAULT 0,
    found jsonb NOT NULL DEFAULT '[]'::jsonb,
    error text,
    CONSTRAINT reconciliation_pkey PRIMARY KEY (id),
    CONSTRAINT reconciliation_ended_check CHECK ((state = 'running') = (ended_at IS NULL)),
    CONSTRAINT reconciliation_error_check CHECK ((state = 'failed') = (error IS NOT NULL)),
    CONSTRAINT reconciliation_listed_check CHECK (listed >= 0),
    CONSTRAINT reconciliation_state_check CHECK (state IN ('running', 'done', 'failed')),
    CONSTRAINT reconciliation_window_check CHECK (since < until)
);
CREATE INDEX reconciliation_done_idx ON billing.reconciliation (provider, state, until);
CREATE UNIQUE INDEX reconciliation_running_key ON billing.reconciliation (provider) WHERE state = 'running';

CREATE TABLE billing.redemption (
    order_id uuid NOT NULL,
    code_id uuid NOT NULL,
    member_id uuid NOT NULL,
    state text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT redemption_pkey PRIMARY KEY (order_id),
    CONSTRAINT redemption_code_id_fkey FOREIGN KEY (code_id) REFERENCES billing.discount_code (id),
    CONSTRAINT redemption_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT redemption_order_id_fkey FOREIGN KEY (order_id) REFERENCES billing.credit_order (id),
    CONSTRAINT redemption_state_check CHECK (state IN ('reserved', 'redeemed', 'released', 'honoured'))
);
CREATE INDEX redemption_code_idx ON billing.redemption (code_id);
CREATE UNIQUE INDEX redemption_once_key ON billing.redemption (code_id, member_id) WHERE state IN ('reserved',
    'redeemed');

CREATE TABLE billing.refund (
    id uuid NOT NULL,
    payment_id uuid NOT NULL,
    provider text NOT NULL,
    provider_ref text,
    provider_key text NOT NULL,
    amount_minor integer NOT NULL,
    currency text NOT NULL,
    credits integer NOT NULL,
    hold_tx uuid,
    reason text NOT NULL,
    note text NOT NULL DEFAULT '',
    state text NOT NULL DEFAULT 'requested',
    needs_approval boolean NOT NULL,
    requested_by text NOT NULL,
    approved_by text,
    created_at timestamptz NOT NULL DEFAULT now(),
    settled_at timestamptz,
    next_check_at timestamptz NOT NULL DEFAULT now(),
    submitted_at timestamptz,
    refused_for text,
    refused_words text NOT NULL DEFAULT '',
    decided_at timestamptz,
    not_taken_for text,
    CONSTRAINT refund_pkey PRIMARY KEY (id),
    CONSTRAINT refund_hold_tx_key UNIQUE (hold_tx),
    CONSTRAINT refund_provider_key_key UNIQUE (provider_key),
    CONSTRAINT refund_provider_provider_ref_key UNIQUE (provider, provider_ref),
    CONSTRAINT refund_hold_tx_fkey FOREIGN KEY (hold_tx) REFERENCES billing.ledger_tx (id),
    CONSTRAINT refund_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES billing.payment (id),
    CONSTRAINT refund_amount_check CHECK (amount_minor > 0 AND credits >= 0),
    CONSTRAINT refund_credits_are_held_check CHECK ((credits > 0) = (hold_tx IS NOT NULL)),
    CONSTRAINT refund_four_eyes_check CHECK (NOT needs_approval OR (state IN ('requested', 'rejected'))
        OR approved_by IS NOT NULL AND approved_by <> requested_by),
    CONSTRAINT refund_not_taken_for_check CHECK (not_taken_for IS NULL OR reason = 'paid-twice'
        AND (not_taken_for IN ('code-used', 'over-limit', 'member-gone'))),
    CONSTRAINT refund_other_is_in_words_check CHECK (refused_for <> 'other' OR refused_words <> ''),
    CONSTRAINT refund_reason_check CHECK (reason IN ('withdrawal', 'support', 'paid-twice')),
    CONSTRAINT refund_refused_for_check CHECK (refused_for IN ('credits-used', 'too-late', 'paid-back-already',
        'details-missing', 'other')),
    CONSTRAINT refund_refused_with_reason_check CHECK ((state = 'rejected') = (refused_for IS NOT NULL)),
    CONSTRAINT refund_refused_words_check CHECK (char_length(refused_words) <= 1000),
    CONSTRAINT refund_state_check CHECK (state IN ('requested', 'approved', 'rejected', 'submitted', 'unknown',
        'queued', 'pending', 'processing', 'refunded', 'failed', 'canceled'))
);
CREATE INDEX refund_open_idx ON billing.refund (created_at) WHERE state NOT IN ('refunded', 'failed', 'canceled',
    'rejected');
CREATE INDEX refund_payment_idx ON billing.refund (payment_id);

CREATE TABLE billing.paper (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    year smallint NOT NULL,
    number integer NOT NULL,
    kind text NOT NULL,
    member_id uuid NOT NULL,
    order_id uuid NOT NULL,
    refund_id uuid,
    language text NOT NULL,
    seller jsonb NOT NULL,
    buyer jsonb NOT NULL,
    lines jsonb NOT NULL,
    currency text NOT NULL,
    amount_minor integer NOT NULL,
    vat_basis_points smallint NOT NULL,
    vat_minor integer NOT NULL,
    issued_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT paper_pkey PRIMARY KEY (id),
    CONSTRAINT paper_company_id_year_number_key UNIQUE (company_id, year, number),
    CONSTRAINT paper_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT paper_order_id_fkey FOREIGN KEY (order_id) REFERENCES billing.credit_order (id),
    CONSTRAINT paper_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES billing.refund (id),
    CONSTRAINT paper_amount_check CHECK (amount_minor > 0 AND vat_minor BETWEEN 0 AND amount_minor),
    CONSTRAINT paper_kind_check CHECK (kind IN ('invoice', 'credit-note', 'reversal')),
    CONSTRAINT paper_number_check CHECK (number > 0),
    CONSTRAINT paper_refund_check CHECK ((kind = 'invoice') = (refund_id IS NULL))
);
CREATE UNIQUE INDEX paper_invoice_key ON billing.paper (order_id) WHERE kind = 'invoice';
CREATE INDEX paper_label_idx ON billing.paper (billing.paper_label(year, number));
CREATE INDEX paper_order_idx ON billing.paper (order_id);
CREATE UNIQUE INDEX paper_refund_key ON billing.paper (refund_id, kind);

CREATE TABLE billing.reload_rule (
    member_id uuid NOT NULL,
    threshold smallint NOT NULL,
    bundle_id uuid NOT NULL,
    mandate_id uuid NOT NULL,
    monthly_cap_minor integer NOT NULL,
    currency text NOT NULL,
    failures smallint NOT NULL DEFAULT '0'::smallint,
    next_try_at timestamptz NOT NULL DEFAULT now(),
    agreed_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    end_reason text,
    CONSTRAINT reload_rule_pkey PRIMARY KEY (member_id),
    CONSTRAINT reload_rule_bundle_id_fkey FOREIGN KEY (bundle_id) REFERENCES billing.price_bundle (id),
    CONSTRAINT reload_rule_mandate_id_fkey FOREIGN KEY (mandate_id) REFERENCES billing.mandate (id),
    CONSTRAINT reload_rule_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT reload_rule_end_reason_check CHECK (end_reason IN ('member', 'declined', 'failed-twice',
        'method-gone', 'bundle-gone')),
    CONSTRAINT reload_rule_ended_check CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
    CONSTRAINT reload_rule_failures_check CHECK (failures BETWEEN 0 AND 2),
    CONSTRAINT reload_rule_monthly_cap_check CHECK (monthly_cap_minor > 0),
    CONSTRAINT reload_rule_threshold_check CHECK (threshold BETWEEN 1 AND 1000)
);
CREATE INDEX reload_rule_active_idx ON billing.reload_rule (next_try_at) WHERE ended_at IS NULL;

CREATE TABLE billing.sale_evidence (
    order_id uuid NOT NULL,
    kind text NOT NULL,
    country text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT sale_evidence_pkey PRIMARY KEY (order_id, kind),
    CONSTRAINT sale_evidence_order_id_fkey FOREIGN KEY (order_id) REFERENCES billing.credit_order (id),
    CONSTRAINT sale_evidence_country_check CHECK (country ~ '^[A-Z]{2}$'),
    CONSTRAINT sale_evidence_kind_check CHECK (kind IN ('profile', 'network', 'card', 'bank', 'paypal'))
);

CREATE TABLE billing.settlement (
    id uuid NOT NULL,
    provider text NOT NULL,
    provider_ref text NOT NULL,
    reference text NOT NULL,
    currency text NOT NULL,
    amount_minor bigint NOT NULL,
    fees_minor bigint NOT NULL,
    residue_minor bigint NOT NULL,
    tx_id uuid NOT NULL,
    settled_at timestamptz NOT NULL,
    booked_at timestamptz NOT NULL DEFAULT now(),
    explained_by text,
    explanation text NOT NULL DEFAULT '',
    CONSTRAINT settlement_pkey PRIMARY KEY (id),
    CONSTRAINT settlement_provider_provider_ref_key UNIQUE (provider, provider_ref),
    CONSTRAINT settlement_tx_id_key UNIQUE (tx_id),
    CONSTRAINT settlement_tx_id_fkey FOREIGN KEY (tx_id) REFERENCES billing.ledger_tx (id),
    CONSTRAINT settlement_amount_check CHECK (amount_minor > 0),
    CONSTRAINT settlement_explained_check CHECK ((explained_by IS NOT NULL) = (explanation <> ''))
);

CREATE TABLE billing.settlement_line (
    id bigint GENERATED BY DEFAULT AS IDENTITY,
    settlement_id uuid NOT NULL,
    provider text NOT NULL,
    subject text NOT NULL,
    provider_ref text NOT NULL,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
    settled_minor bigint NOT NULL,
    problem text,
    CONSTRAINT settlement_line_pkey PRIMARY KEY (id),
    CONSTRAINT settlement_line_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES billing.settlement (id),
    CONSTRAINT settlement_line_problem_check CHECK (problem IN ('unknown', 'foreign', 'another amount',
        'another state', 'settled before')),
    CONSTRAINT settlement_line_sign_check CHECK ((subject = 'payment') = (amount_minor > 0)),
    CONSTRAINT settlement_line_subject_check CHECK (subject IN ('payment', 'refund', 'chargeback'))
);
CREATE UNIQUE INDEX settlement_line_once_key ON billing.settlement_line (provider, subject,
    provider_ref) WHERE problem IS NULL;
CREATE INDEX settlement_line_settlement_idx ON billing.settlement_line (settlement_id);

CREATE TABLE billing.spend_limit (
    member_id uuid NOT NULL,
    minor integer NOT NULL,
    currency text NOT NULL,
    next_minor integer,
    next_currency text,
    next_at timestamptz,
    since timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT spend_limit_pkey PRIMARY KEY (member_id),
    CONSTRAINT spend_limit_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT spend_limit_minor_check CHECK (minor >= 0 AND next_minor >= 0),
    CONSTRAINT spend_limit_next_check CHECK (next_at IS NOT NULL OR next_minor IS NULL),
    CONSTRAINT spend_limit_next_currency_check CHECK ((next_minor IS NULL) = (next_currency IS NULL))
);

CREATE TABLE billing.transition (
    machine text NOT NULL,
    from_state text NOT NULL,
    to_state text NOT NULL,
    CONSTRAINT transition_pkey PRIMARY KEY (machine, from_state, to_state)
);

CREATE TABLE billing.vat_rate (
    country text NOT NULL,
    since date NOT NULL,
    basis_points smallint NOT NULL,
    CONSTRAINT vat_rate_pkey PRIMARY KEY (country, since),
    CONSTRAINT vat_rate_basis_points_check CHECK (basis_points BETWEEN 0 AND 5000)
);

-- An order with a code is completed only while it has the code. Checked at commit, because order, payments and code
-- change one after the other.
CREATE FUNCTION billing.check_code_is_redeemed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- One report may tell that it was paid and that all of it went back, which frees the code again.
    IF NOT EXISTS (SELECT FROM billing.redemption WHERE order_id = NEW.id AND state <> 'released')
       AND NEW.total_minor > (SELECT coalesce(sum(back.amount_minor), 0) FROM billing.refund AS back
                                JOIN billing.payment AS paid ON paid.id = back.payment_id AND paid.is_credited
                               WHERE paid.order_id = NEW.id AND back.state = 'refunded') THEN
        RAISE EXCEPTION 'order % is paid without its code', NEW.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;

-- An order releases its code only when no payment of it can still be paid, or to another order. Checked at commit,
-- because code and payment may change in one transaction.
CREATE FUNCTION billing.check_code_is_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM billing.payment JOIN billing.credit_order AS own ON own.id = payment.order_id
                WHERE own.id = NEW.order_id AND own.state <> 'completed' AND payment.state IN ('prepared', 'submitted', 'unknown', 'open', 'pending', 'authorized'))
       AND EXISTS (SELECT FROM billing.redemption WHERE order_id = NEW.order_id AND state = 'released')
       AND NOT EXISTS (SELECT FROM billing.redemption AS other
                         JOIN billing.credit_order AS theirs ON theirs.id = other.order_id
                        WHERE other.code_id = NEW.code_id AND other.member_id = NEW.member_id
                          AND other.order_id <> NEW.order_id
                          AND (other.state <> 'released' OR theirs.state = 'completed')) THEN
        RAISE EXCEPTION 'order % can still be paid, and has let its code go', NEW.order_id
              USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;

-- An order is taxed in a country only with two pieces of evidence for it.
CREATE FUNCTION billing.check_vat_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT count(*) FROM billing.sale_evidence WHERE order_id = NEW.id AND country = NEW.vat_country) < 2 THEN
        RAISE EXCEPTION 'order % is taxed in % without two pieces of evidence', NEW.id, NEW.vat_country
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;

-- Evidence is recorded before the order is completed, and never changes.
CREATE FUNCTION billing.refuse_late_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM billing.credit_order WHERE id = NEW.order_id AND state = 'completed') THEN
        RAISE EXCEPTION 'order % is taxed already', NEW.order_id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

-- The ledger is append-only; accounts and lots are updated, and never deleted.
CREATE FUNCTION billing.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%.% is append-only', TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- The entries that one statement writes sum to zero in each unit, and those of wallets are in their chains. So a
-- posting is written at once, and anything added to it later has to balance, too.
CREATE FUNCTION billing.check_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    posting uuid;
BEGIN
    SELECT e.tx_id INTO posting
      FROM entries e JOIN billing.ledger_account a ON a.id = e.account_id
     GROUP BY e.tx_id, e.unit
    HAVING sum(e.amount) <> 0
        OR NOT bool_and(CASE a.kind WHEN 'wallet' THEN coalesce(e.seq <= a.version, false) ELSE e.seq IS NULL END)
     LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'posting % does not balance', posting USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;

-- At commit: a posting has entries at all.
CREATE FUNCTION billing.check_posting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM billing.ledger_entry WHERE tx_id = NEW.id) THEN
        RAISE EXCEPTION 'posting % does not balance', NEW.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;

-- At commit: every change of a wallet is the effect of an entry.
CREATE FUNCTION billing.check_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM billing.ledger_entry
         WHERE account_id = NEW.id AND seq = NEW.version AND balance_after = NEW.balance AND hash = NEW.head_hash
    ) THEN
        RAISE EXCEPTION 'wallet % changed without an entry', NEW.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;

-- `since` is when the limit last changed, or when the limit that followed it was stored in its place.
CREATE FUNCTION billing.stands_from_now() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.since := clock_timestamp();
    RETURN NEW;
END $$;

-- A state changes only along the rows of billing.transition.
CREATE FUNCTION billing.check_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM billing.transition
         WHERE machine = TG_ARGV[0] AND from_state = OLD.state AND to_state = NEW.state
    ) THEN
        RAISE EXCEPTION '% cannot go from % to %', TG_ARGV[0], OLD.state, NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

-- Only the columns that the trigger names may change.
CREATE FUNCTION billing.refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF to_jsonb(NEW) - TG_ARGV <> to_jsonb(OLD) - TG_ARGV THEN
        RAISE EXCEPTION '%.% keeps what it says', TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

-- Tax law demands numbers without a gap: each paper has the number after the last, and never changes.
CREATE FUNCTION billing.check_paper_number() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    last integer;
BEGIN
    SELECT max(number) INTO last FROM billing.paper WHERE company_id = NEW.company_id AND year = NEW.year;
    IF NEW.number <> coalesce(last, 0) + 1 THEN
        RAISE EXCEPTION 'paper % does not follow %', NEW.number, coalesce(last, 0) USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

-- A window begins no later than an earlier one ended that is done: no time is left out.
CREATE FUNCTION billing.check_window() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.since > (SELECT max(until) FROM billing.reconciliation WHERE provider = NEW.provider AND state = 'done') THEN
        RAISE EXCEPTION 'the window of % leaves a gap', NEW.provider USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER transition BEFORE UPDATE ON billing.dd_mandate FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('dd_mandate');
CREATE TRIGGER transition BEFORE UPDATE ON billing.dd_collection FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('dd_collection');
CREATE TRIGGER transition BEFORE UPDATE ON billing.dd_batch FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('dd_batch');
-- Contents never change. Only `hearth keys reseal` may replace sealed values; it sets hearth.resealing for that.
CREATE TRIGGER keeps BEFORE UPDATE ON billing.otp_challenge
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('tries', 'consumed_at', 'iban_sealed', 'phone_sealed');
CREATE TRIGGER consumed_once BEFORE UPDATE OF tries, consumed_at ON billing.otp_challenge FOR EACH ROW
    WHEN (OLD.consumed_at IS NOT NULL) EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER keeps_sealed BEFORE UPDATE OF iban_sealed, phone_sealed ON billing.otp_challenge FOR EACH ROW
    WHEN (current_setting('hearth.resealing', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER keeps BEFORE UPDATE ON billing.dd_mandate
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('last_used_at', 'state', 'reason', 'iban_sealed');
CREATE TRIGGER keeps_sealed BEFORE UPDATE OF iban_sealed ON billing.dd_mandate FOR EACH ROW
    WHEN (current_setting('hearth.resealing', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER keeps BEFORE UPDATE ON billing.dd_collection
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('batch_id', 'state', 'reason', 'settled_at', 'ended_at');
CREATE TRIGGER keeps BEFORE UPDATE ON billing.dd_batch
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite(
        'state', 'released_by', 'released_at', 'exported_at', 'message_id', 'content_sealed', 'content_hash');
CREATE TRIGGER keeps_content BEFORE UPDATE ON billing.dd_batch FOR EACH ROW
    WHEN (OLD.content_hash IS NOT NULL AND (OLD.content_hash, OLD.released_by, OLD.message_id)
          IS DISTINCT FROM (NEW.content_hash, NEW.released_by, NEW.message_id))
    EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER keeps_sealed BEFORE UPDATE OF content_sealed ON billing.dd_batch FOR EACH ROW
    WHEN (OLD.content_hash IS NOT NULL AND current_setting('hearth.resealing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.otp_challenge
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.dd_mandate
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.dd_collection
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.dd_batch
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.dd_bank_file
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.dd_block
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER transition BEFORE UPDATE ON billing.redemption FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('redemption');
CREATE CONSTRAINT TRIGGER code_is_redeemed AFTER UPDATE OF state ON billing.credit_order
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.state = 'completed' AND OLD.state <> 'completed' AND NEW.discount_code <> '')
    EXECUTE FUNCTION billing.check_code_is_redeemed();
CREATE CONSTRAINT TRIGGER code_is_held AFTER UPDATE OF state ON billing.redemption
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (OLD.state = 'reserved' AND NEW.state = 'released')
    EXECUTE FUNCTION billing.check_code_is_held();
-- Refunds count once they have arrived; codes that were created together are one series.
CREATE MATERIALIZED VIEW billing.code_revenue AS
WITH back AS (
    SELECT payment_id, sum(amount_minor) AS minor FROM billing.refund WHERE state = 'refunded' GROUP BY payment_id
), used AS (
    SELECT redemption.code_id, payment.currency, count(*) AS orders, sum(credit_order.discount_minor) AS discount_minor,
           sum(payment.amount_minor) AS paid_minor, coalesce(sum(back.minor), 0) AS refunded_minor,
           sum(payment.charged_back_minor) AS charged_back_minor
      FROM billing.redemption
      JOIN billing.credit_order ON credit_order.id = redemption.order_id
      JOIN billing.payment ON payment.order_id = redemption.order_id AND payment.is_credited
      LEFT JOIN back ON back.payment_id = payment.id
     GROUP BY redemption.code_id, payment.currency
)
SELECT code.site_id, coalesce(code.series, code.code) AS series, used.currency, sum(used.orders)::bigint AS orders,
       sum(used.discount_minor)::bigint AS discount_minor, sum(used.paid_minor)::bigint AS paid_minor,
       sum(used.refunded_minor)::bigint AS refunded_minor, sum(used.charged_back_minor)::bigint AS charged_back_minor,
       sum(used.paid_minor - used.refunded_minor - used.charged_back_minor)::bigint AS left_minor, now() AS counted_at
  FROM used JOIN billing.discount_code AS code ON code.id = used.code_id
 GROUP BY code.site_id, coalesce(code.series, code.code), used.currency;
-- REFRESH ... CONCURRENTLY needs it, so that reads go on meanwhile.
CREATE UNIQUE INDEX code_revenue_key ON billing.code_revenue (site_id, series, currency);
CREATE TRIGGER vat_has_evidence AFTER UPDATE OF state ON billing.credit_order FOR EACH ROW
    WHEN (NEW.state = 'completed' AND OLD.state <> 'completed' AND NEW.vat_standing = 'agreed')
    EXECUTE FUNCTION billing.check_vat_evidence();
CREATE TRIGGER in_time BEFORE INSERT ON billing.sale_evidence
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_late_evidence();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.sale_evidence
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.ledger_tx
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.ledger_entry
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.lot_use
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.ledger_account
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.credit_lot
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER balances AFTER INSERT ON billing.ledger_entry REFERENCING NEW TABLE AS entries
    FOR EACH STATEMENT EXECUTE FUNCTION billing.check_entries();
CREATE CONSTRAINT TRIGGER has_entries AFTER INSERT ON billing.ledger_tx DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION billing.check_posting();
CREATE CONSTRAINT TRIGGER follows_entries AFTER UPDATE ON billing.ledger_account DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION billing.check_wallet();
CREATE TRIGGER stands_from_now BEFORE UPDATE ON billing.spend_limit FOR EACH ROW
    WHEN (NEW.since = OLD.since
          AND ((NEW.minor, NEW.currency) IS DISTINCT FROM (OLD.minor, OLD.currency) OR OLD.next_at <= now()))
    EXECUTE FUNCTION billing.stands_from_now();
CREATE TRIGGER transition BEFORE UPDATE ON billing.credit_order FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('order');
CREATE TRIGGER transition BEFORE UPDATE ON billing.payment FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('payment');
CREATE TRIGGER transition BEFORE UPDATE ON billing.mandate FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('mandate');
-- An order keeps what was quoted. Its VAT changes at most once, when it is completed.
CREATE TRIGGER keeps BEFORE UPDATE ON billing.credit_order FOR EACH ROW
    WHEN (OLD.state = 'completed' OR NEW.state <> 'completed')
    EXECUTE FUNCTION billing.refuse_rewrite('state', 'completed_at');
CREATE TRIGGER keeps_but_vat BEFORE UPDATE ON billing.credit_order FOR EACH ROW
    WHEN (OLD.state <> 'completed' AND NEW.state = 'completed')
    EXECUTE FUNCTION billing.refuse_rewrite(
        'state', 'completed_at', 'vat_basis_points', 'vat_minor', 'vat_country', 'vat_standing');
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.credit_order
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
-- The outcome of a payment changes; its order, amount and payer never do.
CREATE TRIGGER keeps BEFORE UPDATE ON billing.payment
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite(
        'provider_ref', 'method', 'state', 'failure', 'checkout_url', 'is_credited', 'refunded_minor',
        'charged_back_minor', 'checked_at', 'next_check_at');
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.payment
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER follows BEFORE INSERT ON billing.paper
    FOR EACH ROW EXECUTE FUNCTION billing.check_paper_number();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.paper
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER no_gaps BEFORE INSERT ON billing.reconciliation
    FOR EACH ROW EXECUTE FUNCTION billing.check_window();
CREATE TRIGGER keeps_end BEFORE UPDATE ON billing.reconciliation
    FOR EACH ROW WHEN (OLD.state <> 'running') EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER keeps BEFORE UPDATE ON billing.reconciliation
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('state', 'ended_at', 'listed', 'found', 'error');
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.reconciliation
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.foreign_payment
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER transition BEFORE UPDATE ON billing.refund FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('refund');
CREATE TRIGGER transition BEFORE UPDATE ON billing.chargeback FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('chargeback');
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.refund
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.chargeback
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
-- A refund keeps what was requested. Its note and the reason of its refusal never change once they are written, but may
-- be erased with the member.
CREATE TRIGGER keeps BEFORE UPDATE ON billing.refund
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite(
        'provider_ref', 'state', 'approved_by', 'refused_for', 'refused_words', 'decided_at', 'submitted_at',
        'settled_at', 'next_check_at', 'note');
CREATE TRIGGER note_stands BEFORE UPDATE ON billing.refund FOR EACH ROW
    WHEN (NEW.note NOT IN (OLD.note, '(erased)'))
    EXECUTE FUNCTION billing.refuse_rewrite('state');
CREATE TRIGGER refusal_stands BEFORE UPDATE ON billing.refund FOR EACH ROW
    WHEN (OLD.refused_for IS NOT NULL
          AND (OLD.refused_for IS DISTINCT FROM NEW.refused_for
               OR NEW.refused_words NOT IN (OLD.refused_words, '(erased)')))
    EXECUTE FUNCTION billing.refuse_rewrite('state');
-- A settlement never changes; staff may add an explanation.
CREATE TRIGGER keeps BEFORE UPDATE ON billing.settlement
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('explained_by', 'explanation');
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.settlement
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.settlement_line
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
-- A bundle can be retired, and never changed.
CREATE TRIGGER keeps BEFORE UPDATE ON billing.price_bundle
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('retired_at');

-- The installation's own accounts of credits, which modules/billing/ledger/models.py names.
INSERT INTO billing.ledger_account (id, kind, unit) VALUES
    (1, 'credit_issue', 'CR'), (2, 'credit_income', 'CR'), (3, 'credit_hold', 'CR');

-- The rates of VAT of November 2026, in basis points; `hearth vat set` adds later ones.
INSERT INTO billing.vat_rate (country, since, basis_points) VALUES
    ('AT', '2020-01-01', 2000), ('BE', '2020-01-01', 2100), ('BG', '2020-01-01', 2000), ('CH', '2020-01-01', 810),
    ('CY', '2020-01-01', 1900), ('CZ', '2020-01-01', 2100), ('DE', '2020-01-01', 1900), ('DK', '2020-01-01', 2500),
    ('EE', '2020-01-01', 2400), ('ES', '2020-01-01', 2100), ('FI', '2020-01-01', 2550), ('FR', '2020-01-01', 2000),
    ('GB', '2020-01-01', 2000), ('GR', '2020-01-01', 2400), ('HR', '2020-01-01', 2500), ('HU', '2020-01-01', 2700),
    ('IE', '2020-01-01', 2300), ('IT', '2020-01-01', 2200), ('LT', '2020-01-01', 2100), ('LU', '2020-01-01', 1700),
    ('LV', '2020-01-01', 2100), ('MT', '2020-01-01', 1800), ('NL', '2020-01-01', 2100), ('NO', '2020-01-01', 2500),
    ('PL', '2020-01-01', 2300), ('PT', '2020-01-01', 2300), ('RO', '2020-01-01', 2100), ('SE', '2020-01-01', 2500),
    ('SI', '2020-01-01', 2200), ('SK', '2020-01-01', 2300);

-- Where each state may go.
INSERT INTO billing.transition (machine, from_state, to_state)
SELECT machine, from_state, unnest(to_states) FROM (VALUES
    ('order', 'loading', '{pending, completed, failed, cancelled}'::text[]),
    ('order', 'pending', '{completed, failed, cancelled}'),
    ('order', 'failed', '{loading, completed}'),
    ('order', 'cancelled', '{loading, completed}'),
    ('payment', 'prepared', '{submitted, canceled}'),
    ('payment', 'submitted', '{unknown, open, pending, authorized, paid, failed, canceled, expired}'),
    ('payment', 'unknown', '{open, pending, authorized, paid, failed, canceled, expired}'),
    ('payment', 'open', '{pending, authorized, paid, failed, canceled, expired}'),
    ('payment', 'pending', '{authorized, paid, failed, canceled, expired}'),
    ('payment', 'authorized', '{paid, failed, canceled, expired}'),
    ('payment', 'failed', '{paid}'),
    ('payment', 'canceled', '{paid}'),
    ('payment', 'expired', '{paid}'),
    ('refund', 'requested', '{approved, rejected}'),
    ('refund', 'approved', '{submitted}'),
    ('refund', 'submitted', '{unknown, queued, pending, processing, refunded, failed, canceled}'),
    ('refund', 'unknown', '{queued, pending, processing, refunded, failed, canceled}'),
    ('refund', 'queued', '{pending, processing, refunded, failed, canceled}'),
    ('refund', 'pending', '{processing, refunded, failed, canceled}'),
    ('refund', 'processing', '{refunded, failed, canceled}'),
    ('refund', 'refunded', '{failed}'),
    ('chargeback', 'received', '{reversed}'),
    ('mandate', 'valid', '{invalid, revoked}'),
    ('mandate', 'invalid', '{valid}'),
    ('redemption', 'reserved', '{redeemed, released}'),
    ('redemption', 'released', '{reserved, redeemed, honoured}'),
    ('redemption', 'redeemed', '{released}'),
    ('redemption', 'honoured', '{released}'),
    ('dd_mandate', 'active', '{invalid, closed, lapsed}'),
    ('dd_mandate', 'invalid', '{closed}'),
    ('dd_collection', 'scheduled', '{batched, canceled}'),
    ('dd_collection', 'batched', '{sent, scheduled}'),
    ('dd_collection', 'sent', '{settled, rejected, scheduled}'),
    ('dd_collection', 'settled', '{returned}'),
    ('dd_batch', 'draft', '{released, discarded}'),
    ('dd_batch', 'released', '{exported, discarded}'),
    ('dd_batch', 'exported', '{refused}')
) AS machines (machine, from_state, to_states);
"""


def upgrade() -> None:
    op.execute(SCHEMA)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
