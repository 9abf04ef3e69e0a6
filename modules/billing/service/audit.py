"""The invariants of credits and money, as SQL statements that find violations.

Each row has a subject, what was expected, and what was found; a correct ledger yields no rows.
"""

from datetime import timedelta
from typing import Any

from sqlalchemy import Select, Text, cast, func, select, text

from app.kernel.db.session import Session
from modules.accounts import api as accounts_api
from modules.billing.contracts.ledger import Difference
from modules.billing.contracts.states import OrderState
from modules.billing.payments.models.orders import CreditOrder, PaymentRow
from modules.billing.payments.queries import limits


def audit_ledger(session: Session) -> list[Difference]:
    """Return all violations of the ledger's invariants; the transaction should be a repeatable read."""
    return [
        Difference(check, row.subject, row.expected, row.found)
        for check, statement in CHECKS.items()
        for row in session.execute(text(statement) if isinstance(statement, str) else statement)
    ]


def _paid_after_leaving() -> Select[*tuple[Any, ...]]:
    """Return the statement that finds orders paid after their account was closed and not refunded in full."""
    closed = accounts_api.closed_accounts().subquery()
    # A payment may be accepted while the account is being closed.
    late = CreditOrder.completed_at > closed.c.closed_at + timedelta(minutes=1)
    kept = PaymentRow.amount_minor - PaymentRow.refunded_minor - PaymentRow.charged_back_minor
    return (
        select(
            cast(CreditOrder.id, Text).label("subject"),
            text("'all of its money on its way back' AS expected"),
            func.format("%s %s kept", kept, CreditOrder.currency).label("found"),
        )
        .join(closed, closed.c.member_id == CreditOrder.member_id)
        .join(PaymentRow, PaymentRow.order_id == CreditOrder.id)
        .where(CreditOrder.state == OrderState.COMPLETED, late, PaymentRow.is_credited, kept > 0)
    )


_POSTINGS = {
    "postings balance": """
        SELECT tx.id::text AS subject, '2 or more entries that sum to 0' AS expected,
               format('%s entries that sum to %s', count(e.tx_id), coalesce(sum(e.amount), 0)) AS found
          FROM billing.ledger_tx tx LEFT JOIN billing.ledger_entry e ON e.tx_id = tx.id
         GROUP BY tx.id, e.unit HAVING count(e.tx_id) < 2 OR sum(e.amount) <> 0
    """,
    "reversals mirror what they undo": """
        SELECT undo.id::text AS subject, '0' AS expected,
               format('%s in account %s', sum(e.amount), e.account_id) AS found
          FROM billing.ledger_tx undo JOIN billing.ledger_entry e ON e.tx_id IN (undo.id, undo.reverses_tx)
         WHERE undo.reverses_tx IS NOT NULL GROUP BY undo.id, e.account_id HAVING sum(e.amount) <> 0
    """,
    "spends earn their share": """
        SELECT tx.id::text AS subject, coalesce(used.net, 0)::text AS expected, coalesce(earned.net, 0)::text AS found
          FROM billing.ledger_tx tx
         CROSS JOIN LATERAL (SELECT nullif(sum(net), 0) AS net FROM billing.lot_use WHERE tx_id = tx.id) AS used
         CROSS JOIN LATERAL (SELECT -sum(e.amount) AS net
                               FROM billing.ledger_entry e JOIN billing.ledger_account a ON a.id = e.account_id
                              WHERE e.tx_id = tx.id AND a.kind = 'revenue') AS earned
         WHERE tx.reason IN ('message', 'photo', 'gift', 'support') AND used.net IS DISTINCT FROM earned.net
    """,
}

