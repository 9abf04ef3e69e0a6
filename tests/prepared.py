"""Data folders that are made once and copied: migrated, filled with the demo and indexed, with their engines stopped.

    with prepared.copied(members=80) as data, running(data) as up:
        ...

`members=0` is a migrated database without a site, for `running(data, "--empty")`. Where the copy is to stay, or to be
somewhere else, `copy_of(80, folder)` makes it; `folder` is not there yet, and the engines' user can reach it. A copy
has the accounts of `demo-logins.json` and gets ports of its own.

Many processes may ask at once: the first makes the folder under a lock, and the others wait. Folders are kept in
HEARTH_TEST_PREPARED (.hearth/prepared where that is not set) by a digest of the sources, so that a run finds those of
the run before.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cli.folder import DataFolder, is_reachable
from cli.paths import PREPARED, ROOT
from cli.ports import free_port
from cli.stack import Stack
from cli.supervisor import Supervisor, interruptible
from cli.up import fill_demo
from tests.running import own_environment

SOURCES = ("app", "modules", "migrations", "cli")
NO_SOURCES = {"node_modules", "__pycache__"}


@contextmanager
def copied(members: int) -> Iterator[Path]:
    """Yield a copy that is thrown away after the block."""
    with tempfile.TemporaryDirectory(prefix="hearth-copy-") as place:
        Path(place).chmod(0o755)
        copy_of(members, Path(place) / "data")
        yield Path(place) / "data"


def copy_of(members: int, to: Path) -> None:
    """Copy the data folder with that many of the demo's members to a place where nothing is yet."""
    assert is_reachable(to), f"{to} is closed to the engines' user"
    with prepared(members) as folder:
        # Files keep their owner: those of the engines belong to another user where root runs the tests.
        subprocess.run(["cp", "-a", folder, to], check=True)


@contextmanager
def prepared(members: int) -> Iterator[Path]:
    """Yield the data folder to copy from, made where it is missing; nobody replaces it during the block."""
    place = _place()
    with (place / f"{members}.lock").open("w") as lock:
        folder = place / f"{members}-{_digest()}"
        if not folder.exists():
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.exists():
                _make(members, folder)
        fcntl.flock(lock, fcntl.LOCK_SH)
        yield folder


def _place() -> Path:
    place = Path(os.environ.get("HEARTH_TEST_PREPARED", PREPARED))
    place.mkdir(parents=True, exist_ok=True)
    if not is_reachable(place / "data"):
        # A home that is closed to the engines' user; one folder for each user who tests on this machine.
        place = Path(tempfile.gettempdir()) / f"hearth-prepared-{os.getuid()}"
        place.mkdir(exist_ok=True)
    return place


def _make(members: int, folder: Path) -> None:
    for former in folder.parent.glob(f"{members}-*"):
        shutil.rmtree(former)
    draft = folder.with_name(f"draft-{members}")
    shutil.rmtree(draft, ignore_errors=True)
    # A process of its own, because the one that supervises engines may have no threads.
    command = [sys.executable, "-m", "tests.prepared", str(draft), str(members)]
    env = {**own_environment(), "HEARTH_UNSAFE_POSTGRES": "1"}
    made = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    (draft / "ports.json").unlink()
    shutil.rmtree(draft / "logs")
    draft.rename(folder)


def _digest() -> str:
    digest = hashlib.sha256((ROOT / "requirements.lock").read_bytes())
    for name in SOURCES:
        for folder, folders, files in os.walk(ROOT / name):
            folders[:] = sorted(set(folders) - NO_SOURCES)
            for file in sorted(files):
                digest.update(f"{folder}/{file}\0".encode())
                digest.update(Path(folder, file).read_bytes())
    return digest.hexdigest()[:16]


def main() -> None:
    """Make the data folder and fill it with so many members, both named on the command line."""
    data, members = Path(sys.argv[1]), int(sys.argv[2])
    with interruptible(), DataFolder(data) as folder, Supervisor() as supervisor:
        stack = Stack(folder, supervisor, free_port())
        fill_demo(stack, stack.start_foundation(), members or None)


if __name__ == "__main__":
    main()
