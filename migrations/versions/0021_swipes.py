"""The swipe game: what members decided, and the four places that a day has for likes."""

import sqlalchemy as sa
from alembic import op

revision = "0021_swipes"
down_revision = "0020_settings"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_table(
        "swipe",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("other_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("place", sa.SmallInteger(), nullable=True),
        sa.Column("swiped_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("member_id <> other_id", name=op.f("swipe_not_oneself_check")),
        sa.CheckConstraint("kind IN ('like', 'pass')", name=op.f("swipe_kind_check")),
        sa.CheckConstraint("place BETWEEN 1 AND 4", name=op.f("swipe_place_check")),
        sa.CheckConstraint("kind = 'like' OR place IS NULL", name=op.f("swipe_pass_is_free_check")),
        sa.CheckConstraint(
            "kind = 'pass' OR place IS NOT NULL OR undone_at IS NOT NULL", name=op.f("swipe_like_has_a_place_check")
        ),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("swipe_member_id_fkey")),
        sa.ForeignKeyConstraint(["other_id"], ["accounts.member.id"], name=op.f("swipe_other_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("swipe_pkey")),
        schema="social",
    )
    op.create_index("swipe_place_key", "swipe", ["member_id", "day", "place"], unique=True, schema="social")
    op.create_index(
        "swipe_once_key",
        "swipe",
        ["member_id", "other_id"],
        unique=True,
        schema="social",
        postgresql_where=sa.text("undone_at IS NULL"),
    )
    op.create_index(
        "swipe_given_back_key",
        "swipe",
        ["member_id", "day"],
        unique=True,
        schema="social",
        postgresql_where=sa.text("kind = 'like' AND place IS NULL"),
    )
    op.create_index(
        "swipe_last_idx", "swipe", ["member_id", sa.literal_column("id DESC")], unique=False, schema="social"
    )
    op.create_index("swipe_other_idx", "swipe", ["other_id"], unique=False, schema="social")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
