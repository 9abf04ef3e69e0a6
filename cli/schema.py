"""The objects of a database (tables, constraints, functions, …), compared with those of a scratch database."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import ndiff
from secrets import token_hex

import psycopg
from psycopg import sql
from sqlalchemy import NullPool, create_engine, make_url

from app.kernel.db.session import Base, sqlalchemy_url
from cli.errors import CliError
from cli.paths import ROOT
from migrations.tables import load_schemas

SCHEMAS = sorted(load_schemas())

# What models cannot declare is declared in SQL files beside them.
SQL_FILES = ("app/**/*.sql", "modules/**/*.sql")
DECLARED_IN_SQL = ("FUNCTION ", "TRIGGER ", "VIEW ", "MATERIALIZED VIEW ")
# Tables need these; everything else needs the tables.
BEFORE_TABLES = ("CREATE EXTENSION", "CREATE FUNCTION")

# Names are those that DROP takes. The order of columns is left out. Indexes of a materialized view are a part of its
# definition, because dropping the view drops them. Definitions are the pretty ones, because the others put parentheses
# around a AND b in (a AND b) AND c, which a dump that was restored has lost.
OBJECTS = """
WITH relation AS (
    SELECT c.*, format('%%I.%%I', nspname, relname) AS called, CASE relkind WHEN 'm' THEN 'MATERIALIZED ' END AS kind
      FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = ANY (%(schemas)s)
), indexed AS (
    SELECT indexrelid, indrelid, relkind = 'm' AS is_of_view,
           pg_get_indexdef(indexrelid, 0, true) || CASE WHEN indisvalid THEN '' ELSE ' INVALID' END AS definition
      FROM pg_index JOIN pg_class ON oid = indrelid
)
SELECT 'TABLE ' || called, concat_ws(' ', relpersistence, reloptions::text, nullif(relrowsecurity, false)::text)
  FROM relation WHERE relkind IN ('r', 'p', 'f')
UNION ALL
SELECT format('COLUMN %%s.%%I', called, attname),
       concat_ws(' ', format_type(atttypid, atttypmod), 'DEFAULT ' || pg_get_expr(adbin, adrelid, true),
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
SELECT format('CONSTRAINT %%I ON %%s', conname, called), pg_get_constraintdef(pg_constraint.oid, true)
  FROM relation JOIN pg_constraint ON conrelid = relation.oid WHERE contype IN ('c', 'f', 'p', 'u', 'x')
UNION ALL
SELECT 'INDEX ' || called, definition FROM relation JOIN indexed ON indexrelid = oid WHERE NOT is_of_view
UNION ALL
SELECT concat(kind, 'VIEW ', called), concat('CREATE ', kind, 'VIEW ', called, ' AS', pg_get_viewdef(oid, true), (
           SELECT string_agg(E'\\n' || definition, ';' ORDER BY definition) FROM indexed WHERE indrelid = oid))
  FROM relation WHERE relkind IN ('v', 'm')
UNION ALL
SELECT format('FUNCTION %%I.%%I(%%s)', nspname, proname, pg_get_function_identity_arguments(p.oid)),
       pg_get_functiondef(p.oid)
  FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
 WHERE nspname = ANY (%(schemas)s) AND prokind IN ('f', 'p')
UNION ALL
SELECT format('TRIGGER %%I ON %%s', tgname, called),
       pg_get_triggerdef(pg_trigger.oid, true) || CASE tgenabled WHEN 'O' THEN '' ELSE ' DISABLED' END
  FROM relation JOIN pg_trigger ON tgrelid = relation.oid WHERE NOT tgisinternal
"""


def objects(url: str) -> dict[str, str]:
    """Return the definitions of all objects in our schemas of a database, by kind and name."""
    with psycopg.connect(url) as connection:
        return dict(connection.execute(OBJECTS, {"schemas": list(SCHEMAS)}).fetchall())


def differences(found: Mapping[str, str], wanted: Mapping[str, str]) -> list[str]:
    """Return lines that say which objects are missing, unexpected or different, and how the definitions differ."""
    lines = []
    for name in sorted(found.keys() | wanted.keys()):
        if name not in found:
            lines.append(f"{name} is missing")
        elif name not in wanted:
            lines.append(f"{name} is unexpected")
        elif found[name] != wanted[name]:
            changed = ndiff(found[name].splitlines(), wanted[name].splitlines())
            lines += [f"{name} differs:", *(f"  {line}" for line in changed if line[0] in "-+")]
    return lines


def migration_statements(found: Mapping[str, str], wanted: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Return the statements that turn functions, triggers and views into those wanted: first those that run before
    tables change, then those that run after.
    """
    new = {name: text for name, text in wanted.items() if name.startswith(DECLARED_IN_SQL) and found.get(name) != text}
    functions = {name for name in found.keys() | wanted.keys() if name.startswith("FUNCTION ")}
    kept = {name for name in wanted if name not in new or name in functions}  # functions are replaced in place
    gone = [name for name in found if name.startswith(DECLARED_IN_SQL) and name not in kept]
    gone.sort(key=functions.__contains__)  # triggers before their functions
    created = [text for name, text in new.items() if name not in functions]
    return [text for name, text in new.items() if name in functions], [*(f"DROP {name}" for name in gone), *created]


@contextmanager
def scratch(url: str) -> Iterator[str]:
    """Create an empty database on the same server, yield its address, and drop it after the block.

    Raises CliError where the role may not create one.
    """
    name = f"hearth_scratch_{token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as connection:
        try:
            connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))
        except psycopg.errors.InsufficientPrivilege:
            role = connection.info.user
            raise CliError(
                f"the schema is compared with a scratch database, and the role {role} may not create one; "
                f"have an administrator run ALTER ROLE {role} CREATEDB, and NOCREATEDB afterwards."
            ) from None
        try:
            yield make_url(url).set(database=name).render_as_string(hide_password=False)
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def create_declared(url: str) -> None:
    """Create in an empty database what the models, and the SQL files beside them, declare."""
    statements = _statements()
    with psycopg.connect(url) as connection:
        connection.execute("SET check_function_bodies = off")  # they may name tables, which are created after them
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
