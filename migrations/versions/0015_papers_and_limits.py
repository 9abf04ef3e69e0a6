"""Invoices and credit notes, spending limits, credits that are bought by themselves, and the mails about money."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0015_papers_and_limits"
down_revision = "0014_direct_debit"
branch_labels = None
depends_on = None

# Tax law wants every number, once, in order: a paper is written once and for all, with the number after the last.
PAPERS = """
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
CREATE TRIGGER follows BEFORE INSERT ON billing.paper
    FOR EACH ROW EXECUTE FUNCTION billing.check_paper_number();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.paper
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change()
"""

MAILS = (
    "activate", "reset-password", "password-changed", "already-member", "new-message", "order-paid", "payment-failed",
    "refund-asked", "refund-arrived", "refund-failed", "chargeback", "discount", "reload-started", "reload-bought",
    "reload-paused", "reload-ended", "direct-debit-notice",
)  # fmt: skip


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_table(
        "paper_counter",
        sa.Column("company_id", sa.Uuid(), nullable=False),
        sa.Column("year", sa.SmallInteger(), nullable=False),
        sa.Column("last", sa.Integer(), server_default="0", nullable=False),
        sa.CheckConstraint("last >= 0", name=op.f("paper_counter_last_check")),
        sa.PrimaryKeyConstraint("company_id", "year", name=op.f("paper_counter_pkey")),
        schema="billing",
    )
    op.create_table(
        "spend_limit",
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("next_minor", sa.Integer(), nullable=True),
        sa.Column("next_currency", sa.Text(), nullable=True),
        sa.Column("next_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("minor >= 0 AND next_minor >= 0", name=op.f("spend_limit_minor_check")),
        sa.CheckConstraint("next_at IS NOT NULL OR next_minor IS NULL", name=op.f("spend_limit_next_check")),
        sa.CheckConstraint(
            "(next_minor IS NULL) = (next_currency IS NULL)", name=op.f("spend_limit_next_currency_check")
        ),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("spend_limit_member_id_fkey")),
        sa.PrimaryKeyConstraint("member_id", name=op.f("spend_limit_pkey")),
        schema="billing",
    )
    op.create_table(
        "reload_rule",
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("threshold", sa.SmallInteger(), nullable=False),
        sa.Column("bundle_id", sa.Uuid(), nullable=False),
        sa.Column("mandate_id", sa.Uuid(), nullable=False),
        sa.Column("monthly_cap_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("failures", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("next_try_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("agreed_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("end_reason", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "end_reason IN ('member', 'declined', 'failed-twice', 'method-gone', 'bundle-gone')",
            name=op.f("reload_rule_end_reason_check"),
        ),
        sa.CheckConstraint("(ended_at IS NULL) = (end_reason IS NULL)", name=op.f("reload_rule_ended_check")),
        sa.CheckConstraint("failures BETWEEN 0 AND 2", name=op.f("reload_rule_failures_check")),
        sa.CheckConstraint("monthly_cap_minor > 0", name=op.f("reload_rule_monthly_cap_check")),
        sa.CheckConstraint("threshold BETWEEN 1 AND 1000", name=op.f("reload_rule_threshold_check")),
        sa.ForeignKeyConstraint(["bundle_id"], ["billing.price_bundle.id"], name=op.f("reload_rule_bundle_id_fkey")),
        sa.ForeignKeyConstraint(["mandate_id"], ["billing.mandate.id"], name=op.f("reload_rule_mandate_id_fkey")),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("reload_rule_member_id_fkey")),
        sa.PrimaryKeyConstraint("member_id", name=op.f("reload_rule_pkey")),
        schema="billing",
    )
    op.create_index(
        "reload_rule_active_idx",
        "reload_rule",
        ["next_try_at"],
        unique=False,
        schema="billing",
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.create_table(
        "paper",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("company_id", sa.Uuid(), nullable=False),
        sa.Column("year", sa.SmallInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("order_id", sa.Uuid(), nullable=False),
        sa.Column("refund_id", sa.Uuid(), nullable=True),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("seller", postgresql.JSONB(), nullable=False),
        sa.Column("buyer", postgresql.JSONB(), nullable=False),
        sa.Column("lines", postgresql.JSONB(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("amount_minor", sa.Integer(), nullable=False),
        sa.Column("vat_basis_points", sa.SmallInteger(), nullable=False),
        sa.Column("vat_minor", sa.Integer(), nullable=False),
        sa.Column("issued_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("(kind = 'invoice') = (refund_id IS NULL)", name=op.f("paper_refund_check")),
        sa.CheckConstraint("kind IN ('invoice', 'credit-note', 'reversal')", name=op.f("paper_kind_check")),
        sa.CheckConstraint(
            "amount_minor > 0 AND vat_minor BETWEEN 0 AND amount_minor", name=op.f("paper_amount_check")
        ),
        sa.CheckConstraint("number > 0", name=op.f("paper_number_check")),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("paper_member_id_fkey")),
        sa.ForeignKeyConstraint(["order_id"], ["billing.credit_order.id"], name=op.f("paper_order_id_fkey")),
        sa.ForeignKeyConstraint(["refund_id"], ["billing.refund.id"], name=op.f("paper_refund_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("paper_pkey")),
        sa.UniqueConstraint("company_id", "year", "number", name=op.f("paper_company_id_year_number_key")),
        schema="billing",
    )
    op.create_index(
        "paper_invoice_key",
        "paper",
        ["order_id"],
        unique=True,
        schema="billing",
        postgresql_where=sa.text("kind = 'invoice'"),
    )
    op.create_index("paper_order_idx", "paper", ["order_id"], unique=False, schema="billing")
    op.create_index("paper_refund_key", "paper", ["refund_id", "kind"], unique=True, schema="billing")
    op.create_index(
        "credit_order_reload_key",
        "credit_order",
        ["member_id"],
        unique=True,
        schema="billing",
        postgresql_where=sa.text("origin = 'reload' AND state IN ('loading', 'pending')"),
    )
    op.execute(PAPERS)
    types = ", ".join(f"'{mail}'" for mail in MAILS)
    op.drop_constraint(op.f("mail_type_check"), "mail", schema="notifications", type_="check")
    op.create_check_constraint(op.f("mail_type_check"), "mail", f"type IN ({types})", schema="notifications")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
