-- Usual spellings of a name in Latin letters, one a line, as folding.py computes them. It must be fast: an index calls
-- it for a million names. Names in other scripts are found as they are written.
CREATE FUNCTION platform.spellings(name text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    ways text := lower(translate(name, '''’‘‛ʼʻʽʹˈ′´`ʾʿ＇｀᾽᾿՚', ''));
    umlauts text;
    contracted text;
BEGIN
    IF octet_length(ways) > length(ways) THEN
        ways := normalize(ways, NFKC);
        umlauts := replace(replace(replace(replace(ways, 'ä', 'ae'), 'ö', 'oe'), 'ø', 'oe'), 'ü', 'ue');
        ways := concat_ws(E'\n', ways, umlauts, replace(ways, 'å', 'aa'), replace(umlauts, 'å', 'aa'));
        ways := replace(replace(replace(replace(ways, 'ß', 'ss'), 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe');
        ways := normalize(translate(ways, 'øłđðıħŧ', 'olddiht'), NFKD);
        ways := regexp_replace(ways, '[\u0300-\u036f\u00ad\u200b-\u200f]+', '', 'g');
        ways := regexp_replace(ways, '[\u007f-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g');
    END IF;
    ways := regexp_replace(ways, '[\u0001-\u0009\u000b-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+', ' ', 'g');
    contracted := regexp_replace(ways, '([aou])e', '\1', 'g');
    RETURN concat_ws(E'\n', ways, contracted, replace(ways, 'aa', 'a'), replace(contracted, 'aa', 'a'));
END $$;
