"""What a database consists of, as its catalogue tells, and empty databases to compare it with."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import ndiff
from secrets import token_hex

import psycopg
from psycopg import sql
from sqlalchemy import NullPool, create_engine, make_url

from app.kernel.db import Base, sqlalchemy_url
from app.registry import MODULES
from cli.errors import CliError
from cli.paths import ROOT

SCHEMAS = ("platform", *(manifest.name for manifest in MODULES))

# What the models cannot say stands in files of SQL beside them.
SQL_FILES = ("app/**/*.sql", "modules/**/*.sql")
IN_SQL = ("FUNCTION ", "TRIGGER ", "VIEW ", "MATERIALIZED VIEW ")
# Tables need these; all else needs the tables.
BEFORE_TABLES = ("CREATE EXTENSION", "CREATE FUNCTION")

# Everything in our schemas by the name under which DROP knows it. The order of columns is nobody's business, and the
# indexes of a view are a part of it: they go and come with it.
OBJECTS = """
WITH relation AS (
    SELECT c.*, format('%%I.%%I', nspname, relname) AS called, CASE relkind WHEN 'm' THEN 'MATERIALIZED ' END AS kind
      FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = ANY (%(schemas)s)
), indexed AS (
    SELECT indexrelid, indrelid, relkind = 'm' AS is_of_view,
           pg_get_indexdef(indexrelid) || CASE WHEN indisvalid THEN '' ELSE ' INVALID' END AS definition
      FROM pg_index JOIN pg_class ON oid = indrelid
)
SELECT 'TABLE ' || called, concat_ws(' ', relpersistence, reloptions::text, nullif(relrowsecurity, false)::text)
  FROM relation WHERE relkind IN ('r', 'p', 'f')
UNION ALL
SELECT format('COLUMN %%s.%%I', called, attname),
       concat_ws(' ', format_type(atttypid, atttypmod), 'DEFAULT ' || pg_get_expr(adbin, adrelid),
                 CASE WHEN attnotnull THEN 'NOT NULL' END, nullif(concat(attidentity, attgenerated), ''),
                 CASE WHEN attstorage <> typstorage THEN attstorage END,
                 CASE WHEN attcollation <> typcollation THEN attcollation::regcollation END)
  FROM relation JOIN pg_attribute ON attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
  JOIN pg_type ON pg_type.oid = atttypid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
 WHERE relkind IN ('r', 'p', 'f')
UNION ALL
SELECT 'SEQUENCE ' || called, concat_ws(' ', seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcycle)
  FROM relation JOIN pg_sequence ON seqrelid = oid
UNION ALL
SELECT format('CONSTRAINT %%I ON %%s', conname, called), pg_get_constraintdef(pg_constraint.oid)
  FROM relation JOIN pg_constraint ON conrelid = relation.oid WHERE contype IN ('c', 'f', 'p', 'u', 'x')
UNION ALL
SELECT 'INDEX ' || called, definition FROM relation JOIN indexed ON indexrelid = oid WHERE NOT is_of_view
UNION ALL
SELECT concat(kind, 'VIEW ', called), concat('CREATE ', kind, 'VIEW ', called, ' AS', pg_get_viewdef(oid), (
           SELECT string_agg(E'\\n' || definition, ';' ORDER BY definition) FROM indexed WHERE indrelid = oid))
  FROM relation WHERE relkind IN ('v', 'm')
UNION ALL
SELECT format('FUNCTION %%I.%%I(%%s)', nspname, proname, pg_get_function_identity_arguments(p.oid)),
       pg_get_functiondef(p.oid)
  FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
 WHERE nspname = ANY (%(schemas)s) AND prokind IN ('f', 'p')
UNION ALL
SELECT format('TRIGGER %%I ON %%s', tgname, called),
       pg_get_triggerdef(pg_trigger.oid) || CASE tgenabled WHEN 'O' THEN '' ELSE ' DISABLED' END
  FROM relation JOIN pg_trigger ON tgrelid = relation.oid WHERE NOT tgisinternal
"""


def objects(url: str) -> dict[str, str]:
    """Return the definition of everything in our schemas of a database, by its kind and name."""
    with psycopg.connect(url) as connection:
        return dict(connection.execute(OBJECTS, {"schemas": list(SCHEMAS)}).fetchall())


def differences(found: Mapping[str, str], wanted: Mapping[str, str]) -> list[str]:
    """Return lines that say what differs: what is missing, what is too much, and how definitions are another."""
    lines = []
    for name in sorted(found.keys() | wanted.keys()):
        if name not in found:
            lines.append(f"{name} is missing")
        elif name not in wanted:
            lines.append(f"{name} is too much")
        elif found[name] != wanted[name]:
            changed = ndiff(found[name].splitlines(), wanted[name].splitlines())
            lines += [f"{name} is another:", *(f"  {line}" for line in changed if line[0] in "-+")]
    return lines


def changes(found: Mapping[str, str], wanted: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Return the statements that make functions, triggers and views what is wanted: those to run before tables change,
    and those to run after.
    """
    new = {name: text for name, text in wanted.items() if name.startswith(IN_SQL) and found.get(name) != text}
    functions = {name for name in found.keys() | wanted.keys() if name.startswith("FUNCTION ")}
    kept = {name for name in wanted if name not in new or name in functions}  # a function is replaced where it is
    gone = [name for name in found if name.startswith(IN_SQL) and name not in kept]
    dropped = [
        f"DROP {name}" for name in sorted(gone, key=functions.__contains__)
    ]  # triggers first: they call functions
    created = [text for name, text in new.items() if name not in functions]
    return [text for name, text in new.items() if name in functions], [*dropped, *created]


@contextmanager
def scratch(url: str) -> Iterator[str]:
    """Yield the address of an empty database on the same server, which is dropped after the block.

    Raises CliError where the role may not create one.
    """
    name = f"hearth_scratch_{token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as connection:
        try:
            connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))
        except psycopg.errors.InsufficientPrivilege:
            role = connection.info.user
            raise CliError(
                f"a database to compare with is needed for a moment, and the role {role} may not create one; "
                f"have an administrator run ALTER ROLE {role} CREATEDB, and NOCREATEDB after it."
            ) from None
        try:
            yield make_url(url).set(database=name).render_as_string(hide_password=False)
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def make_declared(url: str) -> None:
    """Make in an empty database what the models, and the SQL files beside them, say that there is."""
    statements = _statements()
    with psycopg.connect(url) as connection:
        connection.execute("SET check_function_bodies = off")  # they may name tables, which come after them
        for schema in SCHEMAS:
            connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(schema)))
        for statement in statements:
            if statement.startswith(BEFORE_TABLES):
                connection.execute(statement.encode())
    Base.metadata.create_all(create_engine(sqlalchemy_url(url), poolclass=NullPool))
    with psycopg.connect(url) as connection:
        for statement in statements:
            if not statement.startswith(BEFORE_TABLES):
                connection.execute(statement.encode())


def _statements() -> list[str]:
    texts = [file.read_text(encoding="utf-8") for pattern in SQL_FILES for file in sorted(ROOT.glob(pattern))]
    begins = re.compile(r"^(?=(?:CREATE|ALTER) )", re.MULTILINE)
    return [part for text in texts for part in begins.split(text) if part.startswith(("CREATE ", "ALTER "))]
