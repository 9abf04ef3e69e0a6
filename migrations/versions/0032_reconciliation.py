"""Comparing with what providers list: each run, its window and what it found; payments there that nobody made here."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0032_reconciliation"
down_revision = "0031_decisions"
branch_labels = None
depends_on = None

# A window begins where an earlier one ended well, or before: what was never looked at is not skipped.
NO_GAPS = """
CREATE FUNCTION billing.check_window() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.since > (SELECT max(until) FROM billing.reconciliation WHERE provider = NEW.provider AND state = 'done') THEN
        RAISE EXCEPTION 'the window of % leaves a gap', NEW.provider USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER no_gaps BEFORE INSERT ON billing.reconciliation
    FOR EACH ROW EXECUTE FUNCTION billing.check_window();
CREATE TRIGGER keeps_end BEFORE UPDATE ON billing.reconciliation
    FOR EACH ROW WHEN (OLD.state <> 'running') EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER keeps BEFORE UPDATE ON billing.reconciliation
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('state', 'ended_at', 'listed', 'found', 'error');
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.reconciliation
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.foreign_payment
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change()
"""


def upgrade() -> None:
    op.create_table(
        "reconciliation",
        sa.Column("id", sa.Uuid(), primary_key=True),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("state", sa.Text(), nullable=False, server_default="running"),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("listed", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("found", postgresql.JSONB(), nullable=False, server_default="[]"),
        sa.Column("error", sa.Text()),
        sa.CheckConstraint("state IN ('running', 'done', 'failed')", name=op.f("reconciliation_state_check")),
        sa.CheckConstraint("since < until", name=op.f("reconciliation_window_check")),
        sa.CheckConstraint("(state = 'running') = (ended_at IS NULL)", name=op.f("reconciliation_ended_check")),
        sa.CheckConstraint("(state = 'failed') = (error IS NOT NULL)", name=op.f("reconciliation_error_check")),
        sa.CheckConstraint("listed >= 0", name=op.f("reconciliation_listed_check")),
        schema="billing",
    )
    op.create_index(
        "reconciliation_running_key",
        "reconciliation",
        ["provider"],
        unique=True,
        schema="billing",
        postgresql_where=sa.text("state = 'running'"),
    )
    op.create_index("reconciliation_done_idx", "reconciliation", ["provider", "state", "until"], schema="billing")
    op.create_table(
        "foreign_payment",
        sa.Column("provider", sa.Text(), primary_key=True),
        sa.Column("provider_ref", sa.Text(), primary_key=True),
        sa.Column("amount_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("found_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("explained_by", sa.Text()),
        sa.Column("explanation", sa.Text(), nullable=False, server_default=""),
        sa.CheckConstraint(
            "(explained_by IS NOT NULL) = (explanation <> '')", name=op.f("foreign_payment_explained_check")
        ),
        schema="billing",
    )
    op.execute(NO_GAPS)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
