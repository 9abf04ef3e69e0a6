"""Which suites passed for which tree of files, and what has changed since."""

import json
import os
import shutil
import subprocess
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path

from cli.dev.suites.parts import Part
from cli.dev.suites.running import Result, Task
from cli.errors import CliError
from cli.paths import ROOT, TEST_DATA

PASSED = TEST_DATA / "passed.json"
WHOLE_PASSED = TEST_DATA / "whole-passed"
MAX_KEPT = 500  # results; the oldest are dropped
SHARED_TESTS = ("console", "contract", "kernel", "security", "simulator")  # of py: they concern every module


@dataclass(frozen=True)
class Passed:
    """A part that passed; unless `is_whole` only some tests ran, and the others had passed for an earlier tree."""

    tree: str
    part: str
    seconds: float
    date: str
    is_whole: bool


def has_git() -> bool:
    """Return whether git is available and the folder is a clone, so that files can be compared."""
    return shutil.which("git") is not None and (ROOT / ".git").exists()


def tree_of_files() -> str:
    """Return git's id of the tree of all files as they are, even uncommitted ones."""
    with tempfile.TemporaryDirectory() as folder:
        index = {**os.environ, "GIT_INDEX_FILE": str(Path(folder) / "index")}
        _git("read-tree", "HEAD", env=index)
        _git("add", "--all", env=index)
        return _git("write-tree", env=index)


def is_clean() -> bool:
    """Return whether all files are committed."""
    return not _git("status", "--porcelain")


def read() -> list[Passed]:
    """Return the results on this machine, the oldest first."""
    try:
        return [Passed(**one) for one in json.loads(PASSED.read_text())]
    except (FileNotFoundError, ValueError, TypeError):
        return []


def note(results: Sequence[Result], tree: str, *, is_everything: bool) -> None:
    """Record which parts passed for a tree; with `is_everything`, that all of them did."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    new = [
        Passed(tree, one.task.part.name, round(one.wall, 1), now, one.task.is_whole)
        for one in results
        if not one.problem
    ]
    PASSED.parent.mkdir(parents=True, exist_ok=True)
    PASSED.write_text(json.dumps([asdict(one) for one in [*read(), *new][-MAX_KEPT:]], indent=1))
    if is_everything and len(new) == len(results):
        with WHOLE_PASSED.open("a") as file:
            file.write(f"{tree} {now}\n")


def last_seconds(part: Part, passed: Sequence[Passed]) -> float:
    """Return how long a part last took as a whole, or is expected to take."""
    return next((one.seconds for one in reversed(passed) if one.part == part.name and one.is_whole), part.seconds)


def changed_task(part: Part, tree: str, passed: Sequence[Passed]) -> Task | None:
    """Return what must run of a part because files changed, or None if it passed for the current files."""
    last = next((one for one in reversed(passed) if one.part == part.name), None)
    changed = _changed_files(last.tree, tree, part.inputs) if last else None
    if changed is None:
        return Task(part, part.commands)
    if not changed:
        return None
    files = _tests_for(part, changed) if part.is_pytest and len(part.commands) == 1 else None
    if files is None:
        return Task(part, part.commands)
    return Task(part, part.commands_for(files), is_whole=False)


def _changed_files(before: str, now: str, inputs: Sequence[str]) -> list[str] | None:
    """Return the files that differ between two trees; None if the earlier tree no longer exists."""
    try:
        return _git("diff", "--name-only", before, now, "--", *inputs).splitlines()
    except CliError:
        return None


def _tests_for(part: Part, changed: Sequence[str]) -> list[str] | None:
    """Return the tests of a part that changed files can affect; None for all tests.

    A test file affects itself. In the server's part, a module affects its own tests and those of the modules that may
    import it.
    """
    above = _modules_above()
    found: set[str] = set()
    for path in map(Path, changed):
        if path.parts[0] == "tests" and path.name.startswith("test_") and path.suffix == ".py":
            found |= {str(path)} if (ROOT / path).exists() else set()
        elif part.name == "py" and path.parts[0] == "modules" and path.parts[1] in above:
            found |= {f"tests/{name}" for name in (*above[path.parts[1]], *SHARED_TESTS)}
        else:
            return None
    return sorted(found)


def _modules_above() -> dict[str, list[str]]:
    """Return each module with itself and those that may import it, by the contract of import-linter."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    [layers] = [one["layers"] for one in contracts if one["id"] == "module-order"]
    order = [[name.strip() for name in layer.split("|")] for layer in layers]
    return {name: list(chain(*order[: floor + 1])) for floor, layer in enumerate(order) for name in layer}


def _git(*arguments: str, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CliError(f"git says: {(done.stderr.strip().splitlines() or ['nothing'])[-1]}")
    return done.stdout.strip()
