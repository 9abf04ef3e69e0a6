-- A decision never changes but for its state; its words and evidence may be emptied.
CREATE FUNCTION moderation.keep_decision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    next_one jsonb := to_jsonb(OLD) || jsonb_build_object(
        'state', NEW.state, 'second_by', NEW.second_by, 'in_force_at', NEW.in_force_at, 'ends_at', NEW.ends_at,
        'appeal_until', NEW.appeal_until, 'closed_at', NEW.closed_at, 'emptied_at', NEW.emptied_at);
BEGIN
    IF NEW.facts = '' AND NEW.emptied_at IS NOT NULL THEN next_one := next_one || '{"facts": ""}'; END IF;
    IF NEW.evidence = '{}' THEN next_one := next_one || '{"evidence": {}}'; END IF;
    IF to_jsonb(NEW) <> next_one THEN
        RAISE EXCEPTION 'a decision stands as it was made' USING ERRCODE = 'restrict_violation';
    END IF;
    IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
        ('proposed', 'in-force'), ('proposed', 'refused'), ('in-force', 'lifted'), ('in-force', 'ended'),
        ('ended', 'lifted')) THEN
        RAISE EXCEPTION 'a decision does not become % after %', NEW.state, OLD.state
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER keeps BEFORE UPDATE ON moderation.decision
    FOR EACH ROW EXECUTE FUNCTION moderation.keep_decision();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.decision
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();

-- Every decision is in the audit log, written in the same transaction.
CREATE FUNCTION moderation.demand_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM moderation.audit_event
                    WHERE resource = TG_ARGV[0] AND record_id = NEW.id::text AND at = now()) THEN
        RAISE EXCEPTION 'a decision is written down in the audit' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OF state ON moderation.decision
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION moderation.demand_audit('moderation.decisions');
CREATE CONSTRAINT TRIGGER audited AFTER UPDATE OF state ON moderation.appeal
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION moderation.demand_audit('moderation.appeals');

-- An appeal is filed in time, never changes, and is decided by somebody who has not decided about it before, or lapses.
-- Its words and its answer may be emptied.
CREATE FUNCTION moderation.keep_appeal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    against moderation.decision;
BEGIN
    SELECT * INTO against FROM moderation.decision WHERE id = NEW.decision_id;
    IF TG_OP = 'INSERT' THEN
        IF against.appeal_until IS NULL OR now() > against.appeal_until THEN
            RAISE EXCEPTION 'the time to object is over' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF NEW.decided_by IN (against.decided_by, against.second_by) OR OLD.state = 'open' AND EXISTS (
        SELECT FROM moderation.appeal
         WHERE decision_id = NEW.decision_id AND id <> NEW.id AND decided_by = NEW.decided_by) THEN
        RAISE EXCEPTION 'somebody else decides about an appeal' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.words NOT IN (OLD.words, '') OR NEW.decision_id <> OLD.decision_id OR (OLD.state <> 'open' AND (
        (NEW.state, NEW.outcome, NEW.decided_by) <> (OLD.state, OLD.outcome, OLD.decided_by)
        OR NEW.answer NOT IN (OLD.answer, ''))) THEN
        RAISE EXCEPTION 'an appeal stays as it was said and decided' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER keeps BEFORE INSERT OR UPDATE ON moderation.appeal
    FOR EACH ROW EXECUTE FUNCTION moderation.keep_appeal();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON moderation.appeal
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse_removal();
