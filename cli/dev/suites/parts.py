"""The parts of the test run: what each runs, and which files decide its outcome."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PYTHON = sys.executable
PYTEST = (PYTHON, "-m", "pytest", "-q")
SIDE_BY_SIDE = (*PYTEST, "-n", str(max(2, os.cpu_count() or 2)), "--dist", "loadgroup")
LONG = ("env", "HEARTH_LONG=1", *PYTEST)
OTHER_TESTS = ("architecture", "bench", "browsers", "cli", "faults", "journeys")  # the rest are the server's
SERVER_TESTS = ("tests", *(f"--ignore=tests/{name}" for name in OTHER_TESTS))
MONEY = ("tests/billing/test_machine.py", "tests/billing/test_money_machine.py")


def _inputs(tests: str = "") -> tuple[str, ...]:
    """Return the pathspecs of everything but the documents and the tests of other parts."""
    left_out = ("docs", "README.md", *(f"tests/{name}" for name in OTHER_TESTS if name != tests))
    return (".", *(f":(exclude){path}" for path in left_out))


@dataclass(frozen=True)
class Part:
    """One suite. All its `commands` run in the checkout, one after the other, and each must end with 0."""

    name: str
    text: str
    commands: Sequence[Sequence[str]]
    inputs: Sequence[str] = _inputs()  # git's pathspecs of the files that decide its outcome
    needs_engines: bool = False  # uses the engines that the test run starts
    seconds: float = 0.0  # how long it is expected to take before a first run was measured
    is_by_name: bool = False  # runs only if it is named
    front_end: str = ""  # the folder of the front end that it tests

    @property
    def is_pytest(self) -> bool:
        """Return whether its last command is pytest, which takes files to run, a seed, and a file for its results."""
        return "pytest" in self.commands[-1]

    def commands_for(self, files: Sequence[str]) -> list[Sequence[str]]:
        """Return the commands that run these files of tests alone."""
        if self.front_end:
            packages = (PYTHON, "-m", "cli", "build", "--packages", self.front_end)
            own = [file.removeprefix(f"{self.front_end}/") for file in files]
            return [packages, ("npm", "--prefix", self.front_end, "run", "test", "--", *own)]
        # The last arguments of a part's command are the tests that it runs.
        options = [word for word in self.commands[-1] if not word.startswith(("tests", "--ignore"))]
        return [[*options, *files]]


CONSOLE_TYPES = "ops-console/src/providers/api.gen.d.ts"


def _front_end(name: str, folder: str, text: str, seconds: float) -> Part:
    build = (PYTHON, "-m", "cli", "build", folder)
    check = ("npm", "--prefix", folder, "run", "check", "--", "--built")
    # The types of both APIs are written and compared by the package in member-web.
    inputs = (folder, "member-web/src/styles", "app/member_web.gen.json", "ops-console/openapi.json", CONSOLE_TYPES)
    return Part(name, text, (build, check), inputs=inputs, seconds=seconds, front_end=folder)


PARTS = (
    Part(
        "arch",
        "style, types, and the project's own rules",
        (
            (PYTHON, "-m", "ruff", "check"),
            (PYTHON, "-m", "ruff", "format", "--check", "--quiet"),
            (PYTHON, "-m", "mypy", "app", "modules", "cli", "tests"),
            (str(Path(PYTHON).with_name("lint-imports")),),
            (*PYTEST, "tests/architecture"),
        ),
        inputs=(".",),
        needs_engines=True,
        seconds=80,
    ),
    Part("py", "the server, module by module", ((*SIDE_BY_SIDE, *SERVER_TESTS),), needs_engines=True, seconds=700),
    Part("cli", "the hearth command itself", ((*SIDE_BY_SIDE, "tests/cli"),), inputs=_inputs("cli"), seconds=500),
    _front_end("web", "member-web", "the members' application", seconds=170),
    _front_end("ops", "ops-console", "the staff's console", seconds=60),
    Part("e2e", "journeys in a browser", ((*SIDE_BY_SIDE, "tests/journeys"),), inputs=_inputs("journeys"), seconds=800),
    Part("faults", "crashes under load", ((*PYTEST, "tests/faults"),), inputs=_inputs("faults"), seconds=220),
    Part(
        "old",
        "pages in Chromium 109, the oldest that the build promises",
        ((*PYTEST, "tests/browsers/test_old_chromium.py"),),
        inputs=_inputs("browsers"),
        seconds=120,
    ),
    Part(
        "browsers",
        "Firefox and WebKitGTK, where they are installed",
        ((*PYTEST, "tests/browsers/test_firefox.py", "tests/browsers/test_webkit.py"),),
        inputs=_inputs("browsers"),
        is_by_name=True,
    ),
    Part(
        "a11y",
        "axe on every screen, in every language, both widths, light and dark",
        ((PYTHON, "-m", "cli", "screens", ".hearth/a11y", "--axe", "--both", "--language", "all", "--jobs", "3"),),
        is_by_name=True,
    ),
    Part(
        "long",
        "state machines of money and totals, 1,000 runs of 50 steps; storm; guesses; costly reads; documents; mutants",
        (
            (*LONG, "-rP", "tests/faults/test_storm.py"),
            (*LONG, "tests/messaging/test_totals.py", *MONEY),
            (*LONG, "-rP", "tests/security/test_guessing.py"),
            (*LONG, "-rP", "tests/security/test_dearest_reads.py", "tests/security/test_floods.py"),
            (PYTHON, "-m", "tests.mutation"),
            (*LONG, "tests/security/test_documents.py"),
        ),
        needs_engines=True,
        is_by_name=True,
    ),
)
