CREATE TRIGGER transition BEFORE UPDATE ON billing.refund FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('refund');
CREATE TRIGGER transition BEFORE UPDATE ON billing.chargeback FOR EACH ROW
    WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION billing.check_transition('chargeback');
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.refund
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON billing.chargeback
    FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();

-- A refund keeps what was requested. Its note and the reason of its refusal never change once they are written, but may
-- be erased with the member.
CREATE TRIGGER keeps BEFORE UPDATE ON billing.refund
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite(
        'provider_ref', 'state', 'approved_by', 'refused_for', 'refused_words', 'decided_at', 'submitted_at',
        'settled_at', 'next_check_at', 'note');
CREATE TRIGGER note_stands BEFORE UPDATE ON billing.refund FOR EACH ROW
    WHEN (NEW.note NOT IN (OLD.note, '(erased)'))
    EXECUTE FUNCTION billing.refuse_rewrite('state');
CREATE TRIGGER refusal_stands BEFORE UPDATE ON billing.refund FOR EACH ROW
    WHEN (OLD.refused_for IS NOT NULL
          AND (OLD.refused_for IS DISTINCT FROM NEW.refused_for
               OR NEW.refused_words NOT IN (OLD.refused_words, '(erased)')))
    EXECUTE FUNCTION billing.refuse_rewrite('state');
