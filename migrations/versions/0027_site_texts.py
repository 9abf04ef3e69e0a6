"""What a site says of itself, by language."""

import sqlalchemy as sa
from alembic import op

revision = "0027_site_texts"
down_revision = "0026_consents"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "site_text",
        sa.Column("site_id", sa.Uuid(), sa.ForeignKey("sites.site.id"), primary_key=True),
        sa.Column("language", sa.Text(), primary_key=True),
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "name IN ('index_title', 'description', 'fictional_warning', 'fictional_singular', 'fictional_plural')",
            name=op.f("site_text_name_check"),
        ),
        sa.CheckConstraint("text <> ''", name=op.f("site_text_text_check")),
        schema="sites",
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
