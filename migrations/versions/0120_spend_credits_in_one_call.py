"""Spend credits in one call."""

from alembic import op

revision = "0120_spend_credits_in_one_call"
down_revision = "0119_desks_in_order"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute(
        r"""
CREATE OR REPLACE FUNCTION billing.post(new_tx uuid, new_idem text, content bytea, owner uuid, change bigint, counter_account bigint, why text, who text, remark text, about uuid, reversed uuid)
 RETURNS TABLE(account_id bigint, balance bigint)
 LANGUAGE plpgsql
AS $function$
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
END $function$

"""
    )
    op.execute(
        r"""
CREATE OR REPLACE FUNCTION billing.spend(new_tx uuid, new_idem text, content bytea, owner uuid, change bigint, counter_account bigint, why text, who text, remark text, about uuid, reversed uuid)
 RETURNS TABLE(account_id bigint, balance bigint)
 LANGUAGE plpgsql
AS $function$
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
END $function$

"""
    )


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
