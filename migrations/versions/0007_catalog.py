"""Tables of the catalog module."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0007_catalog"
down_revision = "0006_billing"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute("CREATE SCHEMA IF NOT EXISTS catalog")
    op.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
    op.execute("CREATE EXTENSION IF NOT EXISTS btree_gist")
    op.create_table(
        "index_change",
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.BigInteger(), server_default="1", nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("taken_until", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("index_change_member_id_fkey")),
        sa.PrimaryKeyConstraint("member_id", name=op.f("index_change_pkey")),
        schema="catalog",
    )
    op.create_index("index_change_waiting_idx", "index_change", ["changed_at"], unique=False, schema="catalog")
    op.create_table(
        "listing",
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_active_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("fingerprint", sa.BigInteger(), nullable=False),
        sa.Column("date_of_birth", sa.Date(), nullable=False),
        sa.Column("seeking_min_age", sa.SmallInteger(), nullable=False),
        sa.Column("seeking_max_age", sa.SmallInteger(), nullable=False),
        sa.Column("has_photo", sa.Boolean(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("gender", sa.Text(), nullable=True),
        sa.Column("country", sa.Text(), nullable=True),
        sa.Column("region", sa.Text(), nullable=True),
        sa.Column("cell", sa.Text(), nullable=True),
        sa.Column("east", sa.Double(), nullable=True),
        sa.Column("north", sa.Double(), nullable=True),
        sa.Column("seeking", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("interests", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("listing_member_id_fkey")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("listing_site_id_fkey")),
        sa.PrimaryKeyConstraint("member_id", name=op.f("listing_pkey")),
        schema="catalog",
    )
    op.create_index(
        "listing_active_idx",
        "listing",
        ["site_id", sa.literal_column("last_active_at DESC"), "member_id"],
        unique=False,
        schema="catalog",
    )
    op.create_index("listing_cell_idx", "listing", ["site_id", "cell"], unique=False, schema="catalog")
    op.create_index(
        "listing_country_active_idx",
        "listing",
        ["site_id", "country", "gender", sa.literal_column("last_active_at DESC"), "member_id"],
        unique=False,
        schema="catalog",
    )
    op.create_index(
        "listing_country_newest_idx",
        "listing",
        ["site_id", "country", "gender", sa.literal_column("created_at DESC"), "member_id"],
        unique=False,
        schema="catalog",
    )
    op.create_index(
        "listing_newest_idx",
        "listing",
        ["site_id", sa.literal_column("created_at DESC"), "member_id"],
        unique=False,
        schema="catalog",
    )
    op.create_index(
        "listing_place_idx",
        "listing",
        ["site_id", "gender", sa.literal_column("point(east, north)")],
        unique=False,
        schema="catalog",
        postgresql_using="gist",
    )
    op.create_table(
        "listing_text",
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("headline", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["member_id"], ["catalog.listing.member_id"], name=op.f("listing_text_member_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("member_id", name=op.f("listing_text_pkey")),
        schema="catalog",
    )
    op.create_index(
        "listing_text_folded_idx",
        "listing_text",
        ["folded"],
        unique=False,
        schema="catalog",
        postgresql_using="gin",
        postgresql_ops={"folded": "gin_trgm_ops"},
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
