"""Tables of the billing module."""

import sqlalchemy as sa
from alembic import op

revision = "0006_billing"
down_revision = "0005_social"
branch_labels = None
depends_on = None

# Each entry of a wallet seals the one before it; a wallet's first entry seals its owner.
ENTRY_HASH = """
CREATE FUNCTION billing.entry_hash(
    previous bytea, tx_id uuid, fingerprint bytea, amount bigint, seq bigint, balance_after bigint
) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    sha256(previous || uuid_send(tx_id) || fingerprint || int8send(amount) || int8send(seq) || int8send(balance_after))
"""

APPEND_ONLY = """
CREATE FUNCTION billing.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%.% is append-only', TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.ledger_tx
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.ledger_entry
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.lot_use
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.ledger_account
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.credit_lot
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change()
"""

# The entries that one statement writes sum to zero in each unit, and those of wallets are in their chains. So a posting
# is written whole, and what would be added to it later has to balance too.
ENTRIES_BALANCE = """
CREATE FUNCTION billing.check_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    posting uuid;
BEGIN
    SELECT e.tx_id INTO posting
      FROM entries e JOIN billing.ledger_account a ON a.id = e.account_id
     GROUP BY e.tx_id, e.unit
    HAVING sum(e.amount) <> 0
        OR NOT bool_and(CASE a.kind WHEN 'wallet' THEN coalesce(e.seq <= a.version, false) ELSE e.seq IS NULL END)
     LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'posting % does not balance', posting USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER balances AFTER INSERT ON billing.ledger_entry REFERENCING NEW TABLE AS entries
    FOR EACH STATEMENT EXECUTE FUNCTION billing.check_entries()
"""

# At commit: a posting has entries at all.
POSTINGS_HAVE_ENTRIES = """
CREATE FUNCTION billing.check_posting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM billing.ledger_entry WHERE tx_id = NEW.id) THEN
        RAISE EXCEPTION 'posting % does not balance', NEW.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER has_entries AFTER INSERT ON billing.ledger_tx DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION billing.check_posting()
"""

# Every change of a wallet is the effect of an entry that the same statement wrote.
WALLETS_FOLLOW = """
CREATE FUNCTION billing.check_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM billing.ledger_entry
         WHERE account_id = NEW.id AND seq = NEW.version AND balance_after = NEW.balance AND hash = NEW.head_hash
    ) THEN
        RAISE EXCEPTION 'wallet % changed without an entry', NEW.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER follows_entries AFTER UPDATE ON billing.ledger_account
    FOR EACH ROW EXECUTE FUNCTION billing.check_wallet()
"""

HOUSE_ACCOUNTS = """
INSERT INTO billing.ledger_account (id, kind, unit) VALUES (1, 'credit_issue', 'CR'), (2, 'credit_income', 'CR')
"""

