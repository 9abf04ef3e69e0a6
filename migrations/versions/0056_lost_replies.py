"""Whoever answered a complaint by mail in vain is told so by mail."""

import re

import sqlalchemy as sa
from alembic import op

revision = "0056_lost_replies"
down_revision = "0055_reports_judged_anew"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    definition = op.get_bind().scalar(
        sa.text("SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'mail_type_check'")
    )
    known = re.findall(r"'([a-z-]+)'", definition)
    kinds = ", ".join(f"'{kind}'" for kind in dict.fromkeys((*known, "complaint-reply-lost")))
    op.drop_constraint(op.f("mail_type_check"), "mail", schema="notifications")
    op.create_check_constraint(op.f("mail_type_check"), "mail", f"type IN ({kinds})", schema="notifications")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
