"""Waits are counted by how soon they ended, because sums of seconds have no median."""

import sqlalchemy as sa
from alembic import op

revision = "0044_waits"
down_revision = "0043_opened_cases"
branch_labels = None
depends_on = None

KEY = ["day", "name", "site_id", "source", "currency", "within"]


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.add_column("figure", sa.Column("within", sa.Integer, nullable=False, server_default="0"), schema="platform")
    op.drop_constraint("figure_pkey", "figure", schema="platform", type_="primary")
    op.create_primary_key("figure_pkey", "figure", KEY, schema="platform")
    # It held sums; `hearth figures count --from` counts old days anew.
    op.execute("DELETE FROM platform.figure WHERE name = 'moderation.waited'")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
