"""A report knows the decision it was decided with, and when what followed from it was taken back."""

import sqlalchemy as sa
from alembic import op

revision = "0055_reports_judged_anew"
down_revision = "0054_words_of_staff"
branch_labels = None
depends_on = None

# As in 0051, but that a report can go on to the decision that came after a refused one, and be judged anew, once.
REPORTS = """
CREATE OR REPLACE FUNCTION moderation.refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    emptied jsonb := to_jsonb(OLD);
    field text;
BEGIN
    FOREACH field IN ARRAY TG_ARGV LOOP
        IF to_jsonb(NEW) -> field IN ('""', '{}') THEN
            emptied := jsonb_set(emptied, ARRAY[field], to_jsonb(NEW) -> field);
        END IF;
    END LOOP;
    IF TG_TABLE_NAME = 'report' THEN
        emptied := emptied || jsonb_build_object(
            'state', NEW.state, 'claimed_by', NEW.claimed_by, 'decided_by', NEW.decided_by,
            'decided_at', NEW.decided_at, 'outcome', NEW.outcome, 'answer', NEW.answer,
            'decision_id', NEW.decision_id, 'reviewed_at', NEW.reviewed_at);
        IF NEW.evidence - 'before' = OLD.evidence - 'before' AND OLD.evidence -> 'before' @> (NEW.evidence -> 'before') THEN
            emptied := jsonb_set(emptied, '{evidence}', NEW.evidence);
        END IF;
        IF OLD.state = 'decided' AND ((OLD.outcome, OLD.decided_at) <> (NEW.outcome, NEW.decided_at)
                                      OR NEW.answer NOT IN (OLD.answer, '')) THEN
            RAISE EXCEPTION 'a decision stands' USING ERRCODE = 'restrict_violation';
        END IF;
        IF OLD.reviewed_at IS NOT NULL AND NEW.reviewed_at IS DISTINCT FROM OLD.reviewed_at THEN
            RAISE EXCEPTION 'what was judged anew stays so' USING ERRCODE = 'restrict_violation';
        END IF;
    END IF;
    IF to_jsonb(NEW) <> emptied THEN
        RAISE EXCEPTION '%.% keeps what it says', TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
"""
# Until now a report and its decision were told together by the moment of their transaction.
KNOWN = """
UPDATE moderation.report AS report
   SET decision_id = decision.id,
       reviewed_at = CASE WHEN decision.state = 'lifted' AND report.outcome = 'upheld' THEN decision.closed_at END
  FROM moderation.review_item AS item
  JOIN moderation.decision AS decision ON decision.item_id = item.id
 WHERE item.subject_id = report.subject_id AND item.closed_at = report.decided_at
   AND item.kind = CASE report.kind WHEN 'profile' THEN 'member-report' ELSE report.kind || '-report' END
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.add_column("report", sa.Column("decision_id", sa.Uuid()), schema="moderation")
    op.add_column("report", sa.Column("reviewed_at", sa.DateTime(timezone=True)), schema="moderation")
    op.create_foreign_key(
        op.f("report_decision_id_fkey"),
        "report",
        "decision",
        ["decision_id"],
        ["id"],
        source_schema="moderation",
        referent_schema="moderation",
    )
    op.create_check_constraint(
        op.f("report_reviewed_check"), "report", "reviewed_at IS NULL OR outcome = 'upheld'", schema="moderation"
    )
    op.create_index("report_decision_idx", "report", ["decision_id"], schema="moderation")
    op.execute(REPORTS)
    op.execute(KNOWN)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
