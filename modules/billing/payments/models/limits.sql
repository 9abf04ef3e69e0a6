-- `since` is when the limit last changed, or when the limit that followed it was stored in its place.
CREATE FUNCTION billing.stands_from_now() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.since := clock_timestamp();
    RETURN NEW;
END $$;
CREATE TRIGGER stands_from_now BEFORE UPDATE ON billing.spend_limit FOR EACH ROW
    WHEN (NEW.since = OLD.since
          AND ((NEW.minor, NEW.currency) IS DISTINCT FROM (OLD.minor, OLD.currency) OR OLD.next_at <= now()))
    EXECUTE FUNCTION billing.stands_from_now();
