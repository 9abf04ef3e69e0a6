-- A closed case stays closed, and each change increments the version, so that nobody decides on an outdated view.
CREATE FUNCTION moderation.keep_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.closed_at IS NOT NULL THEN
        RAISE EXCEPTION 'a closed case stays closed' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.version <> OLD.version + 1 THEN
        RAISE EXCEPTION 'a change of a case counts its version on' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER versions BEFORE UPDATE ON moderation.review_item
    FOR EACH ROW EXECUTE FUNCTION moderation.keep_versions();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.review_item
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();

-- The record of who read a conversation is append-only.
CREATE TRIGGER keeps BEFORE UPDATE ON moderation.conversation_access
    FOR EACH ROW EXECUTE FUNCTION moderation.refuse_rewrite();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.conversation_access
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();
