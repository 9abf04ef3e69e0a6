CREATE TRIGGER keeps BEFORE UPDATE ON moderation.report
    FOR EACH ROW EXECUTE FUNCTION moderation.refuse_rewrite('words', 'evidence');
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.report
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();
