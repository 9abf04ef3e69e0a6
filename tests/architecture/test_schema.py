"""The schema has one truth: what the models say is what the migrations made, to the last constraint."""

import os
import re
from collections.abc import Iterator

import psycopg
import pytest
from alembic import command
from sqlalchemy import create_engine, text

from app.kernel.db import Base, sqlalchemy_url
from cli.db import _config
from cli.paths import ROOT

MIGRATIONS = ROOT / "migrations/versions"

# Alembic compares tables, columns, indexes and keys, but leaves out what a CHECK says.
CONSTRAINTS = """
SELECT conrelid::regclass::text || ' ' || conname, pg_get_constraintdef(c.oid)
  FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
 WHERE contype IN ('c', 'f', 'u', 'p', 'x') AND nspname NOT IN ('pg_catalog', 'information_schema', 'public')
"""

FUNCTIONS = """
SELECT pg_get_functiondef(p.oid) FROM pg_proc p
  JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang
 WHERE provolatile = 'i' AND lanname IN ('sql', 'plpgsql')
   AND nspname NOT IN ('pg_catalog', 'information_schema', 'public')
"""


@pytest.fixture(scope="module")
def modelled() -> Iterator[str]:
    """The address of a database that was made from the models alone."""
    import app.registry  # noqa: F401 (knows the models of all modules)

    migrated = os.environ["HEARTH_DATABASE_URL"]
    name = f"{migrated.rpartition('/')[2]}_models"
    with psycopg.connect(migrated, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    url = f"{migrated.rpartition('/')[0]}/{name}"
    engine = create_engine(sqlalchemy_url(url))
    with engine.begin() as connection:
        for extension in ("pg_trgm", "btree_gist"):
            connection.execute(text(f"CREATE EXTENSION {extension}"))
        for schema in {table.schema for table in Base.metadata.tables.values()}:
            connection.execute(text(f'CREATE SCHEMA "{schema}"'))
        for function in functions(migrated):
            connection.exec_driver_sql(function)
        Base.metadata.create_all(connection)
    engine.dispose()
    yield url
    with psycopg.connect(migrated, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def functions(url: str) -> list[str]:
    """Return the functions that may stand in an index; models name them, and migrations make them."""
    with psycopg.connect(url) as connection:
        return [made for (made,) in connection.execute(FUNCTIONS).fetchall()]


def constraints(url: str) -> dict[str, str]:
    with psycopg.connect(url) as connection:
        return {name: in_order(told) for name, told in connection.execute(CONSTRAINTS).fetchall()}


def in_order(told: str) -> str:
    """Put the values of a list in order: a migration adds to the end what an enum has in its place."""
    return re.sub(r"ARRAY\[([^]]*)\]", lambda found: f"ARRAY[{', '.join(sorted(found[1].split(', ')))}]", told)


def test_the_models_ask_for_nothing_that_no_migration_made() -> None:
    command.check(_config(os.environ["HEARTH_DATABASE_URL"]))


def test_every_constraint_says_what_its_model_says(modelled: str) -> None:
    made, wanted = constraints(os.environ["HEARTH_DATABASE_URL"]), constraints(modelled)
    differing = {
        name: (made.get(name), "instead of", wanted.get(name))
        for name in made.keys() | wanted.keys()
        if made.get(name) != wanted.get(name)
    }
    assert differing == {}


def test_no_migration_takes_an_index_that_was_not_finished_for_one_that_is_there() -> None:
    taking = [path.name for path in MIGRATIONS.glob("*.py") if "CONCURRENTLY IF NOT EXISTS" in path.read_text()]
    assert taking == []
