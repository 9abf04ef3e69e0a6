"""Migrations know every table by themselves, whatever else the process that compares them has imported."""

from tests.architecture.processes import TABLES, lines_of, tables_of_the_application


def test_what_migrations_compare_is_what_the_application_has() -> None:
    assert lines_of(f"from migrations.tables import load_schemas\nload_schemas()\n{TABLES}") == [
        tables_of_the_application()
    ]
