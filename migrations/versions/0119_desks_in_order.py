"""The console's lists of complaints, reports and appeals are read in the order of an index."""

from alembic import op

revision = "0119_desks_in_order"
down_revision = "0118_unsent_pushes"
branch_labels = None
depends_on = None

INDEXES = {f"{table}_due_idx": f"{table} (due_at)" for table in ("complaint", "report", "appeal")}


def upgrade() -> None:
    # Nobody waits while the rows are read. It may be run again: what an interrupted run left is dropped.
    with op.get_context().autocommit_block():
        for name, of in INDEXES.items():
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS moderation.{name}")
            op.execute(f"CREATE INDEX CONCURRENTLY {name} ON moderation.{of}")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
