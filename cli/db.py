"""`hearth db`: the database's schema, kept by Alembic."""

from __future__ import annotations

import os
import re
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import instance
from cli.errors import CheckFailed, CliError
from cli.paths import ROOT
from cli.work import dry_run_option, json_option, refusals, show_facts

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.operations.ops import MigrationScript

# The migrations up to BASELINE make the schema that a former history of 97 migrations ended with.
FORMER = "0097_orders_by_evidence"
BASELINE = "0109_notifications"


def migrate(database_url: str) -> None:
    """Bring the database and its reference data to the newest version.

    Raises CliError when its version is unknown here, or its schema is not what that version has.
    """
    from alembic import command
    from alembic.util.exc import CommandError
    from sqlalchemy import NullPool, create_engine

    from app.kernel.db.session import sqlalchemy_url, transaction
    from app.kernel.secrets import signing
    from modules.profiles import api as profiles_api

    versions = _versions(database_url)
    for version in versions:
        ensure_known(version)
    if FORMER in versions:
        adopt(database_url)
    try:
        # An upgrade to where it is already would import the models of all modules.
        if not is_current(database_url):
            command.upgrade(_config(database_url), "head")
    except CommandError as error:
        raise CliError(f"the database cannot be migrated: {error}") from error
    with transaction(on=create_engine(sqlalchemy_url(database_url), poolclass=NullPool)) as session:
        profiles_api.ensure_places(session)
        signing.ensure_key(session, is_new=not versions)


def is_current(database_url: str) -> bool:
    """Whether the database is at the newest version."""
    from alembic.script import ScriptDirectory

    return _versions(database_url) == set(ScriptDirectory.from_config(_config(database_url)).get_heads())


def adopt(database_url: str) -> None:
    """Stamp a database of the former history with the baseline's version.

    Raises CliError, prints the differences to stderr and changes nothing where its schema is not the baseline's.
    """
    import psycopg

    ensure_adoptable(database_url)
    with psycopg.connect(database_url) as connection:
        connection.execute("UPDATE alembic_version SET version_num = %s WHERE version_num = %s", (BASELINE, FORMER))


def ensure_adoptable(database_url: str) -> None:
    """Raise CliError, and print the differences to stderr, where a schema is not the baseline's."""
    from alembic import command

    from cli import schema

    with schema.scratch(database_url) as baseline:
        command.upgrade(_config(baseline), BASELINE)
        differing = schema.differences(schema.objects(database_url), schema.objects(baseline))
    for line in differing:
        click.echo(line, err=True)
    if differing:
        raise CliError(f"the schema is not the one that {FORMER} ended with; nothing was changed.")


def ensure_known(revision: str) -> None:
    """Raise CliError for a version of the database that this code cannot migrate."""
    from alembic.script import ScriptDirectory
    from alembic.util.exc import CommandError

    if revision == FORMER:
        return
    try:
        ScriptDirectory.from_config(_config("")).get_revision(revision)
    except CommandError:
        if re.match(r"00\d\d_", revision):
            raise CliError(
                f"the database's version {revision} is too old; upgrade it to {FORMER} first, with the release before."
            ) from None
        raise CliError(f"this Hearthside does not know the database's version {revision}; take a newer one.") from None


@click.group()
@click.option("--data", type=click.Path(path_type=Path), help="Data folder of a running Hearthside.")
def db(data: Path | None) -> None:
    """Keep the database's schema.

    \b
    Examples:
      hearth db migrate --dry-run
      hearth db migrate
      hearth db check
      hearth db check --json
      hearth db revision "photos have a caption"
    """
    instance.use(data)


@db.command("migrate")
@dry_run_option
def migrate_command(dry_run: bool) -> None:
    """Bring the database to the newest version."""
    if dry_run:
        for name, what in _steps(_url()):
            click.echo(f"{name}  {what}")
        return
    with refusals():
        migrate(_url())
    click.echo("The database is at the newest version.")


