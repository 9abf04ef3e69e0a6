-- The reason of a deletion is kept; the member's words may be emptied. A deletion ends once.
CREATE FUNCTION accounts.refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF to_jsonb(NEW) - ARRAY['words', 'outcome', 'ended_at'] <> to_jsonb(OLD) - ARRAY['words', 'outcome', 'ended_at']
        OR OLD.ended_at IS NOT NULL AND (NEW.outcome, NEW.ended_at) IS DISTINCT FROM (OLD.outcome, OLD.ended_at)
    THEN
        RAISE EXCEPTION 'accounts.deletion keeps what it says' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER keeps BEFORE UPDATE ON accounts.deletion
    FOR EACH ROW EXECUTE FUNCTION accounts.refuse_rewrite();
