-- A settlement never changes; staff may add an explanation.
CREATE TRIGGER keeps BEFORE UPDATE ON billing.settlement
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('explained_by', 'explanation');
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.settlement
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.settlement_line
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
