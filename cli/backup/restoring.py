"""Restoring: everything is checked before any change, and verified afterwards."""

import os
import shlex
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app import relay
from app.kernel import jobs
from app.kernel.config import address
from app.kernel.db.session import transaction
from app.kernel.files.storage import open_storage
from app.registry import MODULES
from cli import instance
from cli.backup import database, keys
from cli.backup.ahead import ahead
from cli.backup.archive import Backup, Manifest
from cli.db import migrate
from cli.engines.servers import start_engines
from cli.errors import CliError
from cli.folder import DataFolder, former_key
from cli.supervisor import Supervisor, interruptible
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Departure
from modules.accounts.events import MemberErased
from modules.billing import api as billing_api
from modules.catalog import api as catalog_api
from modules.messaging.events import PhotoRemoved
from modules.profiles.events import PhotoDeleted

Show = Callable[[str, int, int], None]
LISTS = ("erasures/", "deletions/")  # who left; a restore adds to them and never replaces them
# The events of an erasure, in sequence; pictures' files are deleted by events of their own.
ERASING = (MemberErased, PhotoDeleted, PhotoRemoved)


@dataclass(frozen=True)
class Target:
    """Where to restore to."""

    database_url: str
    storage_url: str

    def holds(self) -> str | None:
        """Return a description of data that is already there, or None."""
        if database.holds_sites(self.database_url):
            return f"the database {database.name_of(self.database_url)} has sites"
        kept = open_storage(self.storage_url)
        has_files = any(not key.startswith(LISTS) for key in kept.list_keys())
        return "the storage has files" if has_files else None


@contextmanager
def target(data: Path, held: Iterable[str]) -> Iterator[Target]:
    """Yield the target from the environment, or a data folder, whose engines run meanwhile, with files for the keys in
    a backup.

    Raises CliError while processes of the installation are running.
    """
    if "HEARTH_DATABASE_URL" not in os.environ:
        with interruptible(), DataFolder(data) as folder, Supervisor() as supervisor:
            os.environ.update(start_engines(supervisor, folder).environment())
            for name, value in _settings(folder, held).items():
                os.environ.setdefault(name, value)
            yield _named_target()
        return
    instance.take_database_url()
    if users := database.count_users(os.environ["HEARTH_DATABASE_URL"]):
        raise CliError(f"{users} connections of web, workers or relay are open; stop those processes first.")
    yield _named_target()


def _settings(folder: DataFolder, held: Iterable[str]) -> dict[str, str]:
    storage = folder.path / "storage"
    storage.mkdir(exist_ok=True)
    numbers = [name.removeprefix("former/") for name in held if name.startswith("former/")]
    former = sorted({*folder.former_keys(), *(folder.path / former_key(number) for number in numbers)})
    return {
        "HEARTH_STORAGE_URL": storage.as_uri(),
        "HEARTH_SECRET_FILE": str(folder.path / "secret.key"),
        "HEARTH_FORMER_SECRET_FILES": shlex.join(map(str, former)),
        "HEARTH_VAPID_FILE": str(folder.path / "push.pem"),
        "HEARTH_SMTP_URL": "smtp://127.0.0.1:9",  # nothing is mailed during a restore
    }


def _named_target() -> Target:
    missing = [name for name in ("HEARTH_STORAGE_URL", "HEARTH_SECRET_FILE") if name not in os.environ]
    if missing:
        raise CliError(f"{missing[0]} is not set; see docs/operating.md.")
    return Target(os.environ["HEARTH_DATABASE_URL"], address("HEARTH_STORAGE_URL"))


def put_back(
    backup: Backup, *, to: Target, key_files: dict[Path, bytes], departures: list[Departure], show: Show
) -> dict[str, Any]:
    """Restore a checked backup over existing data and return the results; raises CliError if they differ."""
    keys.write(key_files)
    database.empty(to.database_url)
    database.load(to.database_url, _parts(backup, show))
    _ensure_same(backup.manifest)
    if backup.manifest.has_files:
        _put_files(backup, to, show)
    migrate(to.database_url)
    return {"erased_again": _erase_again(departures), **_prove(show)}


def _parts(backup: Backup, show: Show) -> Iterator[bytes]:
    for number, (_, part) in enumerate(backup.entries("database"), 1):
        yield part
        show("database, parts of 8 MiB", number, backup.manifest.section("database").entries)


def _ensure_same(manifest: Manifest) -> None:
    """Compare the database with the manifest, before anything changes; raises CliError."""
    with transaction(read_only=True) as session:
        connection: Any = session.connection().connection.driver_connection
        rows = database.count_rows(connection)
        seal = billing_api.seal_ledger(session)
    wrong = sorted(table for table in {*rows, *manifest.rows} if rows.get(table) != manifest.rows.get(table))
    if wrong:
        raise CliError(f"the restored database differs in the number of rows of {', '.join(wrong)}; do not start it.")
    if seal != manifest.ledger["seal"]:
        raise CliError("the hashes of the restored ledger differ from the backup; do not start it.")


def _put_files(backup: Backup, to: Target, show: Show) -> None:
    kept, total = open_storage(to.storage_url), backup.manifest.section("files").entries
    for key in kept.list_keys():
        if not key.startswith(LISTS):
            kept.delete(key)
    for number, _ in enumerate(ahead(lambda entry: kept.put(*entry), backup.entries("files")), 1):
        show("files", number, total)
    found = sum(1 for _ in kept.list_keys())
    if found < total:
        raise CliError(f"the storage has only {found} of {total} files; do not start it.")


def _erase_again(departures: list[Departure]) -> int:
    """Erase or delete again the members whom the backup restored, in all modules; raises CliError if some work could
    not be done.
    """
    jobs.install(MODULES)
    accounts_api.add_departures(departures)
    count = accounts_api.reapply_departures()
    if left := sum(relay.finish(event) for event in ERASING):
        raise CliError(f"{left} steps of erasing members failed; `hearth erase verify` shows what is left.")
    return count


def _prove(show: Show) -> dict[str, Any]:
    indexed = max((one.members for one in catalog_api.rebuild_index(show)), default=0)
    with transaction(snapshot=True) as session:
        differences = billing_api.audit_ledger(session)
        size = billing_api.ledger_size(session)
    if differences:
        raise CliError(f"the restored ledger has {len(differences)} differences; see `hearth ledger audit`.")
    return {"in_the_index": indexed, "wallets": size.wallets, "postings": size.postings}
