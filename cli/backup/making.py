"""Making a backup: the database at one moment, then the files, which are written once and never changed."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import text

from app.kernel import clock
from app.kernel.config import config
from app.kernel.db.session import Session, transaction
from app.kernel.files.storage import storage
from cli.backup import archive, database, keys
from cli.backup.ahead import ahead
from cli.backup.archive import Archive, Manifest
from cli.paths import ROOT
from modules.billing import api as billing_api
from modules.sites import api as sites_api

Show = Callable[[str, int, int], None]


def make(path: Path, passphrase: bytes, *, has_files: bool, show: Show) -> Manifest:
    """Write a backup to `path`, completely or not at all; raises CliError and OSError."""
    with archive.writing(path, passphrase) as target:
        for name, content in keys.collect().items():
            target.add(f"keys/{name}", content)
        # The counts, the ledger's hashes and the dump are of one state.
        with transaction(snapshot=True) as session:
            manifest = _describe(session, has_files)
            _add_database(session, target, show)
        # After the database, so that every file that it names is included; later files are not referred to.
        if has_files:
            _add_files(target, show)
        return target.finish(manifest)


def _describe(session: Session, has_files: bool) -> Manifest:
    connection: Any = session.connection().connection.driver_connection
    revision = database.revision(connection)
    size = billing_api.ledger_size(session)
    return Manifest(
        made_at=clock.now().isoformat(timespec="seconds"),
        version=tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"],
        revision=revision,
        postgres=str(connection.info.server_version // 10000),
        hosts=[site.hosts[0] for site in sites_api.list_sites(session)],
        rows=database.count_rows(connection),
        ledger={"wallets": size.wallets, "postings": size.postings, "seal": billing_api.seal_ledger(session)},
        has_files=has_files,
    )


def _add_database(session: Session, target: Archive, show: Show) -> None:
    snapshot = session.execute(text("SELECT pg_export_snapshot()")).scalar_one()
    for number, part in enumerate(database.dump(config().database_url, snapshot), 1):
        target.add(f"database/{number:06}", part)
        show("database, parts of 8 MiB", number, 0)


def _add_files(target: Archive, show: Show) -> None:
    kept = storage()
    total = sum(1 for _ in kept.list_keys())
    found = ahead(lambda key: (key, kept.find(key)), kept.list_keys())
    for number, (key, content) in enumerate(found, 1):
        if content is not None:  # None: its owner deleted it while the backup was made
            target.add(f"files/{key}", content)
        show("files", number, max(total, number))
