"""Invitation codes, and the answers of the match finder."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0022_invitations"
down_revision = "0021_swipes"
branch_labels = None
depends_on = None

NOW = sa.text("now()")
NONE = sa.text("'{}'")


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_table(
        "invitation",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("code_hash", sa.LargeBinary(), nullable=False),
        sa.Column("made_by", sa.Uuid(), nullable=True),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("uses", sa.Integer(), server_default="0", nullable=False),
        sa.Column("most_uses", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=NOW, nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("uses BETWEEN 0 AND most_uses", name=op.f("invitation_uses_check")),
        sa.CheckConstraint("expires_at > created_at", name=op.f("invitation_expires_later_check")),
        sa.ForeignKeyConstraint(["made_by"], ["accounts.member.id"], name=op.f("invitation_made_by_fkey")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("invitation_site_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("invitation_pkey")),
        sa.UniqueConstraint("code_hash", name=op.f("invitation_code_hash_key")),
        schema="accounts",
    )
    op.create_index("invitation_site_idx", "invitation", ["site_id", "created_at"], schema="accounts")
    op.create_index("invitation_made_by_idx", "invitation", ["made_by", "created_at"], schema="accounts")
    op.create_table(
        "invitation_use",
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("invitation_id", sa.Uuid(), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), server_default=NOW, nullable=False),
        sa.ForeignKeyConstraint(
            ["invitation_id"], ["accounts.invitation.id"], name=op.f("invitation_use_invitation_id_fkey")
        ),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("invitation_use_member_id_fkey")),
        sa.PrimaryKeyConstraint("member_id", name=op.f("invitation_use_pkey")),
        schema="accounts",
    )
    op.create_index(op.f("invitation_use_invitation_id_idx"), "invitation_use", ["invitation_id"], schema="accounts")
    op.create_table(
        "finder_answers",
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("radius_km", sa.SmallInteger(), nullable=True),
        sa.Column("aim", sa.Text(), nullable=True),
        sa.Column("ways", postgresql.ARRAY(sa.Text()), server_default=NONE, nullable=False),
        sa.Column("matters", postgresql.ARRAY(sa.Text()), server_default=NONE, nullable=False),
        sa.Column("asked", postgresql.ARRAY(sa.Text()), server_default=NONE, nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=NOW, nullable=False),
        sa.CheckConstraint("radius_km IN (25, 50, 100)", name=op.f("finder_answers_radius_km_check")),
        sa.CheckConstraint("aim IN ('lasting', 'company', 'friends', 'open')", name=op.f("finder_answers_aim_check")),
        sa.CheckConstraint(
            "ways <@ ARRAY['home', 'outdoors', 'culture', 'people', 'active', 'away']",
            name=op.f("finder_answers_ways_check"),
        ),
        sa.CheckConstraint(
            "matters <@ ARRAY['interests', 'near', 'aim', 'ways'] AND cardinality(matters) <= 2",
            name=op.f("finder_answers_matters_check"),
        ),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("finder_answers_member_id_fkey")),
        sa.PrimaryKeyConstraint("member_id", name=op.f("finder_answers_pkey")),
        schema="catalog",
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
