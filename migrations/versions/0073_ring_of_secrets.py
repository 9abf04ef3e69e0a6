"""The key of hashes lies in the database, and what is sealed may be sealed afresh under another secret."""

import sqlalchemy as sa
from alembic import op

revision = "0073_ring_of_secrets"
down_revision = "0072_explanations_end"
branch_labels = None
depends_on = None

# What a row says stays as it is; the seal around it is renewed by `hearth keys reseal` alone, which says that it does.
TRIGGERS = """
CREATE OR REPLACE TRIGGER keeps BEFORE UPDATE ON billing.otp_challenge
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('tries', 'consumed_at', 'iban_sealed', 'phone_sealed');
CREATE OR REPLACE TRIGGER consumed_once BEFORE UPDATE OF tries, consumed_at ON billing.otp_challenge FOR EACH ROW
    WHEN (OLD.consumed_at IS NOT NULL) EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER keeps_sealed BEFORE UPDATE OF iban_sealed, phone_sealed ON billing.otp_challenge FOR EACH ROW
    WHEN (current_setting('hearth.resealing', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION billing.refuse_change();
CREATE OR REPLACE TRIGGER keeps BEFORE UPDATE ON billing.dd_mandate
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('last_used_at', 'state', 'reason', 'iban_sealed');
CREATE TRIGGER keeps_sealed BEFORE UPDATE OF iban_sealed ON billing.dd_mandate FOR EACH ROW
    WHEN (current_setting('hearth.resealing', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION billing.refuse_change();
CREATE OR REPLACE TRIGGER keeps_content BEFORE UPDATE ON billing.dd_batch FOR EACH ROW
    WHEN (OLD.content_hash IS NOT NULL AND (OLD.content_hash, OLD.released_by, OLD.message_id)
          IS DISTINCT FROM (NEW.content_hash, NEW.released_by, NEW.message_id))
    EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER keeps_sealed BEFORE UPDATE OF content_sealed ON billing.dd_batch FOR EACH ROW
    WHEN (OLD.content_hash IS NOT NULL AND current_setting('hearth.resealing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION billing.refuse_change()
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.create_table(
        "house_key",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("key_sealed", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("id = '00000000-0000-0000-0000-000000000001'", name=op.f("house_key_one_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("house_key_pkey")),
        schema="platform",
    )
    for trigger in TRIGGERS.split(";"):
        op.execute(trigger)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
