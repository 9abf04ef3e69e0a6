"""`hearth backup` and `hearth restore`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.kernel import clock
from cli import instance
from cli.erasures import read_list
from cli.errors import CliError
from cli.paths import DATA
from cli.work import json_option, progress, refusals, show_facts

if TYPE_CHECKING:
    from cli.backup import restoring
    from cli.backup.archive import Manifest

NAME = "hearth-{:%Y%m%dT%H%M%SZ}.backup"
NAMES = "hearth-*T*Z.backup"

data_option = click.option(
    "--data",
    type=click.Path(path_type=Path),
    envvar="HEARTH_DATA",
    show_envvar=True,
    default=DATA,
    show_default=".hearth/data",
    help="Data folder.",
)
passphrase_option = click.option(
    "--passphrase-file",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="File with the passphrase; prompted for by default.",
)


@click.command()
@click.argument("target", metavar="FILE|FOLDER", type=click.Path(path_type=Path))
@passphrase_option
@click.option("--without-files", is_flag=True, help="Only database and keys, if the storage has backups.")
@click.option("--keep", type=click.IntRange(1, 10_000), help="Number of newest backups to keep in FOLDER.")
@data_option
@json_option
def backup(
    target: Path, passphrase_file: Path | None, without_files: bool, keep: int | None, data: Path, as_json: bool
) -> None:
    """Back up database, files and keys to one encrypted file; sites stay online.

    Store the passphrase away from the backups, and the backups away from this machine.

    \b
    Examples:
      hearth backup /backups --passphrase-file /etc/hearthside/backup --keep 14
      hearth backup monday.backup --json
    """
    from cli.backup import making

    if keep and not target.is_dir():
        raise CliError(f"--keep deletes old backups in a folder, and {target} is not one.")
    instance.use(data)
    passphrase = _passphrase(passphrase_file, confirm=True)
    path = target / NAME.format(clock.now()) if target.is_dir() else target
    if path.exists():
        raise CliError(f"{path} already exists; choose another name.")
    with refusals(), progress() as show:
        manifest = making.make(path, passphrase, has_files=not without_files, show=show)
    for old in sorted(target.glob(NAMES))[:-keep] if keep else ():
        old.unlink()
    show_facts({"file": str(path), "bytes": path.stat().st_size, **_facts(manifest)}, as_json=as_json)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@passphrase_option
@click.option("--erasures", type=click.Path(path_type=Path, dir_okay=False, exists=True), help="From `erase list`.")
@click.option("--replace", is_flag=True, help="Replace existing data; asks for the database's name.")
@click.option("--yes", is_flag=True, help="Do not ask for the name.")
@click.option("--dry-run", is_flag=True, help="Check the whole file and show its content.")
@click.option("--keys", "key_folder", type=click.Path(path_type=Path), help="Only write the keys to this folder.")
@data_option
@json_option
def restore(
    file: Path,
    passphrase_file: Path | None,
    erasures: Path | None,
    replace: bool,
    yes: bool,
    dry_run: bool,
    key_folder: Path | None,
    data: Path,
    as_json: bool,
) -> None:
    """Restore a backup: check all of it, write it, migrate, erase members again, and verify the result.

    Restores to the engines that the environment names, or else to --data, whose engines run meanwhile. Web, workers
    and relay must be stopped. Members who were erased or deleted after the backup are erased or deleted again, as
    listed in the storage and, if that was lost, in --erasures.

    \b
    Examples:
      hearth restore monday.backup --dry-run
      hearth restore monday.backup --data .hearth/other --erasures erased.txt
      hearth restore monday.backup --replace
    """
    from cli.backup import archive, keys, restoring
    from cli.db import ensure_known

    passphrase = _passphrase(passphrase_file, confirm=False)
    noted = read_list(erasures) if erasures else []
    backup = archive.check(file, passphrase)
    ensure_known(backup.manifest.revision)
    facts = {"file": str(file), **_facts(backup.manifest)}
    if key_folder:
        keys.write({key_folder / name: content for name, content in backup.keys.items()})
    elif not dry_run:
        with refusals(), restoring.target(data, backup.keys) as to:
            key_files = keys.find_missing(backup.keys, replace=replace)
            _ensure_free(to, replace=replace, yes=yes)
            with progress() as show:
                facts |= restoring.put_back(backup, to=to, key_files=key_files, departures=noted, show=show)
    show_facts(facts, as_json=as_json)


def _ensure_free(to: restoring.Target, *, replace: bool, yes: bool) -> None:
    held = to.holds()
    if held and not replace:
        raise CliError(f"{held}; --replace deletes all of that and restores the backup.")
    if held and not yes:
        from cli.backup import database

        name = database.name_of(to.database_url)
        typed = click.prompt(f"{held}, which will be deleted. Type {name} to continue", err=True)
        if typed != name:
            raise CliError("the name does not match; nothing was changed.")


def _passphrase(file: Path | None, *, confirm: bool) -> bytes:
    from cli.backup.sealed import ensure_passphrase

    if file:
        return ensure_passphrase(file.read_bytes())
    typed: str = click.prompt("Passphrase", hide_input=True, confirmation_prompt=confirm, err=True)
    return ensure_passphrase(typed.encode())


def _facts(manifest: Manifest) -> dict[str, Any]:
    return {
        "made_at": manifest.made_at,
        "version": manifest.version,
        "revision": manifest.revision,
        "hosts": manifest.hosts,
        "tables": len(manifest.rows),
        "rows": sum(manifest.rows.values()),
        "members": manifest.rows.get("accounts.member", 0),
        "messages": manifest.rows.get("messaging.message", 0),
        "ledger": manifest.ledger["seal"],
        "keys": manifest.section("keys").entries,
        "files": manifest.section("files").entries if manifest.has_files else None,
    }
