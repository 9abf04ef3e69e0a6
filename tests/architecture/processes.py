"""What a new process holds once it is ready to serve, found once for all the tests that ask."""

import subprocess
import sys
from functools import cache

from tests.architecture.sources import ROOT

READY = {"web": "import app.bootstrap\napp.bootstrap.preload()", "worker": "import app.worker\napp.worker.preload()"}
MODULES = "import sys; print(*sys.modules)"
THREADS = "import os; print(len(os.listdir('/proc/self/task')))"
TABLES = "from app.kernel.db.session import Base; print(*sorted(Base.metadata.tables))"


@cache
def lines_of(source: str) -> list[set[str]]:
    """Return the words of each line that a process of this source prints."""
    command = [sys.executable, "-c", source]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [set(line.split()) for line in said.splitlines()]


def modules_of(process: str) -> set[str]:
    """Return the modules that a process which serves has imported."""
    return _serving(process)[0]


def threads_of(process: str) -> set[str]:
    """Return the number of threads of a process that serves, before it makes any itself."""
    return _serving(process)[1]


def tables_of_the_application() -> set[str]:
    """Return the tables that web and worker know together."""
    return _serving("web")[2]


def _serving(process: str) -> list[set[str]]:
    # Web is asked for its own modules before the worker comes to it.
    return lines_of("\n".join((READY[process], MODULES, THREADS, "import app.worker", TABLES)))
