-- The record of who wrote for a fictional profile is append-only.
CREATE TRIGGER keeps BEFORE UPDATE ON moderation.fictional_message
    FOR EACH ROW EXECUTE FUNCTION moderation.refuse_rewrite();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.fictional_message
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();
