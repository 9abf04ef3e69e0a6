"""Browsers tell the banned again, by their keyed hashes, when their sessions are long forgotten."""

from alembic import op

revision = "0083_browsers_of_the_banned"
down_revision = "0082_sources_that_name_nobody"
branch_labels = None
depends_on = None

NAME = "banned_mark_kind_check"
RULE = "kind IN ('email', 'device', 'photo', 'bank-account')"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    changed = f"DROP CONSTRAINT {NAME}, ADD CONSTRAINT {NAME} CHECK ({RULE}) NOT VALID"
    op.execute(f"ALTER TABLE moderation.banned_mark {changed}")
    op.execute(f"ALTER TABLE moderation.banned_mark VALIDATE CONSTRAINT {NAME}")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
