"""Orders are found by how well the country is known in which they are taxed."""

from alembic import op

revision = "0097_orders_by_evidence"
down_revision = "0096_codes_of_what_can_be_paid"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # All of it reads every order, nobody waits for it, and it may be run again: what an interrupted run left of the
    # index is dropped.
    with op.get_context().autocommit_block():
        for name in ("vat_place", "vat_country", "vat_standing"):
            op.execute(f"ALTER TABLE billing.credit_order VALIDATE CONSTRAINT credit_order_{name}_check")
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS billing.credit_order_vat_standing_idx")
        op.execute(
            "CREATE INDEX CONCURRENTLY credit_order_vat_standing_idx"
            " ON billing.credit_order (vat_standing, id) WHERE vat_standing IS NOT NULL"
        )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
