"""Indexes for the days by which the console's longest lists are searched."""

from alembic import op

revision = "0065_console_days"
down_revision = "0064_settlements"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_index("credit_order_created_idx", "credit_order", ["created_at"], schema="billing")
    op.create_index("payment_created_idx", "payment", ["created_at"], schema="billing")
    op.create_index("ledger_tx_at_idx", "ledger_tx", ["at"], schema="billing", postgresql_using="brin")
    op.create_index("mail_created_idx", "mail", ["created_at"], schema="notifications")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
