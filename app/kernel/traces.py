"""Looking through the whole database, as its own catalogue describes it, so that a new table is looked at by itself."""

from collections.abc import Iterator, Sequence

from sqlalchemy import text
from sqlalchemy.orm import Session

_REFERENCES = text(
    """
    SELECT format('%I.%I.%I', space.nspname, source.relname, col.attname) AS place,
           format('SELECT count(*) FROM %I.%I WHERE %I = ANY (SELECT id FROM %s WHERE ',
                  space.nspname, source.relname, col.attname, key.confrelid::regclass) AS counting
      FROM pg_constraint key
      JOIN pg_class source ON source.oid = key.conrelid
      JOIN pg_namespace space ON space.oid = source.relnamespace
      JOIN pg_attribute col ON col.attrelid = source.oid AND col.attnum = key.conkey[1]
     WHERE key.contype = 'f' AND key.confrelid = CAST(:table AS regclass)
     ORDER BY 1
    """
)
_WORDS = text(
    """
    SELECT format('%I.%I.%I', space.nspname, source.relname, col.attname) AS place,
           format('SELECT count(*) FROM %I.%I WHERE EXISTS (SELECT FROM unnest(CAST(\\:words AS text[])) AS word '
                  'WHERE strpos(lower(%I::text), lower(word)) > 0)', space.nspname, source.relname, col.attname)
               AS counting
      FROM pg_attribute col
      JOIN pg_class source ON source.oid = col.attrelid AND source.relkind IN ('r', 'p')
      JOIN pg_namespace space ON space.oid = source.relnamespace
     WHERE col.attnum > 0 AND NOT col.attisdropped
       AND space.nspname NOT IN ('pg_catalog', 'information_schema', 'public')
       AND col.atttypid = ANY (ARRAY['text', 'varchar', 'bpchar', 'json', 'jsonb', 'inet', 'cidr', 'text[]']::regtype[])
     ORDER BY 1
    """
)


def count_references(session: Session, table: str, condition: str) -> Iterator[tuple[str, int]]:
    """Yield (schema.table.column, rows) of every foreign key to the rows of `table` for which `condition` holds.

    Both are parts of a statement, written by whoever owns the table.
    """
    for place, counting in session.execute(_REFERENCES, {"table": table}).all():
        yield place, int(session.execute(text(f"{counting}{condition})")).scalar_one())


def count_words(session: Session, words: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield (schema.table.column, rows) of every column of text, for the rows that hold one of these words."""
    for place, counting in session.execute(_WORDS).all():
        yield place, int(session.execute(text(counting), {"words": list(words)}).scalar_one())
