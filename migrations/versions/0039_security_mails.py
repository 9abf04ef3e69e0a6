"""Two mails: after wrong passwords, and when direct debit is blocked."""

import re

import sqlalchemy as sa
from alembic import op

revision = "0039_security_mails"
down_revision = "0038_figures"
branch_labels = None
depends_on = None

MAILS = ("login-blocked", "direct-debit-blocked")


def upgrade() -> None:
    # The kinds that other work added stay, whichever came first.
    definition = op.get_bind().scalar(
        sa.text("SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'mail_type_check'")
    )
    known = re.findall(r"'([a-z-]+)'", definition)
    kinds = ", ".join(f"'{kind}'" for kind in dict.fromkeys((*known, *MAILS)))
    op.drop_constraint(op.f("mail_type_check"), "mail", schema="notifications")
    op.create_check_constraint(op.f("mail_type_check"), "mail", f"type IN ({kinds})", schema="notifications")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
