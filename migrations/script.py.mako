"""${message}"""

from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
${together}
% if apart:
    # Nobody waits for these, and all of this may be run again.
    with op.get_context().autocommit_block():
${apart}
% endif


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
