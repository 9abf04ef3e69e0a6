-- A window begins no later than an earlier one ended that is done: no time is left out.
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
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
