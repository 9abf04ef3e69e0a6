"""Since when a member's spending limit stands, for the audit: it counts what was paid after that."""

import sqlalchemy as sa
from alembic import op

revision = "0093_since_when_a_limit_stands"
down_revision = "0092_spellings_of_names"
branch_labels = None
depends_on = None


# The processes of the release before lower limits, too, and know nothing of this. A limit that took another's place by
# itself counts from when it is kept as its own.
MOVES = """
CREATE FUNCTION billing.stands_from_now() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.since := clock_timestamp();
    RETURN NEW;
END $$;
CREATE TRIGGER stands_from_now BEFORE UPDATE ON billing.spend_limit FOR EACH ROW
    WHEN (NEW.since = OLD.since
          AND ((NEW.minor, NEW.currency) IS DISTINCT FROM (OLD.minor, OLD.currency) OR OLD.next_at <= now()))
    EXECUTE FUNCTION billing.stands_from_now()
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    since = sa.Column("since", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False)
    op.add_column("spend_limit", since, schema="billing")
    op.execute(MOVES)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
