-- The 16 parts of a picture's likeness, each with its position.
CREATE FUNCTION profiles.bands(likeness bytea) RETURNS integer[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(place << 16 | get_byte(likeness, place * 2) << 8 | get_byte(likeness, place * 2 + 1))
      FROM generate_series(0, length(likeness) / 2 - 1) AS place
$$;

-- The kind of a profile never changes.
CREATE FUNCTION profiles.refuse_kind_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION 'the kind of a profile never changes' USING ERRCODE = 'integrity_constraint_violation';
        END $$;
CREATE TRIGGER profile_kind_is_fixed BEFORE UPDATE OF kind ON profiles.profile FOR EACH ROW
    WHEN (NEW.kind IS DISTINCT FROM OLD.kind) EXECUTE FUNCTION profiles.refuse_kind_change();

-- Photos do not shrink further, so Postgres need not try.
ALTER TABLE profiles.photo_original ALTER COLUMN content SET STORAGE EXTERNAL;
