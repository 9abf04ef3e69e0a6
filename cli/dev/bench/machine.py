"""The machine of a measurement, its load, and the processor time of programs."""

import os
import platform
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import psutil

from cli.paths import ROOT


def cores() -> int:
    """Return the number of processor cores."""
    return os.cpu_count() or 1


def describe() -> dict[str, Any]:
    """Return the date, the commit, the machine, and the load average, which includes the benchmark."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    model = next(models, platform.machine())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**30
    return {
        "date": date.today().isoformat(),
        "commit": _commit(),
        "machine": f"{cores()} x {model}, {memory} GB, Linux {platform.release()}",
        "load": round(os.getloadavg()[0], 1),
    }


def family(root: int) -> list[psutil.Process]:
    """Return a process and all that come from it."""
    process = psutil.Process(root)
    return [process, *process.children(recursive=True)]


def processor_seconds(processes: Iterable[psutil.Process]) -> float:
    """Return the processor seconds of processes, and of their children that have ended."""
    seconds = 0.0
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            seconds += sum(process.cpu_times()[:4])
    return seconds


def _commit() -> str:
    argv = ["git", "-C", str(ROOT), "describe", "--always", "--exclude=*", "--dirty"]
    return subprocess.run(argv, capture_output=True, text=True, check=True).stdout.strip()
