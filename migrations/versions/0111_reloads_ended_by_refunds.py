"""Auto-reload that a refund ends says so."""

from alembic import op

revision = "0111_reloads_ended_by_refunds"
down_revision = "0110_mailboxes_and_spellings"
branch_labels = None
depends_on = None

NAME = "reload_rule_end_reason_check"
RULE = "end_reason IN ('member', 'refunded', 'declined', 'failed-twice', 'method-gone', 'bundle-gone')"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    changed = f"DROP CONSTRAINT {NAME}, ADD CONSTRAINT {NAME} CHECK ({RULE}) NOT VALID"
    op.execute(f"ALTER TABLE billing.reload_rule {changed}")
    # Reads all rows, for which nobody waits once the new check is committed; all of this may be run again.
    with op.get_context().autocommit_block():
        op.execute(f"ALTER TABLE billing.reload_rule VALIDATE CONSTRAINT {NAME}")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