_WALLETS = {
    "wallets equal their entries": """
        SELECT a.owner_id::text AS subject, coalesce(sum(e.amount), 0)::text AS expected, a.balance::text AS found
          FROM billing.ledger_account a LEFT JOIN billing.ledger_entry e ON e.account_id = a.id
         WHERE a.kind = 'wallet' GROUP BY a.id HAVING a.balance <> coalesce(sum(e.amount), 0)
    """,
    "wallets equal their lots": """
        SELECT a.owner_id::text AS subject, coalesce(sum(lot.remaining), 0)::text AS expected, a.balance::text AS found
          FROM billing.ledger_account a LEFT JOIN billing.credit_lot lot ON lot.account_id = a.id
         WHERE a.kind = 'wallet' GROUP BY a.id HAVING a.balance <> coalesce(sum(lot.remaining), 0)
    """,
    "wallets are never negative": """
        SELECT a.owner_id::text AS subject, '0 or more' AS expected, least(a.balance, e.balance_after)::text AS found
          FROM billing.ledger_account a LEFT JOIN billing.ledger_entry e ON e.account_id = a.id AND e.balance_after < 0
         WHERE a.balance < 0 OR e.balance_after < 0
    """,
    "chains are intact": """
        SELECT owner_id::text AS subject, format('entry %s as it was written', seq) AS expected,
               'an entry that was changed or follows another' AS found
          FROM (SELECT a.owner_id, e.seq, e.hash, e.balance_after,
                       row_number() OVER chain AS position,
                       sum(e.amount) OVER chain AS running,
                       billing.entry_hash(coalesce(lag(e.hash) OVER chain, sha256(uuid_send(a.owner_id))),
                           e.tx_id, tx.fingerprint, e.amount, e.seq, e.balance_after) AS expected_hash
                  FROM billing.ledger_account a
                  JOIN billing.ledger_entry e ON e.account_id = a.id
                  JOIN billing.ledger_tx tx ON tx.id = e.tx_id
                 WHERE a.kind = 'wallet'
                WINDOW chain AS (PARTITION BY e.account_id ORDER BY e.seq)) AS entry
         WHERE hash IS DISTINCT FROM expected_hash OR seq <> position OR balance_after <> running
    """,
    "chains end at their heads": """
        SELECT a.owner_id::text AS subject, format('entry %s', a.version) AS expected,
               format('entry %s', coalesce(last.seq, 0)) AS found
          FROM billing.ledger_account a
          LEFT JOIN LATERAL (SELECT seq, hash FROM billing.ledger_entry e
                              WHERE e.account_id = a.id ORDER BY seq DESC LIMIT 1) AS last ON true
         WHERE a.kind = 'wallet' AND (a.version <> coalesce(last.seq, 0)
               OR a.head_hash <> coalesce(last.hash, sha256(uuid_send(a.owner_id))))
    """,
}

# A lot's money: what is left, and what was taken and not put back.
_LOTS = {
    "lots equal their uses": """
        SELECT lot.tx_id::text AS subject, (lot.granted - coalesce(sum(used.amount), 0))::text AS expected,
               lot.remaining::text AS found
          FROM billing.credit_lot lot
          LEFT JOIN billing.lot_use used ON used.lot_id = lot.tx_id
           AND NOT EXISTS (SELECT FROM billing.ledger_tx refund WHERE refund.reverses_tx = used.tx_id)
         GROUP BY lot.tx_id HAVING lot.remaining <> lot.granted - coalesce(sum(used.amount), 0)
    """,
    "uses equal their spends": """
        SELECT tx.id::text AS subject, (-e.amount)::text AS expected, coalesce(sum(used.amount), 0)::text AS found
          FROM billing.ledger_tx tx
          JOIN billing.ledger_entry e ON e.tx_id = tx.id AND e.seq IS NOT NULL AND e.amount < 0
          LEFT JOIN billing.lot_use used ON used.tx_id = tx.id
         GROUP BY tx.id, e.amount HAVING coalesce(sum(used.amount), 0) <> -e.amount
    """,
    "lots' money equals their uses": """
        SELECT lot.tx_id::text AS subject,
               format('%s paid, %s net', lot.paid - coalesce(sum(used.paid), 0), lot.net - coalesce(sum(used.net), 0))
                   AS expected,
               format('%s paid, %s net', lot.paid_remaining, lot.net_remaining) AS found
          FROM billing.credit_lot lot
          LEFT JOIN billing.lot_use used ON used.lot_id = lot.tx_id
           AND NOT EXISTS (SELECT FROM billing.ledger_tx undo WHERE undo.reverses_tx = used.tx_id)
         GROUP BY lot.tx_id
        HAVING (lot.paid_remaining, lot.net_remaining)
            <> (lot.paid - coalesce(sum(used.paid), 0), lot.net - coalesce(sum(used.net), 0))
    """,
    "no order earns more than its sale": """
        SELECT lot.order_id::text AS subject, format('%s or less', lot.net) AS expected, sum(used.net)::text AS found
          FROM billing.credit_lot lot
          JOIN billing.lot_use used ON used.lot_id = lot.tx_id
          JOIN billing.ledger_tx tx ON tx.id = used.tx_id
         WHERE tx.reason IN ('message', 'photo', 'gift', 'support', 'chargeback')
           AND NOT EXISTS (SELECT FROM billing.ledger_tx undo WHERE undo.reverses_tx = tx.id)
         GROUP BY lot.tx_id HAVING sum(used.net) > lot.net
    """,
}

