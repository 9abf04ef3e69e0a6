"""Of whom members were told that they were removed for fraud, so that they find it at the site, too."""

import sqlalchemy as sa
from alembic import op

revision = "0052_fraud_notices"
down_revision = "0051_words_that_end"
branch_labels = None
depends_on = None

# Until now only the mails knew who had been told.
TOLD = """
INSERT INTO moderation.fraud_notice (id, member_id, removed_id, credits, at)
SELECT DISTINCT ON (member_id, params ->> 'removed_id')
    id, member_id, CAST(params ->> 'removed_id' AS uuid), CAST(params ->> 'credits' AS bigint), created_at
FROM notifications.mail
WHERE type = 'fraud-notice' AND member_id IS NOT NULL
ORDER BY member_id, params ->> 'removed_id', created_at
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_table(
        "fraud_notice",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("removed_id", sa.Uuid(), nullable=False),
        sa.Column("credits", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("credits >= 0", name=op.f("fraud_notice_credits_check")),
        sa.CheckConstraint("member_id <> removed_id", name=op.f("fraud_notice_two_members_check")),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("fraud_notice_member_id_fkey")),
        sa.ForeignKeyConstraint(["removed_id"], ["accounts.member.id"], name=op.f("fraud_notice_removed_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("fraud_notice_pkey")),
        sa.UniqueConstraint("member_id", "removed_id", name=op.f("fraud_notice_member_id_removed_id_key")),
        schema="moderation",
    )
    op.execute(TOLD)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
