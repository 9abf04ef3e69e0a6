-- A bundle can be retired, and never changed.
CREATE TRIGGER keeps BEFORE UPDATE ON billing.price_bundle
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('retired_at');
