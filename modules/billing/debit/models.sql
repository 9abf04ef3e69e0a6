CREATE TRIGGER transition BEFORE UPDATE ON billing.dd_mandate FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('dd_mandate');
CREATE TRIGGER transition BEFORE UPDATE ON billing.dd_collection FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('dd_collection');
CREATE TRIGGER transition BEFORE UPDATE ON billing.dd_batch FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('dd_batch');

-- Contents never change. Only `hearth keys reseal` may replace sealed values; it sets hearth.resealing for that.
CREATE TRIGGER keeps BEFORE UPDATE ON billing.otp_challenge
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('tries', 'consumed_at', 'iban_sealed', 'phone_sealed');
CREATE TRIGGER consumed_once BEFORE UPDATE OF tries, consumed_at ON billing.otp_challenge FOR EACH ROW
    WHEN (OLD.consumed_at IS NOT NULL) EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER keeps_sealed BEFORE UPDATE OF iban_sealed, phone_sealed ON billing.otp_challenge FOR EACH ROW
    WHEN (current_setting('hearth.resealing', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER keeps BEFORE UPDATE ON billing.dd_mandate
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('last_used_at', 'state', 'reason', 'iban_sealed');
CREATE TRIGGER keeps_sealed BEFORE UPDATE OF iban_sealed ON billing.dd_mandate FOR EACH ROW
    WHEN (current_setting('hearth.resealing', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER keeps BEFORE UPDATE ON billing.dd_collection
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('batch_id', 'state', 'reason', 'settled_at', 'ended_at');
CREATE TRIGGER keeps BEFORE UPDATE ON billing.dd_batch
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite(
        'state', 'released_by', 'released_at', 'exported_at', 'message_id', 'content_sealed', 'content_hash');
CREATE TRIGGER keeps_content BEFORE UPDATE ON billing.dd_batch FOR EACH ROW
    WHEN (OLD.content_hash IS NOT NULL AND (OLD.content_hash, OLD.released_by, OLD.message_id)
          IS DISTINCT FROM (NEW.content_hash, NEW.released_by, NEW.message_id))
    EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER keeps_sealed BEFORE UPDATE OF content_sealed ON billing.dd_batch FOR EACH ROW
    WHEN (OLD.content_hash IS NOT NULL AND current_setting('hearth.resealing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION billing.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.otp_challenge
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.dd_mandate
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.dd_collection
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.dd_batch
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billing.dd_bank_file
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.dd_block
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
