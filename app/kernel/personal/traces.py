"""Searching the whole database for traces of a member, by its catalogue, so that new tables are included.

Also searching all of Redis and the storage.
"""

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import text

from app.kernel.db.session import Session
from app.kernel.files.storage import storage
from app.kernel.progress import Progress, counted, silent
from app.kernel.redis import redis

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
           format('SELECT count(*) FROM %I.%I WHERE EXISTS (SELECT FROM unnest(CAST(\\:words AS text[])) AS word WHERE '
                  || CASE WHEN col.atttypid = 'bytea'::regtype THEN 'position(convert_to(word, ''UTF8'') in %I) > 0)'
                          ELSE 'strpos(lower(%I::text), lower(word)) > 0)' END,
                  space.nspname, source.relname, col.attname) AS counting
      FROM pg_attribute col
      JOIN pg_class source ON source.oid = col.attrelid AND source.relkind IN ('r', 'p')
      JOIN pg_namespace space ON space.oid = source.relnamespace
     WHERE col.attnum > 0 AND NOT col.attisdropped
       AND space.nspname NOT IN ('pg_catalog', 'information_schema', 'public')
       AND col.atttypid = ANY (
           ARRAY['text', 'varchar', 'bpchar', 'json', 'jsonb', 'inet', 'cidr', 'text[]', 'bytea']::regtype[])
     ORDER BY 1
    """
)


def count_references(
    session: Session, table: str, condition: str, progress: Progress = silent
) -> Iterator[tuple[str, int]]:
    """Yield (schema.table.column, rows) of every foreign key to the rows of `table` that match `condition`.

    Both are parts of a statement, written by the table's owner.
    """
    found = session.execute(_REFERENCES, {"table": table}).all()
    for place, counting in counted(found, "references", len(found), progress):
        yield place, int(session.execute(text(f"{counting}{condition})")).scalar_one())


def count_words(session: Session, words: Sequence[str], progress: Progress = silent) -> Iterator[tuple[str, int]]:
    """Yield (schema.table.column, rows) of every text or byte column, counting rows that contain one of these words."""
    found = session.execute(_WORDS).all()
    for place, counting in counted(found, "columns", len(found), progress):
        yield place, int(session.execute(text(counting), {"words": list(words)}).scalar_one())


def count_rows(session: Session, table: str, condition: str) -> int:
    """Return the number of rows of `table` that match `condition`.

    Both are parts of a statement, written by whoever declares the table.
    """
    return int(session.execute(text(f"SELECT count(*) FROM {table} WHERE {condition}")).scalar_one())  # noqa: S608


# What lies beside the database, by how names begin, and what of members it is; app/registry.py collects it.
_folders: dict[str, str] = {}
_redis_keys: dict[str, str] = {}


def install(*, folders: Mapping[str, str], redis_keys: Mapping[str, str]) -> None:
    """Make the declared folders of the storage and keys of Redis known to this process."""
    _folders.update(folders)
    _redis_keys.update(redis_keys)


def folder_of(name: str) -> str | None:
    """Return the declared folder in which a file of the storage lies."""
    return next((folder for folder in _folders if name.startswith(folder)), None)


def key_prefix_of(name: str) -> str | None:
    """Return the declared beginning of a key of Redis."""
    return next((prefix for prefix in _redis_keys if name.startswith(prefix)), None)


# How a value of each type is read whole.
_READERS: Mapping[bytes, Callable[[Any, bytes], Any]] = {
    b"string": lambda client, key: client.get(key),
    b"hash": lambda client, key: client.hgetall(key),
    b"list": lambda client, key: client.lrange(key, 0, -1),
    b"set": lambda client, key: client.smembers(key),
    b"zset": lambda client, key: client.zrange(key, 0, -1),
    b"stream": lambda client, key: client.xrange(key),
}


def read_redis(progress: Progress = silent) -> Iterator[tuple[str, str]]:
    """Yield (key, value as text) of everything in Redis; compressed values are unpacked."""
    client: Any = redis()
    for key in counted(client.scan_iter(count=1000), "keys of Redis", client.dbsize(), progress):
        reader = _READERS.get(client.type(key))
        yield key.decode(errors="replace"), _text(reader(client, key)) if reader else ""


def _text(value: Any) -> str:
    """Return the text of a value; jobs are compressed with zlib."""
    if isinstance(value, bytes):
        with suppress(zlib.error):
            value = zlib.decompress(value)
        return str(value, "utf-8", "replace")
    if isinstance(value, Mapping):
        value = [*value.keys(), *value.values()]
    return " ".join(map(_text, value)) if isinstance(value, list | tuple | set) else str(value)


def read_storage(*, with_contents: bool, progress: Progress = silent) -> Iterator[tuple[str, str]]:
    """Yield (key, content as text) of every file; contents are empty unless `with_contents`, which also includes
    incomplete files.
    """
    keys = list(storage().list_keys())
    for key in counted(keys, "files", len(keys), progress):
        yield key, _bytes_as_text(storage().find(key) or b"") if with_contents else ""
    for name, content in storage().list_parts() if with_contents else ():
        yield name, _bytes_as_text(content)


def _bytes_as_text(content: bytes) -> str:
    # Whatever the file's type, words in it are in UTF-8.
    return content.decode(errors="replace")


def contains_any(text: str, words: Sequence[str]) -> bool:
    """Return whether a text contains one of the words, ignoring case."""
    lowered = text.lower()
    return any(word.lower() in lowered for word in words)
