CREATE TRIGGER transition BEFORE UPDATE ON billing.redemption FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('redemption');

-- An order with a code is completed only while it has the code. Checked at commit, because order, payments and code
-- change one after the other.
CREATE FUNCTION billing.check_code_is_redeemed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- One report may tell that it was paid and that all of it went back, which frees the code again.
    IF NOT EXISTS (SELECT FROM billing.redemption WHERE order_id = NEW.id AND state <> 'released')
       AND NEW.total_minor > (SELECT coalesce(sum(back.amount_minor), 0) FROM billing.refund AS back
                                JOIN billing.payment AS paid ON paid.id = back.payment_id AND paid.is_credited
                               WHERE paid.order_id = NEW.id AND back.state = 'refunded') THEN
        RAISE EXCEPTION 'order % is paid without its code', NEW.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER code_is_redeemed AFTER UPDATE OF state ON billing.credit_order
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.state = 'completed' AND OLD.state <> 'completed' AND NEW.discount_code <> '')
    EXECUTE FUNCTION billing.check_code_is_redeemed();

-- An order releases its code only when no payment of it can still be paid, or to another order. Checked at commit,
-- because code and payment may change in one transaction.
CREATE FUNCTION billing.check_code_is_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM billing.payment JOIN billing.credit_order AS own ON own.id = payment.order_id
                WHERE own.id = NEW.order_id AND own.state <> 'completed' AND payment.state IN ('prepared', 'submitted', 'unknown', 'open', 'pending', 'authorized'))
       AND EXISTS (SELECT FROM billing.redemption WHERE order_id = NEW.order_id AND state = 'released')
       AND NOT EXISTS (SELECT FROM billing.redemption AS other
                         JOIN billing.credit_order AS theirs ON theirs.id = other.order_id
                        WHERE other.code_id = NEW.code_id AND other.member_id = NEW.member_id
                          AND other.order_id <> NEW.order_id
                          AND (other.state <> 'released' OR theirs.state = 'completed')) THEN
        RAISE EXCEPTION 'order % can still be paid, and has let its code go', NEW.order_id
              USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER code_is_held AFTER UPDATE OF state ON billing.redemption
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (OLD.state = 'reserved' AND NEW.state = 'released')
    EXECUTE FUNCTION billing.check_code_is_held();

-- Refunds count once they have arrived; codes that were created together are one series.
CREATE MATERIALIZED VIEW billing.code_revenue AS
WITH back AS (
    SELECT payment_id, sum(amount_minor) AS minor FROM billing.refund WHERE state = 'refunded' GROUP BY payment_id
), used AS (
    SELECT redemption.code_id, payment.currency, count(*) AS orders, sum(credit_order.discount_minor) AS discount_minor,
           sum(payment.amount_minor) AS paid_minor, coalesce(sum(back.minor), 0) AS refunded_minor,
           sum(payment.charged_back_minor) AS charged_back_minor
      FROM billing.redemption
      JOIN billing.credit_order ON credit_order.id = redemption.order_id
      JOIN billing.payment ON payment.order_id = redemption.order_id AND payment.is_credited
      LEFT JOIN back ON back.payment_id = payment.id
     GROUP BY redemption.code_id, payment.currency
)
SELECT code.site_id, coalesce(code.series, code.code) AS series, used.currency, sum(used.orders)::bigint AS orders,
       sum(used.discount_minor)::bigint AS discount_minor, sum(used.paid_minor)::bigint AS paid_minor,
       sum(used.refunded_minor)::bigint AS refunded_minor, sum(used.charged_back_minor)::bigint AS charged_back_minor,
       sum(used.paid_minor - used.refunded_minor - used.charged_back_minor)::bigint AS left_minor, now() AS counted_at
  FROM used JOIN billing.discount_code AS code ON code.id = used.code_id
 GROUP BY code.site_id, coalesce(code.series, code.code), used.currency;
-- REFRESH ... CONCURRENTLY needs it, so that reads go on meanwhile.
CREATE UNIQUE INDEX code_revenue_key ON billing.code_revenue (site_id, series, currency);
