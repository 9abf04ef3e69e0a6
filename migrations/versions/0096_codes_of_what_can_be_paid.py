"""A discount code is let go by an order only when no payment of that can be taken any more, or to another order."""

from alembic import op

revision = "0096_codes_of_what_can_be_paid"
down_revision = "0095_where_sales_are_taxed"
branch_labels = None
depends_on = None

LIVE = "'prepared', 'submitted', 'unknown', 'open', 'pending', 'authorized'"

# It looks when the transaction ends: the code moves, and the payment may end, in the same one.
TRIGGER = f"""
CREATE FUNCTION billing.check_code_is_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM billing.payment JOIN billing.credit_order AS own ON own.id = payment.order_id
                WHERE own.id = NEW.order_id AND own.state <> 'completed' AND payment.state IN ({LIVE}))
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
CREATE CONSTRAINT TRIGGER code_is_held AFTER UPDATE OF state ON billing.redemption
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (OLD.state = 'reserved' AND NEW.state = 'released')
    EXECUTE FUNCTION billing.check_code_is_held()
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute(TRIGGER)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
