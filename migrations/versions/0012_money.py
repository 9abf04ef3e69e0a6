"""Money: bundles, orders, payments, refunds, chargebacks, discount codes; the ledger learns money beside credits."""

from datetime import date

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0012_money"
down_revision = "0011_catalog_speed"
branch_labels = None
depends_on = None

# The rates of VAT of November 2026, in basis points; `hearth vat set` adds later ones.
VAT = {
    "AT": 2000, "BE": 2100, "BG": 2000, "CH": 810, "CY": 1900, "CZ": 2100, "DE": 1900, "DK": 2500, "EE": 2400, "ES": 2100,
    "FI": 2550, "FR": 2000, "GB": 2000, "GR": 2400, "HR": 2500, "HU": 2700, "IE": 2300, "IT": 2200, "LT": 2100, "LU": 1700,
    "LV": 2100, "MT": 1800, "NL": 2100, "NO": 2500, "PL": 2300, "PT": 2300, "RO": 2100, "SE": 2500, "SI": 2200, "SK": 2300,
}  # fmt: skip

REASONS = (
    "signup", "purchase", "message", "photo", "gift", "refund", "support", "payout-hold", "payout", "payout-failed",
    "chargeback", "chargeback-reversed",
)  # fmt: skip

LEDGER = f"""
ALTER TABLE billing.ledger_account
    DROP CONSTRAINT ledger_account_kind_check,
    ADD CONSTRAINT ledger_account_kind_check CHECK (
        (unit = 'CR') = (kind IN ('wallet', 'credit_issue', 'credit_income', 'credit_hold')) AND (unit = 'CR') <>
        (kind IN ('clearing', 'deferred_revenue', 'revenue', 'vat_payable', 'unallocated', 'goodwill', 'chargeback_loss'))
    );
ALTER TABLE billing.ledger_tx
    DROP CONSTRAINT ledger_tx_reason_check,
    DROP CONSTRAINT ledger_tx_refunds_reverse_check,
    ADD CONSTRAINT ledger_tx_reason_check CHECK (reason IN ({", ".join(f"'{reason}'" for reason in REASONS)})),
    ADD CONSTRAINT ledger_tx_refunds_reverse_check CHECK (
        (reverses_tx IS NOT NULL) = (reason IN ('refund', 'payout-failed', 'chargeback-reversed'))
    );
ALTER TABLE billing.credit_lot
    ADD CONSTRAINT credit_lot_money_check CHECK (
        paid_remaining BETWEEN 0 AND paid AND net_remaining BETWEEN 0 AND net
    ),
    ADD CONSTRAINT credit_lot_net_check CHECK (net <= paid AND net_remaining <= paid_remaining),
    ADD CONSTRAINT credit_lot_empty_holds_no_money_check CHECK (remaining > 0 OR paid_remaining = 0),
    ADD CONSTRAINT credit_lot_bought_has_order_check CHECK (
        (kind = 'purchased') = (order_id IS NOT NULL AND paid > 0)
    ),
    ADD CONSTRAINT credit_lot_currency_check CHECK ((paid > 0) = (currency IS NOT NULL));
ALTER TABLE billing.lot_use ADD CONSTRAINT lot_use_net_check CHECK (net BETWEEN 0 AND paid);
INSERT INTO billing.ledger_account (id, kind, unit) VALUES (3, 'credit_hold', 'CR')
"""

# Whatever a statement wants, a state changes only along the rows of billing.transition.
TRANSITIONS = """
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
CREATE TRIGGER transition BEFORE UPDATE ON billing.credit_order FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('order');
CREATE TRIGGER transition BEFORE UPDATE ON billing.payment FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('payment');
CREATE TRIGGER transition BEFORE UPDATE ON billing.refund FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('refund');
CREATE TRIGGER transition BEFORE UPDATE ON billing.chargeback FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('chargeback');
CREATE TRIGGER transition BEFORE UPDATE ON billing.mandate FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('mandate');
CREATE TRIGGER transition BEFORE UPDATE ON billing.redemption FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('redemption')
"""

