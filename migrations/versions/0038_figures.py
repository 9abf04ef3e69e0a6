"""The numbers of the dashboards: sums by day, site and traffic source."""

import sqlalchemy as sa
from alembic import op

revision = "0038_figures"
down_revision = "0037_refund_refusals"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "figure",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("site_id", sa.Uuid, sa.ForeignKey("sites.site.id"), primary_key=True),
        sa.Column("source", sa.Text, primary_key=True),
        sa.Column("currency", sa.Text, primary_key=True),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.CheckConstraint("amount > 0", name="amount"),
        sa.CheckConstraint("currency ~ '^([A-Z]{3})?$'", name="currency"),
        schema="platform",
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
