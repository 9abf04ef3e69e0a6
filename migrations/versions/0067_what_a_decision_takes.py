"""A decision keeps which photos went with it, and whether the words did; a ban for good says until when it is signed."""

import sqlalchemy as sa
from alembic import op

revision = "0067_what_a_decision_takes"
down_revision = "0066_heard_by_another"
branch_labels = None
depends_on = None

# Until now a photo went with every decision about it, and words with what was removed elsewhere.
PHOTOS = """
UPDATE moderation.decision SET photo_ids = ARRAY[item.subject_id] FROM moderation.review_item AS item
WHERE item.id = item_id AND item.kind IN ('photo', 'photo-report') AND measure <> 'none'
"""
TEXTS = "UPDATE moderation.decision SET takes_texts = true WHERE measure = 'remove-content' AND photo_ids = '{}'"
DUE = "UPDATE moderation.decision SET due_at = created_at + interval '24 hours' WHERE state = 'proposed'"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    ids = sa.ARRAY(sa.Uuid())
    op.add_column("decision", sa.Column("photo_ids", ids, nullable=False, server_default="{}"), schema="moderation")
    texts = sa.Column("takes_texts", sa.Boolean(), nullable=False, server_default="false")
    op.add_column("decision", texts, schema="moderation")
    op.add_column("decision", sa.Column("due_at", sa.DateTime(timezone=True)), schema="moderation")
    # A decision stands as it was made; these say what was decided, in columns of its own.
    op.execute("ALTER TABLE moderation.decision DISABLE TRIGGER keeps")
    for filled in (PHOTOS, TEXTS, DUE):
        op.execute(filled)
    op.execute("ALTER TABLE moderation.decision ENABLE TRIGGER keeps")
    op.create_check_constraint(
        op.f("decision_takes_for_a_reason_check"),
        "decision",
        "measure <> 'none' OR photo_ids = '{}' AND NOT takes_texts",
        schema="moderation",
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
