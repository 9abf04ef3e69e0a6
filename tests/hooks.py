"""Hooks of pytest for every suite: markers, the processor seconds of a test, and the order of a seed."""

import gc
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

PROCESSOR = pytest.StashKey[float]()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "spec(*rows): rows of the specification that the test tries")
    config.addinivalue_line("markers", "search_engine: members who are made are indexed in Meilisearch")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    item.stash[PROCESSOR] = sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Put the processor seconds of a test, and of programs that it waited for, into pytest's file of results."""
    report = yield
    if call.when == "teardown":
        report.user_properties.append(("processor", f"{sum(os.times()[:4]) - item.stash[PROCESSOR]:.2f}"))
    return report


def pytest_collection_finish() -> None:
    """Leave what was imported and collected to itself: walking through it again and again finds no garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", type=int, help="shuffle the files, and the tests in each, by this number")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seed = config.getoption("seed")
    if seed is None:
        return
    chance = Random(seed)
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    groups = list(files.values())
    lists: list[list[Any]] = [groups, *groups]
    for shuffled in lists:
        chance.shuffle(shuffled)
    items[:] = [item for group in groups for item in group]
