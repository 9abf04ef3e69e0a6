"""Baseline: schema of the notifications module."""

from alembic import op

revision = "0109_notifications"
down_revision = "0108_moderation"
branch_labels = None
depends_on = None

SCHEMA = r"""
CREATE SCHEMA IF NOT EXISTS notifications;

CREATE TABLE notifications.delivery (
    member_id uuid NOT NULL,
    mail_rhythm text NOT NULL DEFAULT 'at-once',
    quiet_from time,
    quiet_until time,
    shows_text boolean NOT NULL DEFAULT false,
    changed_at timestamptz NOT NULL DEFAULT now(),
    is_night_silent boolean NOT NULL DEFAULT true,
    CONSTRAINT delivery_pkey PRIMARY KEY (member_id),
    CONSTRAINT delivery_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT delivery_mail_rhythm_check CHECK (mail_rhythm IN ('at-once', 'daily')),
    CONSTRAINT delivery_quiet_hours_check CHECK ((quiet_from IS NULL) = (quiet_until IS NULL)
        AND (quiet_from <> quiet_until) IS NOT FALSE)
);

CREATE TABLE notifications.disabled_type (
    member_id uuid NOT NULL,
    type text NOT NULL,
    cause text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT disabled_type_pkey PRIMARY KEY (member_id, type),
    CONSTRAINT disabled_type_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT disabled_type_cause_check CHECK (cause IN ('unsubscribe', 'bounce', 'spam-report')),
    CONSTRAINT disabled_type_type_check CHECK (type IN ('message', 'like', 'match', 'offer'))
);

CREATE TABLE notifications.mail (
    id uuid NOT NULL,
    member_id uuid,
    type text NOT NULL,
    params jsonb NOT NULL DEFAULT '{}'::jsonb,
    cause_key text NOT NULL,
    state text NOT NULL DEFAULT 'queued',
    attempts smallint NOT NULL DEFAULT '0'::smallint,
    created_at timestamptz NOT NULL DEFAULT now(),
    sent_at timestamptz,
    not_before timestamptz,
    contact_id uuid,
    CONSTRAINT mail_pkey PRIMARY KEY (id),
    CONSTRAINT mail_cause_key_key UNIQUE (cause_key),
    CONSTRAINT mail_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT mail_not_before_check CHECK (not_before IS NULL OR state = 'queued'),
    CONSTRAINT mail_sent_at_check CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
    CONSTRAINT mail_state_check CHECK (state IN ('queued', 'sent', 'dropped')),
    CONSTRAINT mail_to_somebody_check CHECK (num_nonnulls(member_id, contact_id) = 1),
    CONSTRAINT mail_type_check CHECK (type IN ('activate', 'reset-password', 'password-changed', 'already-member',
        'new-message', 'order-paid', 'payment-failed', 'refund-asked', 'refund-arrived', 'refund-failed',
        'chargeback', 'discount', 'reload-started', 'reload-bought', 'reload-paused', 'reload-ended',
        'direct-debit-notice', 'email-change', 'email-change-notice', 'account-deleted', 'export-ready', 'new-like',
        'new-match', 'digest', 'apology', 'complaint-received', 'complaint-answered', 'complaint-closed',
        'report-received', 'report-decided', 'welcome', 'new-device', 'reactivated', 'fraud-notice', 'decision-made',
        'member-banned', 'appeal-decided', 'report-reviewed', 'refund-refused', 'login-blocked',
        'direct-debit-blocked', 'complaint-question', 'complaint-opened', 'decision-lifted', 'complaint-reply-lost',
        'fraud-notice-withdrawn'))
);
CREATE INDEX mail_contact_idx ON notifications.mail (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX mail_created_idx ON notifications.mail (created_at);
CREATE INDEX mail_member_idx ON notifications.mail (member_id, created_at);
CREATE INDEX mail_state_idx ON notifications.mail (state, id);
CREATE INDEX mail_type_idx ON notifications.mail (type, id);
CREATE INDEX mail_waiting_idx ON notifications.mail (not_before) WHERE not_before IS NOT NULL;

CREATE TABLE notifications.preference (
    member_id uuid NOT NULL,
    type text NOT NULL,
    channel text NOT NULL,
    is_on boolean NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT preference_pkey PRIMARY KEY (member_id, type, channel),
    CONSTRAINT preference_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT preference_channel_check CHECK (channel IN ('mail', 'push')),
    CONSTRAINT preference_type_check CHECK (type IN ('message', 'like', 'match', 'offer'))
);

CREATE TABLE notifications.push_notice (
    member_id uuid NOT NULL,
    type text NOT NULL,
    about uuid[] NOT NULL DEFAULT '{}'::uuid[],
    asked_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz,
    sent_at timestamptz,
    version integer NOT NULL DEFAULT 0,
    CONSTRAINT push_notice_pkey PRIMARY KEY (member_id, type),
    CONSTRAINT push_notice_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT push_notice_type_check CHECK (type IN ('message', 'like', 'match', 'offer')),
    CONSTRAINT push_notice_version_check CHECK (version >= 0)
);
CREATE INDEX push_notice_due_idx ON notifications.push_notice (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE notifications.push_subscription (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    session_id uuid NOT NULL,
    user_agent text NOT NULL DEFAULT '',
    used_at timestamptz,
    CONSTRAINT push_subscription_pkey PRIMARY KEY (id),
    CONSTRAINT push_subscription_endpoint_key UNIQUE (endpoint),
    CONSTRAINT push_subscription_member_id_fkey FOREIGN KEY (member_id) REFERENCES accounts.member (id),
    CONSTRAINT push_subscription_endpoint_is_https_check CHECK (endpoint ~~ 'https://%')
);
CREATE INDEX push_subscription_member_idx ON notifications.push_subscription (member_id);
"""


def upgrade() -> None:
    op.execute(SCHEMA)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
