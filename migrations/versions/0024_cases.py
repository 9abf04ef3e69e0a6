"""Complaints and reports with their evidence, people who write without an account, and icebreakers."""

import re

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0024_cases"
down_revision = "0023_chat_life"
branch_labels = None
depends_on = None

# What was said stays as it was said. Words and evidence may only be emptied, for somebody who is erased.
APPEND_ONLY = """
CREATE FUNCTION moderation.refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
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
        IF OLD.state = 'decided' AND (OLD.outcome, OLD.answer, OLD.decided_at) <> (NEW.outcome, NEW.answer, NEW.decided_at) THEN
            RAISE EXCEPTION 'a decision stands' USING ERRCODE = 'restrict_violation';
        END IF;
    END IF;
    IF to_jsonb(NEW) <> emptied THEN
        RAISE EXCEPTION '%.% keeps what it says', TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION moderation.refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%.% is kept', TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER keeps BEFORE UPDATE ON moderation.complaint_message
    FOR EACH ROW EXECUTE FUNCTION moderation.refuse_rewrite('body');
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.complaint_message
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();
CREATE TRIGGER keeps BEFORE UPDATE ON moderation.report
    FOR EACH ROW EXECUTE FUNCTION moderation.refuse_rewrite('words', 'evidence');
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.report
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();
"""

