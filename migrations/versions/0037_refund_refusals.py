"""Whoever is refused a refund learns why: a reason, the words of whoever refused, and a mail that says both."""

import re

import sqlalchemy as sa
from alembic import op

revision = "0037_refund_refusals"
down_revision = "0036_cases"
branch_labels = None
depends_on = None

# What was refused so far keeps its reason in the audit; a refusal has one of its own from now on.
REASONS = """
ALTER TABLE billing.refund
    ADD COLUMN refused_for text,
    ADD COLUMN refused_words text NOT NULL DEFAULT '';
CREATE OR REPLACE TRIGGER keeps BEFORE UPDATE ON billing.refund
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite(
        'provider_ref', 'state', 'approved_by', 'refused_for', 'refused_words', 'submitted_at', 'settled_at',
        'next_check_at');
CREATE TRIGGER refusal_stands BEFORE UPDATE ON billing.refund FOR EACH ROW
    WHEN (OLD.refused_for IS NOT NULL
          AND (OLD.refused_for, OLD.refused_words) IS DISTINCT FROM (NEW.refused_for, NEW.refused_words))
    EXECUTE FUNCTION billing.refuse_rewrite('state');
UPDATE billing.refund SET refused_for = 'other', refused_words = 'Refused before reasons were kept here.'
 WHERE state = 'rejected';
ALTER TABLE billing.refund
    ADD CONSTRAINT refund_refused_for_check CHECK (refused_for IN (
        'credits-used', 'too-late', 'paid-back-already', 'details-missing', 'other'
    )),
    ADD CONSTRAINT refund_refused_with_reason_check CHECK ((state = 'rejected') = (refused_for IS NOT NULL)),
    ADD CONSTRAINT refund_other_is_in_words_check CHECK (refused_for <> 'other' OR refused_words <> ''),
    ADD CONSTRAINT refund_refused_words_check CHECK (char_length(refused_words) <= 1000)
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute(REASONS)
    definition = op.get_bind().scalar(
        sa.text("SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'mail_type_check'")
    )
    known = re.findall(r"'([a-z-]+)'", definition)
    kinds = ", ".join(f"'{kind}'" for kind in dict.fromkeys((*known, "refund-refused")))
    op.drop_constraint(op.f("mail_type_check"), "mail", schema="notifications")
    op.create_check_constraint(op.f("mail_type_check"), "mail", f"type IN ({kinds})", schema="notifications")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
