-- Each entry of a wallet seals the one before it; a wallet's first entry seals its owner.
CREATE FUNCTION billing.entry_hash(
    previous bytea, tx_id uuid, fingerprint bytea, amount bigint, seq bigint, balance_after bigint
) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    sha256(previous || uuid_send(tx_id) || fingerprint || int8send(amount) || int8send(seq) || int8send(balance_after));

-- The ledger is append-only; accounts and lots are updated, and never deleted.
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
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();

-- The entries that one statement writes sum to zero in each unit, and those of wallets are in their chains. So a
-- posting is written at once, and anything added to it later has to balance, too.
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
    FOR EACH STATEMENT EXECUTE FUNCTION billing.check_entries();

-- At commit: a posting has entries at all.
CREATE FUNCTION billing.check_posting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM billing.ledger_entry WHERE tx_id = NEW.id) THEN
        RAISE EXCEPTION 'posting % does not balance', NEW.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER has_entries AFTER INSERT ON billing.ledger_tx DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION billing.check_posting();

-- At commit: every change of a wallet is the effect of an entry.
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
    FOR EACH ROW EXECUTE FUNCTION billing.check_wallet();