# At commit: every change of a wallet is the effect of an entry.
WALLETS_FOLLOW = """
CREATE FUNCTION billing.check_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM billing.ledger_entry
         WHERE account_id = NEW.id AND seq = NEW.version AND balance_after = NEW.balance AND hash = NEW.head_hash
    ) THEN
        RAISE EXCEPTION 'wallet % changed without an entry', NEW.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER follows_entries AFTER UPDATE ON billing.ledger_account DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION billing.check_wallet()
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute("CREATE SCHEMA IF NOT EXISTS billing")
    op.create_table(
        "ledger_tx",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("idem", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("reference_id", sa.Uuid(), nullable=True),
        sa.Column("reverses_tx", sa.Uuid(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(
            "(reverses_tx IS NOT NULL) = (reason = 'refund')", name=op.f("ledger_tx_refunds_reverse_check")
        ),
        sa.CheckConstraint("reason <> 'support' OR note <> ''", name=op.f("ledger_tx_support_says_why_check")),
        sa.CheckConstraint("reason IN ('signup', 'message', 'refund', 'support')", name=op.f("ledger_tx_reason_check")),
        sa.ForeignKeyConstraint(["reverses_tx"], ["billing.ledger_tx.id"], name=op.f("ledger_tx_reverses_tx_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("ledger_tx_pkey")),
        sa.UniqueConstraint("idem", name=op.f("ledger_tx_idem_key")),
        sa.UniqueConstraint("reverses_tx", name=op.f("ledger_tx_reverses_tx_key")),
        schema="billing",
    )
    op.create_index(
        "ledger_tx_reference_idx",
        "ledger_tx",
        ["reference_id"],
        unique=False,
        schema="billing",
        postgresql_where=sa.text("reference_id IS NOT NULL"),
    )
    op.create_table(
        "ledger_account",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False, start=100), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Uuid(), nullable=True),
        sa.Column("unit", sa.Text(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("head_hash", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint(
            "(kind = 'wallet') = (owner_id IS NOT NULL) AND (kind = 'wallet') = (balance IS NOT NULL) AND (kind = 'wallet') = (head_hash IS NOT NULL)",
            name=op.f("ledger_account_only_wallets_count_check"),
        ),
        sa.CheckConstraint(
            "kind IN ('wallet', 'credit_issue', 'credit_income')", name=op.f("ledger_account_kind_check")
        ),
        sa.CheckConstraint("balance >= 0", name=op.f("ledger_account_balance_check")),
        sa.ForeignKeyConstraint(["owner_id"], ["accounts.member.id"], name=op.f("ledger_account_owner_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("ledger_account_pkey")),
        sa.UniqueConstraint("id", "unit", name=op.f("ledger_account_id_unit_key")),
        sa.UniqueConstraint(
            "kind",
            "owner_id",
            "unit",
            name=op.f("ledger_account_kind_owner_id_unit_key"),
            postgresql_nulls_not_distinct=True,
        ),
        schema="billing",
    )
    op.create_table(
        "credit_lot",
        sa.Column("tx_id", sa.Uuid(), nullable=False),
        sa.Column("account_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("granted", sa.Integer(), nullable=False),
        sa.Column("remaining", sa.Integer(), nullable=False),
        sa.Column("granted_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("kind IN ('bonus', 'purchased')", name=op.f("credit_lot_kind_check")),
        sa.CheckConstraint("granted > 0 AND remaining BETWEEN 0 AND granted", name=op.f("credit_lot_remaining_check")),
        sa.ForeignKeyConstraint(["account_id"], ["billing.ledger_account.id"], name=op.f("credit_lot_account_id_fkey")),
        sa.ForeignKeyConstraint(["tx_id"], ["billing.ledger_tx.id"], name=op.f("credit_lot_tx_id_fkey")),
        sa.PrimaryKeyConstraint("tx_id", name=op.f("credit_lot_pkey")),
        schema="billing",
    )
    op.create_index("credit_lot_account_idx", "credit_lot", ["account_id"], unique=False, schema="billing")
    op.create_table(
        "ledger_entry",
        sa.Column("tx_id", sa.Uuid(), nullable=False),
        sa.Column("account_id", sa.BigInteger(), nullable=False),
        sa.Column("unit", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=True),
        sa.Column("balance_after", sa.BigInteger(), nullable=True),
        sa.Column("hash", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("amount <> 0", name=op.f("ledger_entry_amount_check")),
        sa.CheckConstraint("balance_after >= 0", name=op.f("ledger_entry_balance_after_check")),
        sa.CheckConstraint(
            "num_nonnulls(seq, balance_after, hash) IN (0, 3)", name=op.f("ledger_entry_chained_whole_check")
        ),
        sa.ForeignKeyConstraint(
            ["account_id", "unit"],
            ["billing.ledger_account.id", "billing.ledger_account.unit"],
            name=op.f("ledger_entry_account_id_unit_fkey"),
        ),
        sa.ForeignKeyConstraint(["tx_id"], ["billing.ledger_tx.id"], name=op.f("ledger_entry_tx_id_fkey")),
        sa.PrimaryKeyConstraint("tx_id", "account_id", name=op.f("ledger_entry_pkey")),
        sa.UniqueConstraint("account_id", "seq", name=op.f("ledger_entry_account_id_seq_key")),
        schema="billing",
    )
    op.create_table(
        "lot_use",
        sa.Column("tx_id", sa.Uuid(), nullable=False),
        sa.Column("lot_id", sa.Uuid(), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.CheckConstraint("amount > 0", name=op.f("lot_use_amount_check")),
        sa.ForeignKeyConstraint(["lot_id"], ["billing.credit_lot.tx_id"], name=op.f("lot_use_lot_id_fkey")),
        sa.ForeignKeyConstraint(["tx_id"], ["billing.ledger_tx.id"], name=op.f("lot_use_tx_id_fkey")),
        sa.PrimaryKeyConstraint("tx_id", "lot_id", name=op.f("lot_use_pkey")),
        schema="billing",
    )
    op.execute(ENTRY_HASH)
    op.execute(APPEND_ONLY)
    op.execute(ENTRIES_BALANCE)
    op.execute(POSTINGS_HAVE_ENTRIES)
    op.execute(WALLETS_FOLLOW)
    op.execute(HOUSE_ACCOUNTS)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
