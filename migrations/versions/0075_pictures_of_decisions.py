"""The pictures by which something was decided about a member are held for as long as what was seen is kept."""

from alembic import op

revision = "0075_pictures_of_decisions"
down_revision = "0074_states_and_actions"
branch_labels = None
depends_on = None

# Those that are there; of what was decided without a rule nothing is held.
HOLDS = """
WITH seen AS (
    SELECT decision.id AS case_id, decision.member_id, photo_id
      FROM moderation.decision, jsonb_array_elements_text(decision.evidence -> 'photos') AS photo_id
     WHERE decision.rule IS NOT NULL
     UNION
    SELECT decision.id, decision.member_id, item.subject_id::text
      FROM moderation.decision JOIN moderation.review_item AS item ON item.id = decision.item_id
     WHERE decision.rule IS NOT NULL AND decision.evidence <> '{}' AND item.kind IN ('photo', 'photo-report')
)
INSERT INTO profiles.photo_hold (photo_id, case_id)
SELECT photo.id, seen.case_id
  FROM seen JOIN profiles.photo ON photo.id = seen.photo_id::uuid AND photo.member_id = seen.member_id
 WHERE photo.status <> 'deleted'
ON CONFLICT DO NOTHING
"""


def upgrade() -> None:
    op.execute(HOLDS)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
