"""What was written down of lists that were taken away names nobody by what staff had typed to find them."""

from alembic import op

revision = "0079_filters_that_name_nobody"
down_revision = "0078_names_taken_away"
branch_labels = None
depends_on = None

# Ids, days, yes and no, and what is chosen of a list stay; of what was typed stays that it was sought.
CLEANED = r"""
UPDATE moderation.audit_event AS event SET detail = detail || jsonb_build_object('filters', (
    SELECT jsonb_object_agg(name, CASE
        WHEN value ~ '^(true|false|[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$'
          OR value ~ '^[a-z]+([_-][a-z]+)*$' AND name IN ('kind', 'language', 'measure', 'occasion', 'origin', 'reason',
                                                          'rule', 'state', 'status', 'topic', 'type')
        THEN value ELSE '•••••' END)
      FROM jsonb_each_text(event.detail -> 'filters') AS filter(name, value)))
 WHERE action = 'export' AND detail -> 'filters' <> '{}'
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    # The audit is append-only; this takes words out of it, and nothing else.
    op.execute("ALTER TABLE moderation.audit_event DISABLE TRIGGER keeps")
    op.execute(CLEANED)
    op.execute("ALTER TABLE moderation.audit_event ENABLE TRIGGER keeps")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
