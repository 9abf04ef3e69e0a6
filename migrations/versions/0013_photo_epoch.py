"""Members' photo epochs: what the addresses of photos end with."""

import sqlalchemy as sa
from alembic import op

revision = "0013_photo_epoch"
down_revision = "0012_money"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    # A constant default is kept in the catalogue: no row is rewritten.
    op.add_column(
        "member", sa.Column("photo_epoch", sa.Integer(), server_default="0", nullable=False), schema="accounts"
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
