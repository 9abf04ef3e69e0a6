"""Try mutants of the modules' policies and services, and say which ones no test noticed.

    python -m tests.mutation                                     # what `hearth test long` runs
    python -m tests.mutation modules/billing                     # one module
    python -m tests.mutation modules/billing/ledger/policies.py  # one file, whole
    python -m tests.mutation --lived modules/billing             # what lived in the last run of the whole module

Results are in .hearth/mutation: what a stopped run has done is not done again for the same files.
"""

import argparse
import ast
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from cli.paths import ROOT
from cli.supervisor import interruptible
from tests import engines
from tests.mutation import report
from tests.mutation.mutants import changes
from tests.mutation.runner import CAP, CONTROL_SPOILT

SEED = 20  # of the draw below; another one draws others
DRAWN: dict[str, int | None] = {  # how many of a module, None for all
    "billing": None,
    "messaging": None,
    "social": 300,
    "accounts": 300,
    "profiles": 300,
    "media": None,
    "moderation": 300,
}
ROOMS = ("policies", "service")
LIVED_CAP = 60.0  # seconds of tests for what lived in a run before, where CAP is for all
BATCH = 150  # mutants between two looks at whether the tests still pass without one
RESTARTS = 10
FOLDER = ROOT / ".hearth" / "mutation"
SHARED = ("app", "modules", "migrations", "tests/conftest.py", "tests/factories")  # decide which lines a test runs

# A module's tests count for another one that they import from, too.
MODULES = sorted(file.parent.name for file in (ROOT / "modules").glob("*/module.py"))

# Tests of what every module does with a member.
OF_ALL = (
    "tests/accounts/test_erasing_everywhere.py",
    "tests/accounts/test_exports.py",
    "tests/accounts/test_own_rows.py",
)

Mutants = list[tuple[str, int]]  # of each, its file and its number there
Results = list[dict[str, Any]]


def files_of(module: str) -> list[str]:
    """Return the policies and services of a module."""
    folder = ROOT / "modules" / module
    found = [path for room in ROOMS for pattern in (f"{room}*", f"*/{room}*") for path in folder.glob(pattern)]
    files = [file for path in found for file in ([path] if path.is_file() else path.rglob("*.py"))]
    return sorted(str(file.relative_to(ROOT)) for file in files)


def mutants_of(files: Iterable[str]) -> Mutants:
    """Return all mutants of some files."""
    return [(file, number) for file in files for number, _ in enumerate(changes(ast.parse((ROOT / file).read_text())))]


def chosen(names: Sequence[str]) -> dict[str, Mutants]:
    """Return the mutants to try, by module."""
    if not names:
        names = [f"modules/{module}" for module in DRAWN]
    found: dict[str, Mutants] = {}
    for name in names:
        module = Path(name).parts[1]
        if name.endswith(".py"):
            found.setdefault(module, []).extend(mutants_of([name]))
            continue
        mutants = mutants_of(files_of(module))
        if (count := DRAWN.get(module)) is not None:
            mutants = sorted(Random(SEED).sample(mutants, min(count, len(mutants))))
        found[module] = mutants
    return found


def tests_of(module: str) -> list[str]:
    """Return the files of tests that import from a module, all of its own, and those that are about all modules."""
    files = {
        str(file.relative_to(ROOT)): file for name in MODULES for file in (ROOT / "tests" / name).rglob("test_*.py")
    }
    named = re.compile(rf"\bmodules\.{module}\b|\bmodules import .*\b{module}\b|\btests\.(factories\.)?{module}\b")
    own = f"tests/{module}/"
    return sorted(
        name for name, file in files.items() if name in OF_ALL or name.startswith(own) or named.search(file.read_text())
    )


def digest(files: Iterable[Path]) -> str:
    """Return a short name for the contents of files."""
    found = hashlib.sha256()
    for file in files:
        found.update(f"{file}\0".encode() + file.read_bytes())
    return found.hexdigest()[:12]


def _is_shared(file: Path) -> bool:
    return file.is_file() and file.suffix != ".pyc" and not file.name.startswith("test_")


