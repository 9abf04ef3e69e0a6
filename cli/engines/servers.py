"""PostgreSQL, Valkey (as Redis) and Meilisearch servers as child processes; each can be replaced by setting its URL."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.kernel.config import NO_SEARCH_ENGINE
from cli import instance
from cli.engines import meilisearch, postgres, redis
from cli.engines.machine import ensure_fit
from cli.engines.packages import ensure_programs
from cli.folder import DataFolder
from cli.process import Child, Service
from cli.supervisor import Supervisor

ALL = ("postgres", "redis", "meilisearch")
WITHOUT_MEILISEARCH = (
    "is not on this machine: PostgreSQL answers searches, and finds only words that are spelled exactly"
)
SETTINGS = {"postgres": "HEARTH_DATABASE_URL", "redis": "HEARTH_REDIS_URL", "meilisearch": "HEARTH_MEILI_URL"}


@dataclass(frozen=True)
class Engine:
    """A running engine that a test may crash."""

    child: Child
    supervisor: Supervisor

    @property
    def pid(self) -> int:
        """Return its process id; 0 while it is down."""
        return self.child.pid

    def kill(self) -> None:
        """Crash it (SIGKILL to its process group)."""
        self.child.kill()

    def restart(self) -> None:
        """Kill it if it runs, start it again and wait until it answers (CliError if it does not)."""
        self.child.restart()
        self.supervisor.wait_ready([self.child])


@dataclass(frozen=True)
class EngineUrls:
    """The addresses of the engines; `engines` has those that were started here, by name."""

    database_url: str
    redis_url: str
    meili_url: str
    meili_key: str
    engines: dict[str, Engine]

    def environment(self) -> dict[str, str]:
        """Return the settings with these addresses; engines that were left out are absent."""
        names = {
            "HEARTH_DATABASE_URL": self.database_url,
            "HEARTH_REDIS_URL": self.redis_url,
            "HEARTH_MEILI_URL": self.meili_url,
            "HEARTH_MEILI_KEY": self.meili_key,
        }
        return {name: value for name, value in names.items() if value}


def start_engines(
    supervisor: Supervisor,
    folder: DataFolder,
    only: Sequence[str] = ALL,
    *,
    meanwhile: Callable[[], None] = lambda: None,
) -> EngineUrls:
    """Start the engines of `only` whose URL is not set in the environment, and wait until they answer.

    meanwhile: called before waiting. Without a Meilisearch, a message says that PostgreSQL answers every search.
    """
    if "HEARTH_DATABASE_URL" in os.environ:
        instance.take_database_url()
    wanted = [name for name in only if SETTINGS[name] not in os.environ]
    children = {child.service.name: child for child in supervisor.launch(*_services(folder, wanted))}
    meanwhile()
    supervisor.wait_ready(list(children.values()))
    if "postgres" in wanted:
        postgres.ensure_database(folder)
    urls = {
        "postgres": postgres.url(folder) if "postgres" in wanted else os.environ.get("HEARTH_DATABASE_URL", ""),
        "redis": redis.url(folder) if "redis" in wanted else os.environ.get("HEARTH_REDIS_URL", ""),
        "meilisearch": _meili_url(folder, wanted, children),
    }
    key = folder.secret("meilisearch") if "meilisearch" in children else os.environ.get("HEARTH_MEILI_KEY", "")
    if urls["meilisearch"] == NO_SEARCH_ENGINE:
        supervisor.say("meilisearch", WITHOUT_MEILISEARCH)
    return EngineUrls(
        database_url=urls["postgres"],
        redis_url=urls["redis"],
        meili_url=urls["meilisearch"],
        meili_key=key,
        engines={name: Engine(child, supervisor) for name, child in children.items()},
    )


@contextmanager
def engines(data: Path, *, only: Sequence[str] = ALL) -> Iterator[EngineUrls]:
    """Run engines on a data folder for the length of a block. Raises CliError if they cannot start."""
    with DataFolder(data) as folder, Supervisor() as supervisor:
        yield start_engines(supervisor, folder, only)


def _meili_url(folder: DataFolder, wanted: Sequence[str], children: Mapping[str, Child]) -> str:
    if "meilisearch" not in wanted:
        return os.environ.get("HEARTH_MEILI_URL", "")
    return meilisearch.url(folder) if "meilisearch" in children else NO_SEARCH_ENGINE


def _services(folder: DataFolder, wanted: Sequence[str]) -> list[Service]:
    if not wanted:
        return []
    ensure_fit(folder.path)
    programs = ensure_programs()
    found: list[Service] = []
    if "postgres" in wanted:
        found.append(postgres.service(folder, programs))
    if "redis" in wanted:
        found.append(redis.service(folder, programs.redis))
    if "meilisearch" in wanted and programs.meilisearch:
        found.append(meilisearch.service(folder, programs.meilisearch))
    return found
