"""Writers' hours may pass midnight, and writers have languages."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0049_hours_and_languages"
down_revision = "0048_refund_decided"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.drop_constraint(op.f("fictional_hours_hours_check"), "fictional_hours", schema="moderation")
    op.create_check_constraint(
        op.f("fictional_hours_hours_check"),
        "fictional_hours",
        "opens BETWEEN 0 AND 23 AND closes BETWEEN 1 AND 24 AND opens <> closes",
        schema="moderation",
    )
    languages = sa.Column("languages", ARRAY(sa.Text()), server_default="{}", nullable=False)
    op.add_column("staff", languages, schema="moderation")
    op.create_check_constraint(
        op.f("staff_languages_check"),
        "staff",
        "languages <@ ARRAY['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pl', 'sv']",
        schema="moderation",
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
