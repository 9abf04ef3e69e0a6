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

-- Writes a posting: its transaction, its wallet and both entries. Returns no row if the key was used before or the
-- balance does not suffice, which the same UPDATE checks and changes, so that concurrent spends cannot overdraw it.
CREATE FUNCTION billing.post(
    new_tx uuid, new_idem text, content bytea, owner uuid, change bigint, counter_account bigint,
    why text, who text, remark text, about uuid, reversed uuid
) RETURNS TABLE (account_id bigint, balance bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH tx AS (
        INSERT INTO billing.ledger_tx (id, idem, fingerprint, reason, note, actor, reference_id, reverses_tx)
        VALUES (new_tx, new_idem, content, why, remark, who, about, reversed)
        ON CONFLICT DO NOTHING
        RETURNING id
    ), wallet AS (
        UPDATE billing.ledger_account AS a
           SET balance = a.balance + change,
               version = a.version + 1,
               head_hash = billing.entry_hash(
                   a.head_hash, new_tx, content, change, a.version + 1, a.balance + change)
          FROM tx
         WHERE a.kind = 'wallet' AND a.owner_id = owner AND a.unit = 'CR' AND a.balance + change >= 0
        RETURNING a.id, a.version, a.balance, a.head_hash
    ), entries AS (
        INSERT INTO billing.ledger_entry (tx_id, account_id, unit, amount, seq, balance_after, hash)
        SELECT new_tx, wallet.id, 'CR', change, wallet.version, wallet.balance, wallet.head_hash FROM wallet
        UNION ALL
        SELECT new_tx, counter_account, 'CR', -change, NULL, NULL, NULL FROM wallet
    )
    SELECT wallet.id, wallet.balance FROM wallet;
END $$;

-- Writes a posting that takes credits, free ones first, then the oldest. Its second statement runs after the first has
-- locked the wallet, so that no other spend reads the same lots. Credits take their share of the lot's money, rounded
-- down; the last credit takes the rest, so that the shares sum to the whole.
CREATE FUNCTION billing.spend(
    new_tx uuid, new_idem text, content bytea, owner uuid, change bigint, counter_account bigint,
    why text, who text, remark text, about uuid, reversed uuid
) RETURNS TABLE (account_id bigint, balance bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    wallet record;
BEGIN
    SELECT * INTO wallet
      FROM billing.post(new_tx, new_idem, content, owner, change, counter_account, why, who, remark, about, reversed);
    IF NOT FOUND THEN
        RETURN;
    END IF;
    WITH open AS (
        SELECT tx_id, remaining, paid_remaining::bigint AS paid, net_remaining::bigint AS net,
               sum(remaining) OVER (ORDER BY kind = 'purchased', granted_at, tx_id) - remaining AS ahead
          FROM billing.credit_lot
         WHERE account_id = wallet.account_id AND remaining > 0
    ), share AS (
        SELECT tx_id, taken, paid * taken / remaining AS paid, net * taken / remaining AS net
          FROM (SELECT *, least(remaining, -change - ahead) AS taken FROM open WHERE ahead < -change) AS reached
    ), used AS (
        UPDATE billing.credit_lot AS lot
           SET remaining = lot.remaining - share.taken,
               paid_remaining = lot.paid_remaining - share.paid,
               net_remaining = lot.net_remaining - share.net
          FROM share
         WHERE lot.tx_id = share.tx_id
        RETURNING lot.tx_id, share.taken, share.paid, share.net, lot.currency
    ), uses AS (
        INSERT INTO billing.lot_use (tx_id, lot_id, amount, paid, net)
        SELECT new_tx, tx_id, taken, paid, net FROM used
    ), earned AS (
        SELECT currency, sum(net) AS net FROM used WHERE net > 0 GROUP BY currency
    )
    INSERT INTO billing.ledger_entry (tx_id, account_id, unit, amount)
    SELECT new_tx, account.id, account.unit, CASE account.kind WHEN 'revenue' THEN -earned.net ELSE earned.net END
      FROM earned
      JOIN billing.ledger_account AS account ON account.unit = earned.currency
     WHERE account.kind IN ('deferred_revenue', 'revenue');
    RETURN QUERY SELECT wallet.account_id, wallet.balance;
END $$;
