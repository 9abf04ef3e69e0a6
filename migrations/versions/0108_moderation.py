"""Baseline: schema of the moderation module."""

from alembic import op

revision = "0108_moderation"
down_revision = "0107_messaging"
branch_labels = None
depends_on = None

SCHEMA = r"""
CREATE SCHEMA IF NOT EXISTS moderation;

CREATE TABLE moderation.fictional_hours (
    profile_id uuid NOT NULL,
    days smallint[] NOT NULL,
    opens smallint NOT NULL,
    closes smallint NOT NULL,
    CONSTRAINT fictional_hours_pkey PRIMARY KEY (profile_id),
    CONSTRAINT fictional_hours_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES accounts.member (id),
    CONSTRAINT fictional_hours_days_check CHECK (cardinality(days) > 0 AND days <@ ARRAY[1::smallint, 2::smallint,
        3::smallint, 4::smallint, 5::smallint, 6::smallint, 7::smallint]),
    CONSTRAINT fictional_hours_hours_check CHECK (opens BETWEEN 0 AND 23 AND closes BETWEEN 1 AND 24
        AND opens <> closes)
);

CREATE TABLE moderation.fraud_notice (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    removed_id uuid NOT NULL,
    credits bigint NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    withdrawn_at timestamptz,
    CONSTRAINT fraud_notice_pkey PRIMARY KEY (id),
    CONSTRAINT fraud_notice_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT fraud_notice_removed_id_fkey FOREIGN KEY (removed_id) REFERENCES accounts.member (id),
    CONSTRAINT fraud_notice_credits_check CHECK (credits >= 0),
    CONSTRAINT fraud_notice_two_members_check CHECK (member_id <> removed_id)
);
CREATE INDEX fraud_notice_member_idx ON moderation.fraud_notice (member_id);
CREATE INDEX fraud_notice_removed_idx ON moderation.fraud_notice (removed_id);
CREATE UNIQUE INDEX fraud_notice_told_key ON moderation.fraud_notice (member_id, removed_id) WHERE withdrawn_at IS NULL;

CREATE TABLE moderation.staff (
    id uuid NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    password_hash text NOT NULL,
    roles text[] NOT NULL,
    totp_secret bytea NOT NULL,
    last_totp_step bigint NOT NULL DEFAULT '0'::bigint,
    created_at timestamptz NOT NULL DEFAULT now(),
    disabled_at timestamptz,
    languages text[] NOT NULL DEFAULT '{}'::text[],
    CONSTRAINT staff_pkey PRIMARY KEY (id),
    CONSTRAINT staff_email_key UNIQUE (email),
    CONSTRAINT staff_email_lower_check CHECK (email = lower(email)),
    CONSTRAINT staff_languages_check CHECK (languages <@ ARRAY['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no',
        'pl', 'sv']),
    CONSTRAINT staff_roles_check CHECK (cardinality(roles) > 0 AND roles <@ ARRAY['moderator', 'support', 'finance',
        'writer', 'admin'])
);

CREATE TABLE moderation.audit_event (
    id uuid NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    staff_id uuid,
    action text NOT NULL,
    resource text NOT NULL,
    record_id text,
    reason text NOT NULL DEFAULT '',
    detail jsonb NOT NULL DEFAULT '{}'::jsonb,
    request_id text,
    CONSTRAINT audit_event_pkey PRIMARY KEY (id),
    CONSTRAINT audit_event_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES moderation.staff (id)
);
CREATE INDEX audit_event_action_idx ON moderation.audit_event (action, at DESC);
CREATE INDEX audit_event_at_idx ON moderation.audit_event (at);
CREATE INDEX audit_event_record_idx ON moderation.audit_event (resource, record_id, at DESC);
CREATE INDEX audit_event_staff_idx ON moderation.audit_event (staff_id, at DESC);

CREATE TABLE moderation.complaint (
    id uuid NOT NULL,
    number text NOT NULL,
    site_id uuid NOT NULL,
    member_id uuid,
    contact_id uuid,
    topic text NOT NULL,
    language text NOT NULL,
    state text NOT NULL DEFAULT 'open',
    claimed_by uuid,
    created_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz NOT NULL,
    closed_at timestamptz,
    opened_by uuid,
    CONSTRAINT complaint_pkey PRIMARY KEY (id),
    CONSTRAINT complaint_number_key UNIQUE (number),
    CONSTRAINT complaint_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES moderation.staff (id),
    CONSTRAINT complaint_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT complaint_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES moderation.staff (id),
    CONSTRAINT complaint_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT complaint_closed_at_check CHECK ((state = 'closed') = (closed_at IS NOT NULL)),
    CONSTRAINT complaint_from_somebody_check CHECK (num_nonnulls(member_id, contact_id) = 1),
    CONSTRAINT complaint_state_check CHECK (state IN ('open', 'waiting', 'answered', 'closed')),
    CONSTRAINT complaint_topic_check CHECK (topic IN ('payment', 'person', 'account', 'decision', 'privacy', 'other'))
);
CREATE INDEX complaint_contact_idx ON moderation.complaint (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX complaint_member_idx ON moderation.complaint (member_id, created_at DESC);
CREATE INDEX complaint_queue_idx ON moderation.complaint (state, due_at);

CREATE TABLE moderation.complaint_message (
    id uuid NOT NULL,
    complaint_id uuid NOT NULL,
    author text NOT NULL,
    staff_id uuid,
    body text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    origin bytea,
    CONSTRAINT complaint_message_pkey PRIMARY KEY (id),
    CONSTRAINT complaint_message_complaint_id_fkey FOREIGN KEY (complaint_id) REFERENCES moderation.complaint (id),
    CONSTRAINT complaint_message_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES moderation.staff (id),
    CONSTRAINT complaint_message_author_check CHECK (author IN ('complainant', 'staff', 'note')),
    CONSTRAINT complaint_message_body_check CHECK (char_length(body) <= 5000),
    CONSTRAINT complaint_message_mailed_check CHECK (origin IS NULL OR author = 'complainant'),
    CONSTRAINT complaint_message_staff_check CHECK ((author IN ('staff', 'note')) = (staff_id IS NOT NULL))
);
CREATE INDEX complaint_message_complaint_idx ON moderation.complaint_message (complaint_id, created_at);
CREATE UNIQUE INDEX complaint_message_origin_key ON moderation.complaint_message (complaint_id,
    origin) WHERE origin IS NOT NULL;

CREATE TABLE moderation.conversation_lock (
    conversation_id uuid NOT NULL,
    member_id uuid NOT NULL,
    staff_id uuid NOT NULL,
    until timestamptz NOT NULL,
    CONSTRAINT conversation_lock_pkey PRIMARY KEY (conversation_id),
    CONSTRAINT conversation_lock_staff_id_key UNIQUE (staff_id),
    CONSTRAINT conversation_lock_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT conversation_lock_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES moderation.staff (id)
);
CREATE INDEX conversation_lock_member_idx ON moderation.conversation_lock (member_id);

CREATE TABLE moderation.fictional_message (
    message_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    staff_id uuid NOT NULL,
    kind text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT fictional_message_pkey PRIMARY KEY (message_id),
    CONSTRAINT fictional_message_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES moderation.staff (id),
    CONSTRAINT fictional_message_kind_check CHECK (kind IN ('answer', 'truth'))
);
CREATE INDEX fictional_message_conversation_idx ON moderation.fictional_message (conversation_id);
CREATE INDEX fictional_message_staff_idx ON moderation.fictional_message (staff_id, at);

CREATE TABLE moderation.fictional_note (
    id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    member_id uuid NOT NULL,
    staff_id uuid NOT NULL,
    body text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    erase_at timestamptz NOT NULL,
    CONSTRAINT fictional_note_pkey PRIMARY KEY (id),
    CONSTRAINT fictional_note_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT fictional_note_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES moderation.staff (id),
    CONSTRAINT fictional_note_body_check CHECK (char_length(body) BETWEEN 1 AND 1000),
    CONSTRAINT fictional_note_order_check CHECK (erase_at > created_at)
);
CREATE INDEX fictional_note_conversation_idx ON moderation.fictional_note (conversation_id, created_at);
CREATE INDEX fictional_note_erase_idx ON moderation.fictional_note (erase_at);
CREATE INDEX fictional_note_member_idx ON moderation.fictional_note (member_id);

CREATE TABLE moderation.fictional_writer (
    profile_id uuid NOT NULL,
    staff_id uuid NOT NULL,
    CONSTRAINT fictional_writer_pkey PRIMARY KEY (profile_id, staff_id),
    CONSTRAINT fictional_writer_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES accounts.member (id),
    CONSTRAINT fictional_writer_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES moderation.staff (id)
);

CREATE TABLE moderation.recovery_code (
    staff_id uuid NOT NULL,
    code_hash text NOT NULL,
    used_at timestamptz,
    CONSTRAINT recovery_code_pkey PRIMARY KEY (staff_id, code_hash),
    CONSTRAINT recovery_code_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES moderation.staff (id)
);

CREATE TABLE moderation.review_item (
    id uuid NOT NULL,
    site_id uuid NOT NULL,
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    member_id uuid NOT NULL,
    priority smallint NOT NULL,
    signals text[] NOT NULL DEFAULT '{}'::text[],
    digest bytea,
    message_id uuid,
    state text NOT NULL DEFAULT 'open',
    version integer NOT NULL DEFAULT 0,
    opened_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz NOT NULL,
    claimed_by uuid,
    claimed_until timestamptz,
    decided_by uuid,
    closed_at timestamptz,
    CONSTRAINT review_item_pkey PRIMARY KEY (id),
    CONSTRAINT review_item_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES moderation.staff (id),
    CONSTRAINT review_item_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES moderation.staff (id),
    CONSTRAINT review_item_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT review_item_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT review_item_claimed_check CHECK ( CASE state WHEN 'claimed' THEN num_nulls(claimed_by,
        claimed_until) = 0 ELSE num_nonnulls(claimed_by, claimed_until) = 0 END),
    CONSTRAINT review_item_closed_check CHECK ((state IN ('decided', 'gone')) = (closed_at IS NOT NULL)),
    CONSTRAINT review_item_decided_by_check CHECK (decided_by IS NULL OR state = 'decided'),
    CONSTRAINT review_item_kind_check CHECK (kind IN ('photo', 'profile-text', 'member-report', 'photo-report',
        'message-report', 'risk', 'evasion', 'opened')),
    CONSTRAINT review_item_priority_check CHECK (priority BETWEEN 1 AND 3),
    CONSTRAINT review_item_signals_check CHECK (signals <@ ARRAY['money-words', 'new-asks-money', 'alike-openers',
        'luring-openers', 'shared-device', 'banned-device', 'banned-email', 'banned-photo', 'banned-bank-account']),
    CONSTRAINT review_item_state_check CHECK (state IN ('open', 'claimed', 'decided', 'gone'))
);
CREATE INDEX review_item_member_idx ON moderation.review_item (member_id, opened_at DESC);
CREATE INDEX review_item_queue_idx ON moderation.review_item (priority, due_at) WHERE state IN ('open', 'claimed');
CREATE UNIQUE INDEX review_item_waiting_key ON moderation.review_item (kind, subject_id) WHERE state IN ('open',
    'claimed');

CREATE TABLE moderation.conversation_access (
    id uuid NOT NULL,
    item_id uuid,
    staff_id uuid NOT NULL,
    role text NOT NULL,
    conversation_id uuid NOT NULL,
    one_id uuid NOT NULL,
    other_id uuid NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT conversation_access_pkey PRIMARY KEY (id),
    CONSTRAINT conversation_access_item_id_fkey FOREIGN KEY (item_id) REFERENCES moderation.review_item (id),
    CONSTRAINT conversation_access_one_id_fkey FOREIGN KEY (one_id) REFERENCES accounts.member (id),
    CONSTRAINT conversation_access_other_id_fkey FOREIGN KEY (other_id) REFERENCES accounts.member (id),
    CONSTRAINT conversation_access_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES moderation.staff (id),
    CONSTRAINT conversation_access_case_check CHECK (item_id IS NOT NULL OR role = 'writer'),
    CONSTRAINT conversation_access_role_check CHECK (role IN ('moderator', 'support', 'finance', 'writer', 'admin')),
    CONSTRAINT conversation_access_two_members_check CHECK (one_id <> other_id)
);
CREATE INDEX conversation_access_item_idx ON moderation.conversation_access (item_id,
    at DESC) WHERE item_id IS NOT NULL;
CREATE INDEX conversation_access_one_idx ON moderation.conversation_access (one_id, at DESC);
CREATE INDEX conversation_access_other_idx ON moderation.conversation_access (other_id, at DESC);

CREATE TABLE moderation.decision (
    id uuid NOT NULL,
    number text NOT NULL,
    site_id uuid NOT NULL,
    member_id uuid NOT NULL,
    item_id uuid,
    rule text,
    measure text NOT NULL,
    features text[] NOT NULL DEFAULT '{}'::text[],
    facts text NOT NULL DEFAULT '',
    days smallint,
    strikes smallint NOT NULL DEFAULT '0'::smallint,
    is_automated boolean NOT NULL DEFAULT false,
    evidence jsonb NOT NULL DEFAULT '{}'::jsonb,
    state text NOT NULL,
    decided_by uuid,
    second_by uuid,
    created_at timestamptz NOT NULL DEFAULT now(),
    in_force_at timestamptz,
    ends_at timestamptz,
    appeal_until timestamptz,
    closed_at timestamptz,
    emptied_at timestamptz,
    photo_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
    takes_texts boolean NOT NULL DEFAULT false,
    due_at timestamptz,
    takes_name boolean NOT NULL DEFAULT false,
    CONSTRAINT decision_pkey PRIMARY KEY (id),
    CONSTRAINT decision_number_key UNIQUE (number),
    CONSTRAINT decision_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES moderation.staff (id),
    CONSTRAINT decision_item_id_fkey FOREIGN KEY (item_id) REFERENCES moderation.review_item (id),
    CONSTRAINT decision_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT decision_second_by_fkey FOREIGN KEY (second_by) REFERENCES moderation.staff (id),
    CONSTRAINT decision_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT decision_another_signs_check CHECK (second_by <> decided_by),
    CONSTRAINT decision_appeal_until_check CHECK (appeal_until >= (in_force_at + '180 days'::interval)),
    CONSTRAINT decision_by_a_person_check CHECK (NOT is_automated),
    CONSTRAINT decision_can_be_appealed_check CHECK ((appeal_until IS NULL) = (in_force_at IS NULL)),
    CONSTRAINT decision_closed_check CHECK ((closed_at IS NULL) = (state IN ('proposed', 'in-force'))),
    CONSTRAINT decision_days_check CHECK (days BETWEEN 1 AND 365),
    CONSTRAINT decision_facts_check CHECK (char_length(facts) <= 3000),
    CONSTRAINT decision_features_check CHECK (features <@ ARRAY['messages', 'photos', 'likes', 'profile']),
    CONSTRAINT decision_in_force_check CHECK ((in_force_at IS NULL) = (state IN ('proposed', 'refused'))),
    CONSTRAINT decision_lasts_check CHECK ((measure IN ('feature-limit', 'timed-ban')) = (days IS NOT NULL)),
    CONSTRAINT decision_limits_something_check CHECK ((measure = 'feature-limit') = (features <> '{}'::text[])),
    CONSTRAINT decision_measure_check CHECK (measure IN ('none', 'remove-content', 'warning', 'strike',
        'feature-limit', 'timed-ban', 'permanent-ban')),
    CONSTRAINT decision_rule_check CHECK (rule IN ('fraud', 'fake', 'insult', 'sexual', 'minor', 'spam', 'photo',
        'illegal', 'evasion')),
    CONSTRAINT decision_says_which_rule_check CHECK ((measure = 'none') = (rule IS NULL)),
    CONSTRAINT decision_says_why_check CHECK (measure = 'none' OR facts <> '' OR emptied_at IS NOT NULL),
    CONSTRAINT decision_state_check CHECK (state IN ('proposed', 'in-force', 'refused', 'lifted', 'ended')),
    CONSTRAINT decision_takes_for_a_reason_check CHECK (measure <> 'none' OR photo_ids = '{}'::uuid[]
        AND NOT takes_texts AND NOT takes_name),
    CONSTRAINT decision_two_sign_for_good_check CHECK (measure <> 'permanent-ban' OR (state IN ('proposed',
        'refused')) OR second_by IS NOT NULL)
);
CREATE INDEX decision_ending_idx ON moderation.decision (ends_at) WHERE state = 'in-force';
CREATE INDEX decision_item_idx ON moderation.decision (item_id);
CREATE UNIQUE INDEX decision_item_key ON moderation.decision (item_id,
    (measure = 'remove-content')) WHERE state <> 'refused';
CREATE INDEX decision_member_idx ON moderation.decision (member_id, created_at DESC);

CREATE TABLE moderation.appeal (
    id uuid NOT NULL,
    decision_id uuid NOT NULL,
    words text NOT NULL,
    state text NOT NULL DEFAULT 'open',
    created_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz NOT NULL,
    decided_at timestamptz,
    decided_by uuid,
    outcome text,
    answer text NOT NULL DEFAULT '',
    CONSTRAINT appeal_pkey PRIMARY KEY (id),
    CONSTRAINT appeal_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES moderation.staff (id),
    CONSTRAINT appeal_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES moderation.decision (id),
    CONSTRAINT appeal_decided_check CHECK ( CASE state WHEN 'decided' THEN num_nulls(decided_at, decided_by,
        outcome) = 0 ELSE num_nonnulls(decided_at, decided_by, outcome) = 0 END),
    CONSTRAINT appeal_outcome_check CHECK (outcome IN ('confirmed', 'reversed')),
    CONSTRAINT appeal_state_check CHECK (state IN ('open', 'decided')),
    CONSTRAINT appeal_words_check CHECK (char_length(words) <= 3000 AND char_length(answer) <= 2000)
);
CREATE INDEX appeal_decision_id_idx ON moderation.appeal (decision_id);
CREATE UNIQUE INDEX appeal_open_key ON moderation.appeal (decision_id) WHERE state = 'open';
CREATE INDEX appeal_queue_idx ON moderation.appeal (state, due_at);

CREATE TABLE moderation.banned_likeness (
    id uuid NOT NULL,
    decision_id uuid NOT NULL,
    bands bigint[] NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT banned_likeness_pkey PRIMARY KEY (id),
    CONSTRAINT banned_likeness_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES moderation.decision (id),
    CONSTRAINT banned_likeness_bands_check CHECK (cardinality(bands) = 16)
);
CREATE INDEX banned_likeness_bands_idx ON moderation.banned_likeness USING gin (bands);
CREATE INDEX banned_likeness_decision_id_idx ON moderation.banned_likeness (decision_id);

CREATE TABLE moderation.banned_mark (
    decision_id uuid NOT NULL,
    kind text NOT NULL,
    mark bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT banned_mark_pkey PRIMARY KEY (decision_id, kind, mark),
    CONSTRAINT banned_mark_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES moderation.decision (id),
    CONSTRAINT banned_mark_kind_check CHECK (kind IN ('email', 'device', 'photo', 'bank-account'))
);
CREATE INDEX banned_mark_mark_idx ON moderation.banned_mark (mark);

CREATE TABLE moderation.fictional_handover (
    conversation_id uuid NOT NULL,
    item_id uuid NOT NULL,
    staff_id uuid NOT NULL,
    reason text NOT NULL,
    is_urgent boolean NOT NULL,
    last_seq integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT fictional_handover_pkey PRIMARY KEY (conversation_id, item_id, is_urgent),
    CONSTRAINT fictional_handover_item_id_fkey FOREIGN KEY (item_id) REFERENCES moderation.review_item (id),
    CONSTRAINT fictional_handover_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES moderation.staff (id),
    CONSTRAINT fictional_handover_last_seq_check CHECK (last_seq > 0),
    CONSTRAINT fictional_handover_reason_check CHECK (char_length(reason) BETWEEN 3 AND 2000)
);
CREATE INDEX fictional_handover_item_idx ON moderation.fictional_handover (item_id);

CREATE TABLE moderation.handover (
    complaint_id uuid NOT NULL,
    item_id uuid NOT NULL,
    staff_id uuid NOT NULL,
    reason text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT handover_pkey PRIMARY KEY (complaint_id, item_id),
    CONSTRAINT handover_complaint_id_fkey FOREIGN KEY (complaint_id) REFERENCES moderation.complaint (id),
    CONSTRAINT handover_item_id_fkey FOREIGN KEY (item_id) REFERENCES moderation.review_item (id),
    CONSTRAINT handover_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES moderation.staff (id),
    CONSTRAINT handover_reason_check CHECK (char_length(reason) BETWEEN 3 AND 2000)
);
CREATE INDEX handover_item_idx ON moderation.handover (item_id);

CREATE TABLE moderation.opened_case (
    item_id uuid NOT NULL,
    staff_id uuid NOT NULL,
    reason text NOT NULL,
    CONSTRAINT opened_case_pkey PRIMARY KEY (item_id),
    CONSTRAINT opened_case_item_id_fkey FOREIGN KEY (item_id) REFERENCES moderation.review_item (id),
    CONSTRAINT opened_case_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES moderation.staff (id),
    CONSTRAINT opened_case_reason_check CHECK (char_length(reason) BETWEEN 3 AND 2000)
);

CREATE TABLE moderation.report (
    id uuid NOT NULL,
    number text NOT NULL,
    site_id uuid NOT NULL,
    reporter_id uuid NOT NULL,
    reported_id uuid NOT NULL,
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    reason text NOT NULL,
    words text NOT NULL DEFAULT '',
    evidence jsonb NOT NULL,
    state text NOT NULL DEFAULT 'open',
    claimed_by uuid,
    created_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz NOT NULL,
    decided_at timestamptz,
    decided_by uuid,
    outcome text,
    answer text NOT NULL DEFAULT '',
    decision_id uuid,
    reviewed_at timestamptz,
    CONSTRAINT report_pkey PRIMARY KEY (id),
    CONSTRAINT report_number_key UNIQUE (number),
    CONSTRAINT report_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES moderation.staff (id),
    CONSTRAINT report_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES moderation.staff (id),
    CONSTRAINT report_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES moderation.decision (id),
    CONSTRAINT report_reported_id_fkey FOREIGN KEY (reported_id) REFERENCES accounts.member (id),
    CONSTRAINT report_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES accounts.member (id),
    CONSTRAINT report_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites.site (id),
    CONSTRAINT report_decided_check CHECK ( CASE state WHEN 'decided' THEN num_nulls(decided_at, decided_by,
        outcome) = 0 ELSE num_nonnulls(decided_at, decided_by, outcome) = 0 END),
    CONSTRAINT report_kind_check CHECK (kind IN ('profile', 'photo', 'message')),
    CONSTRAINT report_not_oneself_check CHECK (reporter_id <> reported_id),
    CONSTRAINT report_outcome_check CHECK (outcome IN ('upheld', 'not-upheld')),
    CONSTRAINT report_reason_check CHECK (reason IN ('fake', 'money', 'insult', 'sexual', 'minor', 'danger', 'other')),
    CONSTRAINT report_reviewed_check CHECK (reviewed_at IS NULL OR outcome = 'upheld'),
    CONSTRAINT report_state_check CHECK (state IN ('open', 'decided')),
    CONSTRAINT report_subject_check CHECK (kind <> 'profile' OR subject_id = reported_id),
    CONSTRAINT report_words_check CHECK (char_length(words) <= 2000 AND char_length(answer) <= 2000)
);
CREATE INDEX report_decision_idx ON moderation.report (decision_id);
CREATE UNIQUE INDEX report_open_key ON moderation.report (reporter_id, kind, subject_id) WHERE state = 'open';
CREATE INDEX report_queue_idx ON moderation.report (state, due_at);
CREATE INDEX report_reported_idx ON moderation.report (reported_id);
CREATE INDEX report_reporter_idx ON moderation.report (reporter_id, created_at DESC);

CREATE TABLE moderation.review_match (
    id uuid NOT NULL,
    item_id uuid NOT NULL,
    signal text NOT NULL,
    other_id uuid NOT NULL,
    photo_id uuid,
    known_id uuid,
    CONSTRAINT review_match_pkey PRIMARY KEY (id),
    CONSTRAINT review_match_item_id_signal_other_id_photo_id_key UNIQUE NULLS NOT DISTINCT (item_id, signal,
        other_id, photo_id),
    CONSTRAINT review_match_item_id_fkey FOREIGN KEY (item_id) REFERENCES moderation.review_item (id),
    CONSTRAINT review_match_other_id_fkey FOREIGN KEY (other_id) REFERENCES accounts.member (id),
    CONSTRAINT review_match_known_by_picture_check CHECK (known_id IS NULL OR photo_id IS NOT NULL),
    CONSTRAINT review_match_shows_picture_check CHECK ((signal = 'banned-photo') = (photo_id IS NOT NULL)),
    CONSTRAINT review_match_signal_check CHECK (signal IN ('money-words', 'new-asks-money', 'alike-openers',
        'luring-openers', 'shared-device', 'banned-device', 'banned-email', 'banned-photo', 'banned-bank-account')),
    CONSTRAINT review_match_two_pictures_check CHECK (known_id <> photo_id)
);
CREATE INDEX review_match_other_id_idx ON moderation.review_match (other_id);

CREATE TABLE moderation.staff_login_failure (
    email_hash bytea NOT NULL,
    place text NOT NULL,
    failures integer NOT NULL DEFAULT 0,
    blocked_until timestamptz,
    failed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT staff_login_failure_pkey PRIMARY KEY (email_hash, place),
    CONSTRAINT staff_login_failure_failures_check CHECK (failures >= 0)
);

CREATE TABLE moderation.staff_session (
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    staff_id uuid NOT NULL,
    network text NOT NULL,
    opened_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL,
    closed_at timestamptz,
    confirmed_at timestamptz NOT NULL,
    CONSTRAINT staff_session_pkey PRIMARY KEY (id),
    CONSTRAINT staff_session_token_hash_key UNIQUE (token_hash),
    CONSTRAINT staff_session_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES moderation.staff (id)
);
CREATE INDEX staff_session_staff_id_idx ON moderation.staff_session (staff_id);

-- Rows never change, but the columns that the trigger names may be emptied when somebody is erased. A report also
-- changes its state, may lose the messages before the reported one from its evidence, and is reviewed again at most
-- once.
CREATE FUNCTION moderation.refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    emptied jsonb := to_jsonb(OLD);
    field text;
BEGIN
    FOREACH field IN ARRAY TG_ARGV LOOP
        IF to_jsonb(NEW) -> field IN ('""', '{}') THEN
            emptied := jsonb_set(emptied, ARRAY[field], to_jsonb(NEW) -> field);
        END IF;
    END LOOP;
    IF TG_TABLE_NAME = 'report' THEN
        emptied := emptied || jsonb_build_object(
            'state', NEW.state, 'claimed_by', NEW.claimed_by, 'decided_by', NEW.decided_by,
            'decided_at', NEW.decided_at, 'outcome', NEW.outcome, 'answer', NEW.answer,
            'decision_id', NEW.decision_id, 'reviewed_at', NEW.reviewed_at);
        IF NEW.evidence - 'before' = OLD.evidence - 'before' AND OLD.evidence -> 'before' @> (NEW.evidence -> 'before') THEN
            emptied := jsonb_set(emptied, '{evidence}', NEW.evidence);
        END IF;
        IF OLD.state = 'decided' AND ((OLD.outcome, OLD.decided_at) <> (NEW.outcome, NEW.decided_at)
                                      OR NEW.answer NOT IN (OLD.answer, '')) THEN
            RAISE EXCEPTION 'a decision stands' USING ERRCODE = 'restrict_violation';
        END IF;
        IF OLD.reviewed_at IS NOT NULL AND NEW.reviewed_at IS DISTINCT FROM OLD.reviewed_at THEN
            RAISE EXCEPTION 'what was judged anew stays so' USING ERRCODE = 'restrict_violation';
        END IF;
    END IF;
    IF to_jsonb(NEW) <> emptied THEN
        RAISE EXCEPTION '%.% keeps what it says', TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION moderation.refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%.% is kept', TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- Only a reply of the complainant reopens a closed complaint.
CREATE FUNCTION moderation.keep_complaint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.state = 'closed' AND NEW.state NOT IN ('closed', 'open') THEN
        RAISE EXCEPTION 'a closed complaint is only opened again' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.state = 'open' AND OLD.state <> 'open' AND NOT EXISTS (
        SELECT FROM moderation.complaint_message AS said
         WHERE said.complaint_id = NEW.id AND said.author = 'complainant'
           AND said.created_at >= coalesce(OLD.closed_at, OLD.created_at)
    ) THEN
        RAISE EXCEPTION 'a reply opens a complaint again' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

-- A decision never changes but for its state; its words and evidence may be emptied.
CREATE FUNCTION moderation.keep_decision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    next_one jsonb := to_jsonb(OLD) || jsonb_build_object(
        'state', NEW.state, 'second_by', NEW.second_by, 'in_force_at', NEW.in_force_at, 'ends_at', NEW.ends_at,
        'appeal_until', NEW.appeal_until, 'closed_at', NEW.closed_at, 'emptied_at', NEW.emptied_at);
BEGIN
    IF NEW.facts = '' AND NEW.emptied_at IS NOT NULL THEN next_one := next_one || '{"facts": ""}'; END IF;
    IF NEW.evidence = '{}' THEN next_one := next_one || '{"evidence": {}}'; END IF;
    IF to_jsonb(NEW) <> next_one THEN
        RAISE EXCEPTION 'a decision stands as it was made' USING ERRCODE = 'restrict_violation';
    END IF;
    IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
        ('proposed', 'in-force'), ('proposed', 'refused'), ('in-force', 'lifted'), ('in-force', 'ended'),
        ('ended', 'lifted')) THEN
        RAISE EXCEPTION 'a decision does not become % after %', NEW.state, OLD.state
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

-- Every decision is in the audit log, written in the same transaction.
CREATE FUNCTION moderation.demand_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM moderation.audit_event
                    WHERE resource = TG_ARGV[0] AND record_id = NEW.id::text AND at = now()) THEN
        RAISE EXCEPTION 'a decision is written down in the audit' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

-- An appeal is filed in time, never changes, and is decided by somebody who has not decided about it before. Its words
-- and its answer may be emptied.
CREATE FUNCTION moderation.keep_appeal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    against moderation.decision;
BEGIN
    SELECT * INTO against FROM moderation.decision WHERE id = NEW.decision_id;
    IF TG_OP = 'INSERT' THEN
        IF against.appeal_until IS NULL OR now() > against.appeal_until THEN
            RAISE EXCEPTION 'the time to object is over' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF NEW.decided_by IN (against.decided_by, against.second_by) OR OLD.state = 'open' AND EXISTS (
        SELECT FROM moderation.appeal
         WHERE decision_id = NEW.decision_id AND id <> NEW.id AND decided_by = NEW.decided_by) THEN
        RAISE EXCEPTION 'somebody else decides about an appeal' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.words NOT IN (OLD.words, '') OR NEW.decision_id <> OLD.decision_id OR (OLD.state = 'decided' AND (
        (NEW.state, NEW.outcome, NEW.decided_by) <> (OLD.state, OLD.outcome, OLD.decided_by)
        OR NEW.answer NOT IN (OLD.answer, ''))) THEN
        RAISE EXCEPTION 'an appeal stays as it was said and decided' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

-- A closed case stays closed, and each change increments the version, so that nobody decides on an outdated view.
CREATE FUNCTION moderation.keep_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.closed_at IS NOT NULL THEN
        RAISE EXCEPTION 'a closed case stays closed' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.version <> OLD.version + 1 THEN
        RAISE EXCEPTION 'a change of a case counts its version on' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

-- The audit log is append-only; a reason may be emptied when the member whom it is about is erased.
CREATE FUNCTION moderation.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'moderation.audit_event is append-only' USING ERRCODE = 'restrict_violation';
        END $$;

CREATE TRIGGER keeps BEFORE UPDATE ON moderation.complaint_message
    FOR EACH ROW EXECUTE FUNCTION moderation.refuse_rewrite('body');
CREATE TRIGGER keeps BEFORE UPDATE ON moderation.report
    FOR EACH ROW EXECUTE FUNCTION moderation.refuse_rewrite('words', 'evidence');
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.complaint_message
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.report
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();
CREATE TRIGGER keeps BEFORE UPDATE OF state ON moderation.complaint
    FOR EACH ROW EXECUTE FUNCTION moderation.keep_complaint();
CREATE TRIGGER keeps BEFORE UPDATE ON moderation.decision
    FOR EACH ROW EXECUTE FUNCTION moderation.keep_decision();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.decision
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OF state ON moderation.decision
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION moderation.demand_audit('moderation.decisions');
CREATE CONSTRAINT TRIGGER audited AFTER UPDATE OF state ON moderation.appeal
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION moderation.demand_audit('moderation.appeals');
CREATE TRIGGER keeps BEFORE INSERT OR UPDATE ON moderation.appeal
    FOR EACH ROW EXECUTE FUNCTION moderation.keep_appeal();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.appeal
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();
-- The record of who wrote for a fictional profile is append-only.
CREATE TRIGGER keeps BEFORE UPDATE ON moderation.fictional_message
    FOR EACH ROW EXECUTE FUNCTION moderation.refuse_rewrite();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.fictional_message
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();
CREATE TRIGGER versions BEFORE UPDATE ON moderation.review_item
    FOR EACH ROW EXECUTE FUNCTION moderation.keep_versions();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.review_item
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();
-- The record of who read a conversation is append-only.
CREATE TRIGGER keeps BEFORE UPDATE ON moderation.conversation_access
    FOR EACH ROW EXECUTE FUNCTION moderation.refuse_rewrite();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.conversation_access
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON moderation.audit_event
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_change();
CREATE TRIGGER keeps BEFORE UPDATE ON moderation.audit_event FOR EACH ROW
    WHEN (NEW.reason <> '' OR to_jsonb(NEW) - 'reason' <> to_jsonb(OLD) - 'reason')
    EXECUTE FUNCTION moderation.refuse_change();
"""


def upgrade() -> None:
    op.execute(SCHEMA)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
