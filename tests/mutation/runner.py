"""One process that holds the tests of a module with their engines, and tries mutants in children of its own.

    python -m tests.mutation.runner FOLDER

FOLDER/plan.json says what is to be done. Several runners share a folder: each takes what no other has taken. First they
run every test once and note which lines it runs; then they put each mutant into the live function of a forked child,
where the tests of its line run, the cheapest first, until one fails.
"""

import contextlib
import gc
import hashlib
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import coverage
import psycopg
import pytest

from tests.mutation import children
from tests.mutation.mutants import Change
from tests.mutation.source import read

CAP = 5.0  # seconds of processor of tests, as they took under coverage, after which a mutant has survived
PATIENCE = 20.0  # seconds beyond five times its usual time after which a test hangs
CONTROLS = 40  # tests without a mutant after each batch
CONTROL_SPOILT = 30  # the exit code where one of them failed: the database is no longer as it was
HUNG = "a test that did not end"
LEARNING = 300.0  # seconds that a test may take when it is first run


class Shared:
    """A folder of results, each of which one runner makes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def take(self, names: list[str]) -> Iterator[str]:
        """Yield the names that nobody has taken, one after the other."""
        for name in names:
            if not self.path(name).exists():
                with contextlib.suppress(FileExistsError):
                    os.close(os.open(self.folder / f"{name}.taken", os.O_CREAT | os.O_EXCL))
                    yield name

    def keep(self, name: str, result: Any) -> None:
        """Keep a result."""
        draft = self.folder / f"{name}.draft"
        draft.write_text(json.dumps(result))
        draft.rename(self.path(name))

    def give_back(self, name: str) -> None:
        """Leave it to another runner."""
        (self.folder / f"{name}.taken").unlink()

    def wait_for(self, name: str) -> Any:
        """Return a result once it is there."""
        while not self.path(name).exists():
            time.sleep(0.2)
        return json.loads(self.path(name).read_text())

    def path(self, name: str) -> Path:
        """Return where a result is."""
        return self.folder / f"{name}.json"


class Runner:
    """A pytest plugin in the place of the loop that runs the tests."""

    def __init__(self, folder: Path) -> None:
        self.plan = json.loads((folder / "plan.json").read_text())
        self.results, self.lines = Shared(folder), Shared(Path(self.plan["lines"]))
        self.has_failed = False
        self.tests_of: dict[tuple[str, int], set[str]] = defaultdict(set)  # by file and line
        self.lines_of: dict[tuple[str, str], frozenset[int]] = {}  # by file and test
        self.costs: dict[str, float] = {}  # seconds of processor
        self.waits: dict[str, float] = {}  # seconds
        self.killers: dict[tuple[str, str], list[str]] = defaultdict(list)  # by file and function, the last first

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """Let hypothesis run the same examples each time, and look for no smaller ones."""
        from hypothesis import Phase, settings  # pytest wants to load its plugin first

        settings.register_profile(
            "mutants", settings.default, database=None, derandomize=True, phases=[Phase.explicit, Phase.generate]
        )
        settings.load_profile("mutants")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure."""
        self.has_failed |= report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests that nobody ran for these files, then try the mutants."""
        self.session = session
        self.items = {item.nodeid: item for item in session.items}
        self.set_up()
        self.leave_alone()
        database = Database() if "app.kernel.db.session" in sys.modules else None
        self.learn_lines()
        self.choose_controls()
        for name in self.results.take(list(self.plan["batches"])):
            found = []
            for path, number in self.plan["batches"][name]:
                found.append({"path": path, "number": number, **self.try_mutant(path, number)})
                print("\nmutant:", json.dumps(found[-1]), flush=True)
                if database and not database.adds_up():
                    database.restore()
            if not self.is_as_before():
                self.results.give_back(name)
                pytest.exit("a test fails without a mutant", CONTROL_SPOILT)
            self.results.keep(name, found)
        if database:
            database.forget_copy()
        session.testsfailed = 0  # a test that fails by itself was left out
        return True

    def run_test(self, name: str, after: str | None) -> bool:
        """Run a test and tell whether it passed; `after` is what runs next, whose fixtures stay."""
        self.has_failed = False
        item = self.items[name]
        # After the last one comes the session, which keeps its own.
        next_item: Any = self.items[after] if after else self.session
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=next_item)
        return not self.has_failed

    def run_tests(self, names: list[str], tell: children.Tell = lambda _name: None) -> str | None:
        """Run tests until one fails, and return its name."""
        for name, after in zip_longest(names, names[1:]):
            tell(name)
            if not self.run_test(name, after):
                return name
        return None

    def learn_lines(self) -> None:
        """Learn which lines each test runs and how long it takes."""
        by_file = defaultdict(list)
        for name, item in self.items.items():
            by_file[str(item.path.relative_to(Path.cwd()))].append(name)
        units = {f"{file.replace('/', '-')}-{_digest(file)}": names for file, names in by_file.items()}
        for unit in self.lines.take(list(units)):
            self.lines.keep(unit, self.measure(units[unit]))
        for unit in units:
            for name, (cost, wait, lines) in self.lines.wait_for(unit).items():
                self.costs[name], self.waits[name] = cost, wait
                for path, numbers in lines.items():
                    self.lines_of[path, name] = frozenset(numbers)
                    for number in numbers:
                        self.tests_of[path, number].add(name)
        self.results.keep("failing", sorted(self.items.keys() - self.costs.keys()))

    def measure(self, names: list[str]) -> dict[str, Any]:
        """Return the processor seconds, the seconds and the lines of tests; one that fails kills nothing.

        They run in a child, as mutants do: what a library starts there, threads above all, is in nobody's way.
        """
        found, _ = children.ask(lambda tell: self._measure(names, tell), lambda _name: LEARNING)
        if found is None:
            flush_redis()
        return found or {}

    def _measure(self, names: list[str], tell: children.Tell) -> dict[str, Any]:
        gc.enable()
        files = {path: str(Path(path).absolute()) for path in self.plan["files"]}
        tracer = coverage.Coverage(data_file=None, config_file=False, include=list(files.values()))
        tracer.set_option("run:disable_warnings", ["no-data-collected"])
        found: dict[str, Any] = {}
        tracer.start()
        for name, after in zip_longest(names, names[1:]):
            forget(self.plan["package"])  # else only the first to ask runs the lines behind a cache
            tracer.switch_context(name)
            tell(name)
            begun, cost = time.perf_counter(), sum(os.times()[:4])
            if self.run_test(name, after):
                found[name] = [round(sum(os.times()[:4]) - cost, 3), round(time.perf_counter() - begun, 3), {}]
        tracer.stop()
        for path, file in files.items():
            for line, contexts in tracer.get_data().contexts_by_lineno(file).items():
                for name in found.keys() & set(contexts):
                    found[name][2].setdefault(path, []).append(line)
        return found

    def set_up(self) -> None:
        """Have every fixture of the session made in this process: by one test of each, which is not called.

        What a test or a file's own fixture calls may start threads of a library, which no forked child has.
        """
        scopes_of = {name: _scopes(item) for name, item in self.items.items()}
        chosen: dict[str, str] = {}
        for name in sorted(scopes_of, key=lambda name: sum(scope != "session" for scope in scopes_of[name].values())):
            for fixture, scope in scopes_of[name].items():
                if scope == "session":
                    chosen.setdefault(fixture, name)
        self.session.config.option.setuponly = True
        self.run_tests(list(dict.fromkeys(chosen.values())))
        self.session.config.option.setuponly = False

    def leave_alone(self) -> None:
        """Close the connections, so that no child shares one, and leave what is in memory to itself."""
        disconnect()
        gc.collect()
        gc.freeze()
        gc.disable()

    def choose_controls(self) -> None:
        """Choose the tests that run without a mutant after each batch."""
        cheapest = sorted(self.costs, key=self.costs.__getitem__)
        half = cheapest[: len(cheapest) // 2 + 1]  # among them those that only reckon, without the database
        self.controls = half[:: -(-len(half) // CONTROLS)]

    def limit_of(self, name: str) -> float:
        """Return after how many seconds a test hangs."""
        return float(self.plan.get("patience", PATIENCE)) + 5 * self.waits.get(name, 0.0)

    def try_mutant(self, path: str, number: int) -> dict[str, Any]:
        """Return what became of a mutant."""
        source = read(path)
        change = source.changes[number]
        tests, is_cut = self.choose(path, change)
        begun = time.perf_counter()
        answer, cost = ["uncovered", None], 0.0

        def work(tell: children.Tell) -> Any:
            gc.enable()
            if not source.put_in(change):
                return ["skipped", None]
            forget(self.plan["package"])
            killer = self.run_tests(tests, tell)
            return ["killed" if killer else "survived", killer]

        try:
            if tests:
                answer, cost = children.ask(work, self.limit_of)
        except children.ChildError as error:
            answer = ["skipped", str(error)]
        if answer is None:
            flush_redis()
        fate, killer = answer or ["killed", HUNG]
        if killer in self.items:
            known = self.killers[path, change.function]
            known[:] = [killer, *(name for name in known if name != killer)][:5]
        seconds = {"seconds": round(time.perf_counter() - begun, 2), "processor": round(cost, 2)}
        return {"fate": fate, "killer": killer, "tests": len(tests), "is_cut": is_cut, **seconds}

    def choose(self, path: str, change: Change) -> tuple[list[str], bool]:
        """Return the tests of a change's lines, and whether there are more than the cap allows.

        Those that killed in the same function come first, then each way through the file has its turn.
        """
        spans = (range(first, last + 1) for first, last in change.lines())
        found = (set().union(*(self.tests_of[path, line] for line in span)) for span in spans)
        names = next(filter(None, found), set())
        known = [name for name in self.killers[path, change.function] if name in names]
        ordered = [*known, *(name for name in self.by_turns(path, names) if name not in known)]
        chosen: list[str] = []
        spent = 0.0
        for name in ordered:
            if not chosen or spent + self.costs[name] <= self.plan.get("cap", CAP):
                chosen.append(name)
                spent += self.costs[name]
        return chosen, len(chosen) < len(ordered)

    def by_turns(self, path: str, names: set[str]) -> list[str]:
        """Return the cheapest of the tests that run the same lines of a file, then the second of all such."""
        turns: dict[frozenset[int], int] = defaultdict(int)
        found = []
        for name in sorted(names, key=lambda name: (self.costs[name], name)):
            lines = self.lines_of[path, name]
            turns[lines] += 1
            found.append((turns[lines], self.costs[name], name))
        return [name for _, _, name in sorted(found)]

    def is_as_before(self) -> bool:
        """Tell whether tests pass without a mutant."""
        answer, _ = children.ask(lambda tell: [self.run_tests(self.controls, tell)], self.limit_of)
        print("\nwithout a mutant:", answer, flush=True)
        return bool(answer == [None])


class Database:
    """The database of the tests, and a copy of it as no mutant has seen it.

    A mutant may leave a ledger that does not add up; whichever test audits it would fail from then on.
    """

    def __init__(self) -> None:
        self.server, _, self.name = os.environ["HEARTH_DATABASE_URL"].rpartition("/")
        self._run(f'CREATE DATABASE "{self.name}_copy" TEMPLATE "{self.name}"')

    def adds_up(self) -> bool:
        """Tell whether the audit of the ledger finds nothing."""
        from app.kernel.db.session import transaction
        from modules.billing import api

        with transaction(read_only=True) as session:
            found = api.audit_ledger(session)
        disconnect()
        return not found

    def restore(self) -> None:
        """Put the copy in the place of the database."""
        self._run(f'DROP DATABASE "{self.name}" WITH (FORCE)')
        self._run(f'CREATE DATABASE "{self.name}" TEMPLATE "{self.name}_copy"')
        print("\nthe database is as it was", flush=True)

    def forget_copy(self) -> None:
        """Drop the copy."""
        self._run(f'DROP DATABASE "{self.name}_copy" WITH (FORCE)')

    def _run(self, statement: str) -> None:
        with psycopg.connect(f"{self.server}/postgres", autocommit=True) as connection:
            connection.execute(statement)


def forget(package: str) -> None:
    """Empty the caches of a package's functions."""
    for name in [name for name in sys.modules if f"{name}.".startswith(f"{package}.")]:
        for value in list(vars(sys.modules[name]).values()):
            # Flask's `request` has no attributes outside of one, but a type.
            if hasattr(type(value), "cache_clear") and value.__module__ == name:
                value.cache_clear()


