"""pnpm from a pinned package: it installs the front ends' packages in a fraction of npm's time."""

import fcntl
import os
import shutil
from pathlib import Path

from cli.engines.node import npm, run
from cli.errors import CliError
from cli.paths import HEARTH, is_open

SOURCES = Path(__file__).with_name("pnpm_package")
INSTALLED = HEARTH / "pnpm"
PROGRAM = HEARTH / "node/pnpm"  # beside node, for people who have that folder on PATH


def pnpm(arguments: list[str], cwd: Path) -> None:
    """Run pnpm in `cwd`. Raises CliError if it fails."""
    _ensure()
    run(PROGRAM, arguments, cwd, extra=settings())


def _ensure() -> None:
    INSTALLED.mkdir(parents=True, exist_ok=True)
    with INSTALLED.with_suffix(".lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        lock, stamp, log = SOURCES / "package-lock.json", INSTALLED / "stamp", INSTALLED.with_suffix(".log")
        if stamp.exists() and stamp.read_bytes() == lock.read_bytes():
            return
        for name in ("package.json", "package-lock.json"):
            shutil.copy(SOURCES / name, INSTALLED / name)
        npm(["ci", "--ignore-scripts", "--loglevel=verbose"], cwd=INSTALLED, log=log)
        program = next(INSTALLED.glob("node_modules/@pnpm/*/pnpm"), None)
        if program is None:
            raise CliError(f"pnpm could not be installed; the reason is at the end of {log}")
        program.chmod(0o755)  # packages may lack the x bit
        PROGRAM.unlink(missing_ok=True)
        PROGRAM.symlink_to(program)
        shutil.copy(lock, stamp)


def settings() -> dict[str, str]:
    """Return npm's settings from variables that pnpm does not read, and a home if the person's own is not writable."""
    settings = {} if is_open(Path.home() / ".local/share/pnpm") else {"HOME": str(HEARTH / "home")}
    for name in ("registry", "cafile"):
        value = os.environ.get(f"npm_config_{name}") or os.environ.get(f"NPM_CONFIG_{name.upper()}")
        if value and f"pnpm_config_{name}" not in os.environ:
            settings[f"pnpm_config_{name}"] = value
    return settings
