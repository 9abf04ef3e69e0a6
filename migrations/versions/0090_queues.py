"""A duty says in which queue it waits, so that the relay queues it there again."""

from alembic import op

revision = "0090_queues"
down_revision = "0089_addresses_in_one_spelling"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    # The version before writes rows without it, and works the default queue alone.
    op.execute("ALTER TABLE platform.inbox_entry ADD COLUMN IF NOT EXISTS queue text NOT NULL DEFAULT 'default'")
    op.execute("ALTER TABLE platform.inbox_entry DROP CONSTRAINT IF EXISTS inbox_entry_queue_check")
    op.execute(
        "ALTER TABLE platform.inbox_entry ADD CONSTRAINT inbox_entry_queue_check"
        " CHECK (queue IN ('urgent', 'default', 'maintenance', 'slow')) NOT VALID"
    )
    # Reads all rows, for which nobody waits once the new column is committed; all of this may be run again.
    with op.get_context().autocommit_block():
        op.execute("ALTER TABLE platform.inbox_entry VALIDATE CONSTRAINT inbox_entry_queue_check")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
