"""Figures of a whole installation: how long commands and starts take, and what it uses at rest."""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median

import psutil
import psycopg

from cli import instance
from cli.dev.bench import machine
from cli.dev.bench.machine import family, processor_seconds
from cli.dev.bench.targets import Figure
from cli.engines.servers import engines
from cli.errors import CliError
from cli.paths import ROOT
from cli.ports import free_port

STARTS = 3
HELP = (("--help",), ("db", "--help"), ("doctor", "--help"), ("credits", "--help"), ("order", "--help"))
READS = (("site", "list"), ("order", "list"), ("outbox", "list"), ("jobs", "list"))
ENGINES = ("postgres", "valkey-server", "meilisearch")
SETTLE_SECONDS = 30  # after a start, until what it began is done
REST_SECONDS = 60
PATIENCE_SECONDS = 900
_OPEN_JOBS = "SELECT count(*) FROM platform.inbox_entry WHERE done_at IS NULL AND failed_at IS NULL"


def commands(place: Path) -> Iterator[Figure]:
    """Yield how long the slowest command takes that asks for help, and the slowest that reads from a running
    installation, beside an empty Python program.
    """
    with _up(place):
        _wait_for_jobs(place)
        bare = _times_of([sys.executable, "-c", ""])
        for what, asked in (("help of a command", HELP), ("a command that reads data", READS)):
            environment = os.environ | {"HEARTH_DATA": str(place)}
            times = {" ".join(words): _times_of([str(ROOT / "hearth"), *words], environment) for words in asked}
            slowest, ours = max(times.items(), key=lambda item: item[1]["p50"])
            ratio = round(ours["p50"] / bare["p50"], 2)
            yield {"path": "command", "what": what, "slowest": slowest, "ours": ours, "bare": bare, "ratio": ratio}


def second_start(place: Path) -> Iterator[Figure]:
    """Yield how long `hearth up` takes on a used data folder, with its processor time, beside its engines alone."""
    with _up(place):
        # It builds the front ends, too, where their sources changed.
        _wait_for_jobs(place)
    ours, bare, costs, bare_costs = [], [], [], []
    for _ in range(STARTS):
        started, before = time.monotonic(), processor_seconds(family(os.getpid()))
        with engines(place):
            bare.append(time.monotonic() - started)
            bare_costs.append(processor_seconds(family(os.getpid())) - before)
        started = time.monotonic()
        with _up(place) as processes:
            ours.append(time.monotonic() - started)
            costs.append(processor_seconds(processes))
    figure = _figure("start", "`hearth up`, second start", median(ours) * 1000, median(bare) * 1000)
    figure["ours"]["processor"] = round(1000 * median(costs), 1)
    figure["bare"]["processor"] = round(1000 * median(bare_costs), 1)
    yield figure


def first_start(_place: Path) -> Iterator[Figure]:
    """Yield how long `./hearth up` takes in a new clone, beside its processor time spread over all cores."""
    with tempfile.TemporaryDirectory(prefix="hearth-clone-") as folder:
        Path(folder).chmod(0o755)
        clone = Path(folder) / "hearthside"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        started = time.monotonic()
        with _up(clone / ".hearth/data", checkout=clone, demo=True) as processes:
            taken, cost = time.monotonic() - started, processor_seconds(processes)
    yield _figure("first", "`./hearth up` in a new clone", taken * 1000, cost * 1000 / machine.cores())


def at_rest(place: Path) -> Iterator[Figure]:
    """Yield the memory (proportional set size) and the processor time of an installation that nobody uses."""
    with _up(place) as (root, *_):
        _wait_for_jobs(place)
        time.sleep(SETTLE_SECONDS)
        before = [processor_seconds(processes) for processes in _with_engines(root)]
        time.sleep(REST_SECONDS)
        parts = _with_engines(root)
        used = [processor_seconds(processes) - earlier for processes, earlier in zip(parts, before, strict=True)]
        memory = [_mebibytes(processes) for processes in parts]
    yield _figure("memory", "memory at rest", *memory)
    yield _figure("idle", "processor time at rest", *(100 * seconds / REST_SECONDS for seconds in used))


def _wait_for_jobs(place: Path) -> None:
    """Wait until the workers have done what an earlier measurement left, such as pictures; raises CliError."""
    url = json.loads((place / instance.FILE).read_text())["HEARTH_DATABASE_URL"]
    end = time.monotonic() + PATIENCE_SECONDS
    with psycopg.connect(url, autocommit=True) as connection:
        while connection.execute(_OPEN_JOBS).fetchone() != (0,):
            if time.monotonic() > end:
                raise CliError(f"jobs still wait after {PATIENCE_SECONDS} s.")
            time.sleep(1)


def _with_engines(root: psutil.Process) -> tuple[list[psutil.Process], list[psutil.Process]]:
    """Return a process with all that come from it, and those of them that are engines."""
    processes = family(root.pid)
    return processes, [process for process in processes if _is_engine(process)]


def _is_engine(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return process.name() in ENGINES
    return False


def _mebibytes(processes: Sequence[psutil.Process]) -> float:
    """Return the memory of processes (proportional set size), in MiB."""
    total = 0
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            total += process.memory_full_info().pss
    return total / 2**20


WHOLE: dict[str, Callable[[Path], Iterator[Figure]]] = {
    "command": commands,
    "start": second_start,
    "rest": at_rest,
    "first": first_start,
}


def _figure(path: str, what: str, ours: float, bare: float) -> Figure:
    figures = {"ours": {"p50": round(ours, 1)}, "bare": {"p50": round(bare, 1)}}
    return {"path": path, "what": what, **figures, "ratio": round(ours / max(bare, 0.01), 2)}


def _times_of(command: Sequence[str], environment: Mapping[str, str] | None = None) -> dict[str, float]:
    """Return the milliseconds that a program takes, and those of processor, the medians of STARTS."""
    taken, costs = [], []
    for _ in range(STARTS):
        started, before = time.monotonic(), _children_seconds()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)
        taken.append(time.monotonic() - started)
        costs.append(_children_seconds() - before)
    return {"p50": round(1000 * median(taken), 1), "processor": round(1000 * median(costs), 1)}


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@contextmanager
def _up(place: Path, *, checkout: Path = ROOT, demo: bool = False) -> Iterator[list[psutil.Process]]:
    """Run `./hearth up` on a data folder, and yield its processes once it is ready."""
    argv = [
        str(checkout / "hearth"),
        "up",
        "--port",
        str(free_port()),
        "--data",
        str(place),
        *([] if demo else ["--empty"]),
    ]
    with subprocess.Popen(argv, cwd=checkout, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as up:
        try:
            output = []
            for line in up.stdout or ():
                output.append(line)
                if "Ctrl-C stops everything" in line:
                    yield family(up.pid)
                    return
        finally:
            up.terminate()
            up.communicate()
    raise CliError(f"`hearth up` did not start: {''.join(output)[-300:]}")
