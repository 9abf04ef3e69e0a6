"""Names are found in all their usual spellings, also by staff; an index for a part of one of these."""

import sqlalchemy as sa
from alembic import op

revision = "0092_spellings_of_names"
down_revision = "0088_payments_that_go_back"
branch_labels = None
depends_on = None

# In small letters, without accents and apostrophes, other signs made one blank: app/kernel/folding.py's `fold`.
FOLDED = r"""
CREATE FUNCTION platform.folded(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT btrim(regexp_replace(
               regexp_replace(
                   normalize(translate(replace(replace(replace(replace(name,
                       'ß', 'ss'), 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe'), 'øłđðıħŧ', 'olddiht'), NFKD),
                   '[\u0300-\u036f\u00ad\u200b-\u200f]', '', 'g'),
               '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'))
$$
"""
# As `spellings` there, one after the other; `parts` are the same name with its letters written out or not.
SPELLINGS = """
CREATE FUNCTION platform.spellings(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT concat_ws(' / ', plain, umlauts, rings, platform.folded(replace(written_out, 'å', 'aa')),
                     regexp_replace(plain, '([aou])e', '\\1', 'g'), replace(plain, 'aa', 'a'),
                     replace(regexp_replace(plain, '([aou])e', '\\1', 'g'), 'aa', 'a'))
      FROM (SELECT small, written_out, platform.folded(small) AS plain, platform.folded(written_out) AS umlauts,
                   platform.folded(replace(small, 'å', 'aa')) AS rings
              FROM (SELECT small, replace(replace(replace(replace(small,
                           'ä', 'ae'), 'ö', 'oe'), 'ø', 'oe'), 'ü', 'ue') AS written_out
                      FROM lower(normalize(translate(name, '''’‘‛ʼʻʽʹˈ′´`ʾʿ＇｀᾽᾿՚', ''), NFKC)) AS small) AS ways
           ) AS parts
$$
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    op.execute(FOLDED)
    op.execute(SPELLINGS)
    spelled = sa.text("platform.spellings(name) gin_trgm_ops")
    op.create_index("member_spellings_idx", "member", [spelled], schema="accounts", postgresql_using="gin")
    op.drop_index("member_name_idx", "member", schema="accounts")


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
