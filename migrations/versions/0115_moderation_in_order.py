"""The console's lists of cases and decisions are read in the order of an index."""

from alembic import op

revision = "0115_moderation_in_order"
down_revision = "0114_postings_in_order"
branch_labels = None
depends_on = None

INDEXES = {"review_item_due_idx": "review_item (due_at)", "decision_created_idx": "decision (created_at)"}


def upgrade() -> None:
    # Nobody waits while the rows are read. It may be run again: what an interrupted run left is dropped.
    with op.get_context().autocommit_block():
        for name, of in INDEXES.items():
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS moderation.{name}")
            op.execute(f"CREATE INDEX CONCURRENTLY {name} ON moderation.{of}")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
