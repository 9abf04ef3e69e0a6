"""Direct debit by the house itself: codes, mandates, collections, files, blocks; companies get creditor ids."""

import sqlalchemy as sa
from alembic import op

revision = "0014_direct_debit"
down_revision = "0013_photo_epoch"
branch_labels = None
depends_on = None

TRIGGERS = """
CREATE TRIGGER transition BEFORE UPDATE ON billing.dd_mandate FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('dd_mandate');
CREATE TRIGGER transition BEFORE UPDATE ON billing.dd_collection FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('dd_collection');
CREATE TRIGGER transition BEFORE UPDATE ON billing.dd_batch FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('dd_batch');
CREATE TRIGGER keeps BEFORE UPDATE ON billing.otp_challenge
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('tries', 'consumed_at');
CREATE TRIGGER consumed_once BEFORE UPDATE ON billing.otp_challenge FOR EACH ROW
    WHEN (OLD.consumed_at IS NOT NULL) EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER keeps BEFORE UPDATE ON billing.dd_mandate
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('last_used_at', 'state', 'reason');
CREATE TRIGGER keeps BEFORE UPDATE ON billing.dd_collection
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('batch_id', 'state', 'reason', 'settled_at', 'ended_at');
CREATE TRIGGER keeps BEFORE UPDATE ON billing.dd_batch
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite(
        'state', 'released_by', 'released_at', 'exported_at', 'message_id', 'content_sealed', 'content_hash');
CREATE TRIGGER keeps_content BEFORE UPDATE ON billing.dd_batch FOR EACH ROW
    WHEN (OLD.content_hash IS NOT NULL AND (OLD.content_hash, OLD.content_sealed, OLD.released_by, OLD.message_id)
          IS DISTINCT FROM (NEW.content_hash, NEW.content_sealed, NEW.released_by, NEW.message_id))
    EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.otp_challenge
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.dd_mandate
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.dd_collection
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.dd_batch
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.dd_bank_file
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.dd_block
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change()
"""

