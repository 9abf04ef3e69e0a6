"""The use of a code that was paid after somebody else had it is honoured: it counts no use, but is not free either.

Uses that were free although their order was paid and its money is not back are honoured from here on.
"""

from alembic import op

revision = "0057_codes_honoured"
down_revision = "0056_lost_replies"
branch_labels = None
depends_on = None

HONOUR = """
UPDATE billing.redemption AS use SET state = 'honoured'
  FROM billing.payment AS p, billing.discount_code AS code
 WHERE p.order_id = use.order_id AND p.is_credited AND code.id = use.code_id AND use.state = 'released'
   AND (code.occasion = 'time-bonus'
        OR p.amount_minor > coalesce((SELECT sum(amount_minor) FROM billing.refund
                                       WHERE payment_id = p.id AND state = 'refunded'), 0))
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.drop_constraint(op.f("redemption_state_check"), "redemption", schema="billing")
    states = "state IN ('reserved', 'redeemed', 'released', 'honoured')"
    op.create_check_constraint(op.f("redemption_state_check"), "redemption", states, schema="billing")
    moves = "('redemption', 'released', 'honoured'), ('redemption', 'honoured', 'released')"
    op.execute(f"INSERT INTO billing.transition (machine, from_state, to_state) VALUES {moves}")
    op.execute(HONOUR)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
