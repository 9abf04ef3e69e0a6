"""`hearth db`: the database's schema, kept by Alembic."""

from __future__ import annotations

import os
import re
from argparse import Namespace
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

# The migrations up to BASELINE make the schema that a former history of 97 migrations ended with.
FORMER = "0097_orders_by_evidence"
BASELINE = "0109_notifications"


def migrate(database_url: str) -> None:
    """Bring the database and its reference data to the newest version.

    Raises CliError when its version is unknown here, or its schema is not what that version has.
    """
    from alembic import command
    from alembic.util.exc import CommandError

    from app.kernel.db.engines import single_use_engine
    from app.kernel.db.session import transaction
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
            command.upgrade(alembic_config(database_url), "head")
    except CommandError as error:
        raise CliError(f"the database cannot be migrated: {error}") from error
    with transaction(on=single_use_engine(database_url)) as session:
        profiles_api.ensure_places(session)
        signing.ensure_key(session, is_new=not versions)


def is_current(database_url: str) -> bool:
    """Whether the database is at the newest version."""
    from alembic.script import ScriptDirectory

    return _versions(database_url) == set(ScriptDirectory.from_config(alembic_config(database_url)).get_heads())


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
        command.upgrade(alembic_config(baseline), BASELINE)
        differing = schema.differences(schema.objects(database_url), schema.objects(baseline))
    for line in differing:
        click.echo(line, err=True)
    if differing:
        raise CliError(f"the schema differs from the one of {FORMER}; nothing was changed.")


def ensure_known(revision: str) -> None:
    """Raise CliError for a version of the database that this code cannot migrate."""
    from alembic.script import ScriptDirectory
    from alembic.util.exc import CommandError

    if revision == FORMER:
        return
    try:
        ScriptDirectory.from_config(alembic_config("")).get_revision(revision)
    except CommandError:
        if re.match(r"00\d\d_", revision):
            raise CliError(
                f"the database's version {revision} is too old; first upgrade it to {FORMER} with the release before."
            ) from None
        raise CliError(f"the database's version {revision} is unknown; use a newer release of Hearthside.") from None


@click.group()
@click.option("--data", type=click.Path(path_type=Path), help="Data folder of a running Hearthside.")
@click.pass_context
def db(context: click.Context, data: Path | None) -> None:
    """Migrate the database, or check its schema.

    \b
    Examples:
      hearth db migrate --dry-run
      hearth db migrate
      hearth db check
      hearth db check --json
      hearth db revision -m "Photos have a caption"
    """
    context.obj = data


@db.command("migrate")
@dry_run_option
def migrate_command(dry_run: bool) -> None:
    """Migrate the database to the newest version."""
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
    """Mark a database of the former migrations as the baseline; `hearth db migrate` does so, too.

    Its schema is compared with a scratch database made by the baseline: tables, columns, constraints, indexes,
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
        click.echo("Nothing to adopt.")
        return
    if dry_run:
        ensure_adoptable(_url())
        click.echo("The database can be adopted.")
        return
    adopt(_url())
    click.echo("Database adopted. Run `hearth db migrate` to bring it to the newest version.")


@db.command()
@json_option
def check(as_json: bool) -> None:
    """Check that the database is at the newest version, and that the models match the migrations.

    Exit code 1 if something differs.
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
            f"the models differ from the migrations; run `hearth db revision`. Differences: {'; '.join(differences)}."
        )
    if not as_json:
        click.echo("The database is at the newest version, and the models match the migrations.")


@db.command()
@click.option("-m", "--message", required=True, help='Summary, such as "Photos have a caption".')
@click.option("--empty", "is_empty", is_flag=True, help="Without statements, to change rows by hand.")
def revision(message: str, is_empty: bool) -> None:
    """Write the next migration: what the models and their SQL files declare and no migration makes.

    Both are compared in scratch databases of a PostgreSQL started for this; no running Hearthside is needed.
    Check it before you commit it: a renamed column looks like one dropped and one added.
    """
    from cli import revision as migrations

    click.echo(f"Wrote migrations/versions/{migrations.write(message, is_empty=is_empty).name}.")


def _differences() -> list[str]:
    """Return what the models ask for beyond the migrations."""
    from alembic import command
    from alembic.util.exc import AutogenerateDiffsDetected

    config = alembic_config(_url())
    config.stdout = StringIO()  # what was found is said by who asks
    try:
        command.check(config)
    except AutogenerateDiffsDetected as error:
        return [str(one) for one in error.diffs]
    return []


def _steps(database_url: str) -> list[tuple[str, str]]:
    """Return the migrations that a database has not seen, the oldest first, each with what it says of itself."""
    from alembic.script import ScriptDirectory

    script, versions = ScriptDirectory.from_config(alembic_config(database_url)), _versions(database_url)
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
    instance.use(click.get_current_context().obj)
    return os.environ["HEARTH_DATABASE_URL"]


def alembic_config(database_url: str) -> Config:
    """Return Alembic's settings for a database."""
    from alembic.config import Config

    config = Config(cmd_opts=Namespace(quiet=True))
    config.set_main_option("file_template", "%%(rev)s")
    config.set_main_option("script_location", str(ROOT / "migrations"))
    config.set_main_option("sqlalchemy.url", database_url.replace("%", "%%"))
    return config
