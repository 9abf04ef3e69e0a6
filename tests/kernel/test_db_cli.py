"""What commands say of the database: `hearth db check`, for people and for programs, and `hearth doctor`."""

import json
import os
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner
from psycopg import sql
from sqlalchemy import Column, Integer, Table

from app.kernel.db import Base
from cli import db
from cli.doctor import _database as doctor

pytestmark = [pytest.mark.spec("10.10"), pytest.mark.usefixtures("_engines")]


def check(*arguments: str) -> Any:
    return CliRunner().invoke(db.db, ["check", *arguments])


def told() -> tuple[int, Any]:
    done = check("--json")
    return done.exit_code, json.loads(done.stdout)


def test_what_is_as_it_should_be_is_said() -> None:
    said = "The database is at the newest version, and the models ask for nothing else.\n"
    assert (check().exit_code, check().stdout) == (0, said)
    assert told() == (0, {"is_newest": True, "differences": []})


def test_what_the_models_ask_for_is_named() -> None:
    stray = Table("stray", Base.metadata, Column("id", Integer), schema="platform")
    try:
        code, facts = told()
        said = check()
    finally:
        Base.metadata.remove(stray)
    assert (code, facts["is_newest"], len(facts["differences"])) == (1, True, 1)
    assert "stray" in facts["differences"][0]
    assert (said.exit_code, said.stdout) == (1, "")


def test_an_older_version_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(db, "is_current", lambda _url: False)
    assert told() == (1, {"is_newest": False, "differences": []})


def test_what_would_be_migrated_is_named_and_nothing_is_changed() -> None:
    assert CliRunner().invoke(db.db, ["migrate", "--dry-run"]).stdout == ""
    url = os.environ["HEARTH_DATABASE_URL"]
    before = "0080_bank_accounts_of_the_banned"
    with psycopg.connect(url, autocommit=True) as connection:
        (newest,) = connection.execute("SELECT version_num FROM alembic_version").fetchone() or ("",)
        connection.execute("UPDATE alembic_version SET version_num = %s", (before,))
        try:
            named = CliRunner().invoke(db.db, ["migrate", "--dry-run"]).stdout.splitlines()
            assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (before,)
        finally:
            connection.execute("UPDATE alembic_version SET version_num = %s", (newest,))
    assert named[0].startswith("0081_pictures_of_open_reports  The pictures of an open report")
    assert named[-1].startswith(f"{newest}  ")


def test_doctor_says_when_the_log_of_the_database_holds_values_of_rows() -> None:
    url = os.environ["HEARTH_DATABASE_URL"]
    change = sql.SQL("ALTER DATABASE {} {} log_error_verbosity").format
    name = sql.Identifier(url.rpartition("/")[2])
    assert doctor()[0]
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(change(name, sql.SQL("SET")) + sql.SQL(" = 'default'"))
        try:
            assert doctor()[:2] == (False, "its log holds values of rows")
        finally:
            connection.execute(change(name, sql.SQL("RESET")))
