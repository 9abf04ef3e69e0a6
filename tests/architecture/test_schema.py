"""The migrations make the schema that the models and the SQL files beside them declare."""

import os
import re
from collections.abc import Mapping

import pytest
from alembic import command

from cli import schema
from cli.db import _config
from cli.paths import ROOT

MIGRATIONS = ROOT / "migrations/versions"


@pytest.fixture(scope="module")
def declared() -> dict[str, str]:
    """The objects of a database that was made from the models and their SQL files."""
    with schema.scratch(os.environ["HEARTH_DATABASE_URL"]) as url:
        schema.create_declared(url)
        return schema.objects(url)


def in_order(objects: Mapping[str, str]) -> dict[str, str]:
    """Put the values of lists in order: a migration adds to the end what an enum has in its place."""

    def sort(found: re.Match[str]) -> str:
        return f"ARRAY[{', '.join(sorted(found[1].split(', ')))}]"

    return {name: re.sub(r"ARRAY\[([^]]*)\]", sort, text) for name, text in objects.items()}


def test_the_models_ask_for_nothing_that_no_migration_made() -> None:
    command.check(_config(os.environ["HEARTH_DATABASE_URL"]))


def test_every_object_is_what_its_model_or_sql_file_declares(declared: dict[str, str]) -> None:
    made = schema.objects(os.environ["HEARTH_DATABASE_URL"])
    assert "\n".join(schema.differences(in_order(made), in_order(declared))) == ""


def test_objects_of_every_kind_are_compared(declared: dict[str, str]) -> None:
    kinds = {name.partition(" ")[0] for name in declared}
    assert kinds == {"TABLE", "COLUMN", "SEQUENCE", "CONSTRAINT", "INDEX", "MATERIALIZED", "FUNCTION", "TRIGGER"}


def test_no_migration_takes_an_index_that_was_not_finished_for_one_that_is_there() -> None:
    taking = [path.name for path in MIGRATIONS.glob("*.py") if "CONCURRENTLY IF NOT EXISTS" in path.read_text()]
    assert taking == []
