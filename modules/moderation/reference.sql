-- Rows never change, but the columns that the trigger names may be emptied when somebody is erased. A report also
-- changes its state, may lose the messages before the reported one from its evidence, and is reviewed again at most
-- once.
CREATE FUNCTION moderation.refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    emptied jsonb := to_jsonb(OLD);
    field text;
BEGIN
    FOREACH field IN ARRAY TG_ARGV LOOP
        IF to_jsonb(NEW) -> field IN ('""', '{}') THEN
            emptied := jsonb_set(emptied, ARRAY[field], to_jsonb(NEW) -> field);
        END IF;
    END LOOP;
    IF TG_TABLE_NAME = 'report' THEN
        emptied := emptied || jsonb_build_object(
            'state', NEW.state, 'claimed_by', NEW.claimed_by, 'decided_by', NEW.decided_by,
            'decided_at', NEW.decided_at, 'outcome', NEW.outcome, 'answer', NEW.answer,
            'decision_id', NEW.decision_id, 'reviewed_at', NEW.reviewed_at);
        IF NEW.evidence - 'before' = OLD.evidence - 'before' AND OLD.evidence -> 'before' @> (NEW.evidence -> 'before') THEN
            emptied := jsonb_set(emptied, '{evidence}', NEW.evidence);
        END IF;
        IF OLD.state = 'decided' AND ((OLD.outcome, OLD.decided_at) <> (NEW.outcome, NEW.decided_at)
                                      OR NEW.answer NOT IN (OLD.answer, '')) THEN
            RAISE EXCEPTION 'a decision stands' USING ERRCODE = 'restrict_violation';
        END IF;
        IF OLD.reviewed_at IS NOT NULL AND NEW.reviewed_at IS DISTINCT FROM OLD.reviewed_at THEN
            RAISE EXCEPTION 'what was judged anew stays so' USING ERRCODE = 'restrict_violation';
        END IF;
    END IF;
    IF to_jsonb(NEW) <> emptied THEN
        RAISE EXCEPTION '%.% keeps what it says', TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION moderation.refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%.% is kept', TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
