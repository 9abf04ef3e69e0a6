"""Settlements: what providers paid out to the bank, line by line, and the accounts that it moves."""

import sqlalchemy as sa
from alembic import op

revision = "0033_settlements"
down_revision = "0032_reconciliation"
branch_labels = None
depends_on = None

REASONS = (
    "signup", "purchase", "message", "photo", "gift", "refund", "support", "payout-hold", "payout", "payout-failed",
    "chargeback", "chargeback-reversed", "settlement",
)  # fmt: skip

LEDGER = f"""
ALTER TABLE billing.ledger_account
    DROP CONSTRAINT ledger_account_kind_check,
    ADD CONSTRAINT ledger_account_kind_check CHECK (
        (unit = 'CR') = (kind IN ('wallet', 'credit_issue', 'credit_income', 'credit_hold')) AND (unit = 'CR') <>
        (kind IN ('clearing', 'deferred_revenue', 'revenue', 'vat_payable', 'unallocated', 'goodwill', 'chargeback_loss',
                  'bank', 'provider_fees', 'exchange', 'residue'))
    );
ALTER TABLE billing.ledger_tx
    DROP CONSTRAINT ledger_tx_reason_check,
    ADD CONSTRAINT ledger_tx_reason_check CHECK (reason IN ({", ".join(f"'{reason}'" for reason in REASONS)}))
"""

BOOKED = """
CREATE TRIGGER keeps BEFORE UPDATE ON billing.settlement
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('explained_by', 'explanation');
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.settlement
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.settlement_line
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change()
"""


def upgrade() -> None:
    op.execute(LEDGER)
    op.create_table(
        "settlement",
        sa.Column("id", sa.Uuid(), primary_key=True),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("provider_ref", sa.Text(), nullable=False),
        sa.Column("reference", sa.Text(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("fees_minor", sa.BigInteger(), nullable=False),
        sa.Column("residue_minor", sa.BigInteger(), nullable=False),
        sa.Column("tx_id", sa.Uuid(), sa.ForeignKey("billing.ledger_tx.id"), nullable=False, unique=True),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("booked_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("explained_by", sa.Text()),
        sa.Column("explanation", sa.Text(), nullable=False, server_default=""),
        sa.CheckConstraint("amount_minor > 0", name=op.f("settlement_amount_check")),
        sa.CheckConstraint("(explained_by IS NOT NULL) = (explanation <> '')", name=op.f("settlement_explained_check")),
        sa.UniqueConstraint("provider", "provider_ref", name=op.f("settlement_provider_provider_ref_key")),
        schema="billing",
    )
    op.create_table(
        "settlement_line",
        sa.Column("id", sa.BigInteger(), sa.Identity(), primary_key=True),
        sa.Column("settlement_id", sa.Uuid(), sa.ForeignKey("billing.settlement.id"), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("provider_ref", sa.Text(), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("settled_minor", sa.BigInteger(), nullable=False),
        sa.Column("problem", sa.Text()),
        sa.CheckConstraint(
            "subject IN ('payment', 'refund', 'chargeback')", name=op.f("settlement_line_subject_check")
        ),
        sa.CheckConstraint(
            "problem IN ('unknown', 'foreign', 'another amount', 'another state', 'settled before')",
            name=op.f("settlement_line_problem_check"),
        ),
        sa.CheckConstraint("(subject = 'payment') = (amount_minor > 0)", name=op.f("settlement_line_sign_check")),
        schema="billing",
    )
    op.create_index(
        "settlement_line_once_key",
        "settlement_line",
        ["provider", "subject", "provider_ref"],
        unique=True,
        schema="billing",
        postgresql_where=sa.text("problem IS NULL"),
    )
    op.create_index("settlement_line_settlement_idx", "settlement_line", ["settlement_id"], schema="billing")
    op.execute(BOOKED)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
