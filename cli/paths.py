"""Paths in a checkout."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEARTH = ROOT / ".hearth"
DATA = HEARTH / "data"
TEST_DATA = HEARTH / "test"
PREPARED = HEARTH / "prepared"  # data folders that tests copy
BENCH_DATA = HEARTH / "bench"


def is_open(folder: Path) -> bool:
    """Return whether we can write into a folder of the person's home, or create it there."""
    # Path.exists would raise if the home folder is not readable.
    return os.access(folder if os.access(folder, os.F_OK) else Path.home(), os.W_OK | os.X_OK)
