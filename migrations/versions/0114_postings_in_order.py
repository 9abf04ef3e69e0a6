"""The console's list of postings is read by an index, for any reason and day."""

from alembic import op

revision = "0114_postings_in_order"
down_revision = "0113_lapsed_appeals"
branch_labels = None
depends_on = None

INDEXES = {"time": "(at)", "reason": "(reason, at) WHERE reason <> 'message'"}


def upgrade() -> None:
    # Reads all postings, for which nobody waits; it may be run again: what an interrupted run left is dropped.
    with op.get_context().autocommit_block():
        for name, of in INDEXES.items():
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS billing.ledger_tx_{name}_idx")
            op.execute(f"CREATE INDEX CONCURRENTLY ledger_tx_{name}_idx ON billing.ledger_tx {of}")
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS billing.ledger_tx_at_idx")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
