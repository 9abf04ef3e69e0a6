"""Where things are in a checkout."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEARTH = ROOT / ".hearth"
DATA = HEARTH / "data"
TEST_DATA = HEARTH / "test"
PREPARED = HEARTH / "prepared"  # data folders that tests copy
BENCH_DATA = HEARTH / "bench"
