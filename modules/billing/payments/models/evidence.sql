-- An order is taxed in a country only with two pieces of evidence for it.
CREATE FUNCTION billing.check_vat_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT count(*) FROM billing.sale_evidence WHERE order_id = NEW.id AND country = NEW.vat_country) < 2 THEN
        RAISE EXCEPTION 'order % is taxed in % without two pieces of evidence', NEW.id, NEW.vat_country
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER vat_has_evidence AFTER UPDATE OF state ON billing.credit_order FOR EACH ROW
    WHEN (NEW.state = 'completed' AND OLD.state <> 'completed' AND NEW.vat_standing = 'agreed')
    EXECUTE FUNCTION billing.check_vat_evidence();

-- Evidence is recorded before the order is completed, and never changes.
CREATE FUNCTION billing.refuse_late_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM billing.credit_order WHERE id = NEW.order_id AND state = 'completed') THEN
        RAISE EXCEPTION 'order % is taxed already', NEW.order_id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER in_time BEFORE INSERT ON billing.sale_evidence
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_late_evidence();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.sale_evidence
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