_SYSTEM_ACCOUNTS = {
    "deferred revenue is what is not earned": """
        SELECT unit AS subject, coalesce(owed.net, 0)::text AS expected, coalesce(-booked.amount, 0)::text AS found
          FROM (SELECT unit, sum(net) AS net
                  FROM (SELECT currency AS unit, net_remaining AS net FROM billing.credit_lot WHERE paid > 0
                        UNION ALL
                        SELECT refund.currency, held.net
                          FROM billing.refund JOIN billing.lot_use held ON held.tx_id = refund.hold_tx
                         WHERE refund.state NOT IN ('refunded', 'failed', 'canceled', 'rejected')) AS part
                 GROUP BY unit) AS owed
          FULL JOIN (SELECT a.unit, sum(e.amount) AS amount
                       FROM billing.ledger_entry e JOIN billing.ledger_account a ON a.id = e.account_id
                      WHERE a.kind = 'deferred_revenue' GROUP BY a.unit) AS booked USING (unit)
         WHERE coalesce(owed.net, 0) <> coalesce(-booked.amount, 0)
    """,
    "held credits are those of open refunds": """
        SELECT 'CR' AS subject, coalesce(open.credits, 0)::text AS expected, coalesce(booked.credits, 0)::text AS found
          FROM (SELECT sum(credits) AS credits FROM billing.refund
                 WHERE state NOT IN ('refunded', 'failed', 'canceled', 'rejected')) AS open
         CROSS JOIN (SELECT sum(e.amount) AS credits
                       FROM billing.ledger_entry e JOIN billing.ledger_account a ON a.id = e.account_id
                      WHERE a.kind = 'credit_hold') AS booked
         WHERE coalesce(open.credits, 0) <> coalesce(booked.credits, 0)
    """,
    "clearing is what came, did not go back and was not paid out": """
        SELECT unit AS subject, coalesce(kept.amount, 0)::text AS expected, coalesce(booked.amount, 0)::text AS found
          FROM (SELECT unit, sum(amount) AS amount
                  FROM (SELECT currency AS unit, amount_minor AS amount FROM billing.payment WHERE state = 'paid'
                        UNION ALL
                        SELECT currency, -amount_minor FROM billing.refund WHERE state = 'refunded'
                        UNION ALL
                        SELECT currency, -amount_minor FROM billing.chargeback WHERE state = 'received'
                        UNION ALL
                        SELECT currency, -amount_minor FROM billing.settlement_line WHERE problem IS NULL) AS part
                 GROUP BY unit) AS kept
          FULL JOIN (SELECT a.unit, sum(e.amount) AS amount
                       FROM billing.ledger_entry e JOIN billing.ledger_account a ON a.id = e.account_id
                      WHERE a.kind = 'clearing' GROUP BY a.unit) AS booked USING (unit)
         WHERE coalesce(kept.amount, 0) <> coalesce(booked.amount, 0)
    """,
    "revenue never exceeds sales": """
        SELECT unit AS subject, format('0 to %s', coalesce(sold.net, 0)) AS expected, earned.net::text AS found
          FROM (SELECT a.unit, -sum(e.amount) AS net
                  FROM billing.ledger_entry e JOIN billing.ledger_account a ON a.id = e.account_id
                 WHERE a.kind = 'revenue' GROUP BY a.unit) AS earned
          LEFT JOIN (SELECT currency AS unit, sum(total_minor - vat_minor) AS net
                       FROM billing.credit_order WHERE state = 'completed' GROUP BY currency) AS sold USING (unit)
         WHERE earned.net NOT BETWEEN 0 AND coalesce(sold.net, 0)
    """,
}

