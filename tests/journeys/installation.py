"""The running installation that journeys go through: one for all workers, and its services in the process of a test."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests import prepared
from tests.running import Instance, running

MEMBERS = 80
BY_MAIL = {
    "HEARTH_REPLY_DOMAIN": "replies.example",
    "HEARTH_RETURNS_KEY": "only this installation and its mail server know",
}


@contextmanager
def opened() -> Iterator[Instance]:
    """Start a Hearthside with a small demo, which takes answers by mail, and stop it."""
    with prepared.copied(MEMBERS) as data, running(data, settings=BY_MAIL) as up:
        yield up


class Shared:
    """The installation of all workers: their controller starts it before the first and stops it after the last."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._place: tuple[str, str, int] | None = None

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker where the installation is."""
        if self._place is None:
            up = self._stack.enter_context(opened())
            self._place = (str(up.data), str(up.output_file), up.port)
        node.workerinput["installation"] = self._place

    def pytest_unconfigure(self) -> None:
        """Stop the installation."""
        self._stack.close()


@contextmanager
def found(config: pytest.Config) -> Iterator[Instance]:
    """Yield the installation of the run, or one of our own where nobody shares it."""
    place = getattr(config, "workerinput", {}).get("installation")
    if place is None:
        with opened() as own:
            yield own
    else:
        data, output, port = place
        yield Instance(Path(data), Path(output), port)


@contextmanager
def inside(installation: Instance) -> Iterator[None]:
    """Let services that are called in this process work on the running installation."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in installation.settings.items():
            patch.setenv(name, value)
        _forget()
        yield
        _forget()


def _forget() -> None:
    """Forget what this process keeps of the installation whose settings it read."""
    from app.kernel import config, redis
    from app.kernel.db import engines
    from app.kernel.files import storage
    from app.kernel.secrets import signing

    if engines.engine.cache_info().currsize:
        engines.disconnect()
    made = (engines.engine, engines.reading_engine, engines.replica_engine, engines.snapshot_engine)
    for kept in (config.config, *made, redis.redis, signing.read_key, storage.storage):
        kept.cache_clear()


@contextmanager
def acting() -> Iterator[Any]:
    """Open a transaction on the installation; its relay is told at once of what was published."""
    from app.kernel.db.session import transaction

    with transaction() as session:
        yield session


def hearth(*words: str) -> str:
    """Type a command as the operator does, without the cost of a process; returns what it says."""
    from cli.main import main

    done = CliRunner().invoke(main, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def forget_calls() -> None:
    """Let nobody pay for the calls of an earlier journey: everybody comes from the same address."""
    from app.kernel.redis import redis

    if keys := list(redis().scan_iter("limit:*", count=1000)):
        redis().delete(*keys)
