"""The engines that tests run on: those that `hearth test` started, or our own for a lone `pytest`."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, lockf
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from urllib.parse import urlsplit

import psycopg
from redis import Redis

from cli.engines.servers import engines
from cli.paths import ROOT

# What decides what a migrated database holds.
MIGRATED_BY = ("migrations", "modules/profiles", "cli/db.py")
MAKING = 16  # the advisory lock of who migrates


@contextmanager
def running() -> Iterator[dict[str, str]]:
    """Yield the addresses of running engines, by the names that the application reads."""
    if "HEARTH_DATABASE_URL" in os.environ:
        yield {name: value for name, value in os.environ.items() if name.startswith("HEARTH_")}
        return
    # A folder of its own, because several people and workers may test in one checkout.
    with TemporaryDirectory(prefix="hearth-test-") as data, engines(Path(data)) as urls:
        yield {**urls.environment(), "HEARTH_TEST_LOGS": str(Path(data) / "logs")}


@contextmanager
def own_redis(urls: dict[str, str]) -> Iterator[str]:
    """Yield the address of an empty Redis database that no other process of tests has on this machine."""
    server = urls["HEARTH_REDIS_URL"].rsplit("/", 1)[0]
    first = 16 * (urlsplit(server).port or 6379)
    with (Path(gettempdir()) / f"hearth-test-redis-{os.getuid()}").open("a") as claims:
        for number in range(1, 16):
            try:
                lockf(claims, LOCK_EX | LOCK_NB, 1, first + number)  # ends with the process, however it ends
            except BlockingIOError:
                continue
            with Redis.from_url(f"{server}/{number}") as client:
                client.flushdb()
            yield f"{server}/{number}"
            return
    raise RuntimeError(f"other tests use all databases of {server}")


def create_database(address: str, name: str) -> None:
    """Make a migrated database on a server: a copy of one that the first process migrates, and the others wait for."""
    from cli.db import migrate

    server, template = address.rpartition("/")[0], f"migrated_{_digest()}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [MAKING])
        former = connection.execute(
            "SELECT datname FROM pg_database WHERE starts_with(datname, 'migrated_')"
        ).fetchall()
        if (template,) not in former:
            for (other,) in former:
                connection.execute(f'DROP DATABASE "{other}"')
            connection.execute("CREATE DATABASE migrated_draft")
            migrate(f"{server}/migrated_draft")
            connection.execute(f'ALTER DATABASE migrated_draft RENAME TO "{template}"')
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')


def _digest() -> str:
    digest = hashlib.sha256()
    for name in MIGRATED_BY:
        for file in sorted((ROOT / name).rglob("*")) or [ROOT / name]:
            if file.is_file() and file.suffix != ".pyc":
                digest.update(f"{file}\0".encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def undone() -> Iterator[None]:
    """Take back, after the block, all that it did to this process's database."""
    from app.kernel.db.engines import disconnect

    server, _, name = os.environ["HEARTH_DATABASE_URL"].rpartition("/")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        disconnect()  # a database in use is not copied
        connection.execute(f'CREATE DATABASE "{name}_kept" TEMPLATE "{name}"')
        try:
            yield
        finally:
            disconnect()
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
            connection.execute(f'ALTER DATABASE "{name}_kept" RENAME TO "{name}"')
