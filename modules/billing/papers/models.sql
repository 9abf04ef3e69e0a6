-- Such as 2026-000012; after 999999 papers in a year the number has seven digits.
CREATE FUNCTION billing.paper_label(year smallint, number integer) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT year::text || '-' || lpad(number::text, greatest(6, length(number::text)), '0')
$$;

-- Tax law demands numbers without a gap: each paper has the number after the last, and never changes.
CREATE FUNCTION billing.check_paper_number() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    last integer;
BEGIN
    SELECT max(number) INTO last FROM billing.paper WHERE company_id = NEW.company_id AND year = NEW.year;
    IF NEW.number <> coalesce(last, 0) + 1 THEN
        RAISE EXCEPTION 'paper % does not follow %', NEW.number, coalesce(last, 0) USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER follows BEFORE INSERT ON billing.paper
    FOR EACH ROW EXECUTE FUNCTION billing.check_paper_number();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.paper
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
