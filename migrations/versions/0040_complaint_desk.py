"""Complaints get a desk: notes that stay in the house, questions back, cases that staff open, and answers by mail."""

import re

import sqlalchemy as sa
from alembic import op

revision = "0040_complaint_desk"
down_revision = "0039_security_mails"
branch_labels = None
depends_on = None

MAILS = ("complaint-question", "complaint-opened")
DESK = """
ALTER TABLE moderation.complaint
    ADD COLUMN opened_by uuid CONSTRAINT complaint_opened_by_fkey REFERENCES moderation.staff (id),
    DROP CONSTRAINT complaint_state_check,
    ADD CONSTRAINT complaint_state_check CHECK (state IN ('open', 'waiting', 'answered', 'closed')),
    ADD CONSTRAINT complaint_opened_for_a_member_check CHECK (opened_by IS NULL OR member_id IS NOT NULL);
ALTER TABLE moderation.complaint_message
    ADD COLUMN origin bytea,
    DROP CONSTRAINT complaint_message_author_check,
    ADD CONSTRAINT complaint_message_author_check CHECK (author IN ('complainant', 'staff', 'note')),
    DROP CONSTRAINT complaint_message_staff_check,
    ADD CONSTRAINT complaint_message_staff_check CHECK ((author IN ('staff', 'note')) = (staff_id IS NOT NULL)),
    ADD CONSTRAINT complaint_message_mailed_check CHECK (origin IS NULL OR author = 'complainant');
CREATE UNIQUE INDEX complaint_message_origin_key ON moderation.complaint_message (complaint_id, origin)
    WHERE origin IS NOT NULL;
CREATE FUNCTION moderation.keep_complaint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.state = 'closed' AND NEW.state NOT IN ('closed', 'open') THEN
        RAISE EXCEPTION 'a closed complaint is only opened again' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.state = 'open' AND OLD.state <> 'open' AND NOT EXISTS (
        SELECT FROM moderation.complaint_message AS said
         WHERE said.complaint_id = NEW.id AND said.author = 'complainant'
           AND said.created_at >= coalesce(OLD.closed_at, OLD.created_at)
    ) THEN
        RAISE EXCEPTION 'a reply opens a complaint again' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER keeps BEFORE UPDATE OF state ON moderation.complaint
    FOR EACH ROW EXECUTE FUNCTION moderation.keep_complaint();
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute(DESK)
    definition = op.get_bind().scalar(
        sa.text("SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'mail_type_check'")
    )
    known = re.findall(r"'([a-z-]+)'", definition)
    kinds = ", ".join(f"'{kind}'" for kind in dict.fromkeys((*known, *MAILS)))
    op.drop_constraint(op.f("mail_type_check"), "mail", schema="notifications")
    op.create_check_constraint(op.f("mail_type_check"), "mail", f"type IN ({kinds})", schema="notifications")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
