"""What staff wrote of a member may be emptied once that member is erased, and changed by nothing else."""

from alembic import op

revision = "0054_words_of_staff"
down_revision = "0053_decisions_taken_back"
branch_labels = None
depends_on = None

REFUNDS = """
CREATE OR REPLACE TRIGGER keeps BEFORE UPDATE ON billing.refund
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite(
        'provider_ref', 'state', 'approved_by', 'refused_for', 'refused_words', 'decided_at', 'submitted_at',
        'settled_at', 'next_check_at', 'note');
CREATE TRIGGER note_stands BEFORE UPDATE ON billing.refund FOR EACH ROW
    WHEN (NEW.note NOT IN (OLD.note, '(erased)'))
    EXECUTE FUNCTION billing.refuse_rewrite('state');
CREATE OR REPLACE TRIGGER refusal_stands BEFORE UPDATE ON billing.refund FOR EACH ROW
    WHEN (OLD.refused_for IS NOT NULL
          AND (OLD.refused_for IS DISTINCT FROM NEW.refused_for
               OR NEW.refused_words NOT IN (OLD.refused_words, '(erased)')))
    EXECUTE FUNCTION billing.refuse_rewrite('state')
"""
AUDIT = """
CREATE OR REPLACE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON moderation.audit_event
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_change();
CREATE TRIGGER keeps BEFORE UPDATE ON moderation.audit_event FOR EACH ROW
    WHEN (NEW.reason <> '' OR to_jsonb(NEW) - 'reason' <> to_jsonb(OLD) - 'reason')
    EXECUTE FUNCTION moderation.refuse_change()
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute(REFUNDS)
    op.execute(AUDIT)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
