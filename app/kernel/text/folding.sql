-- Usual spellings of a name in Latin letters, one a line, as folding.py computes them. It must be fast: an index calls
-- it for a million names. Names in Greek, Hebrew, Arabic and kana are folded, too; those in all other scripts are found
-- as they are written.
CREATE FUNCTION platform.spellings(name text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    ways text := lower(translate(name, '''’‘‛ʼʻʽʹˈ′´`ʾʿ＇｀᾽᾿՚', ''));
    umlauts text;
    contracted text;
    marks text := '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670'
        '\u06d6-\u06dc\u3099\u309a\u00ad\u200b-\u200f]+';
BEGIN
    IF octet_length(ways) > length(ways) THEN
        -- Such as the letters of mathematics, which have no lower case before.
        ways := lower(normalize(ways, NFKC));
        umlauts := replace(replace(replace(replace(ways, 'ä', 'ae'), 'ö', 'oe'), 'ø', 'oe'), 'ü', 'ue');
        ways := concat_ws(E'\n', ways, umlauts, replace(ways, 'å', 'aa'), replace(umlauts, 'å', 'aa'));
        ways := replace(replace(replace(replace(ways, 'ß', 'ss'), 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe');
        ways := normalize(translate(ways, 'øłđðıħŧς', 'olddihtσ'), NFKD);
        ways := regexp_replace(ways, marks, '', 'g');
        ways := regexp_replace(ways, '[\u007f-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g');
        ways := normalize(ways, NFC);
    END IF;
    ways := regexp_replace(ways, '[\u0001-\u0009\u000b-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+', ' ', 'g');
    contracted := regexp_replace(ways, '([aou])e', '\1', 'g');
    RETURN concat_ws(E'\n', ways, contracted, replace(ways, 'aa', 'a'), replace(contracted, 'aa', 'a'));
END $$;
