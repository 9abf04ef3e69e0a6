"""Tables of the social module."""

import sqlalchemy as sa
from alembic import op

revision = "0005_social"
down_revision = "0004_profiles"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute("CREATE SCHEMA IF NOT EXISTS social")
    op.create_table(
        "auto_like_consent",
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("given_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("auto_like_consent_member_id_fkey")),
        sa.PrimaryKeyConstraint("member_id", name=op.f("auto_like_consent_pkey")),
        schema="social",
    )
    op.create_table(
        "block",
        sa.Column("blocker_id", sa.Uuid(), nullable=False),
        sa.Column("blocked_id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("blocker_id <> blocked_id", name=op.f("block_not_oneself_check")),
        sa.ForeignKeyConstraint(["blocked_id"], ["accounts.member.id"], name=op.f("block_blocked_id_fkey")),
        sa.ForeignKeyConstraint(["blocker_id"], ["accounts.member.id"], name=op.f("block_blocker_id_fkey")),
        sa.PrimaryKeyConstraint("blocker_id", "blocked_id", name=op.f("block_pkey")),
        schema="social",
    )
    op.create_index("block_blocked_idx", "block", ["blocked_id"], unique=False, schema="social")
    op.create_table(
        "hidden_member",
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("hidden_member_member_id_fkey")),
        sa.PrimaryKeyConstraint("member_id", name=op.f("hidden_member_pkey")),
        schema="social",
    )
    op.create_table(
        "like_",
        sa.Column("from_id", sa.Uuid(), nullable=False),
        sa.Column("to_id", sa.Uuid(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("source IN ('member', 'auto')", name=op.f("like__source_check")),
        sa.CheckConstraint("from_id <> to_id", name=op.f("like__not_oneself_check")),
        sa.ForeignKeyConstraint(["from_id"], ["accounts.member.id"], name=op.f("like__from_id_fkey")),
        sa.ForeignKeyConstraint(["to_id"], ["accounts.member.id"], name=op.f("like__to_id_fkey")),
        sa.PrimaryKeyConstraint("from_id", "to_id", name=op.f("like__pkey")),
        schema="social",
    )
    op.create_index(
        "like_new_idx", "like_", ["to_id"], unique=False, schema="social", postgresql_where=sa.text("seen_at IS NULL")
    )
    op.create_index(
        "like_received_idx", "like_", ["to_id", sa.literal_column("created_at DESC")], unique=False, schema="social"
    )
    op.create_index(
        "like_sent_idx", "like_", ["from_id", sa.literal_column("created_at DESC")], unique=False, schema="social"
    )
    op.create_table(
        "match",
        sa.Column("a_id", sa.Uuid(), nullable=False),
        sa.Column("b_id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("a_id < b_id", name=op.f("match_pair_is_ordered_check")),
        sa.ForeignKeyConstraint(["a_id"], ["accounts.member.id"], name=op.f("match_a_id_fkey")),
        sa.ForeignKeyConstraint(["b_id"], ["accounts.member.id"], name=op.f("match_b_id_fkey")),
        sa.PrimaryKeyConstraint("a_id", "b_id", name=op.f("match_pkey")),
        schema="social",
    )
    op.create_index("match_b_idx", "match", ["b_id"], unique=False, schema="social")
    op.create_table(
        "visit",
        sa.Column("visitor_id", sa.Uuid(), nullable=False),
        sa.Column("visited_id", sa.Uuid(), nullable=False),
        sa.Column("visited_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("visitor_id <> visited_id", name=op.f("visit_not_oneself_check")),
        sa.ForeignKeyConstraint(["visited_id"], ["accounts.member.id"], name=op.f("visit_visited_id_fkey")),
        sa.ForeignKeyConstraint(["visitor_id"], ["accounts.member.id"], name=op.f("visit_visitor_id_fkey")),
        sa.PrimaryKeyConstraint("visitor_id", "visited_id", name=op.f("visit_pkey")),
        schema="social",
    )
    op.create_index(
        "visit_received_idx",
        "visit",
        ["visited_id", sa.literal_column("visited_at DESC")],
        unique=False,
        schema="social",
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
