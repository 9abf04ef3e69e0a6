"""The migrations make the schema that the models and the SQL files beside them declare."""

import os

import pytest
from alembic import command

from cli import schema
from cli.db import alembic_config
from cli.paths import ROOT

MIGRATIONS = ROOT / "migrations/versions"


@pytest.fixture(scope="module")
def declared() -> dict[str, str]:
    """The objects of a database that was made from the models and their SQL files."""
    with schema.scratch(os.environ["HEARTH_DATABASE_URL"]) as url:
        schema.create_declared(url)
        return schema.objects(url)


def test_the_models_ask_for_nothing_that_no_migration_made() -> None:
    command.check(alembic_config(os.environ["HEARTH_DATABASE_URL"]))


def test_every_object_is_what_its_model_or_sql_file_declares(declared: dict[str, str]) -> None:
    made = schema.objects(os.environ["HEARTH_DATABASE_URL"])
    assert "\n".join(schema.differences(schema.in_order(made), schema.in_order(declared))) == ""


def test_objects_of_every_kind_are_compared(declared: dict[str, str]) -> None:
    kinds = {name.partition(" ")[0] for name in declared}
    assert kinds == {"TABLE", "COLUMN", "SEQUENCE", "CONSTRAINT", "INDEX", "MATERIALIZED", "FUNCTION", "TRIGGER"}


def test_no_migration_takes_an_index_that_was_not_finished_for_one_that_is_there() -> None:
    taking = [path.name for path in MIGRATIONS.glob("*.py") if "CONCURRENTLY IF NOT EXISTS" in path.read_text()]
    assert taking == []
