"""Indexes of the search, chosen by EXPLAIN: interests, and places with the gender that is looked for there."""

from alembic import op

revision = "0011_catalog_speed"
down_revision = "0010_notifications"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_index("listing_interests_idx", "listing", ["interests"], schema="catalog", postgresql_using="gin")
    op.drop_index("listing_cell_idx", "listing", schema="catalog")
    op.create_index("listing_cell_idx", "listing", ["site_id", "cell", "gender"], schema="catalog")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
