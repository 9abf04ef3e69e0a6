"""How many profiles have an interest, counted once an hour."""

import sqlalchemy as sa
from alembic import op

revision = "0050_interest_counts"
down_revision = "0049_hours_and_languages"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_table(
        "interest_count",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("profiles", sa.Integer(), nullable=False),
        sa.CheckConstraint("profiles > 0", name=op.f("interest_count_profiles_check")),
        sa.PrimaryKeyConstraint("key", name=op.f("interest_count_pkey")),
        schema="profiles",
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
