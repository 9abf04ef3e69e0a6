"""What the cards show of a photo: the frame that its owner chose, and which choice they show by now."""

import sqlalchemy as sa
from alembic import op

revision = "0035_photo_crops"
down_revision = "0034_ops_console"
branch_labels = None
depends_on = None

RULES = {
    "crop_is_whole": "num_nulls(crop_x, crop_y, crop_width) = CASE WHEN crops = 0 THEN 3 ELSE 0 END",
    "crop_inside": "crop_x >= 0 AND crop_y >= 0 AND crop_x + crop_width <= 1"
    " AND crop_width * width * 4 <= (1 - crop_y) * height * 3",
    "crop_large_enough": "crop_width * width > least(width, height * 0.75, 480) - 1",
    "cut": "cut BETWEEN 0 AND crops",
}


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    for name in ("crop_x", "crop_y", "crop_width"):
        op.add_column("photo", sa.Column(name, sa.Numeric(7, 6)), schema="profiles")
    # A constant default is kept in the catalogue: no row is rewritten.
    for name in ("crops", "cut"):
        op.add_column("photo", sa.Column(name, sa.Integer(), server_default="0", nullable=False), schema="profiles")
    for name, rule in RULES.items():
        op.create_check_constraint(op.f(f"photo_{name}_check"), "photo", rule, schema="profiles")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