# What was quoted stays quoted; what was sold stays as it was sold.
QUOTES = """
CREATE FUNCTION billing.refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF to_jsonb(NEW) - TG_ARGV <> to_jsonb(OLD) - TG_ARGV THEN
        RAISE EXCEPTION '%.% keeps what it says', TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER keeps BEFORE UPDATE ON billing.price_bundle
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('retired_at');
CREATE TRIGGER keeps BEFORE UPDATE ON billing.credit_order
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('state', 'completed_at');
CREATE TRIGGER keeps BEFORE UPDATE ON billing.refund
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite(
        'provider_ref', 'state', 'approved_by', 'settled_at', 'next_check_at');
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.credit_order
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.payment
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.refund
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.chargeback
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change()
"""

MACHINES = {
    "order": {
        "loading": ["pending", "completed", "failed", "cancelled"],
        "pending": ["completed", "failed", "cancelled"],
        "failed": ["loading", "completed"],
        "cancelled": ["loading", "completed"],
    },
    "payment": {
        "prepared": ["submitted", "canceled"],
        "submitted": ["unknown", "open", "pending", "authorized", "paid", "failed", "canceled", "expired"],
        "unknown": ["open", "pending", "authorized", "paid", "failed", "canceled", "expired"],
        "open": ["pending", "authorized", "paid", "failed", "canceled", "expired"],
        "pending": ["authorized", "paid", "failed", "canceled", "expired"],
        "authorized": ["paid", "failed", "canceled", "expired"],
        "failed": ["paid"],
        "canceled": ["paid"],
        "expired": ["paid"],
    },
    "refund": {
        "requested": ["approved", "rejected"],
        "approved": ["submitted"],
        "submitted": ["unknown", "queued", "pending", "processing", "refunded", "failed", "canceled"],
        "unknown": ["queued", "pending", "processing", "refunded", "failed", "canceled"],
        "queued": ["pending", "processing", "refunded", "failed", "canceled"],
        "pending": ["processing", "refunded", "failed", "canceled"],
        "processing": ["refunded", "failed", "canceled"],
        "refunded": ["failed"],
    },
    "chargeback": {
        "received": ["reversed"],
    },
    "mandate": {
        "valid": ["invalid", "revoked"],
        "invalid": ["valid"],
    },
    "redemption": {
        "reserved": ["redeemed", "released"],
        "released": ["reserved", "redeemed"],
        "redeemed": ["released"],
    },
}


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_table(
        "provider_notice",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("ref", sa.Text(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("provider_notice_pkey")),
        schema="billing",
    )
    op.create_index(op.f("provider_notice_ref_idx"), "provider_notice", ["ref"], unique=False, schema="billing")
    op.create_table(
        "transition",
        sa.Column("machine", sa.Text(), nullable=False),
        sa.Column("from_state", sa.Text(), nullable=False),
        sa.Column("to_state", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("machine", "from_state", "to_state", name=op.f("transition_pkey")),
        schema="billing",
    )
    op.create_table(
        "vat_rate",
        sa.Column("country", sa.Text(), nullable=False),
        sa.Column("since", sa.Date(), nullable=False),
        sa.Column("basis_points", sa.SmallInteger(), nullable=False),
        sa.CheckConstraint("basis_points BETWEEN 0 AND 5000", name=op.f("vat_rate_basis_points_check")),
        sa.PrimaryKeyConstraint("country", "since", name=op.f("vat_rate_pkey")),
        schema="billing",
    )
    op.create_table(
        "price_bundle",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("country", sa.Text(), nullable=False),
        sa.Column("credits", sa.Integer(), nullable=False),
        sa.Column("price_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("retired_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("country ~ '^[A-Z]{2}$' AND currency ~ '^[A-Z]{3}$'", name=op.f("price_bundle_codes_check")),
        sa.CheckConstraint("credits > 0 AND price_minor > 0", name=op.f("price_bundle_positive_check")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("price_bundle_site_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("price_bundle_pkey")),
        schema="billing",
    )
    op.create_index(
        "price_bundle_for_sale_key",
        "price_bundle",
        ["site_id", "country", "credits"],
        unique=True,
        schema="billing",
        postgresql_where=sa.text("retired_at IS NULL"),
    )
    op.create_index(
        "price_bundle_version_key",
        "price_bundle",
        ["site_id", "country", "credits", "version"],
        unique=True,
        schema="billing",
    )
    op.create_table(
        "credit_order",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("bundle_id", sa.Uuid(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("country", sa.Text(), nullable=False),
        sa.Column("credits", sa.Integer(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("gross_minor", sa.Integer(), nullable=False),
        sa.Column("discount_minor", sa.Integer(), server_default="0", nullable=False),
        sa.Column("discount_code", sa.Text(), server_default="", nullable=False),
        sa.Column("total_minor", sa.Integer(), nullable=False),
        sa.Column("vat_basis_points", sa.SmallInteger(), nullable=False),
        sa.Column("vat_minor", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), server_default="loading", nullable=False),
        sa.Column("client_key", sa.Text(), nullable=False),
        sa.Column("client_hash", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("completed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "(discount_minor > 0) = (discount_code <> '')", name=op.f("credit_order_discount_has_code_check")
        ),
        sa.CheckConstraint(
            "(state = 'completed') = (completed_at IS NOT NULL)", name=op.f("credit_order_completed_check")
        ),
        sa.CheckConstraint("origin IN ('shop', 'repeat', 'reload')", name=op.f("credit_order_origin_check")),
        sa.CheckConstraint(
            "state IN ('loading', 'pending', 'completed', 'failed', 'cancelled')", name=op.f("credit_order_state_check")
        ),
        sa.CheckConstraint("credits > 0 AND total_minor > 0", name=op.f("credit_order_positive_check")),
        sa.CheckConstraint(
            "discount_minor >= 0 AND total_minor = gross_minor - discount_minor", name=op.f("credit_order_total_check")
        ),
        sa.CheckConstraint("vat_minor BETWEEN 0 AND total_minor", name=op.f("credit_order_vat_check")),
        sa.ForeignKeyConstraint(["bundle_id"], ["billing.price_bundle.id"], name=op.f("credit_order_bundle_id_fkey")),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("credit_order_member_id_fkey")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("credit_order_site_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("credit_order_pkey")),
        sa.UniqueConstraint("member_id", "client_key", name=op.f("credit_order_member_id_client_key_key")),
        schema="billing",
    )
    op.create_index(
        "credit_order_member_idx", "credit_order", ["member_id", "created_at"], unique=False, schema="billing"
    )
    op.create_table(
        "customer",
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("ref", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("customer_member_id_fkey")),
        sa.PrimaryKeyConstraint("member_id", "provider", name=op.f("customer_pkey")),
        sa.UniqueConstraint("provider", "ref", name=op.f("customer_provider_ref_key")),
        schema="billing",
    )
    op.create_table(
        "discount_code",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("occasion", sa.Text(), nullable=False),
        sa.Column("value_percentage", sa.SmallInteger(), nullable=False),
        sa.Column("country", sa.Text(), nullable=True),
        sa.Column("member_id", sa.Uuid(), nullable=True),
        sa.Column("starts", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=True),
        sa.Column("validity", sa.Integer(), nullable=True),
        sa.Column("currency", sa.Text(), nullable=True),
        sa.Column("minimum_order_minor", sa.Integer(), server_default="0", nullable=False),
        sa.Column("paymentmethods", postgresql.ARRAY(sa.Text()), nullable=True),
        sa.Column("max_uses", sa.Integer(), nullable=True),
        sa.Column("used", sa.Integer(), server_default="0", nullable=False),
        sa.Column("is_active", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("code = upper(code) AND code ~ '^[A-Z0-9-]{3,32}$'", name=op.f("discount_code_code_check")),
        sa.CheckConstraint(
            "occasion IN ('promotion', 'welcome', 'time-bonus', 'comeback', 'birthday', 'apology')",
            name=op.f("discount_code_occasion_check"),
        ),
        sa.CheckConstraint(
            "minimum_order_minor = 0 OR currency IS NOT NULL", name=op.f("discount_code_minimum_has_currency_check")
        ),
        sa.CheckConstraint("minimum_order_minor >= 0", name=op.f("discount_code_minimum_order_check")),
        sa.CheckConstraint("used BETWEEN 0 AND max_uses", name=op.f("discount_code_used_check")),
        sa.CheckConstraint("validity > 0", name=op.f("discount_code_validity_check")),
        sa.CheckConstraint("value_percentage BETWEEN 1 AND 90", name=op.f("discount_code_value_check")),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("discount_code_member_id_fkey")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("discount_code_site_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("discount_code_pkey")),
        schema="billing",
    )
    op.create_index("discount_code_code_key", "discount_code", ["site_id", "code"], unique=True, schema="billing")
    op.create_index(
        "discount_code_standing_key",
        "discount_code",
        ["site_id", "occasion"],
        unique=True,
        schema="billing",
        postgresql_where=sa.text("is_active AND occasion IN ('welcome', 'time-bonus')"),
    )
    op.create_table(
        "mandate",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("provider_ref", sa.Text(), nullable=False),
        sa.Column("method", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), server_default="valid", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("state IN ('valid', 'invalid', 'revoked')", name=op.f("mandate_state_check")),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("mandate_member_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("mandate_pkey")),
        sa.UniqueConstraint("provider", "provider_ref", name=op.f("mandate_provider_provider_ref_key")),
        schema="billing",
    )
    op.create_index("mandate_member_idx", "mandate", ["member_id"], unique=False, schema="billing")
    op.create_table(
        "payment",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("order_id", sa.Uuid(), nullable=False),
        sa.Column("attempt_no", sa.SmallInteger(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("provider_ref", sa.Text(), nullable=True),
        sa.Column("provider_key", sa.Text(), nullable=False),
        sa.Column("method", sa.Text(), nullable=False),
        sa.Column("issuer", sa.Text(), nullable=True),
        sa.Column("step", sa.Text(), nullable=False),
        sa.Column("mandate_id", sa.Uuid(), nullable=True),
        sa.Column("amount_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), server_default="prepared", nullable=False),
        sa.Column("failure", sa.Text(), nullable=True),
        sa.Column("checkout_url", sa.Text(), nullable=True),
        sa.Column("is_credited", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("refunded_minor", sa.Integer(), server_default="0", nullable=False),
        sa.Column("charged_back_minor", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("checked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("next_check_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("NOT is_credited OR state = 'paid'", name=op.f("payment_credited_is_paid_check")),
        sa.CheckConstraint(
            "state IN ('prepared', 'submitted', 'unknown', 'open', 'pending', 'authorized', 'paid', 'failed', 'canceled', 'expired')",
            name=op.f("payment_state_check"),
        ),
        sa.CheckConstraint("amount_minor > 0", name=op.f("payment_amount_check")),
        sa.CheckConstraint("charged_back_minor BETWEEN 0 AND amount_minor", name=op.f("payment_charged_back_check")),
        sa.CheckConstraint("refunded_minor BETWEEN 0 AND amount_minor", name=op.f("payment_refunded_check")),
        sa.ForeignKeyConstraint(["mandate_id"], ["billing.mandate.id"], name=op.f("payment_mandate_id_fkey")),
        sa.ForeignKeyConstraint(["order_id"], ["billing.credit_order.id"], name=op.f("payment_order_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("payment_pkey")),
        sa.UniqueConstraint("order_id", "attempt_no", name=op.f("payment_order_id_attempt_no_key")),
        sa.UniqueConstraint("provider", "provider_ref", name=op.f("payment_provider_provider_ref_key")),
        sa.UniqueConstraint("provider_key", name=op.f("payment_provider_key_key")),
        schema="billing",
    )
    op.create_index(
        "payment_credited_key",
        "payment",
        ["order_id"],
        unique=True,
        schema="billing",
        postgresql_where=sa.text("is_credited"),
    )
    op.create_index(
        "payment_live_key",
        "payment",
        ["order_id"],
        unique=True,
        schema="billing",
        postgresql_where=sa.text("state IN ('prepared', 'submitted', 'unknown', 'open', 'pending', 'authorized')"),
    )
    op.create_index(
        "payment_open_idx",
        "payment",
        ["next_check_at"],
        unique=False,
        schema="billing",
        postgresql_where=sa.text("state IN ('prepared', 'submitted', 'unknown', 'open', 'pending', 'authorized')"),
    )
    op.create_table(
        "redemption",
        sa.Column("order_id", sa.Uuid(), nullable=False),
        sa.Column("code_id", sa.Uuid(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("state IN ('reserved', 'redeemed', 'released')", name=op.f("redemption_state_check")),
        sa.ForeignKeyConstraint(["code_id"], ["billing.discount_code.id"], name=op.f("redemption_code_id_fkey")),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("redemption_member_id_fkey")),
        sa.ForeignKeyConstraint(["order_id"], ["billing.credit_order.id"], name=op.f("redemption_order_id_fkey")),
        sa.PrimaryKeyConstraint("order_id", name=op.f("redemption_pkey")),
        schema="billing",
    )
    op.create_index(
        "redemption_once_key",
        "redemption",
        ["code_id", "member_id"],
        unique=True,
        schema="billing",
        postgresql_where=sa.text("state IN ('reserved', 'redeemed')"),
    )
    op.create_table(
        "chargeback",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("provider_ref", sa.Text(), nullable=False),
        sa.Column("amount_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("credits", sa.Integer(), nullable=False),
        sa.Column("claw_tx", sa.Uuid(), nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("state", sa.Text(), server_default="received", nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reversed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("(state = 'reversed') = (reversed_at IS NOT NULL)", name=op.f("chargeback_reversed_check")),
        sa.CheckConstraint("state IN ('received', 'reversed')", name=op.f("chargeback_state_check")),
        sa.CheckConstraint("amount_minor > 0 AND credits >= 0", name=op.f("chargeback_amount_check")),
        sa.ForeignKeyConstraint(["claw_tx"], ["billing.ledger_tx.id"], name=op.f("chargeback_claw_tx_fkey")),
        sa.ForeignKeyConstraint(["payment_id"], ["billing.payment.id"], name=op.f("chargeback_payment_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("chargeback_pkey")),
        sa.UniqueConstraint("claw_tx", name=op.f("chargeback_claw_tx_key")),
        sa.UniqueConstraint("provider", "provider_ref", name=op.f("chargeback_provider_provider_ref_key")),
        schema="billing",
    )
    op.create_index("chargeback_payment_idx", "chargeback", ["payment_id"], unique=False, schema="billing")
    op.create_table(
        "refund",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("provider_ref", sa.Text(), nullable=True),
        sa.Column("provider_key", sa.Text(), nullable=False),
        sa.Column("amount_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("credits", sa.Integer(), nullable=False),
        sa.Column("hold_tx", sa.Uuid(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("state", sa.Text(), server_default="requested", nullable=False),
        sa.Column("needs_approval", sa.Boolean(), nullable=False),
        sa.Column("requested_by", sa.Text(), nullable=False),
        sa.Column("approved_by", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("next_check_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(
            "NOT needs_approval OR state IN ('requested', 'rejected') OR (approved_by IS NOT NULL AND approved_by <> requested_by)",
            name=op.f("refund_four_eyes_check"),
        ),
        sa.CheckConstraint("reason IN ('withdrawal', 'support', 'paid-twice')", name=op.f("refund_reason_check")),
        sa.CheckConstraint(
            "state IN ('requested', 'approved', 'rejected', 'submitted', 'unknown', 'queued', 'pending', 'processing', 'refunded', 'failed', 'canceled')",
            name=op.f("refund_state_check"),
        ),
        sa.CheckConstraint("(credits > 0) = (hold_tx IS NOT NULL)", name=op.f("refund_credits_are_held_check")),
        sa.CheckConstraint("amount_minor > 0 AND credits >= 0", name=op.f("refund_amount_check")),
        sa.ForeignKeyConstraint(["hold_tx"], ["billing.ledger_tx.id"], name=op.f("refund_hold_tx_fkey")),
        sa.ForeignKeyConstraint(["payment_id"], ["billing.payment.id"], name=op.f("refund_payment_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("refund_pkey")),
        sa.UniqueConstraint("hold_tx", name=op.f("refund_hold_tx_key")),
        sa.UniqueConstraint("provider", "provider_ref", name=op.f("refund_provider_provider_ref_key")),
        sa.UniqueConstraint("provider_key", name=op.f("refund_provider_key_key")),
        schema="billing",
    )
    op.create_index(
        "refund_open_idx",
        "refund",
        ["created_at"],
        unique=False,
        schema="billing",
        postgresql_where=sa.text("state NOT IN ('refunded', 'failed', 'canceled', 'rejected')"),
    )
    op.create_index("refund_payment_idx", "refund", ["payment_id"], unique=False, schema="billing")
    op.add_column("credit_lot", sa.Column("order_id", sa.Uuid(), nullable=True), schema="billing")
    op.add_column("credit_lot", sa.Column("currency", sa.Text(), nullable=True), schema="billing")
    op.add_column("credit_lot", sa.Column("paid", sa.Integer(), server_default="0", nullable=False), schema="billing")
    op.add_column("credit_lot", sa.Column("net", sa.Integer(), server_default="0", nullable=False), schema="billing")
    op.add_column(
        "credit_lot", sa.Column("paid_remaining", sa.Integer(), server_default="0", nullable=False), schema="billing"
    )
    op.add_column(
        "credit_lot", sa.Column("net_remaining", sa.Integer(), server_default="0", nullable=False), schema="billing"
    )
    op.create_unique_constraint(op.f("credit_lot_order_id_key"), "credit_lot", ["order_id"], schema="billing")
    op.create_foreign_key(
        op.f("credit_lot_order_id_fkey"),
        "credit_lot",
        "credit_order",
        ["order_id"],
        ["id"],
        source_schema="billing",
        referent_schema="billing",
    )
    op.add_column("lot_use", sa.Column("paid", sa.Integer(), server_default="0", nullable=False), schema="billing")
    op.add_column("lot_use", sa.Column("net", sa.Integer(), server_default="0", nullable=False), schema="billing")
    op.execute(LEDGER)
    op.execute(TRANSITIONS)
    op.execute(QUOTES)
    rows = [
        {"machine": machine, "from_state": old, "to_state": new}
        for machine, table in MACHINES.items()
        for old, targets in table.items()
        for new in targets
    ]
    transition = sa.table("transition", *map(sa.column, ("machine", "from_state", "to_state")), schema="billing")
    op.bulk_insert(transition, rows)
    rate = sa.table("vat_rate", *map(sa.column, ("country", "since", "basis_points")), schema="billing")
    op.bulk_insert(rate, [{"country": c, "since": date(2020, 1, 1), "basis_points": bp} for c, bp in VAT.items()])


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
