"""`hearth test`: every suite by name, on engines of its own."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from cli.engines import engines
from cli.engines.chromium import ensure as ensure_chromium
from cli.engines.node import node_env
from cli.errors import CliError
from cli.paths import ROOT, TEST_DATA
from cli.spa import ensure_packages
from cli.supervisor import interruptible

PYTHON = sys.executable
PYTEST = [PYTHON, "-m", "pytest", "-q"]
# Where browsers and whole houses start, a slow machine may spoil a try that says nothing of the code. Such a test may
# have a second one, and the report names it; rules, races and money have none.
PATIENT = [*PYTEST, "--reruns", "1", "-rR"]

MONEY = ["tests/billing/test_machine.py", "tests/billing/test_money_machine.py"]


@dataclass(frozen=True)
class Part:
    """One suite. All its `commands` run in the checkout, one after the other, and each must end with 0."""

    name: str
    text: str
    folder: str
    commands: list[list[str]]
    prepare: Callable[[], object] = lambda: None
    needs_engines: bool = False
    is_long: bool = False  # runs only where it is named


def _front_end(name: str, folder: str, text: str) -> Part:
    return Part(
        name, text, folder, [["npm", "--prefix", folder, "run", "check"]], prepare=lambda: ensure_packages(folder)
    )


PARTS = (
    Part(
        "arch",
        "style, types, and the house's own rules",
        "app",
        [
            [PYTHON, "-m", "ruff", "check"],
            [PYTHON, "-m", "ruff", "format", "--check", "--quiet"],
            [PYTHON, "-m", "mypy", "app", "modules", "cli"],
            [str(Path(PYTHON).with_name("lint-imports"))],
            [*PYTEST, "tests/architecture"],
        ],
        needs_engines=True,
    ),
    Part(
        "py",
        "the server, module by module",
        "tests",
        [
            [*PYTEST, "-n", "2", "tests"]
            + [f"--ignore=tests/{name}" for name in ("architecture", "cli", "journeys", "faults", "bench")]
        ],
        needs_engines=True,
    ),
    Part("cli", "the hearth command itself", "tests/cli", [[*PATIENT, "tests/cli"]]),
    _front_end("web", "member-web", "the members' application"),
    _front_end("ops", "ops-console", "the staff's console"),
    Part("e2e", "journeys in a browser", "tests/journeys", [[*PATIENT, "tests/journeys"]], prepare=ensure_chromium),
    Part("faults", "crashes under load", "tests/faults", [[*PYTEST, "tests/faults"]]),
    Part(
        "a11y",
        "axe on every screen, in every language, both widths, light and dark",
        "cli/screens",
        [[PYTHON, "-m", "cli", "screens", ".hearth/a11y", "--axe", "--both", "--language", "all", "--jobs", "3"]],
        prepare=ensure_chromium,
        is_long=True,
    ),
    Part(
        "long",
        "the state machines of money and of totals, 1,000 runs of 50 steps; a storm of events; guesses; the documents",
        "tests/billing",
        [
            ["env", "HEARTH_LONG=1", *PYTEST, "-rP", "tests/faults/test_storm.py"],
            ["env", "HEARTH_LONG=1", *PYTEST, "tests/messaging/test_totals.py", *MONEY],
            ["env", "HEARTH_LONG=1", *PYTEST, "-rP", "tests/security/test_guessing.py"],
            ["env", "HEARTH_LONG=1", *PYTEST, "tests/security/test_documents.py"],
        ],
        needs_engines=True,
        is_long=True,
    ),
)


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--data", type=click.Path(path_type=Path), default=TEST_DATA, show_default=".hearth/test")
@click.argument("words", nargs=-1, metavar="[PART]... [PYTEST OPTIONS]", type=click.UNPROCESSED)
def test(data: Path, words: tuple[str, ...]) -> None:
    """Run every suite, or the named ones: arch, py, cli, web, ops, e2e, faults; a11y and long (hours) by name.

    What follows a single PART and begins with a dash is handed to its last command: `hearth test py -k ledger`.

    \b
    Examples:
      hearth test
      hearth test arch py
      hearth test py -k ledger
    """
    parts, options = _choose(words)
    results: list[tuple[Part, str, float]] = []
    with interruptible(), _engines_for(parts, data) as env:
        for part in parts:
            started = time.monotonic()
            problem = _run(part, options, env)
            results.append((part, problem, time.monotonic() - started))
    sys.exit(_report(results))


def _choose(words: tuple[str, ...]) -> tuple[list[Part], list[str]]:
    first_option = next((index for index, word in enumerate(words) if word.startswith("-")), len(words))
    names, options = words[:first_option], list(words[first_option:])
    present = {part.name: part for part in PARTS if (ROOT / part.folder).is_dir()}
    if unknown := [name for name in names if name not in present]:
        raise CliError(f"there is no part {unknown[0]}; the parts are {', '.join(present)}.")
    if options and len(names) != 1:
        raise CliError(f"name the one part that {options[0]} is for, as in `hearth test py {options[0]}`.")
    return [present[name] for name in names] or [part for part in present.values() if not part.is_long], options


@contextmanager
def _engines_for(parts: list[Part], data: Path) -> Iterator[Mapping[str, str]]:
    if not any(part.needs_engines for part in parts):
        yield {}
        return
    with engines(data) as urls:
        yield {**urls.environment(), "HEARTH_TEST_LOGS": str(data / "logs")}


def _run(part: Part, options: list[str], env: Mapping[str, str]) -> str:
    """Run a part; the answer says why it failed, and is "" when it passed."""
    try:
        part.prepare()
    except CliError as error:
        return f"could not run: {error.message}"
    own = node_env(env if part.needs_engines else {})
    *before, last = part.commands
    problems = []
    for command in [*before, [*last, *options]]:
        shown = " ".join([Path(command[0]).name, *command[1:]]).replace(f"{Path(PYTHON).name} -m ", "")
        click.secho(f"\n== {part.name}: {shown}", bold=True)
        code = subprocess.run(command, cwd=ROOT, env=own, check=False).returncode
        if code:
            problems.append(f"`{shown}` ended with exit code {code}")
    return "; ".join(problems)


def _report(results: list[tuple[Part, str, float]]) -> int:
    click.echo()
    for part, problem, seconds in results:
        outcome = click.style("failed", fg="red") if problem else click.style("passed", fg="green")
        click.echo(f"{part.name:<8}{outcome}  {seconds:6.1f} s  {part.text}{': ' if problem else ''}{problem}")
    failed = sum(bool(problem) for _, problem, _ in results)
    click.echo(f"\n{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0
