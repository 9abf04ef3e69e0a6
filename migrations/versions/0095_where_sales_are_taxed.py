"""Orders are taxed where two pieces of evidence say that the customer is."""

import sqlalchemy as sa
from alembic import op

revision = "0095_where_sales_are_taxed"
down_revision = "0094_addresses_of_claims"
branch_labels = None
depends_on = None

# VAT is known for good when an order is paid; until then, and after, it stays as it is.
VAT = """
DROP TRIGGER keeps ON billing.credit_order;
CREATE TRIGGER keeps BEFORE UPDATE ON billing.credit_order FOR EACH ROW
    WHEN (OLD.state = 'completed' OR NEW.state <> 'completed')
    EXECUTE FUNCTION billing.refuse_rewrite('state', 'completed_at');
CREATE TRIGGER keeps_but_vat BEFORE UPDATE ON billing.credit_order FOR EACH ROW
    WHEN (OLD.state <> 'completed' AND NEW.state = 'completed')
    EXECUTE FUNCTION billing.refuse_rewrite(
        'state', 'completed_at', 'vat_basis_points', 'vat_minor', 'vat_country', 'vat_standing')
"""

EVIDENCE = """
CREATE FUNCTION billing.check_vat_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT count(*) FROM billing.sale_evidence WHERE order_id = NEW.id AND country = NEW.vat_country) < 2 THEN
        RAISE EXCEPTION 'order % is taxed in % without two pieces of evidence', NEW.id, NEW.vat_country
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER vat_has_evidence AFTER UPDATE OF state ON billing.credit_order FOR EACH ROW
    WHEN (NEW.state = 'completed' AND OLD.state <> 'completed' AND NEW.vat_standing = 'agreed')
    EXECUTE FUNCTION billing.check_vat_evidence();
CREATE FUNCTION billing.refuse_late_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM billing.credit_order WHERE id = NEW.order_id AND state = 'completed') THEN
        RAISE EXCEPTION 'order % is taxed already', NEW.order_id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER in_time BEFORE INSERT ON billing.sale_evidence
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_late_evidence();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.sale_evidence
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change()
"""

CHECKS = {
    "vat_place": "(vat_country IS NULL) = (vat_standing IS NULL)",
    "vat_country": "vat_country ~ '^[A-Z]{2}$'",
    "vat_standing": "vat_standing IN ('agreed', 'single', 'contradictory', 'none')",
}


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_table(
        "sale_evidence",
        sa.Column("order_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("country", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(
            "kind IN ('profile', 'network', 'card', 'bank', 'paypal')", name=op.f("sale_evidence_kind_check")
        ),
        sa.CheckConstraint("country ~ '^[A-Z]{2}$'", name=op.f("sale_evidence_country_check")),
        sa.ForeignKeyConstraint(["order_id"], ["billing.credit_order.id"], name=op.f("sale_evidence_order_id_fkey")),
        sa.PrimaryKeyConstraint("order_id", "kind", name=op.f("sale_evidence_pkey")),
        schema="billing",
    )
    # Orders that were paid before, or by the version before, have neither.
    op.execute("ALTER TABLE billing.credit_order ADD COLUMN vat_country text, ADD COLUMN vat_standing text")
    # What is there already is read by 0097, for which nobody waits.
    for name, check in CHECKS.items():
        op.execute(
            f"ALTER TABLE billing.credit_order ADD CONSTRAINT credit_order_{name}_check CHECK ({check}) NOT VALID"
        )
    op.execute(VAT)
    op.execute(EVIDENCE)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
