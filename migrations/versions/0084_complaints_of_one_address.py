"""Indexes for the complaints that came without an account from the same address."""

import sqlalchemy as sa
from alembic import op

revision = "0084_complaints_of_one_address"
down_revision = "0083_browsers_of_the_banned"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_index("contact_email_idx", "contact", ["site_id", "email"], schema="accounts")
    given = sa.text("contact_id IS NOT NULL")
    op.create_index("complaint_contact_idx", "complaint", ["contact_id"], schema="moderation", postgresql_where=given)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
