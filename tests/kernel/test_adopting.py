"""`hearth db adopt`: databases of the history before the baseline, which ended with the same schema (decision 0064)."""

import os
from collections.abc import Iterator

import psycopg
import pytest
from alembic import command
from click.testing import CliRunner, Result

from cli import db, schema
from cli.backup.database import dump, load
from cli.db import BASELINE, FORMER

pytestmark = [pytest.mark.spec("10.10"), pytest.mark.usefixtures("_engines")]

# A change to an object of each kind, and the lines that it prints.
CHANGES = {
    "ALTER TABLE sites.site ADD COLUMN motto text": ["COLUMN sites.site.motto is unexpected"],
    "ALTER TABLE accounts.member ALTER COLUMN name DROP NOT NULL": [
        "COLUMN accounts.member.name differs:",
        "  - text",
        "  + text NOT NULL",
    ],
    "DROP TABLE moderation.opened_case": ["TABLE moderation.opened_case is missing"],
    "ALTER TABLE billing.refund DROP CONSTRAINT refund_refused_words_check": [
        "CONSTRAINT refund_refused_words_check ON billing.refund is missing"
    ],
    "DROP INDEX sites.site_host_site_id_idx": ["INDEX sites.site_host_site_id_idx is missing"],
    "CREATE OR REPLACE FUNCTION billing.refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'": [
        "FUNCTION billing.refuse_change() differs:",
        "  - AS $function$BEGIN RETURN NULL; END$function$",
    ],
    "DROP TRIGGER keeps ON billing.payment": ["TRIGGER keeps ON billing.payment is missing"],
    "ALTER TABLE billing.paper DISABLE TRIGGER append_only": ["TRIGGER append_only ON billing.paper differs:"],
    "DROP INDEX billing.code_revenue_key": ["MATERIALIZED VIEW billing.code_revenue differs:"],
    "CREATE VIEW sites.hosts AS SELECT host FROM sites.site_host": ["VIEW sites.hosts is unexpected"],
}


@pytest.fixture
def empty(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a database that has a version of the former history, and no schema."""
    with schema.scratch(os.environ["HEARTH_DATABASE_URL"]) as url:
        command.stamp(db.alembic_config(url), BASELINE)
        stamp(url, FORMER)
        monkeypatch.setenv("HEARTH_DATABASE_URL", url)
        yield url


@pytest.fixture
def former(empty: str) -> str:
    """The address of a database as the former history ended: its dump was the baseline's, byte for byte."""
    stamp(empty, None)
    command.upgrade(db.alembic_config(empty), BASELINE)
    stamp(empty, FORMER)
    return empty


def stamp(url: str, version: str | None) -> None:
    with psycopg.connect(url) as connection:
        connection.execute("DELETE FROM alembic_version")
        connection.execute("INSERT INTO alembic_version SELECT %s::text WHERE %s::text IS NOT NULL", (version, version))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(db.db, arguments)


def test_a_database_of_the_former_history_with_the_same_schema_is_adopted(former: str) -> None:
    assert run("adopt", "--dry-run").stdout == "The database can be adopted.\n"
    assert db._versions(former) == {FORMER}
    assert run("adopt").stdout.startswith("Database adopted.")
    assert db._versions(former) == {BASELINE}
    assert run("adopt").stdout == "Nothing to adopt.\n"


def test_migrating_adopts(former: str) -> None:
    named = run("migrate", "--dry-run").stdout.splitlines()
    assert named[0] == f"{BASELINE}  Adopt a database at {FORMER}, if its schema is the same"
    assert db._versions(former) == {FORMER}
    assert run("migrate").exit_code == 0
    assert db.is_current(former)


def test_differences_are_printed_and_nothing_is_changed(former: str) -> None:
    with psycopg.connect(former) as connection:
        for change in CHANGES:
            connection.execute(change.encode())
    before = schema.objects(former)
    for command_line in (["adopt"], ["adopt", "--dry-run"], ["migrate"]):
        done = run(*command_line)
        assert (done.exit_code, done.stdout) == (2, "")
        *told, last = done.stderr.splitlines()
        for change, lines in CHANGES.items():
            assert set(lines) <= set(told), change
        assert last.endswith(f"the schema differs from the one of {FORMER}; nothing was changed.")
        assert (schema.objects(former), db._versions(former)) == (before, {FORMER})


def test_an_older_version_of_the_former_history_is_refused(empty: str) -> None:
    older = f"0096{FORMER[4:]}"
    stamp(empty, older)
    for command_line in (["adopt"], ["adopt", "--dry-run"], ["migrate"], ["migrate", "--dry-run"]):
        done = run(*command_line)
        assert (done.exit_code, done.stdout) == (2, "")
        what = f"the database's version {older} is too old"
        assert done.stderr == f"hearth: {what}; first upgrade it to {FORMER} with the release before.\n"
    assert db._versions(empty) == {older}


def test_a_role_that_may_not_create_databases_is_named(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with psycopg.connect(empty, autocommit=True) as connection:
        connection.execute("CREATE ROLE plain LOGIN PASSWORD 'not-a-real-one'")
        connection.execute("GRANT SELECT ON alembic_version TO plain")
        try:
            place = empty.partition("@")[2]
            monkeypatch.setenv("HEARTH_DATABASE_URL", f"postgresql://plain:not-a-real-one@{place}")
            done = run("adopt")
        finally:
            connection.execute("DROP OWNED BY plain")
            connection.execute("DROP ROLE plain")
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "ALTER ROLE plain CREATEDB" in done.stderr


def test_a_database_that_was_dumped_and_restored_is_adopted(former: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with schema.scratch(former) as restored, psycopg.connect(former) as connection:
        (snapshot,) = connection.execute("SELECT pg_export_snapshot()").fetchone() or ("",)
        load(restored, dump(former, snapshot))
        monkeypatch.setenv("HEARTH_DATABASE_URL", restored)
        assert run("adopt", "--dry-run").stdout == "The database can be adopted.\n"
