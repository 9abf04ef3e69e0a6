"""What commands say of the database: `hearth db check`, for people and for programs, and `hearth doctor`."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import Column, Integer, Table, text

from app.kernel.config import ConfigError, config, postgresql_url
from app.kernel.db import engines
from app.kernel.db.session import Base, transaction
from cli import db, schema
from cli import main as command_line
from cli.checks import UPDATE, _look, _migrations, _redis, _search, _storage
from cli.checks import _database as doctor
from cli.engines import releases
from cli.paths import ROOT
from cli.selling import Finding
from tests.running import own_environment
from tests.settings import SetEnv

pytestmark = [pytest.mark.spec("10.10"), pytest.mark.usefixtures("_engines")]


def check(*arguments: str) -> Any:
    return CliRunner().invoke(db.db, ["check", *arguments])


def told() -> tuple[int, Any]:
    done = check("--json")
    return done.exit_code, json.loads(done.stdout)


def test_what_is_as_it_should_be_is_said() -> None:
    said = "The database is at the newest version, and the models match the migrations.\n"
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
    before = "0108_moderation"
    with psycopg.connect(url, autocommit=True) as connection:
        (newest,) = connection.execute("SELECT version_num FROM alembic_version").fetchone() or ("",)
        connection.execute("UPDATE alembic_version SET version_num = %s", (before,))
        try:
            named = CliRunner().invoke(db.db, ["migrate", "--dry-run"]).stdout.splitlines()
            assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (before,)
        finally:
            connection.execute("UPDATE alembic_version SET version_num = %s", (newest,))
    assert named[0].startswith("0109_notifications  Baseline: schema of the notifications module")
    assert named[-1].startswith(f"{newest}  ")


def test_doctor_says_when_the_log_of_the_database_holds_values_of_rows() -> None:
    url = os.environ["HEARTH_DATABASE_URL"]
    change = sql.SQL("ALTER DATABASE {} {} log_error_verbosity").format
    name = sql.Identifier(url.rpartition("/")[2])
    is_well, seen, _ = doctor()
    assert (is_well, seen.partition(" ")[0]) == (True, "PostgreSQL")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(change(name, sql.SQL("SET")) + sql.SQL(" = 'default'"))
        try:
            assert doctor()[:2] == (False, "its log contains values of rows")
        finally:
            connection.execute(change(name, sql.SQL("RESET")))


@pytest.mark.parametrize(("look", "engine"), [(doctor, "PostgreSQL"), (_redis, "Valkey"), (_search, "Meilisearch")])
def test_doctor_names_an_engine_that_is_behind_until_its_release_is_the_newest(
    look: Callable[[], Finding], engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.checks._is_empty", lambda: True)  # other tests list people, and index nobody
    monkeypatch.setattr("modules.catalog.search_index.config", config)  # without `search_engine` there is none
    version = look()[1].split()[1].rstrip(",")
    line, _, last = version.rpartition(".")
    newer = f"{line}.{int(last) + 1}"
    for newest, is_current in ((newer, False), (version, True)):
        monkeypatch.setitem(releases.ENGINES, engine, releases.Review(date(2026, 11, 28), (newest,)))
        behind = "" if is_current else f" is behind: {newest} is the newest of its line as of 2026-11-28"
        is_well, seen, mend = look()
        assert (is_well, seen.partition(", ")[0]) == (True, f"{engine} {version}{behind}")
        assert mend == ("" if is_current else UPDATE)


ROWS = [row.split("\t") for row in (Path(__file__).parents[1] / "cases/urls.tsv").read_text().splitlines()[1:]]
TAKEN = [url for url, outcome in ROWS if outcome.startswith("taken")]
REFUSED = [
    *(url for url, outcome in ROWS if outcome.startswith("refused")),
    "postgresql+asyncpg://hearth:not-a-real-one@db.example:5432/hearth",
    "postgres://hearth:not-a-real-one@not-a-real-one@db.example:5432/hearth",
    "postgres://hearth:5/not-a-real-one@db.example:5432/hearth",
    "postgres://hearth:not-a-real-one%zz@db.example:5432/hearth",
    "postgres://hearth:not-a-real-one@[db.example:5432/hearth",
    "postgres://hearth:not-a-real-one@db.example:-1/hearth",
    "postgres://hearth:not-a-real-one@fe80::1/hearth",
    "postgres://hearth:not-a-real-one@one.example:5432,two.example:port/hearth",
    "postgres://hearth:not-a-real-one@/hearth?host=one.example,two.example&port=5432,port",
    "host=db.example password=not-a-real-one",
    "not-a-real-one",
]
COMMANDS = (["db", "migrate"], ["db", "check"], ["site", "list"], ["backup", "create"])


@pytest.mark.parametrize("url", TAKEN)
def test_an_address_of_the_database_is_taken_in_the_forms_that_hosting_services_give(url: str) -> None:
    parts = conninfo_to_dict(postgresql_url(url))
    assert (parts["user"], parts["host"], parts["dbname"]) == ("hearth", "db.example", "hearth")
    assert parts["password"] == ("a@b/c:d#e" if "%40" in url else "not-a-real-one")
    assert parts.get("port", "5432") == "5432"
    settings = {"sslmode": "prefer", "application_name": "x y"} if "?" in url else {}
    assert settings.items() <= parts.items()


@pytest.mark.parametrize(
    ("address", "hosts", "ports"),
    [
        (":p@one.example:5432,two.example:5433/hearth", "one.example,two.example", "5432,5433"),
        (":p@one.example,two.example:5433/hearth", "one.example,two.example", ",5433"),
        (":p@one.example,two.example/hearth?sslmode=require", "one.example,two.example", ","),
        (":p@/hearth?host=one.example,two.example&port=5432,5433", "one.example,two.example", "5432,5433"),
    ],
)
def test_of_several_hosts_the_one_that_takes_writes_is_used(address: str, hosts: str, ports: str) -> None:
    url = postgresql_url(f"postgres://hearth{address}")
    parts = conninfo_to_dict(url)
    assert (parts["host"], parts.get("port"), parts["target_session_attrs"]) == (hosts, ports, "read-write")
    assert postgresql_url(url) == url


@pytest.mark.parametrize(
    "address",
    ["@db.example/hearth", "@one.example,two.example/hearth?target_session_attrs=any", "@/hearth?host=/run/postgresql"],
)
def test_other_addresses_are_taken_as_they_are(address: str) -> None:
    assert postgresql_url(f"postgres://hearth{address}") == f"postgresql://hearth{address}"


def test_a_command_finds_the_database_among_several_hosts(set_env: SetEnv) -> None:
    begin, _, end = os.environ["HEARTH_DATABASE_URL"].rpartition("@")
    set_env(HEARTH_DATABASE_URL=f"{begin}@127.0.0.1:9,{end}")
    is_well, seen, _ = doctor()
    assert (is_well, seen.partition(" ")[0]) == (True, "PostgreSQL")
    assert check().exit_code == 0
    engines.disconnect()
    engines.engine.cache_clear()
    engines.reading_engine.cache_clear()
    try:
        for read_only in (False, True):
            with transaction(read_only=read_only) as session:
                assert session.execute(text("SELECT 1")).scalar_one() == 1
        with schema.scratch(os.environ["HEARTH_DATABASE_URL"]) as url, psycopg.connect(url) as connection:
            assert connection.info.dbname.startswith("hearth_scratch_")
    finally:
        engines.disconnect()
        engines.engine.cache_clear()
        engines.reading_engine.cache_clear()


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_a_database_is_found_by_every_form_of_its_address(scheme: str, set_env: SetEnv) -> None:
    set_env(HEARTH_DATABASE_URL=f"{scheme}://{os.environ['HEARTH_DATABASE_URL'].partition('://')[2]}")
    is_well, seen, _ = doctor()
    assert (is_well, seen.partition(" ")[0]) == (True, "PostgreSQL")
    assert check().exit_code == 0


@pytest.mark.parametrize("url", REFUSED)
def test_an_address_that_is_no_database_is_named_in_one_line_without_its_password(
    url: str, monkeypatch: pytest.MonkeyPatch, set_env: SetEnv, capfd: pytest.CaptureFixture[str]
) -> None:
    for command in COMMANDS:
        set_env(HEARTH_DATABASE_URL=url)
        monkeypatch.setattr(sys, "argv", ["hearth", *command])
        with pytest.raises(SystemExit) as ended:
            command_line.run()
        said = capfd.readouterr()
        assert (ended.value.code, said.out, said.err.count("\n")) == (2, "", 1), command
        assert "HEARTH_DATABASE_URL" in said.err
        assert "not-a-real-one" not in said.err
    set_env(HEARTH_DATABASE_URL=url)
    for finding in (doctor, _migrations):
        is_well, seen, _ = _look(finding)
        assert (is_well, "HEARTH_DATABASE_URL" in seen, "not-a-real-one" in seen) == (False, True, False)


@pytest.mark.parametrize("url", REFUSED[:2])
def test_doctor_names_an_address_that_is_no_database_and_no_missing_secret(url: str, tmp_path: Path) -> None:
    env = {**own_environment(), "HEARTH_DATABASE_URL": url}
    command = [sys.executable, "-m", "cli", "doctor", "--data", str(tmp_path), "--json"]
    said = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    seen = {one["check"]: one["seen"] for one in json.loads(said.stdout)}
    assert all("HEARTH_DATABASE_URL" in seen[check] for check in ("database", "migrations", "secret")), seen
    assert "not-a-real-one" not in said.stdout + said.stderr


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("HEARTH_MEILI_URL", "http://one.example:7700,user:not-a-real-one@two.example"),
        ("HEARTH_MEILI_URL", "http://a:not-a-real-one@one.example:7700,http://b:not-a-real-one@one.example:7700"),
        ("HEARTH_REDIS_URL", "http://:not-a-real-one@redis.example:6379/0"),
        ("HEARTH_REDIS_URL", ":not-a-real-one@redis.example"),
        ("HEARTH_REDIS_URL", "redis://:not-a-real-one#2@redis.example:6379/0"),
        ("HEARTH_REDIS_URL", "redis://hearth:not-a-real-one/2@redis.example:6379/0"),
        ("HEARTH_SMTP_URL", "not-a-real-one@mail.example"),
        ("HEARTH_SMTP_URL", "smtp://hearth:not-a-real-one@mail.example:port"),
        ("HEARTH_SMTP_URL", "smtp://hearth:not-a-real-one@[mail.example"),
        ("HEARTH_STORAGE_URL", "not-a-real-one:secret@bucket"),
        ("HEARTH_STORAGE_URL", "s3://key:not-a-real-one/2@bucket"),
    ],
)
def test_an_address_that_cannot_be_read_is_named_without_its_password(name: str, url: str, set_env: SetEnv) -> None:
    set_env(**{name: url})
    with pytest.raises(ConfigError) as refused:
        config()
    assert name in str(refused.value)
    assert "not-a-real-one" not in str(refused.value)
    for finding in (_redis, _storage):
        assert "not-a-real-one" not in str(_look(finding))


def test_several_search_servers_are_read_in_their_order(set_env: SetEnv) -> None:
    set_env(HEARTH_MEILI_URL="http://two.example:7700, https://user:secret@one.example/search")
    assert config().meili_urls == ("http://two.example:7700", "https://user:secret@one.example/search")
    set_env(HEARTH_MEILI_URL="none")
    assert config().meili_urls == ()


@pytest.mark.parametrize("number", ["-1", "1.5", "one", "²"])
def test_a_setting_that_is_no_number_is_named(number: str, set_env: SetEnv) -> None:
    set_env(HEARTH_TRUSTED_PROXIES=number)
    with pytest.raises(ConfigError, match="HEARTH_TRUSTED_PROXIES is not a whole number, 0 or more"):
        config()
