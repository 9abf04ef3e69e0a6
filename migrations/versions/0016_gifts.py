"""Gifts: a message is words or a drawn gift with a note."""

import sqlalchemy as sa
from alembic import op

revision = "0016_gifts"
down_revision = "0015_papers_and_limits"
branch_labels = None
depends_on = None

CHECKS = """
ALTER TABLE messaging.message
    DROP CONSTRAINT message_body_check,
    ADD CONSTRAINT message_body_check CHECK (
        CASE kind WHEN 'gift' THEN char_length(body) <= 200 ELSE char_length(body) BETWEEN 1 AND 10000 END
    ),
    ADD CONSTRAINT message_kind_check CHECK (kind IN ('text', 'gift')),
    ADD CONSTRAINT message_gift_of_kind_check CHECK ((kind = 'gift') = (gift IS NOT NULL)),
    ADD CONSTRAINT message_gift_check CHECK (gift ~ '^[a-z]{2,20}$')
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    # A constant default is kept in the catalogue: no row is rewritten.
    op.add_column("message", sa.Column("kind", sa.Text(), server_default="text", nullable=False), schema="messaging")
    op.add_column("message", sa.Column("gift", sa.Text(), nullable=True), schema="messaging")
    op.execute(CHECKS)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
