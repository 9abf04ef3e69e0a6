"""Mailboxes by the rules of Proton and Yahoo, and names of Greek, Hebrew, Arabic and styled letters without accents."""

from alembic import op

revision = "0110_mailboxes_and_spellings"
down_revision = "0109_notifications"
branch_labels = None
depends_on = None

MAILBOX = r"""
CREATE OR REPLACE FUNCTION accounts.mailbox(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
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
"""
SPELLINGS = r"""
CREATE OR REPLACE FUNCTION platform.spellings(name text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
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
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute(MAILBOX)
    op.execute(SPELLINGS)
    # Until it is rebuilt, an index does not find these addresses and names. Nobody waits for it, and it may be run
    # again: what an interrupted run left is dropped.
    with op.get_context().autocommit_block():
        for name in ("member_own_mailbox_idx", "member_spellings_idx"):
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS accounts.{name}_ccnew")
            op.execute(f"REINDEX INDEX CONCURRENTLY accounts.{name}")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