_ORDERS = {
    "orders equal their purchases": """
        SELECT o.id::text AS subject, wanted AS expected, found
          FROM billing.credit_order o
          CROSS JOIN LATERAL (SELECT CASE o.state WHEN 'completed' THEN format('1 posting of %s credits, %s %s, VAT %s',
                o.credits, o.total_minor, o.currency, o.vat_minor) ELSE 'no posting' END AS wanted) AS w
          CROSS JOIN LATERAL (
                SELECT CASE count(DISTINCT tx.id) WHEN 0 THEN 'no posting' ELSE format(
                    '%s posting of %s credits, %s %s, VAT %s', count(DISTINCT tx.id),
                    sum(e.amount) FILTER (WHERE a.kind = 'wallet' AND a.owner_id = o.member_id),
                    sum(e.amount) FILTER (WHERE a.kind = 'clearing' AND a.unit = o.currency), o.currency,
                    coalesce(-sum(e.amount) FILTER (WHERE a.kind = 'vat_payable' AND a.unit = o.currency), 0)
                    ) END AS found
                  FROM billing.ledger_tx tx
                  JOIN billing.ledger_entry e ON e.tx_id = tx.id
                  JOIN billing.ledger_account a ON a.id = e.account_id
                 WHERE tx.reference_id = o.id AND tx.reason = 'purchase') AS f
         WHERE wanted <> found
    """,
    "orders equal their lots": """
        SELECT o.id::text AS subject, wanted AS expected, coalesce(found, 'no lot') AS found
          FROM billing.credit_order o
          CROSS JOIN LATERAL (SELECT CASE o.state WHEN 'completed' THEN format('%s credits, %s paid, %s net, %s',
                o.credits, o.total_minor, o.total_minor - o.vat_minor, o.currency) ELSE 'no lot' END AS wanted) AS w
          LEFT JOIN LATERAL (SELECT format('%s credits, %s paid, %s net, %s', granted, paid, net, currency) AS found
                               FROM billing.credit_lot WHERE order_id = o.id) AS f ON true
         WHERE wanted <> coalesce(found, 'no lot')
    """,
    "orders equal their payments": """
        SELECT o.id::text AS subject, wanted AS expected, found
          FROM billing.credit_order o
          CROSS JOIN LATERAL (SELECT CASE o.state WHEN 'completed' THEN format('1 payment of %s %s', o.total_minor,
                o.currency) ELSE '0 payments' END AS wanted) AS w
          CROSS JOIN LATERAL (
                SELECT CASE count(*) WHEN 0 THEN '0 payments' ELSE
                       format('%s payment of %s %s', count(*), sum(amount_minor), min(currency)) END AS found
                  FROM billing.payment WHERE order_id = o.id AND is_credited) AS f
         WHERE wanted <> found
    """,
    "second payments are nobody's": """
        SELECT p.id::text AS subject, format('1 posting of %s', p.amount_minor) AS expected,
               format('%s posting of %s', count(tx.id), coalesce(sum(e.amount), 0)) AS found
          FROM billing.payment p
          LEFT JOIN billing.ledger_tx tx ON tx.reference_id = p.id AND tx.reason = 'purchase'
          LEFT JOIN billing.ledger_account a ON a.kind = 'clearing' AND a.unit = p.currency
          LEFT JOIN billing.ledger_entry e ON e.tx_id = tx.id AND e.account_id = a.id
         WHERE p.state = 'paid' AND NOT p.is_credited
         GROUP BY p.id HAVING count(tx.id) <> 1 OR sum(e.amount) IS DISTINCT FROM p.amount_minor
    """,
    "purchases belong to an order or a second payment": """
        SELECT tx.id::text AS subject, 'a paid order or payment' AS expected,
               coalesce(tx.reference_id::text, '') AS found
          FROM billing.ledger_tx tx
         WHERE tx.reason = 'purchase'
           AND NOT EXISTS (SELECT FROM billing.credit_order o WHERE o.id = tx.reference_id AND o.state = 'completed')
           AND NOT EXISTS (SELECT FROM billing.payment p
                            WHERE p.id = tx.reference_id AND p.state = 'paid' AND NOT p.is_credited)
    """,
    "codes are used as often as they are held": """
        SELECT code.id::text AS subject, count(held.order_id)::text AS expected, code.used::text AS found
          FROM billing.discount_code code
          LEFT JOIN billing.redemption held ON held.code_id = code.id AND held.state IN ('reserved', 'redeemed')
         GROUP BY code.id HAVING code.used <> count(held.order_id)
    """,
    "codes are free once all money is back": """
        SELECT use.order_id::text AS subject, CASE WHEN is_back THEN 'released' ELSE 'redeemed or honoured' END
                   AS expected, use.state AS found
          FROM billing.redemption use
          JOIN billing.discount_code code ON code.id = use.code_id
          JOIN billing.payment p ON p.order_id = use.order_id AND p.is_credited
         CROSS JOIN LATERAL (SELECT coalesce(sum(amount_minor), 0) = p.amount_minor AND code.occasion <> 'time-bonus'
                                    AS is_back
                               FROM billing.refund WHERE payment_id = p.id AND state = 'refunded') AS arrived
         WHERE use.state = 'reserved' OR is_back <> (use.state = 'released')
    """,
    "codes are honoured only where money came back": """
        SELECT use.order_id::text AS subject, 'a refund that arrived and came back' AS expected, 'none' AS found
          FROM billing.redemption use
         WHERE use.state = 'honoured'
           AND NOT EXISTS (SELECT FROM billing.refund JOIN billing.payment p ON p.id = refund.payment_id
                            WHERE p.order_id = use.order_id
                              AND refund.state = 'failed' AND refund.settled_at IS NOT NULL)
    """,
}

