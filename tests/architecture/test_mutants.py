"""The runner of mutants, on a toy."""

import ast
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from cli.paths import ROOT
from tests.cli.test_supervisor import until
from tests.mutation import __main__ as runs
from tests.mutation import children, report
from tests.mutation.explained import EXPLAINED
from tests.mutation.runner import HUNG
from tests.mutation.source import read

TOY = """
from contextlib import contextmanager
from functools import cache, wraps

from flask import request  # has no attributes here


def is_adult(age):
    return age >= 18


@cache
def doubled(number):
    return number * 2


@cache
def table():
    return [*rows()]


def rows():
    return (5, 6)


@contextmanager
def lent(things):
    yield len(things) + 1


class Box:
    @property
    def size(self):
        return 3

    @staticmethod
    def shape():
        return "cube"


def unused():
    return 1


def waits(times):
    while times:
        times -= 1


def hidden(function):
    return lambda: function() + 1


@hidden
def wrapped():
    return 4
"""
TESTS = """
import toy


def test_age():
    assert toy.is_adult(30)
    assert not toy.is_adult(3)


def test_table():
    assert toy.table()


def test_the_rest():
    assert toy.doubled(4) == 8
    assert toy.table()[1] == 6
    with toy.lent([1]) as count:
        assert count == 2
    assert toy.Box().size == 3
    assert toy.Box.shape() == "cube"
    assert toy.wrapped() == 5


def test_waits():
    toy.waits(2)
"""
FATES = {
    ("is_adult", "age >= 18"): "survived",  # nobody who is just 18 is tried
    ("is_adult", "18"): "survived",
    ("doubled", "number * 2"): "killed",
    ("doubled", "2"): "killed",
    ("rows", "5"): "survived",
    ("rows", "6"): "killed",  # by the second test that asks for what a cache holds
    ("lent", "len(things) + 1"): "killed",
    ("lent", "1"): "killed",
    ("Box.size", "3"): "killed",
    ("Box.shape", "'cube'"): "killed",
    ("unused", "1"): "uncovered",
    ("wrapped", "4"): "skipped",
}


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a module, its tests, and the plan to try all of its mutants."""
    monkeypatch.chdir(tmp_path)
    for name, text in {"toy.py": TOY, "test_toy.py": TESTS, "pytest.ini": "[pytest]"}.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "lines").mkdir()
    mutants = [("toy.py", number) for number, _ in enumerate(read("toy.py").changes)]
    task = {
        "tests": ["."],
        "files": ["toy.py"],
        "package": "toy",
        "lines": "lines",
        "batches": {"batch": mutants},
        "patience": 1,
    }
    (tmp_path / "plan.json").write_text(json.dumps(task))
    return tmp_path


def test_each_mutant_of_a_toy_has_its_fate(toy: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.mutation.runner", "."]
    done = subprocess.run(command, cwd=toy, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    results = json.loads((toy / "batch.json").read_text())
    changes = read("toy.py").changes
    fates = {
        (change.function, ast.unparse(change.old)): one["fate"] for change, one in zip(changes, results, strict=True)
    }
    assert {key: fates.get(key) for key in FATES} == FATES
    endless = [changes[one["number"]] for one in results if one["killer"] == HUNG]
    assert [ast.unparse(change.new or change.old) for change in endless] == ["times += 1", "times = 1"]


def has_ended(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


@pytest.mark.parametrize("seconds", [0, 60], ids=["that comes to its end", "that is killed"])
def test_no_program_outlives_the_child_that_started_it(seconds: int) -> None:
    reading, writing = os.pipe()

    def start(tell: children.Tell) -> None:
        os.write(writing, str(subprocess.Popen(["sleep", "600"], start_new_session=True).pid).encode())
        tell("started")
        time.sleep(seconds)

    children.ask(start, lambda _step: 0.2)
    pid = int(os.read(reading, 16))
    until(lambda: has_ended(pid))


def test_every_mutant_that_is_explained_is_there() -> None:
    files = {path for path, *_ in EXPLAINED}
    there = {report.key_of({"path": path, "number": number}) for path, number in runs.mutants_of(files)}
    assert EXPLAINED.keys() <= there, sorted(EXPLAINED.keys() - there)
