"""Searches by age and region are answered by the indexes that give the order."""

from alembic import op

revision = "0123_ages_and_regions_in_order"
down_revision = "0122_console_language"
branch_labels = None
depends_on = None

INDEXES = {
    "listing_active_idx": "site_id, last_active_at DESC, member_id",
    "listing_newest_idx": "site_id, created_at DESC, member_id",
    "listing_country_active_idx": "site_id, country, gender, last_active_at DESC, member_id",
    "listing_country_newest_idx": "site_id, country, gender, created_at DESC, member_id",
}


def upgrade() -> None:
    # Nobody waits while the rows are read. It may be run again: what an interrupted run left is dropped.
    with op.get_context().autocommit_block():
        for name, columns in INDEXES.items():
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS catalog.{name}_new")
            op.execute(f"CREATE INDEX CONCURRENTLY {name}_new ON catalog.listing ({columns}, date_of_birth, region)")
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS catalog.{name}")
            op.execute(f"ALTER INDEX catalog.{name}_new RENAME TO {name}")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
