-- The kind of a profile is copied from the account, never taken from the caller: no fictional message passes as a
-- member's.
CREATE FUNCTION messaging.copy_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT CASE WHEN is_fictional THEN 'fictional' ELSE 'member' END INTO NEW.kind
      FROM accounts.member WHERE id = NEW.member_id;
    RETURN NEW;
END $$;
CREATE TRIGGER copy_kind BEFORE INSERT OR UPDATE OF kind, member_id ON messaging.participant
    FOR EACH ROW EXECUTE FUNCTION messaging.copy_kind();

CREATE FUNCTION messaging.copy_sender_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT kind INTO NEW.sender_kind FROM messaging.participant
     WHERE conversation_id = NEW.conversation_id AND member_id = NEW.sender_id;
    RETURN NEW;
END $$;
CREATE TRIGGER copy_kind BEFORE INSERT OR UPDATE OF sender_kind, sender_id ON messaging.message
    FOR EACH ROW EXECUTE FUNCTION messaging.copy_sender_kind();

-- A message of kind photo and its photo exist together or not at all.
CREATE FUNCTION messaging.ensure_photo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM messaging.photo WHERE message_id = NEW.id) THEN
        RAISE EXCEPTION 'message % has no photo', NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'message_has_its_photo';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER message_has_its_photo AFTER INSERT OR UPDATE OF kind ON messaging.message
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'photo')
    EXECUTE FUNCTION messaging.ensure_photo();

CREATE FUNCTION messaging.ensure_photo_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM messaging.message WHERE id = NEW.message_id AND kind = 'photo') THEN
        RAISE EXCEPTION 'message % is no photo', NEW.message_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'photo_of_a_photo_message';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER photo_of_a_photo_message BEFORE INSERT OR UPDATE OF message_id ON messaging.photo
    FOR EACH ROW EXECUTE FUNCTION messaging.ensure_photo_message();
