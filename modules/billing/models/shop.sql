-- A bundle is taken off sale, and never sold at another price.
CREATE TRIGGER keeps BEFORE UPDATE ON billing.price_bundle
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('retired_at');
