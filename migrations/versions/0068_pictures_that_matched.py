"""The pictures by which somebody was known again are held for their case, and a sign says how it came about."""

from alembic import op

revision = "0068_pictures_that_matched"
down_revision = "0067_what_a_decision_takes"
branch_labels = None
depends_on = None

HOLDS = """
INSERT INTO profiles.photo_hold (photo_id, case_id)
SELECT photo.id, match.item_id
FROM moderation.review_match AS match JOIN profiles.photo ON photo.id IN (match.photo_id, match.known_id)
WHERE photo.status <> 'deleted'
ON CONFLICT DO NOTHING
"""
CHECKS = {
    "shows_picture": "(signal = 'banned-photo') = (photo_id IS NOT NULL)",
    "two_pictures": "known_id <> photo_id",
    "known_by_picture": "known_id IS NULL OR photo_id IS NOT NULL",
}


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    for name, rule in CHECKS.items():
        op.create_check_constraint(op.f(f"review_match_{name}_check"), "review_match", rule, schema="moderation")
    op.execute(HOLDS)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