_RETURNS = {
    "payments count their refunds": """
        SELECT p.id::text AS subject, coalesce(sum(refund.amount_minor), 0)::text AS expected,
               p.refunded_minor::text AS found
          FROM billing.payment p LEFT JOIN billing.refund ON refund.payment_id = p.id
           AND refund.state NOT IN ('failed', 'canceled', 'rejected')
         GROUP BY p.id HAVING p.refunded_minor <> coalesce(sum(refund.amount_minor), 0)
    """,
    "payments count their chargebacks": """
        SELECT p.id::text AS subject, coalesce(sum(c.amount_minor), 0)::text AS expected,
               p.charged_back_minor::text AS found
          FROM billing.payment p LEFT JOIN billing.chargeback c ON c.payment_id = p.id AND c.state = 'received'
         GROUP BY p.id HAVING p.charged_back_minor <> coalesce(sum(c.amount_minor), 0)
    """,
    "refunds hold their credits": """
        SELECT refund.id::text AS subject, wanted AS expected, found
          FROM billing.refund
          LEFT JOIN billing.lot_use held ON held.tx_id = refund.hold_tx
          LEFT JOIN billing.ledger_tx undo ON undo.reverses_tx = refund.hold_tx
          CROSS JOIN LATERAL (
                SELECT format('%s credits %s', refund.credits,
                              CASE WHEN refund.state IN ('failed', 'canceled', 'rejected') THEN 'given back'
                                   ELSE 'held' END
                       ) AS wanted,
                       format('%s credits %s', coalesce(held.amount, 0),
                              CASE WHEN undo.id IS NULL THEN 'held' ELSE 'given back' END
                       ) AS found) AS said
         WHERE refund.hold_tx IS NOT NULL AND wanted <> found
    """,
    "refunds that arrived were paid out": """
        SELECT refund.id::text AS subject, CASE refund.state WHEN 'refunded' THEN refund.amount_minor ELSE 0 END::text
                   AS expected, coalesce(-sum(e.amount), 0)::text AS found
          FROM billing.refund
          LEFT JOIN billing.ledger_tx tx ON tx.reference_id = refund.id AND tx.reason = 'payout'
           AND NOT EXISTS (SELECT FROM billing.ledger_tx undo WHERE undo.reverses_tx = tx.id)
          LEFT JOIN billing.ledger_account a ON a.kind = 'clearing' AND a.unit = refund.currency
          LEFT JOIN billing.ledger_entry e ON e.tx_id = tx.id AND e.account_id = a.id
         GROUP BY refund.id
        HAVING coalesce(-sum(e.amount), 0) <> CASE refund.state WHEN 'refunded' THEN refund.amount_minor ELSE 0 END
    """,
    "chargebacks equal their postings": """
        SELECT c.id::text AS subject, format('%s, %s credits, %s', c.amount_minor, c.credits, c.state) AS expected,
               format('%s, %s credits, %s', coalesce(-sum(e.amount), 0), coalesce(used.amount, 0),
                      CASE WHEN undo.id IS NULL THEN 'received' ELSE 'reversed' END) AS found
          FROM billing.chargeback c
          LEFT JOIN billing.lot_use used ON used.tx_id = c.claw_tx
          LEFT JOIN billing.ledger_tx undo ON undo.reverses_tx = c.claw_tx
          LEFT JOIN billing.ledger_account a ON a.kind = 'clearing' AND a.unit = c.currency
          LEFT JOIN billing.ledger_entry e ON e.tx_id = c.claw_tx AND e.account_id = a.id
         GROUP BY c.id, used.amount, undo.id
        HAVING coalesce(-sum(e.amount), 0) <> c.amount_minor OR coalesce(used.amount, 0) <> c.credits
            OR (c.state = 'reversed') <> (undo.id IS NOT NULL)
    """,
}

