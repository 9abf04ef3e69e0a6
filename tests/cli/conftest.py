"""The commands start engines of their own, so this suite needs none of the shared ones."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session", autouse=True)
def _engines() -> None:
    """Stand in for the engines that other suites share."""


@pytest.fixture
def place() -> Iterator[Path]:
    """An empty folder that the engines' user can reach (pytest's own are closed to others)."""
    folder = Path(tempfile.mkdtemp(prefix="hearth-cli-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)
