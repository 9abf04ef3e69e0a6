"""Landing pages: a site's own words for them, and how often visitors leave them again at once."""

import sqlalchemy as sa
from alembic import op

revision = "0025_landers"
down_revision = "0024_cases"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_table(
        "lander_text",
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("lander", sa.Text(), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("headline", sa.Text(), nullable=False),
        sa.Column("lead", sa.Text(), nullable=False),
        sa.Column("button", sa.Text(), nullable=False),
        sa.CheckConstraint("slug ~ '^[a-z0-9-]{0,40}$'", name=op.f("lander_text_slug_check")),
        sa.CheckConstraint("char_length(headline) BETWEEN 1 AND 90", name=op.f("lander_text_headline_check")),
        sa.CheckConstraint("char_length(lead) BETWEEN 1 AND 300", name=op.f("lander_text_lead_check")),
        sa.CheckConstraint("char_length(button) BETWEEN 1 AND 40", name=op.f("lander_text_button_check")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("lander_text_site_id_fkey")),
        sa.PrimaryKeyConstraint("site_id", "lander", "slug", "language", name=op.f("lander_text_pkey")),
        schema="sites",
    )
    op.create_table(
        "page_bounce",
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("network", sa.Text(), nullable=False),
        sa.Column("ref", sa.Text(), nullable=False),
        sa.Column("bounces", sa.Integer(), server_default="1", nullable=False),
        sa.Column("seconds", sa.BigInteger(), server_default="0", nullable=False),
        sa.CheckConstraint("bounces > 0 AND seconds >= 0", name=op.f("page_bounce_counts_check")),
        sa.CheckConstraint("char_length(path) <= 120", name=op.f("page_bounce_path_check")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("page_bounce_site_id_fkey")),
        sa.PrimaryKeyConstraint("site_id", "day", "path", "network", "ref", name=op.f("page_bounce_pkey")),
        schema="sites",
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
