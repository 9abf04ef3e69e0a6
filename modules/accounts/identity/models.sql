-- The mailbox of an address, by what its provider publishes: in lower case, without a tag after a plus. Google ignores
-- dots; Proton ignores dots, hyphens and underscores, and gives all its domains to one account; Yahoo's disposable
-- addresses have a base name before the first hyphen, which no other address of Yahoo has. Yahoo Japan is another company.
CREATE FUNCTION accounts.mailbox(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE WHEN domain IN ('gmail.com', 'googlemail.com') THEN replace(box, '.', '') || '@gmail.com'
                WHEN domain IN ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me')
                    THEN translate(box, '.-_', '') || '@proton.me'
                WHEN domain ~ '^yahoo\.(com|[a-z]{2}|com?\.[a-z]{2})$' AND domain <> 'yahoo.co.jp'
                    THEN regexp_replace(box, '^([^-]+-).*', '\1') || '@' || domain
                ELSE box || '@' || domain END
      FROM (SELECT coalesce(nullif(split_part(name, '+', 1), ''), name) AS box, domain
              FROM (SELECT substring(plain FROM '^(.*)@') AS name, substring(plain FROM '[^@]*$') AS domain
                      FROM lower(btrim(address)) AS plain) AS parts) AS boxes
$$;
