"""`python -m tests.bench.busy SHARE PARENT`: keeps the machine busy up to a share of its processors' time."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psutil

from cli.dev.bench.machine import cores

SLICE_SECONDS = 0.02
# How often the own part is corrected, and by how much of what is missing.
SLICES_IN_A_STEP = 25
STEP = 0.5
TOLERANCE = 0.1
PATIENCE = 60.0


@contextmanager
def busy(share: float) -> Iterator[None]:
    """Keep the machine at a share of its processors' time, with a program for each core, once that is reached."""
    argv = [sys.executable, "-m", "tests.bench.busy", str(share), str(os.getpid())]
    burners = [subprocess.Popen(argv) for _ in range(cores())]
    try:
        end = time.monotonic() + PATIENCE
        while psutil.cpu_percent(interval=1) < 100 * (share - TOLERANCE):
            if time.monotonic() > end:
                raise RuntimeError(f"the machine was not {share:.0%} busy within {PATIENCE} s")
        yield
    finally:
        for burner in burners:
            burner.terminate()
            burner.wait()


def burn(share: float, parent: int) -> None:
    """Use the part of one core's time that the machine lacks until `share`, as long as the parent process lives."""
    part = share
    psutil.cpu_percent()
    while os.getppid() == parent:
        for _ in range(SLICES_IN_A_STEP):
            started = time.perf_counter()
            while time.perf_counter() < started + part * SLICE_SECONDS:
                pass
            time.sleep(max(0.0, started + SLICE_SECONDS - time.perf_counter()))
        part = min(1.0, max(0.0, part + STEP * (share - psutil.cpu_percent() / 100)))


if __name__ == "__main__":
    burn(float(sys.argv[1]), int(sys.argv[2]))
