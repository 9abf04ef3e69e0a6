"""Papers are found by the number that is printed on them."""

import sqlalchemy as sa
from alembic import op

revision = "0070_paper_labels"
down_revision = "0069_revenue_of_codes"
branch_labels = None
depends_on = None

# Such as 2026-000012; a company that writes more than 999999 in a year goes on with seven digits.
LABEL = """
CREATE FUNCTION billing.paper_label(year smallint, number integer) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT year::text || '-' || lpad(number::text, greatest(6, length(number::text)), '0')
$$
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute(LABEL)
    op.create_index("paper_label_idx", "paper", [sa.text("billing.paper_label(year, number)")], schema="billing")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
