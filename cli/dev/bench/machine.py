"""The machine of a measurement, and its load."""

import os
import platform
from datetime import date
from pathlib import Path
from typing import Any


def cores() -> int:
    """Return the number of processor cores."""
    return os.cpu_count() or 1


def describe() -> dict[str, Any]:
    """Return the date, the machine, and the load average of the last minute, which includes the benchmark."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    model = next(models, platform.machine())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**30
    return {
        "date": date.today().isoformat(),
        "machine": f"{cores()} x {model}, {memory} GB, Linux {platform.release()}",
        "load": round(os.getloadavg()[0], 1),
    }
