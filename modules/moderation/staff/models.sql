-- The audit log is append-only; a reason may be emptied when the member whom it is about is erased.
CREATE FUNCTION moderation.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'moderation.audit_event is append-only' USING ERRCODE = 'restrict_violation';
        END $$;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON moderation.audit_event
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_change();
CREATE TRIGGER keeps BEFORE UPDATE ON moderation.audit_event FOR EACH ROW
    WHEN (NEW.reason <> '' OR to_jsonb(NEW) - 'reason' <> to_jsonb(OLD) - 'reason')
    EXECUTE FUNCTION moderation.refuse_change();