@db.command("adopt")
@dry_run_option
def adopt_command(dry_run: bool) -> None:
    """Stamp a database of the former migrations with the version of the baseline; `hearth db migrate` does so, too.

    Its schema is compared with a scratch database that the baseline makes: tables, columns, constraints, indexes,
    functions, triggers and views. Only the version is written. Where the schemas differ, the differences are printed
    and nothing is changed.

    \b
    Examples:
      hearth db adopt --dry-run
      hearth db adopt
    """
    versions = _versions(_url())
    for version in versions:
        ensure_known(version)
    if FORMER not in versions:
        click.echo("There is nothing to adopt.")
        return
    if dry_run:
        ensure_adoptable(_url())
        click.echo("The database can be adopted.")
        return
    adopt(_url())
    click.echo("The database is adopted; `hearth db migrate` brings it to the newest version.")


@db.command()
@json_option
def check(as_json: bool) -> None:
    """Check that the database is at the newest version and that the models ask for nothing else.

    Ends with exit code 1 when something differs.
    """
    is_newest = is_current(_url())
    # Only what is at the newest version can be compared.
    differences = _differences() if is_newest else []
    if as_json:
        show_facts({"is_newest": is_newest, "differences": differences}, as_json=True)
    if not is_newest:
        raise CheckFailed("the database is not at the newest version; run `hearth db migrate`.")
    if differences:
        raise CheckFailed(
            f"the models differ from the migrations; run `hearth db revision`. They ask for {'; '.join(differences)}."
        )
    if not as_json:
        click.echo("The database is at the newest version, and the models ask for nothing else.")


@db.command()
@click.argument("message")
def revision(message: str) -> None:
    """Write a migration from what the models, and the SQL files beside them, ask for; read it before you commit it."""
    from alembic import command

    command.revision(_config(_url()), message=message, autogenerate=True, process_revision_directives=_add_sql)


def _add_sql(_context: object, _revision: object, scripts: list[MigrationScript]) -> None:
    """Add what the SQL files declare to a migration that Alembic wrote from the models."""
    from alembic.autogenerate import renderers
    from alembic.operations.ops import ExecuteSQLOp

    from cli import schema

    class Statement(ExecuteSQLOp):
        """A statement whose lines are rendered one below the other."""

    @renderers.dispatch_for(Statement)
    def _render(_context: object, one: Statement) -> str:
        lines = "".join(f"    {line!r}\n" for line in str(one.sqltext).splitlines(keepends=True))
        return f"op.execute(\n{lines})"

    with schema.scratch(_url()) as declared:
        schema.create_declared(declared)
        before, after = schema.migration_statements(schema.objects(_url()), schema.objects(declared))
    for script in scripts:
        assert script.upgrade_ops  # noqa: S101 # Alembic made it
        script.upgrade_ops.ops[:] = [*map(Statement, before), *script.upgrade_ops.ops, *map(Statement, after)]


def _differences() -> list[str]:
    """Return what the models ask for beyond the migrations."""
    from alembic import command
    from alembic.util.exc import AutogenerateDiffsDetected

    config = _config(_url())
    config.stdout = StringIO()  # what was found is said by who asks
    try:
        command.check(config)
    except AutogenerateDiffsDetected as error:
        return [str(one) for one in error.diffs]
    return []


def _steps(database_url: str) -> list[tuple[str, str]]:
    """Return the migrations that a database has not seen, the oldest first, each with what it says of itself."""
    from alembic.script import ScriptDirectory

    script, versions = ScriptDirectory.from_config(_config(database_url)), _versions(database_url)
    for version in versions:
        ensure_known(version)
    adopted = [(BASELINE, f"Adopt a database at {FORMER}, if its schema is the same")] if FORMER in versions else []
    missing = script.iterate_revisions("heads", BASELINE if adopted else tuple(versions) or "base")
    return [*adopted, *((one.revision, one.doc) for one in reversed(list(missing)))]


def _versions(database_url: str) -> set[str]:
    import psycopg

    with psycopg.connect(database_url) as connection:
        if connection.execute("SELECT to_regclass('alembic_version')").fetchone() == (None,):
            return set()
        return {row[0] for row in connection.execute("SELECT version_num FROM alembic_version")}


def _url() -> str:
    return os.environ["HEARTH_DATABASE_URL"]


def _config(database_url: str) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(ROOT / "migrations"))
    config.set_main_option("sqlalchemy.url", database_url.replace("%", "%%"))
    return config
