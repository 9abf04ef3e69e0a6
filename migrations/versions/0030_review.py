"""The review queue, and the record of who read from a conversation for it."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0030_review"
down_revision = "0029_push"
branch_labels = None
depends_on = None

KINDS = "'photo', 'profile-text', 'member-report', 'photo-report', 'message-report', 'risk', 'evasion'"
SIGNALS = (
    "'money-words', 'new-asks-money', 'alike-openers', 'shared-device', 'banned-device', 'banned-email', 'banned-photo'"
)
WAITS = sa.text("state IN ('open', 'claimed')")

# What is closed stays closed, and every change counts, so that nobody decides what they did not see as it is.
KEEPS = """
CREATE FUNCTION moderation.keep_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.closed_at IS NOT NULL THEN
        RAISE EXCEPTION 'a closed case stays closed' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.version <> OLD.version + 1 THEN
        RAISE EXCEPTION 'a change of a case counts its version on' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER versions BEFORE UPDATE ON moderation.review_item
    FOR EACH ROW EXECUTE FUNCTION moderation.keep_versions();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.review_item
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();
CREATE TRIGGER keeps BEFORE UPDATE ON moderation.conversation_access
    FOR EACH ROW EXECUTE FUNCTION moderation.refuse_rewrite();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.conversation_access
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    _create_queue()
    _create_access()
    op.execute(KEEPS)
    op.create_index(
        "login_session_device_idx",
        "login_session",
        ["device"],
        schema="accounts",
        postgresql_where=sa.text("device IS NOT NULL"),
    )
    # What waited before there was a queue.
    op.execute(
        """
        INSERT INTO moderation.review_item (id, site_id, kind, subject_id, member_id, priority, opened_at, due_at)
        SELECT gen_random_uuid(), (array_agg(site_id))[1],
               CASE kind WHEN 'profile' THEN 'member-report' ELSE kind || '-report' END,
               subject_id, (array_agg(reported_id))[1],
               CASE WHEN bool_or(reason IN ('minor', 'danger', 'money')) THEN 1 ELSE 2 END, min(created_at), min(due_at)
          FROM moderation.report WHERE state = 'open' GROUP BY kind, subject_id
        UNION ALL
        SELECT gen_random_uuid(), p.site_id, 'photo', f.id, f.member_id, 3, f.created_at, f.created_at + interval '4 h'
          FROM profiles.photo f JOIN profiles.profile p USING (member_id) WHERE f.status = 'pending'
        """
    )


def _create_queue() -> None:
    op.create_table(
        "review_item",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("priority", sa.SmallInteger(), nullable=False),
        sa.Column("signals", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=True),
        sa.Column("message_id", sa.Uuid(), nullable=True),
        sa.Column("state", sa.Text(), server_default="open", nullable=False),
        sa.Column("version", sa.Integer(), server_default="0", nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("claimed_by", sa.Uuid(), nullable=True),
        sa.Column("claimed_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("decided_by", sa.Uuid(), nullable=True),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(f"kind IN ({KINDS})", name=op.f("review_item_kind_check")),
        sa.CheckConstraint("state IN ('open', 'claimed', 'decided', 'gone')", name=op.f("review_item_state_check")),
        sa.CheckConstraint("priority BETWEEN 1 AND 3", name=op.f("review_item_priority_check")),
        sa.CheckConstraint(f"signals <@ ARRAY[{SIGNALS}]", name=op.f("review_item_signals_check")),
        sa.CheckConstraint(
            "CASE state WHEN 'claimed' THEN num_nulls(claimed_by, claimed_until) = 0 "
            "ELSE num_nonnulls(claimed_by, claimed_until) = 0 END",
            name=op.f("review_item_claimed_check"),
        ),
        sa.CheckConstraint(
            "(state IN ('decided', 'gone')) = (closed_at IS NOT NULL)", name=op.f("review_item_closed_check")
        ),
        sa.CheckConstraint("decided_by IS NULL OR state = 'decided'", name=op.f("review_item_decided_by_check")),
        sa.ForeignKeyConstraint(["claimed_by"], ["moderation.staff.id"], name=op.f("review_item_claimed_by_fkey")),
        sa.ForeignKeyConstraint(["decided_by"], ["moderation.staff.id"], name=op.f("review_item_decided_by_fkey")),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("review_item_member_id_fkey")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.site.id"], name=op.f("review_item_site_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("review_item_pkey")),
        schema="moderation",
    )
    waiting = {"schema": "moderation", "postgresql_where": WAITS}
    op.create_index("review_item_waiting_key", "review_item", ["kind", "subject_id"], unique=True, **waiting)
    op.create_index("review_item_queue_idx", "review_item", ["priority", "due_at"], **waiting)
    op.create_index(
        "review_item_member_idx",
        "review_item",
        ["member_id", sa.literal_column("opened_at DESC")],
        schema="moderation",
    )


def _create_access() -> None:
    op.create_table(
        "conversation_access",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("item_id", sa.Uuid(), nullable=False),
        sa.Column("staff_id", sa.Uuid(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("conversation_id", sa.Uuid(), nullable=False),
        sa.Column("one_id", sa.Uuid(), nullable=False),
        sa.Column("other_id", sa.Uuid(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(
            "role IN ('moderator', 'support', 'finance', 'admin')", name=op.f("conversation_access_role_check")
        ),
        sa.CheckConstraint("one_id <> other_id", name=op.f("conversation_access_two_members_check")),
        sa.ForeignKeyConstraint(
            ["item_id"], ["moderation.review_item.id"], name=op.f("conversation_access_item_id_fkey")
        ),
        sa.ForeignKeyConstraint(["staff_id"], ["moderation.staff.id"], name=op.f("conversation_access_staff_id_fkey")),
        sa.ForeignKeyConstraint(["one_id"], ["accounts.member.id"], name=op.f("conversation_access_one_id_fkey")),
        sa.ForeignKeyConstraint(["other_id"], ["accounts.member.id"], name=op.f("conversation_access_other_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("conversation_access_pkey")),
        schema="moderation",
    )
    for side in ("one", "other"):
        op.create_index(
            f"conversation_access_{side}_idx",
            "conversation_access",
            [f"{side}_id", sa.literal_column("at DESC")],
            schema="moderation",
        )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
