"""An order with a discount code is paid only while it has the code, and holds it as long as it can be paid."""

from alembic import op

revision = "0088_payments_that_go_back"
down_revision = "0087_what_was_done_in_a_case"
branch_labels = None
depends_on = None

REASONS = "'withdrawal', 'support', 'paid-twice', 'code-used', 'over-limit', 'member-gone'"

# Both look when the transaction ends, as an order, its payments and its code change one after the other.
TRIGGERS = """
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
    EXECUTE FUNCTION billing.check_code_is_redeemed();
CREATE FUNCTION billing.check_code_is_free() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM billing.payment WHERE order_id = NEW.order_id
                  AND state IN ('prepared', 'submitted', 'unknown', 'open', 'pending', 'authorized'))
       AND NOT EXISTS (SELECT FROM billing.redemption AS other
                        WHERE other.code_id = NEW.code_id AND other.member_id = NEW.member_id
                          AND other.state IN ('reserved', 'redeemed')) THEN
        RAISE EXCEPTION 'order % can still be paid, so its code is not free', NEW.order_id
              USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER code_is_free AFTER UPDATE OF state ON billing.redemption
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (OLD.state = 'reserved' AND NEW.state = 'released') EXECUTE FUNCTION billing.check_code_is_free()
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.drop_constraint("refund_reason_check", "refund", schema="billing")
    op.execute(
        f"ALTER TABLE billing.refund ADD CONSTRAINT refund_reason_check CHECK (reason IN ({REASONS})) NOT VALID"
    )
    op.execute("ALTER TABLE billing.refund VALIDATE CONSTRAINT refund_reason_check")
    for statement in TRIGGERS.split(";\nCREATE "):
        op.execute(statement if statement.lstrip().startswith("CREATE") else f"CREATE {statement}")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