_SETTLEMENTS = {
    "settlements equal their lines": """
        SELECT s.provider_ref AS subject, (s.amount_minor + s.fees_minor - s.residue_minor)::text AS expected,
               coalesce(sum(line.settled_minor), 0)::text AS found
          FROM billing.settlement s
          LEFT JOIN billing.settlement_line line ON line.settlement_id = s.id AND line.problem IS NULL
         GROUP BY s.id HAVING s.amount_minor + s.fees_minor - s.residue_minor <> coalesce(sum(line.settled_minor), 0)
    """,
    "settlements equal their postings": """
        SELECT s.provider_ref AS subject, wanted AS expected, found
          FROM billing.settlement s
         CROSS JOIN LATERAL (SELECT format('bank %s, fees %s, residue %s', s.amount_minor, s.fees_minor,
                -s.residue_minor) AS wanted) AS w
         CROSS JOIN LATERAL (
                SELECT format('bank %s, fees %s, residue %s', coalesce(sum(e.amount) FILTER (WHERE a.kind = 'bank'), 0),
                              coalesce(sum(e.amount) FILTER (WHERE a.kind = 'provider_fees'), 0),
                              coalesce(sum(e.amount) FILTER (WHERE a.kind = 'residue'), 0)) AS found
                  FROM billing.ledger_entry e JOIN billing.ledger_account a ON a.id = e.account_id
                 WHERE e.tx_id = s.tx_id AND e.unit = s.currency) AS f
         WHERE wanted <> found
    """,
    "the bank holds settlements": """
        SELECT tx.id::text AS subject, 'a settlement' AS expected, 'none' AS found
          FROM billing.ledger_tx tx
         WHERE tx.reason = 'settlement' AND NOT EXISTS (SELECT FROM billing.settlement s WHERE s.tx_id = tx.id)
    """,
}

CHECKS: dict[str, str | Select[*tuple[Any, ...]]] = {
    "who left pays nothing": _paid_after_leaving(),
    "members spend no more than their limit": limits.months_above_limits(),
}
CHECKS |= _SETTLEMENTS | _POSTINGS | _WALLETS | _LOTS | _SYSTEM_ACCOUNTS | _ORDERS | _RETURNS
