"""`hearth db revision`: it writes a migration from the models and the SQL files beside them."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from alembic import command
from alembic.config import Config
from click.testing import CliRunner
from sqlalchemy import Column, Integer, Table

from app.kernel.db.session import Base
from cli import db, schema
from cli.paths import ROOT

pytestmark = [pytest.mark.spec("10.10"), pytest.mark.usefixtures("_engines")]

# Declared in addition to, or in place of, what the migrations make.
SQL = r"""
CREATE FUNCTION platform.louder(word text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT upper(word)

        || ' is 100 % "loud": \o/'
$$;
CREATE TRIGGER stays BEFORE DELETE ON platform.stray EXECUTE FUNCTION sites.refuse_change_of_page();
CREATE OR REPLACE FUNCTION sites.refuse_change_of_page() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'it''s kept';
END $$;
DROP TRIGGER keeps ON billing.price_bundle;
CREATE TRIGGER keeps BEFORE UPDATE ON billing.price_bundle
    FOR EACH ROW EXECUTE FUNCTION billing.refuse_rewrite('retired_at', 'net_minor');
DROP TRIGGER no_gaps ON billing.reconciliation;
DROP FUNCTION billing.check_window();
DROP MATERIALIZED VIEW billing.code_revenue;
CREATE MATERIALIZED VIEW billing.code_revenue AS SELECT site_id, count(*) FROM billing.discount_code GROUP BY site_id;
CREATE UNIQUE INDEX code_revenue_key ON billing.code_revenue (site_id);
"""


@pytest.fixture
def stray() -> Iterator[None]:
    """A table that the models have, and no migration makes."""
    table = Table("stray", Base.metadata, Column("id", Integer, primary_key=True), schema="platform")
    yield
    Base.metadata.remove(table)


@pytest.mark.usefixtures("stray")
def test_the_migration_makes_what_models_and_sql_files_declare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "migrations", tmp_path / "migrations")
    config, create_declared = db._config, schema.create_declared

    def in_the_copy(url: str) -> Config:
        copied = config(url)
        copied.set_main_option("script_location", str(tmp_path / "migrations"))
        return copied

    def create_more(url: str) -> None:
        create_declared(url)
        with psycopg.connect(url) as connection:
            connection.execute(SQL.encode())

    monkeypatch.setattr(db, "_config", in_the_copy)
    monkeypatch.setattr(schema, "create_declared", create_more)
    url = os.environ["HEARTH_DATABASE_URL"]
    assert CliRunner().invoke(db.db, ["revision", "strays are kept"]).exit_code == 0
    with schema.scratch(url) as migrated, schema.scratch(url) as declared:
        command.upgrade(in_the_copy(migrated), "head")
        create_more(declared)
        assert schema.migration_statements(schema.objects(migrated), schema.objects(declared)) == ([], [])
        command.check(in_the_copy(migrated))
