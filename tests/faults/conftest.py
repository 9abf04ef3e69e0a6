"""Crashes need engines that nobody else uses, so this suite starts its own."""

import os

import pytest


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
    """Forget the addresses of engines that run for others."""
    for name in [name for name in os.environ if name.startswith("HEARTH_")]:
        monkeypatch.delenv(name)