def plan(module: str, mutants: Mutants, cap: float) -> tuple[Path, list[str]]:
    """Write down what the runners are to do; return the folder, and the names of the batches."""
    places = [ROOT / name for name in (*SHARED, *(f"tests/{name}" for name in MODULES))]
    shared = digest(file for place in places for file in sorted([place, *place.rglob("*")]) if _is_shared(file))
    tests = tests_of(module)
    by_tests = digest(ROOT / file for file in tests)
    folder = (
        FOLDER / f"{module}-{shared}-{by_tests}-{hashlib.sha256(json.dumps([cap, mutants]).encode()).hexdigest()[:6]}"
    )
    lines = FOLDER / f"{module}-lines-{shared}"
    for place in (folder, lines):
        place.mkdir(parents=True, exist_ok=True)
        for left in place.glob("*.taken"):
            left.unlink()
    batches = {f"batch-{start:05}": mutants[start : start + BATCH] for start in range(0, len(mutants), BATCH)}
    task: dict[str, Any] = {
        "tests": tests,
        "files": files_of(module),
        "package": f"modules.{module}",
        "lines": str(lines),
    }
    task |= {"batches": batches, "cap": cap}
    (folder / "plan.json").write_text(json.dumps(task))
    return folder, list(batches)


def run(module: str, mutants: Mutants, jobs: int, cap: float = CAP) -> Results:
    """Try a module's mutants and return what became of each."""
    folder, batches = plan(module, mutants, cap)
    if waiting := {name for name in batches if not (folder / f"{name}.json").exists()}:
        _run(module, folder, waiting, jobs)
    for name in json.loads((folder / "failing.json").read_text()) if batches else []:
        print(f"left out, because it fails without a mutant: {name}")
    return [one for name in batches for one in json.loads((folder / f"{name}.json").read_text())]


def _run(module: str, folder: Path, waiting: set[str], jobs: int) -> None:
    runners = [_start(folder, number) for number in range(jobs)]
    starts = jobs
    try:
        while runners:
            time.sleep(1)
            for name in sorted(each for each in waiting if (folder / f"{each}.json").exists()):
                waiting.discard(name)
                fates = Counter(one["fate"] for one in json.loads((folder / f"{name}.json").read_text()))
                print(f"{module} {name}: {dict(fates)}, {len(waiting)} batches to go", flush=True)
            for runner in [each for each in runners if each.poll() is not None]:
                runners.remove(runner)
                if runner.returncode == CONTROL_SPOILT and starts < RESTARTS:
                    print(f"{module}: a test failed without a mutant; on with a new database", flush=True)
                    runners.append(_start(folder, starts))
                    starts += 1
                elif runner.returncode:
                    raise SystemExit(f"a runner ended with {runner.returncode}; its log is in {folder}")
    finally:
        for runner in runners:
            runner.terminate()
            runner.wait()


def run_lived(module: str, jobs: int) -> Results:
    """Try again what lived in the last run of a module, and return what became of all its mutants."""
    before = json.loads((FOLDER / f"{module}.json").read_text())
    lived = [(one["path"], one["number"]) for one in before if one["fate"] in report.LIVED]
    after = {(one["path"], one["number"]): one for one in run(module, lived, jobs, LIVED_CAP)}
    return [after.get((one["path"], one["number"]), one) for one in before]


def _start(folder: Path, number: int) -> "subprocess.Popen[bytes]":
    env = {**os.environ, "PYTEST_XDIST_WORKER": f"mutants{number}"}
    with (folder / f"runner-{number}.log").open("wb") as log:
        command = [sys.executable, "-m", "tests.mutation.runner", str(folder)]
        return subprocess.Popen(command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log)


def main() -> None:
    """Try what the command line names; end with 1 where a module's score is below the goal."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="modules/NAME[/FILE.py]")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2, help="runners side by side")
    parser.add_argument("--lived", action="store_true", help="only what lived when the module was last run")
    options = parser.parse_args()
    begun = time.monotonic()
    results = {}
    with interruptible(), engines.running() as urls:
        os.environ.update(urls)
        for module, mutants in chosen(options.names).items():
            results[module] = run_lived(module, options.jobs) if options.lived else run(module, mutants, options.jobs)
            if not any(name.endswith(".py") for name in options.names):
                (FOLDER / f"{module}.json").write_text(json.dumps(results[module]))
    text, is_good = report.write(results, minutes=(time.monotonic() - begun) / 60)
    (FOLDER / "report.md").write_text(text)
    print(text)
    sys.exit(not is_good)


if __name__ == "__main__":
    main()
