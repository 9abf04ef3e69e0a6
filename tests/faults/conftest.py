"""Crashes need engines that nobody else uses, so this suite starts its own."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from cli.folder import DataFolder
from cli.ports import free_port
from cli.stack import Stack
from cli.supervisor import Supervisor
from tests import prepared
from tests.faults.installation import Installation
from tests.running import own_environment


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cycles", type=int, default=3, help="how often each process is killed")


@pytest.fixture(scope="session", autouse=True)
def _engines() -> None:
    """Stand in for the engines that other suites share."""


@pytest.fixture
def cycles(request: pytest.FixtureRequest) -> int:
    """How often each process is killed; more by `hearth test faults --cycles 20`."""
    return int(request.config.getoption("--cycles", default=3))


@pytest.fixture(autouse=True)
def own_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the addresses of engines that run for others, and let PostgreSQL wait for its disk: it is killed here."""
    for name in {*(os.environ.keys() - own_environment().keys()), "HEARTH_UNSAFE_POSTGRES"}:
        monkeypatch.delenv(name, raising=False)


@contextmanager
def _foundation() -> Iterator[tuple[Installation, Stack]]:
    with prepared.copied(members=0) as data, DataFolder(data) as folder, Supervisor() as supervisor:
        stack = Stack(folder, supervisor, free_port())
        env = stack.start_foundation()
        installation = Installation(supervisor, {}, env, stack.port, data.parent)
        try:
            yield installation, stack
        finally:
            installation.end_programs()


@pytest.fixture
def installation() -> Iterator[Installation]:
    """A whole Hearthside."""
    with _foundation() as (installation, stack):
        stack.start_application(installation.env)
        installation.children = {child.service.name: child for child in installation.supervisor.children}
        yield installation


@pytest.fixture
def bare_installation() -> Iterator[Installation]:
    """The engines and the mailbox; who works in it is the test's own."""
    with _foundation() as (installation, stack):
        installation.supervisor.start(stack.mailbox(installation.env))
        yield installation
