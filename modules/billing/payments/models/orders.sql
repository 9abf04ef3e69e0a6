-- A state changes only along the rows of billing.transition.
CREATE FUNCTION billing.check_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM billing.transition
         WHERE machine = TG_ARGV[0] AND from_state = OLD.state AND to_state = NEW.state
    ) THEN
        RAISE EXCEPTION '% cannot go from % to %', TG_ARGV[0], OLD.state, NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER transition BEFORE UPDATE ON billing.credit_order FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('order');
CREATE TRIGGER transition BEFORE UPDATE ON billing.payment FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('payment');
CREATE TRIGGER transition BEFORE UPDATE ON billing.mandate FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('mandate');

-- Only the columns that the trigger names may change.
CREATE FUNCTION billing.refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF to_jsonb(NEW) - TG_ARGV <> to_jsonb(OLD) - TG_ARGV THEN
        RAISE EXCEPTION '%.% keeps what it says', TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

-- An order keeps what was quoted. Its VAT changes at most once, when it is completed.
CREATE TRIGGER keeps BEFORE UPDATE ON billing.credit_order FOR EACH ROW
    WHEN (OLD.state = 'completed' OR NEW.state <> 'completed')
    EXECUTE FUNCTION billing.refuse_rewrite('state', 'completed_at');
CREATE TRIGGER keeps_but_vat BEFORE UPDATE ON billing.credit_order FOR EACH ROW
    WHEN (OLD.state <> 'completed' AND NEW.state = 'completed')
    EXECUTE FUNCTION billing.refuse_rewrite(
        'state', 'completed_at', 'vat_basis_points', 'vat_minor', 'vat_country', 'vat_standing');
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.credit_order
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();

-- The outcome of a payment changes; its order, amount and payer never do.
CREATE TRIGGER keeps BEFORE UPDATE ON billing.payment
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite(
        'provider_ref', 'method', 'state', 'failure', 'checkout_url', 'is_credited', 'refunded_minor',
        'charged_back_minor', 'checked_at', 'next_check_at');
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.payment
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
