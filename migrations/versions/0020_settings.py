"""What a member wants to be told, and by which way; what stopped mails; whose visits are shown."""

import re

import sqlalchemy as sa
from alembic import op

revision = "0020_settings"
down_revision = "0019_account_life"
branch_labels = None
depends_on = None

MAILS = ("new-like", "new-match", "digest", "apology")
NOTICES = "'message', 'like', 'match', 'offer'"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_table(
        "preference",
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("is_on", sa.Boolean(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(f"type IN ({NOTICES})", name=op.f("preference_type_check")),
        sa.CheckConstraint("channel IN ('mail', 'push')", name=op.f("preference_channel_check")),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("preference_member_id_fkey")),
        sa.PrimaryKeyConstraint("member_id", "type", "channel", name=op.f("preference_pkey")),
        schema="notifications",
    )
    op.create_table(
        "delivery",
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("mail_rhythm", sa.Text(), server_default="at-once", nullable=False),
        sa.Column("quiet_from", sa.Time(), nullable=True),
        sa.Column("quiet_until", sa.Time(), nullable=True),
        sa.Column("shows_text", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("mail_rhythm IN ('at-once', 'daily')", name=op.f("delivery_mail_rhythm_check")),
        sa.CheckConstraint(
            "(quiet_from IS NULL) = (quiet_until IS NULL) AND (quiet_from <> quiet_until) IS NOT FALSE",
            name=op.f("delivery_quiet_hours_check"),
        ),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("delivery_member_id_fkey")),
        sa.PrimaryKeyConstraint("member_id", name=op.f("delivery_pkey")),
        schema="notifications",
    )
    # No row was ever written with these: what a member chooses is a preference.
    op.drop_constraint(op.f("disabled_type_cause_check"), "disabled_type", schema="notifications", type_="check")
    op.create_check_constraint(
        op.f("disabled_type_cause_check"),
        "disabled_type",
        "cause IN ('unsubscribe', 'bounce', 'spam-report')",
        schema="notifications",
    )
    op.create_check_constraint(
        op.f("disabled_type_type_check"), "disabled_type", f"type IN ({NOTICES})", schema="notifications"
    )
    op.add_column("mail", sa.Column("not_before", sa.DateTime(timezone=True), nullable=True), schema="notifications")
    op.create_check_constraint(
        op.f("mail_not_before_check"), "mail", "not_before IS NULL OR state = 'queued'", schema="notifications"
    )
    op.create_index(
        "mail_waiting_idx",
        "mail",
        ["not_before"],
        unique=False,
        schema="notifications",
        postgresql_where=sa.text("not_before IS NOT NULL"),
    )
    # The kinds that other work added stay, whichever came first.
    definition = op.get_bind().scalar(
        sa.text("SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'mail_type_check'")
    )
    known = re.findall(r"'([a-z-]+)'", definition)
    types = ", ".join(f"'{mail}'" for mail in dict.fromkeys((*known, *MAILS)))
    op.drop_constraint(op.f("mail_type_check"), "mail", schema="notifications", type_="check")
    op.create_check_constraint(op.f("mail_type_check"), "mail", f"type IN ({types})", schema="notifications")
    op.create_table(
        "hidden_visitor",
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("hidden_visitor_member_id_fkey")),
        sa.PrimaryKeyConstraint("member_id", name=op.f("hidden_visitor_pkey")),
        schema="social",
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
