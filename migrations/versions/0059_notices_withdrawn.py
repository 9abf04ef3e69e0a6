"""Who was told that somebody was removed for fraud is told when that is taken back, and may be told anew after it."""

import re

import sqlalchemy as sa
from alembic import op

revision = "0059_notices_withdrawn"
down_revision = "0058_what_matched"
branch_labels = None
depends_on = None

# Of bans that were lifted before, the notices are withdrawn too; a later ban that stands keeps them.
LIFTED = """
UPDATE moderation.fraud_notice AS notice
   SET withdrawn_at = lifted.at
  FROM (SELECT member_id, max(closed_at) AS at
          FROM moderation.decision
         WHERE rule = 'fraud' AND measure IN ('timed-ban', 'permanent-ban') AND in_force_at IS NOT NULL
         GROUP BY member_id
        HAVING bool_and(state = 'lifted')) AS lifted
 WHERE lifted.member_id = notice.removed_id
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.add_column("fraud_notice", sa.Column("withdrawn_at", sa.DateTime(timezone=True)), schema="moderation")
    op.create_index(
        "fraud_notice_told_key",
        "fraud_notice",
        ["member_id", "removed_id"],
        unique=True,
        schema="moderation",
        postgresql_where=sa.text("withdrawn_at IS NULL"),
    )
    op.drop_constraint(op.f("fraud_notice_member_id_removed_id_key"), "fraud_notice", schema="moderation")
    op.create_index("fraud_notice_removed_idx", "fraud_notice", ["removed_id"], schema="moderation")
    op.create_index("fraud_notice_member_idx", "fraud_notice", ["member_id"], schema="moderation")
    op.execute(LIFTED)
    definition = op.get_bind().scalar(
        sa.text("SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'mail_type_check'")
    )
    known = re.findall(r"'([a-z-]+)'", definition)
    kinds = ", ".join(f"'{kind}'" for kind in dict.fromkeys((*known, "fraud-notice-withdrawn")))
    op.drop_constraint(op.f("mail_type_check"), "mail", schema="notifications")
    op.create_check_constraint(op.f("mail_type_check"), "mail", f"type IN ({kinds})", schema="notifications")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
