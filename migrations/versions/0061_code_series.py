"""Codes that were made together are a series, so that what they brought can be summed."""

import sqlalchemy as sa
from alembic import op

revision = "0061_code_series"
down_revision = "0060_ended_runs"
branch_labels = None
depends_on = None

# Codes of one series end in eight signs of their own; those for members who stay are a series, too.
SERIES = r"""
UPDATE billing.discount_code AS code SET series = alike.series
  FROM (SELECT id, series, count(*) OVER (PARTITION BY site_id, series) AS many
          FROM (SELECT id, site_id, regexp_replace(code, '-[A-HJKMNP-Z2-9]{8}$', '') AS series
                  FROM billing.discount_code WHERE code ~ '-[A-HJKMNP-Z2-9]{8}$') AS cut) AS alike
 WHERE alike.id = code.id AND alike.many > 1
"""
STAYED = "UPDATE billing.discount_code SET series = 'STAY' WHERE created_by = 'stay-offer'"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.add_column("discount_code", sa.Column("series", sa.Text()), schema="billing")
    op.create_index("redemption_code_idx", "redemption", ["code_id"], schema="billing")
    op.execute(SERIES)
    op.execute(STAYED)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