MACHINES = {
    "dd_mandate": {
        "active": ["invalid", "closed", "lapsed"],
        "invalid": ["closed"],
    },
    "dd_collection": {
        "scheduled": ["batched", "canceled"],
        "batched": ["sent", "scheduled"],
        "sent": ["settled", "rejected", "scheduled"],
        "settled": ["returned"],
    },
    "dd_batch": {
        "draft": ["released", "discarded"],
        "released": ["exported", "discarded"],
        "exported": ["refused"],
    },
}


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    for column in ("creditor_id", "iban", "bic"):
        op.add_column("company", sa.Column(column, sa.Text(), nullable=True), schema="sites")
    op.create_table(
        "dd_bank_file",
        sa.Column("content_hash", sa.LargeBinary(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("imported_by", sa.Text(), nullable=False),
        sa.Column("imported_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("content_hash", name=op.f("dd_bank_file_pkey")),
        schema="billing",
    )
    op.create_table(
        "dd_batch",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("creditor_id", sa.Text(), nullable=False),
        sa.Column("collections", sa.Integer(), nullable=False),
        sa.Column("total_minor", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), server_default="draft", nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("released_by", sa.Text(), nullable=True),
        sa.Column("released_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("exported_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("message_id", sa.Text(), nullable=True),
        sa.Column("content_sealed", sa.LargeBinary(), nullable=True),
        sa.Column("content_hash", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint(
            "state IN ('draft', 'discarded') OR (released_by IS NOT NULL AND content_hash IS NOT NULL)",
            name=op.f("dd_batch_released_check"),
        ),
        sa.CheckConstraint(
            "state IN ('draft', 'released', 'exported', 'refused', 'discarded')", name=op.f("dd_batch_state_check")
        ),
        sa.CheckConstraint("collections > 0 AND total_minor > 0", name=op.f("dd_batch_positive_check")),
        sa.CheckConstraint("released_by <> created_by", name=op.f("dd_batch_four_eyes_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("dd_batch_pkey")),
        sa.UniqueConstraint("message_id", name=op.f("dd_batch_message_id_key")),
        schema="billing",
    )
    op.create_table(
        "dd_block",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=True),
        sa.Column("iban_hash", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("reason <> ''", name=op.f("dd_block_reason_check")),
        sa.CheckConstraint("member_id IS NOT NULL OR iban_hash IS NOT NULL", name=op.f("dd_block_subject_check")),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("dd_block_member_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("dd_block_pkey")),
        schema="billing",
    )
    op.create_index("dd_block_iban_idx", "dd_block", ["iban_hash"], unique=False, schema="billing")
    op.create_index("dd_block_member_idx", "dd_block", ["member_id"], unique=False, schema="billing")
    op.create_table(
        "otp_challenge",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("order_id", sa.Uuid(), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.Column("amount_minor", sa.Integer(), nullable=False),
        sa.Column("creditor_id", sa.Text(), nullable=False),
        sa.Column("reference", sa.Text(), nullable=False),
        sa.Column("iban_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("iban_hash", sa.Text(), nullable=False),
        sa.Column("iban_label", sa.Text(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("phone_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("phone_label", sa.Text(), nullable=False),
        sa.Column("text_version", sa.Text(), nullable=False),
        sa.Column("text_hash", sa.LargeBinary(), nullable=False),
        sa.Column("locale", sa.Text(), nullable=False),
        sa.Column("network", sa.Text(), nullable=False),
        sa.Column("tries", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("consumed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("amount_minor > 0", name=op.f("otp_challenge_amount_check")),
        sa.CheckConstraint(
            "consumed_at IS NULL OR (tries > 0 AND consumed_at < expires_at)",
            name=op.f("otp_challenge_consumed_in_time_check"),
        ),
        sa.CheckConstraint("tries BETWEEN 0 AND 5", name=op.f("otp_challenge_tries_check")),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("otp_challenge_member_id_fkey")),
        sa.ForeignKeyConstraint(["order_id"], ["billing.credit_order.id"], name=op.f("otp_challenge_order_id_fkey")),
        sa.ForeignKeyConstraint(["payment_id"], ["billing.payment.id"], name=op.f("otp_challenge_payment_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("otp_challenge_pkey")),
        schema="billing",
    )
    op.create_index(
        "otp_challenge_consumed_key",
        "otp_challenge",
        ["payment_id"],
        unique=True,
        schema="billing",
        postgresql_where=sa.text("consumed_at IS NOT NULL"),
    )
    op.create_index(
        "otp_challenge_order_idx", "otp_challenge", ["order_id", "created_at"], unique=False, schema="billing"
    )
    op.create_table(
        "dd_mandate",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("member_id", sa.Uuid(), nullable=False),
        sa.Column("reference", sa.Text(), nullable=False),
        sa.Column("creditor_id", sa.Text(), nullable=False),
        sa.Column("iban_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("iban_hash", sa.Text(), nullable=False),
        sa.Column("iban_label", sa.Text(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("challenge_id", sa.Uuid(), nullable=False),
        sa.Column("accepted_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("state", sa.Text(), server_default="active", nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.CheckConstraint("state IN ('active', 'invalid', 'closed', 'lapsed')", name=op.f("dd_mandate_state_check")),
        sa.ForeignKeyConstraint(
            ["challenge_id"], ["billing.otp_challenge.id"], name=op.f("dd_mandate_challenge_id_fkey")
        ),
        sa.ForeignKeyConstraint(["member_id"], ["accounts.member.id"], name=op.f("dd_mandate_member_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("dd_mandate_pkey")),
        sa.UniqueConstraint("challenge_id", name=op.f("dd_mandate_challenge_id_key")),
        sa.UniqueConstraint("reference", name=op.f("dd_mandate_reference_key")),
        schema="billing",
    )
    op.create_index(
        "dd_mandate_active_key",
        "dd_mandate",
        ["member_id", "iban_hash", "creditor_id"],
        unique=True,
        schema="billing",
        postgresql_where=sa.text("state = 'active'"),
    )
    op.create_index("dd_mandate_iban_idx", "dd_mandate", ["iban_hash"], unique=False, schema="billing")
    op.create_table(
        "dd_collection",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=False),
        sa.Column("mandate_id", sa.Uuid(), nullable=False),
        sa.Column("attempt", sa.SmallInteger(), nullable=False),
        sa.Column("end_to_end_id", sa.Text(), nullable=False),
        sa.Column("amount_minor", sa.Integer(), nullable=False),
        sa.Column("due_on", sa.Date(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=True),
        sa.Column("state", sa.Text(), server_default="scheduled", nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "(state IN ('scheduled', 'canceled')) = (batch_id IS NULL)", name=op.f("dd_collection_in_batch_check")
        ),
        sa.CheckConstraint(
            "state IN ('scheduled', 'batched', 'sent', 'settled', 'rejected', 'returned', 'canceled')",
            name=op.f("dd_collection_state_check"),
        ),
        sa.CheckConstraint("amount_minor > 0", name=op.f("dd_collection_amount_check")),
        sa.ForeignKeyConstraint(["batch_id"], ["billing.dd_batch.id"], name=op.f("dd_collection_batch_id_fkey")),
        sa.ForeignKeyConstraint(["mandate_id"], ["billing.dd_mandate.id"], name=op.f("dd_collection_mandate_id_fkey")),
        sa.ForeignKeyConstraint(["payment_id"], ["billing.payment.id"], name=op.f("dd_collection_payment_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("dd_collection_pkey")),
        sa.UniqueConstraint("end_to_end_id", name=op.f("dd_collection_end_to_end_id_key")),
        sa.UniqueConstraint("payment_id", "attempt", name=op.f("dd_collection_payment_id_attempt_key")),
        schema="billing",
    )
    op.create_index(op.f("dd_collection_batch_id_idx"), "dd_collection", ["batch_id"], unique=False, schema="billing")
    op.create_index(
        "dd_collection_due_idx",
        "dd_collection",
        ["due_on"],
        unique=False,
        schema="billing",
        postgresql_where=sa.text("state = 'scheduled'"),
    )
    op.create_index("dd_collection_mandate_idx", "dd_collection", ["mandate_id"], unique=False, schema="billing")
    op.create_index(
        "dd_collection_open_key",
        "dd_collection",
        ["payment_id"],
        unique=True,
        schema="billing",
        postgresql_where=sa.text("state IN ('scheduled', 'batched', 'sent')"),
    )
    op.create_index(
        "dd_collection_settled_key",
        "dd_collection",
        ["payment_id"],
        unique=True,
        schema="billing",
        postgresql_where=sa.text("settled_at IS NOT NULL"),
    )
    op.execute(TRIGGERS)
    transition = sa.table("transition", *map(sa.column, ("machine", "from_state", "to_state")), schema="billing")
    rows = [
        {"machine": machine, "from_state": old, "to_state": new}
        for machine, table in MACHINES.items()
        for old, targets in table.items()
        for new in targets
    ]
    op.bulk_insert(transition, rows)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
