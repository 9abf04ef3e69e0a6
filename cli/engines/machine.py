"""Requirements of a machine for running engines; each failure is one line."""

import os
import shutil
import sys
from pathlib import Path

from cli.errors import CliError
from cli.folder import engine_user

SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 (PostgreSQL and Chromium make files there, we do not)
ROOM = 256  # MiB that an empty PostgreSQL needs


def ensure_fit(data: Path) -> None:
    """Refuse a machine without shared memory, or without room for `data` (CliError)."""
    ensure_shared_memory()
    ensure_room(data)


def ensure_shared_memory() -> None:
    """Refuse a Linux without a /dev/shm that engines may write to (CliError)."""
    if sys.platform != "linux":
        return
    is_open = engine_user() is None or (SHARED_MEMORY.exists() and SHARED_MEMORY.stat().st_mode & 0o002)
    if not (is_open and os.access(SHARED_MEMORY, os.W_OK | os.X_OK)):
        raise CliError(
            f"PostgreSQL and Chromium need {SHARED_MEMORY}: mount a tmpfs there that is writable for everyone."
        )


def ensure_room(folder: Path) -> None:
    """Refuse a folder on a full disk (CliError)."""
    free = shutil.disk_usage(folder).free // 2**20
    if free < ROOM:
        raise CliError(f"the disk of {folder} is full: {free} MiB are free, {ROOM} are needed; free some space.")
