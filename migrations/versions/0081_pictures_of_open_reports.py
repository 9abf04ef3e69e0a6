"""The pictures of an open report outlive the erasing of whoever was reported, as its words do."""

import sqlalchemy as sa
from alembic import op

revision = "0081_pictures_of_open_reports"
down_revision = "0080_bank_accounts_of_the_banned"
branch_labels = None
depends_on = None

SOMEBODYS = "photo_somebodys_unless_deleted_check"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    for schema in ("profiles", "messaging"):
        outlives = sa.Column("outlives_owner", sa.Boolean(), nullable=False, server_default="false")
        op.add_column("photo_hold", outlives, schema=schema)
        op.execute(
            f"UPDATE {schema}.photo_hold SET outlives_owner = true FROM moderation.report"
            " WHERE report.id = case_id AND report.state = 'open'"
        )
    op.alter_column("photo", "member_id", nullable=True, schema="profiles")
    rule = "CHECK (member_id IS NOT NULL OR status = 'deleted') NOT VALID"
    op.execute(f"ALTER TABLE profiles.photo ADD CONSTRAINT {SOMEBODYS} {rule}")
    op.execute(f"ALTER TABLE profiles.photo VALIDATE CONSTRAINT {SOMEBODYS}")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