MAILS = ("complaint-received", "complaint-answered", "complaint-closed", "report-received", "report-decided")


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    _create_complaints()
    _create_reports()
    op.execute(APPEND_ONLY)
    op.create_table(
        "photo_hold",
        sa.Column("photo_id", sa.Uuid(), nullable=False),
        sa.Column("case_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(["photo_id"], ["profiles.photo.id"], name=op.f("photo_hold_photo_id_fkey")),
        sa.PrimaryKeyConstraint("photo_id", "case_id", name=op.f("photo_hold_pkey")),
        schema="profiles",
    )
    op.create_index("photo_hold_case_idx", "photo_hold", ["case_id"], unique=False, schema="profiles")
    op.create_table(
        "icebreaker",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("position", sa.SmallInteger(), nullable=False),
        sa.Column("active", sa.Boolean(), server_default="true", nullable=False),
        sa.CheckConstraint("char_length(text) BETWEEN 5 AND 300", name=op.f("icebreaker_text_check")),
        sa.CheckConstraint("position > 0", name=op.f("icebreaker_position_check")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("icebreaker_site_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("icebreaker_pkey")),
        sa.UniqueConstraint("site_id", "language", "position", name="icebreaker_position_key"),
        schema="social",
    )
    _let_mails_go_to_contacts()


def _create_complaints() -> None:
    op.create_table(
        "contact",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("email = lower(email)", name=op.f("contact_email_lower_check")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("contact_site_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("contact_pkey")),
        schema="accounts",
    )
    op.create_table(
        "complaint",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=True),
        sa.Column("contact_id", sa.Uuid(), nullable=True),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), server_default="open", nullable=False),
        sa.Column("claimed_by", sa.Uuid(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "topic IN ('payment', 'person', 'account', 'decision', 'privacy', 'other')",
            name=op.f("complaint_topic_check"),
        ),
        sa.CheckConstraint("state IN ('open', 'answered', 'closed')", name=op.f("complaint_state_check")),
        sa.CheckConstraint("num_nonnulls(member_id, contact_id) = 1", name=op.f("complaint_from_somebody_check")),
        sa.CheckConstraint("(state = 'closed') = (closed_at IS NOT NULL)", name=op.f("complaint_closed_at_check")),
        sa.ForeignKeyConstraint(["claimed_by"], ["moderation.staff.id"], name=op.f("complaint_claimed_by_fkey")),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("complaint_member_id_fkey")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("complaint_site_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("complaint_pkey")),
        sa.UniqueConstraint("number", name=op.f("complaint_number_key")),
        schema="moderation",
    )
    op.create_index(
        "complaint_member_idx",
        "complaint",
        ["member_id", sa.literal_column("created_at DESC")],
        unique=False,
        schema="moderation",
    )
    op.create_index("complaint_queue_idx", "complaint", ["state", "due_at"], unique=False, schema="moderation")
    op.create_table(
        "complaint_message",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("complaint_id", sa.Uuid(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("staff_id", sa.Uuid(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("author IN ('complainant', 'staff')", name=op.f("complaint_message_author_check")),
        sa.CheckConstraint("(author = 'staff') = (staff_id IS NOT NULL)", name=op.f("complaint_message_staff_check")),
        sa.CheckConstraint("char_length(body) <= 5000", name=op.f("complaint_message_body_check")),
        sa.ForeignKeyConstraint(
            ["complaint_id"], ["moderation.complaint.id"], name=op.f("complaint_message_complaint_id_fkey")
        ),
        sa.ForeignKeyConstraint(["staff_id"], ["moderation.staff.id"], name=op.f("complaint_message_staff_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("complaint_message_pkey")),
        schema="moderation",
    )
    op.create_index(
        "complaint_message_complaint_idx",
        "complaint_message",
        ["complaint_id", "created_at"],
        unique=False,
        schema="moderation",
    )


def _create_reports() -> None:
    op.create_table(
        "report",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("reporter_id", sa.Uuid(), nullable=False),
        sa.Column("reported_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), server_default="", nullable=False),
        sa.Column("evidence", postgresql.JSONB(), nullable=False),
        sa.Column("state", sa.Text(), server_default="open", nullable=False),
        sa.Column("claimed_by", sa.Uuid(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("decided_by", sa.Uuid(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("answer", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint("kind IN ('profile', 'photo', 'message')", name=op.f("report_kind_check")),
        sa.CheckConstraint("kind <> 'profile' OR subject_id = reported_id", name=op.f("report_subject_check")),
        sa.CheckConstraint("reporter_id <> reported_id", name=op.f("report_not_oneself_check")),
        sa.CheckConstraint(
            "reason IN ('fake', 'money', 'insult', 'sexual', 'minor', 'danger', 'other')",
            name=op.f("report_reason_check"),
        ),
        sa.CheckConstraint(
            "char_length(words) <= 2000 AND char_length(answer) <= 2000", name=op.f("report_words_check")
        ),
        sa.CheckConstraint("state IN ('open', 'decided')", name=op.f("report_state_check")),
        sa.CheckConstraint("outcome IN ('upheld', 'not-upheld')", name=op.f("report_outcome_check")),
        sa.CheckConstraint(
            "CASE state WHEN 'decided' THEN num_nulls(decided_at, decided_by, outcome) = 0 "
            "ELSE num_nonnulls(decided_at, decided_by, outcome) = 0 END",
            name=op.f("report_decided_check"),
        ),
        sa.ForeignKeyConstraint(["claimed_by"], ["moderation.staff.id"], name=op.f("report_claimed_by_fkey")),
        sa.ForeignKeyConstraint(["decided_by"], ["moderation.staff.id"], name=op.f("report_decided_by_fkey")),
        sa.ForeignKeyConstraint(["reported_id"], ["accounts.member.id"], name=op.f("report_reported_id_fkey")),
        sa.ForeignKeyConstraint(["reporter_id"], ["accounts.member.id"], name=op.f("report_reporter_id_fkey")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("report_site_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("report_pkey")),
        sa.UniqueConstraint("number", name=op.f("report_number_key")),
        schema="moderation",
    )
    op.create_index(
        "report_open_key",
        "report",
        ["reporter_id", "kind", "subject_id"],
        unique=True,
        schema="moderation",
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_index(
        "report_reporter_idx",
        "report",
        ["reporter_id", sa.literal_column("created_at DESC")],
        unique=False,
        schema="moderation",
    )
    op.create_index("report_reported_idx", "report", ["reported_id"], unique=False, schema="moderation")
    op.create_index("report_queue_idx", "report", ["state", "due_at"], unique=False, schema="moderation")


def _let_mails_go_to_contacts() -> None:
    op.add_column("mail", sa.Column("contact_id", sa.Uuid(), nullable=True), schema="notifications")
    op.alter_column("mail", "member_id", nullable=True, schema="notifications")
    op.create_check_constraint(
        op.f("mail_to_somebody_check"), "mail", "num_nonnulls(member_id, contact_id) = 1", schema="notifications"
    )
    # The kinds that other work added stay, whichever came first.
    definition = op.get_bind().scalar(
        sa.text("SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'mail_type_check'")
    )
    known = re.findall(r"'([a-z-]+)'", definition)
    kinds = ", ".join(f"'{kind}'" for kind in dict.fromkeys((*known, *MAILS)))
    op.drop_constraint(op.f("mail_type_check"), "mail", schema="notifications")
    op.create_check_constraint(op.f("mail_type_check"), "mail", f"type IN ({kinds})", schema="notifications")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
