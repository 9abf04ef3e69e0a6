"""An order with a discount code is paid only while it has the code."""

from alembic import op

revision = "0088_payments_that_go_back"
down_revision = "0087_what_was_done_in_a_case"
branch_labels = None
depends_on = None

REASONS = "'code-used', 'over-limit', 'member-gone'"

# It looks when the transaction ends, as an order, its payments and its code change one after the other.
TRIGGER = """
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
CREATE CONSTRAINT TRIGGER code_is_redeemed AFTER UPDATE OF state ON billing.credit_order
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.state = 'completed' AND OLD.state <> 'completed' AND NEW.discount_code <> '')
    EXECUTE FUNCTION billing.check_code_is_redeemed()
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    # The version before reads these refunds as those of second payments, whose reason it knows.
    op.execute("ALTER TABLE billing.refund ADD COLUMN not_taken_for text")
    op.execute(
        "ALTER TABLE billing.refund ADD CONSTRAINT refund_not_taken_for_check CHECK"
        f" (not_taken_for IS NULL OR (reason = 'paid-twice' AND not_taken_for IN ({REASONS}))) NOT VALID"
    )
    op.execute("ALTER TABLE billing.refund VALIDATE CONSTRAINT refund_not_taken_for_check")
    op.execute(TRIGGER)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
