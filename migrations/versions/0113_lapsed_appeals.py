"""Appeals of erased members lapse."""

from alembic import op

revision = "0113_lapsed_appeals"
down_revision = "0112_address_changes"
branch_labels = None
depends_on = None

NAME = "appeal_state_check"
STATES = "state IN ('open', 'decided', 'lapsed')"
KEEP_APPEAL = """
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
    IF NEW.decided_by IN (against.decided_by, against.second_by) OR OLD.state = 'open' AND EXISTS (
        SELECT FROM moderation.appeal
         WHERE decision_id = NEW.decision_id AND id <> NEW.id AND decided_by = NEW.decided_by) THEN
        RAISE EXCEPTION 'somebody else decides about an appeal' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.words NOT IN (OLD.words, '') OR NEW.decision_id <> OLD.decision_id OR (OLD.state <> 'open' AND (
        (NEW.state, NEW.outcome, NEW.decided_by) <> (OLD.state, OLD.outcome, OLD.decided_by)
        OR NEW.answer NOT IN (OLD.answer, ''))) THEN
        RAISE EXCEPTION 'an appeal stays as it was said and decided' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute(KEEP_APPEAL)
    changed = f"DROP CONSTRAINT {NAME}, ADD CONSTRAINT {NAME} CHECK ({STATES}) NOT VALID"
    op.execute(f"ALTER TABLE moderation.appeal {changed}")
    # Reads all rows, for which nobody waits once the new check is committed; all of this may be run again.
    with op.get_context().autocommit_block():
        op.execute(f"ALTER TABLE moderation.appeal VALIDATE CONSTRAINT {NAME}")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
