"""Indexes for what the console's lists are searched by and that few records hold, chosen at a million members."""

from alembic import op

revision = "0071_console_codes"
down_revision = "0070_paper_labels"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_index("credit_order_country_idx", "credit_order", ["country", "id"], schema="billing")
    op.create_index("credit_order_discount_code_idx", "credit_order", ["discount_code", "id"], schema="billing")
    op.create_index("payment_method_idx", "payment", ["method", "id"], schema="billing")
    op.create_index("profile_country_idx", "profile", ["country", "member_id"], schema="profiles")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
