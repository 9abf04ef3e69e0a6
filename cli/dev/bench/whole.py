"""Figures of a whole installation: how long commands and starts take, and what it uses at rest."""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import psutil

from cli.dev.bench import machine
from cli.engines.servers import engines
from cli.errors import CliError
from cli.paths import ROOT
from cli.ports import free_port

STARTS = 3
COMMANDS = (("--help",), ("db", "--help"), ("doctor", "--help"), ("credits", "--help"), ("order", "--help"))
ENGINES = ("postgres", "valkey-server", "meilisearch")
SETTLE_SECONDS = 30  # after a start, until what it began is done
REST_SECONDS = 60
Figure = dict[str, Any]


def commands(_place: Path) -> Iterator[Figure]:
    """Yield the processor time of the slowest command that asks for help, beside an empty Python program's."""
    ours = max(_processor_of([str(ROOT / "hearth"), *words]) for words in COMMANDS)
    bare = _processor_of([sys.executable, "-c", ""])
    yield _figure("command", "help of a command, processor time", ours * 1000, bare * 1000)


def second_start(place: Path) -> Iterator[Figure]:
    """Yield how long `hearth up` takes on a used data folder, and its processor time; and its engines alone."""
    with _up(place):
        pass  # builds the front ends where their sources changed
    ours, bare, costs, bare_costs = [], [], [], []
    for _ in range(STARTS):
        started, before = time.monotonic(), _processor_seconds(_family(psutil.Process()))
        with engines(place):
            bare.append(time.monotonic() - started)
            bare_costs.append(_processor_seconds(_family(psutil.Process())) - before)
        started = time.monotonic()
        with _up(place) as family:
            ours.append(time.monotonic() - started)
            costs.append(_processor_seconds(family))
    yield _figure("start", "`hearth up`, second start", median(ours) * 1000, median(bare) * 1000)
    what = "`hearth up`, second start, processor time"
    yield _figure("start-processor", what, median(costs) * 1000, median(bare_costs) * 1000)


def first_start(_place: Path) -> Iterator[Figure]:
    """Yield how long `./hearth up` takes in a new clone, beside its processor time spread over all cores."""
    with tempfile.TemporaryDirectory(prefix="hearth-clone-") as folder:
        Path(folder).chmod(0o755)
        clone = Path(folder) / "hearthside"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        started = time.monotonic()
        with _up(clone / ".hearth/data", program=[str(clone / "hearth")], demo=True) as family:
            taken, cost = time.monotonic() - started, _processor_seconds(family)
    yield _figure("first", "`./hearth up` in a new clone", taken * 1000, cost * 1000 / machine.cores())


def at_rest(place: Path) -> Iterator[Figure]:
    """Yield the memory (proportional set size) and the processor time of an installation that nobody uses."""
    with _up(place) as family:
        time.sleep(SETTLE_SECONDS)
        before = {one: _processor_seconds([one]) for one in family}
        time.sleep(REST_SECONDS)
        used = {one: 100 * (_processor_seconds([one]) - before[one]) / REST_SECONDS for one in family}
        memory = {one: one.memory_full_info().pss / 2**20 for one in family}
        of_engines = [one for one in family if any(parent.name() in ENGINES for parent in (one, *one.parents()))]
    for path, what, figures in (("memory", "memory at rest", memory), ("idle", "processor time at rest", used)):
        yield _figure(path, what, sum(figures.values()), sum(figures[one] for one in of_engines))


WHOLE: dict[str, Callable[[Path], Iterator[Figure]]] = {
    "command": commands,
    "start": second_start,
    "rest": at_rest,
    "first": first_start,
}


def _figure(path: str, what: str, ours: float, bare: float) -> Figure:
    figures = {"ours": {"p50": round(ours, 1)}, "bare": {"p50": round(bare, 1)}}
    return {"path": path, "what": what, **figures, "ratio": round(ours / max(bare, 0.01), 2)}


def _processor_of(command: Sequence[str]) -> float:
    """Return the processor seconds of a program, the median of STARTS."""
    costs = []
    for _ in range(STARTS):
        before = _children_seconds()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        costs.append(_children_seconds() - before)
    return median(costs)


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _family(process: psutil.Process) -> list[psutil.Process]:
    return [process, *process.children(recursive=True)]


def _processor_seconds(processes: Sequence[psutil.Process]) -> float:
    """Return the processor seconds of processes and of their children that have ended."""
    return sum(sum(one.cpu_times()[:4]) for one in processes)


@contextmanager
def _up(
    place: Path, program: Sequence[str] = (sys.executable, "-m", "cli"), *, demo: bool = False
) -> Iterator[list[psutil.Process]]:
    """Run `hearth up` on a data folder, and yield its processes once it is ready."""
    argv = [*program, "up", "--port", str(free_port()), "--data", str(place), *([] if demo else ["--empty"])]
    with subprocess.Popen(argv, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as up:
        try:
            output = []
            for line in up.stdout or ():
                output.append(line)
                if "Ctrl-C stops everything" in line:
                    yield _family(psutil.Process(up.pid))
                    return
        finally:
            up.terminate()
            up.communicate()
    raise CliError(f"`hearth up` did not start: {''.join(output)[-300:]}")
