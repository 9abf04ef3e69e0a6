"""The engines that tests run on: those that `hearth test` started, or our own for a lone `pytest`."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
from redis import Redis

from cli.engines import engines


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
    """Yield the address of an empty Redis database that no other process of tests has on these engines."""
    with psycopg.connect(urls["HEARTH_DATABASE_URL"], autocommit=True) as holder:
        claim = "SELECT pg_try_advisory_lock(%s)"  # held as long as the connection, so no crash leaves one behind
        free = (number for number in range(1, 16) if holder.execute(claim, [number]).fetchone() == (True,))
        address = f"{urls['HEARTH_REDIS_URL'].rsplit('/', 1)[0]}/{next(free)}"
        with Redis.from_url(address) as client:
            client.flushdb()
        yield address