def disconnect() -> None:
    """Close the connections of this process, where it has the application's."""
    if "app.kernel.db.engines" in sys.modules:
        sys.modules["app.kernel.db.engines"].disconnect()
    if "app.kernel.redis" in sys.modules:
        sys.modules["app.kernel.redis"].redis().connection_pool.disconnect()


def flush_redis() -> None:
    """Take away what a child left that was ended in a test."""
    if "app.kernel.redis" in sys.modules:
        sys.modules["app.kernel.redis"].redis().flushdb()
        disconnect()


def _scopes(item: pytest.Item) -> dict[str, str]:
    """Return the scope of each fixture of a test that is not pytest's own."""
    definitions: dict[str, Any] = item._fixtureinfo.name2fixturedefs  # type: ignore[attr-defined]
    return {
        fixture: found[-1].scope
        for fixture, found in definitions.items()
        if not found[-1].func.__module__.startswith("_pytest.")
    }


def _digest(file: str) -> str:
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()[:12]


def main() -> None:
    """Do what the folder's plan says."""
    runner = Runner(Path(sys.argv[1]))
    options = ["-q", "-s", "--tb=native", "-p", "no:cacheprovider", "-o", "tmp_path_retention_policy=none"]
    # Of the folders where pytest would put its files, whoever starts pytest next removes all but three.
    with TemporaryDirectory(prefix="hearth-mutants-") as folder:
        code = pytest.main([*options, f"--basetemp={folder}/tests", *runner.plan["tests"]], plugins=[runner])
    sys.exit(code)


if __name__ == "__main__":
    main()
