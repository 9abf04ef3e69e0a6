"""Staff find an address, and watchers a mailbox, also where it is claimed and not proved."""

from alembic import op

revision = "0094_addresses_of_claims"
down_revision = "0093_since_when_a_limit_stands"
branch_labels = None
depends_on = None

ADDRESS = "coalesce(claimed_email, email)"
INDEXES = {
    "member_email_idx": ("member_address_idx", f"lower({ADDRESS})"),
    "member_mailbox_idx": ("member_own_mailbox_idx", f"accounts.mailbox({ADDRESS})"),
}


def upgrade() -> None:
    # Nobody may wait for a million addresses. One that was broken off is made anew.
    with op.get_context().autocommit_block():
        for before, (name, what) in INDEXES.items():
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS accounts.{name}")
            op.execute(f"CREATE INDEX CONCURRENTLY {name} ON accounts.member ({what})")
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS accounts.{before}")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
