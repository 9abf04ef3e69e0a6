"""An account that claims an address has it once the link in the mail is opened."""

from alembic import op

revision = "0091_claimed_addresses"
down_revision = "0090_queues"
branch_labels = None
depends_on = None

IS_UNPROVED = "claimed_email IS NULL OR (confirmed_at IS NULL AND status <> 'erased')"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute("ALTER TABLE accounts.member ADD COLUMN IF NOT EXISTS claimed_email text")
    op.execute("ALTER TABLE accounts.member DROP CONSTRAINT IF EXISTS member_claimed_email_check")
    op.execute(f"ALTER TABLE accounts.member ADD CONSTRAINT member_claimed_email_check CHECK ({IS_UNPROVED}) NOT VALID")
    # Both read all rows, for which nobody waits once the new column is committed; all of this may be run again, and
    # what an interrupted run left of the index is dropped.
    with op.get_context().autocommit_block():
        op.execute("ALTER TABLE accounts.member VALIDATE CONSTRAINT member_claimed_email_check")
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS accounts.member_claimed_email_idx")
        op.execute(
            "CREATE INDEX CONCURRENTLY member_claimed_email_idx"
            " ON accounts.member (site_id, lower(claimed_email)) WHERE claimed_email IS NOT NULL"
        )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
