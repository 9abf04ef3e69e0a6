"""An account is active exactly if its address was confirmed."""

from alembic import op

revision = "0116_confirmed_accounts"
down_revision = "0115_moderation_in_order"
branch_labels = None
depends_on = None

NAME = "member_confirmed_check"
RULE = "status NOT IN ('not_confirmed', 'active') OR (status = 'active') = (confirmed_at IS NOT NULL)"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute("UPDATE accounts.member SET confirmed_at = signup_at WHERE status = 'active' AND confirmed_at IS NULL")
    confirmed = "status = 'not_confirmed' AND confirmed_at IS NOT NULL"
    op.execute(f"UPDATE accounts.member SET status = 'active' WHERE {confirmed}")
    op.execute(f"ALTER TABLE accounts.member DROP CONSTRAINT IF EXISTS {NAME}")
    op.execute(f"ALTER TABLE accounts.member ADD CONSTRAINT {NAME} CHECK ({RULE}) NOT VALID")
    # Reads all rows, for which nobody waits once the new check is committed; all of this may be run again.
    with op.get_context().autocommit_block():
        op.execute(f"ALTER TABLE accounts.member VALIDATE CONSTRAINT {NAME}")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
