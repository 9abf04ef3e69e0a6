"""Make .venv from requirements.lock. `./hearth` runs this with the system's Python on first use, so only the standard
library is imported. Problems that a person can fix are reported in one line.
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from cli import uv

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements.lock"
UV_LOCK = Path(__file__).with_name("uv.lock")
VENV = ROOT / ".venv"
STAMP = VENV / "hearth-lock"
LOG = ROOT / ".hearth/install.log"
GLIBC = (2, 28)  # what the wheels of the lock are built for
NEEDED = 3 * 2**29  # bytes of .venv
FULL = 2**24  # bytes; with fewer, a disk is full


class Refused(Exception):
    """The installation is not possible; the message says what to fix."""


def main() -> None:
    """Install if the lock has changed; if that fails, exit with code 2 and one line."""
    try:
        ensure_glibc()
        LOG.parent.mkdir(exist_ok=True)
        # Two first runs would damage each other's .venv, so the second waits for the first.
        with (LOG.parent / "venv.lock").open("w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            lock = LOCK.read_bytes()
            if not STAMP.exists() or STAMP.read_bytes() != lock:
                install(lock)
    except Refused as refused:
        say(str(refused))
        sys.exit(2)
    except OSError as error:
        say(f"{error.strerror}: {error.filename or ROOT}")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


def say(line: str) -> None:
    """Print a line."""
    print(f"hearth: {line}", file=sys.stderr, flush=True)


def ensure_glibc() -> None:
    """Refuse a Linux whose C library is too old for the packages."""
    if sys.platform != "linux":
        return
    try:
        version = os.confstr("CS_GNU_LIBC_VERSION") or ""
    except ValueError:
        version = ""
    found = re.fullmatch(r"glibc (\d+)\.(\d+).*", version)
    if not found or (int(found[1]), int(found[2])) < GLIBC:
        wanted = ".".join(map(str, GLIBC))
        raise Refused(f"the packages need glibc {wanted} or newer; this system has {version or 'another C library'}.")


def install(lock: bytes) -> None:
    """Install what the lock names, and record its hash."""
    if shutil.disk_usage(ROOT).free < NEEDED and not STAMP.exists():
        raise Refused(f"the disk of {ROOT} is full: .venv needs 1.5 GiB; free some space and run this again.")
    say("installing the Python packages of requirements.lock into .venv (up to half a minute)")
    STAMP.unlink(missing_ok=True)
    python = VENV / "bin/python"
    if not is_done(python, "-m", "pip", "--version"):
        name = Path(sys.executable).name
        run(
            [sys.executable, "-m", "venv", "--clear", VENV],
            f"{name} could not create .venv; install its venv module (on Debian: python3-venv) and run this again.",
        )
    failed = f"the Python packages could not be installed; the reason is at the end of {LOG}"
    options = ("-qq", "--disable-pip-version-check", "--no-input", "--no-compile", "--no-deps", "--require-hashes")
    run([python, "-m", "pip", "install", *options, "-r", UV_LOCK], failed)
    run(uv.command(python, LOCK), failed, uv.environment(python))
    STAMP.write_bytes(lock)


def is_done(*command: str | Path) -> bool:
    """Return whether a command succeeds."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def run(command: list[str | Path], refusal: str, env: Mapping[str, str] | None = None) -> None:
    """Run a command with its output in the log; raises Refused if it fails."""
    with LOG.open("wb") as log:
        done = subprocess.run(command, stdout=log, stderr=log, env=env, check=False)
    if done.returncode:
        if shutil.disk_usage(ROOT).free < FULL:
            raise Refused(f"the disk of {ROOT} is full; free some space and run this again.")
        raise Refused(refusal)


if __name__ == "__main__":
    main()
