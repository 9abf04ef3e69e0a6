"""What a photo looks like, so that a banned person's picture is known again when it was saved anew or turned."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0045_likeness"
down_revision = "0044_waits"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.add_column("photo", sa.Column("likeness", sa.LargeBinary(), nullable=True), schema="profiles")
    op.create_check_constraint(op.f("photo_likeness_check"), "photo", "octet_length(likeness) = 32", schema="profiles")
    op.create_table(
        "banned_likeness",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("decision_id", sa.Uuid(), nullable=False),
        sa.Column("bands", postgresql.ARRAY(sa.BigInteger()), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("cardinality(bands) = 16", name=op.f("banned_likeness_bands_check")),
        sa.ForeignKeyConstraint(
            ["decision_id"], ["moderation.decision.id"], name=op.f("banned_likeness_decision_id_fkey")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("banned_likeness_pkey")),
        schema="moderation",
    )
    op.create_index("banned_likeness_decision_id_idx", "banned_likeness", ["decision_id"], schema="moderation")
    op.create_index(
        "banned_likeness_bands_idx", "banned_likeness", ["bands"], schema="moderation", postgresql_using="gin"
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
