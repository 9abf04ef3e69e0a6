"""Figures name no traffic source that few members came by: anybody could have written anything into it."""

from alembic import op

revision = "0082_sources_that_name_nobody"
down_revision = "0081_pictures_of_open_reports"
branch_labels = None
depends_on = None

# Of those who signed up before there were figures know the members, and of those who were erased the figures.
FOLDED = """
WITH told AS (
    SELECT source FROM platform.figure WHERE name = 'accounts.signups' GROUP BY source HAVING sum(amount) >= 5
     UNION
    SELECT traffic_source ->> 'network' FROM accounts.member WHERE traffic_source ->> 'network' <> ''
     GROUP BY 1 HAVING count(*) >= 5
), gone AS (
    DELETE FROM platform.figure
     WHERE source NOT IN ('', 'other') AND source NOT IN (SELECT source FROM told) RETURNING *
)
INSERT INTO platform.figure (day, name, site_id, source, currency, within, amount)
SELECT day, name, site_id, 'other', currency, within, sum(amount) FROM gone
 GROUP BY day, name, site_id, currency, within
    ON CONFLICT (day, name, site_id, source, currency, within)
    DO UPDATE SET amount = figure.amount + excluded.amount
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute(FOLDED)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
