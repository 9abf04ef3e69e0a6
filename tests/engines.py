"""The engines that tests run on: those that `hearth test` started, or our own for a lone `pytest`."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

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
