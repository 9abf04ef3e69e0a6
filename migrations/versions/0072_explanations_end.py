"""How a payment that nobody made here was explained is emptied after its time."""

import sqlalchemy as sa
from alembic import op

revision = "0072_explanations_end"
down_revision = "0071_console_codes"
branch_labels = None
depends_on = None

EXPLAINED = "foreign_payment_explained_check"
RULE = "(explained_by IS NOT NULL) = (explanation <> '' OR emptied_at IS NOT NULL)"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.add_column("foreign_payment", sa.Column("emptied_at", sa.DateTime(timezone=True)), schema="billing")
    op.drop_constraint(op.f(EXPLAINED), "foreign_payment", schema="billing")
    op.create_check_constraint(op.f(EXPLAINED), "foreign_payment", RULE, schema="billing")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
