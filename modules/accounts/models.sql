-- The mailbox of an address: in lower case, without a tag after a plus, and without Google's dots.
CREATE FUNCTION accounts.mailbox(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE WHEN domain IN ('gmail.com', 'googlemail.com') THEN replace(box, '.', '') || '@gmail.com'
                ELSE box || '@' || domain END
      FROM (SELECT split_part(substring(plain FROM '^(.*)@'), '+', 1) AS box, substring(plain FROM '[^@]*$') AS domain
              FROM lower(btrim(address)) AS plain) AS parts
$$;

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
