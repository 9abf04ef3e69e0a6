"""What was said about a case may be emptied wherever it was said, and a report forgets what an erased reporter wrote."""

import sqlalchemy as sa
from alembic import op

revision = "0051_words_that_end"
down_revision = "0050_interest_counts"
branch_labels = None
depends_on = None

# As in 0024: what was said stays or is emptied. An answer may be emptied, too, and evidence may lose what was said
# before the message that was reported.
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
            'decided_at', NEW.decided_at, 'outcome', NEW.outcome, 'answer', NEW.answer);
        IF NEW.evidence - 'before' = OLD.evidence - 'before' AND OLD.evidence -> 'before' @> (NEW.evidence -> 'before') THEN
            emptied := jsonb_set(emptied, '{evidence}', NEW.evidence);
        END IF;
        IF OLD.state = 'decided' AND ((OLD.outcome, OLD.decided_at) <> (NEW.outcome, NEW.decided_at)
                                      OR NEW.answer NOT IN (OLD.answer, '')) THEN
            RAISE EXCEPTION 'a decision stands' USING ERRCODE = 'restrict_violation';
        END IF;
    END IF;
    IF to_jsonb(NEW) <> emptied THEN
        RAISE EXCEPTION '%.% keeps what it says', TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
"""
# As in 0031, but that an answer may be emptied.
APPEALS = """
CREATE OR REPLACE FUNCTION moderation.keep_appeal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    against moderation.decision;
BEGIN
    SELECT * INTO against FROM moderation.decision WHERE id = NEW.decision_id;
    IF TG_OP = 'INSERT' THEN
        IF against.appeal_until IS NULL OR now() > against.appeal_until THEN
            RAISE EXCEPTION 'the time to object is over' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF NEW.decided_by IN (against.decided_by, against.second_by) THEN
        RAISE EXCEPTION 'somebody else decides about an appeal' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.words NOT IN (OLD.words, '') OR NEW.decision_id <> OLD.decision_id OR (OLD.state = 'decided' AND (
        (NEW.state, NEW.outcome, NEW.decided_by) <> (OLD.state, OLD.outcome, OLD.decided_by)
        OR NEW.answer NOT IN (OLD.answer, ''))) THEN
        RAISE EXCEPTION 'an appeal stays as it was said and decided' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute(REPORTS)
    op.execute(APPEALS)
    op.create_index(
        "mail_contact_idx",
        "mail",
        ["contact_id"],
        schema="notifications",
        postgresql_where=sa.text("contact_id IS NOT NULL"),
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
