"""The photo of a reported message is held for its case, whatever both sides remove, and with what was decided by it."""

import sqlalchemy as sa
from alembic import op

revision = "0076_reported_chat_photos"
down_revision = "0075_pictures_of_decisions"
branch_labels = None
depends_on = None

# Those that are there, of the member whom the case is about; of what was decided without a rule nothing is held.
HOLDS = """
WITH seen AS (
    SELECT report.id AS case_id, report.reported_id AS member_id, said ->> 'id' AS message_id
      FROM moderation.report,
           jsonb_array_elements(evidence -> 'before' || jsonb_build_array(evidence -> 'message')) AS said
     WHERE report.kind = 'message' AND report.state = 'open'
     UNION
    SELECT decision.id, decision.member_id, item.subject_id::text
      FROM moderation.decision JOIN moderation.review_item AS item ON item.id = decision.item_id
     WHERE decision.rule IS NOT NULL AND decision.evidence <> '{}' AND item.kind = 'message-report'
)
INSERT INTO messaging.photo_hold (message_id, case_id)
SELECT message.id, seen.case_id
  FROM seen
  JOIN messaging.message ON message.id = seen.message_id::uuid AND message.sender_id = seen.member_id
  JOIN messaging.photo ON photo.message_id = message.id
 WHERE photo.status IN ('processing', 'ready')
ON CONFLICT DO NOTHING
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_table(
        "photo_hold",
        sa.Column("message_id", sa.Uuid(), nullable=False),
        sa.Column("case_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["message_id"], ["messaging.photo.message_id"], name=op.f("photo_hold_message_id_fkey")
        ),
        sa.PrimaryKeyConstraint("message_id", "case_id", name=op.f("photo_hold_pkey")),
        schema="messaging",
    )
    op.create_index("photo_hold_case_idx", "photo_hold", ["case_id"], unique=False, schema="messaging")
    op.execute(HOLDS)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
