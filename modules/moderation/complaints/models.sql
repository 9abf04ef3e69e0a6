CREATE TRIGGER keeps BEFORE UPDATE ON moderation.complaint_message
    FOR EACH ROW EXECUTE FUNCTION moderation.refuse_rewrite('body');
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.complaint_message
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();

-- Only a reply of the complainant reopens a closed complaint.
CREATE FUNCTION moderation.keep_complaint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.state = 'closed' AND NEW.state NOT IN ('closed', 'open') THEN
        RAISE EXCEPTION 'a closed complaint is only opened again' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.state = 'open' AND OLD.state <> 'open' AND NOT EXISTS (
        SELECT FROM moderation.complaint_message AS said
         WHERE said.complaint_id = NEW.id AND said.author = 'complainant'
           AND said.created_at >= coalesce(OLD.closed_at, OLD.created_at)
    ) THEN
        RAISE EXCEPTION 'a reply opens a complaint again' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER keeps BEFORE UPDATE OF state ON moderation.complaint
    FOR EACH ROW EXECUTE FUNCTION moderation.keep_complaint();
