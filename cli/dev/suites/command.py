"""`hearth test`: every suite, or the named ones, on engines of their own."""

import os
import random
import shutil
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click

from cli.dev.suites import passed, running
from cli.dev.suites.parts import PARTS, Part
from cli.dev.suites.report import failures, report, status
from cli.dev.suites.running import Task
from cli.engines.browsers import install_command, missing_engines
from cli.engines.servers import engines
from cli.errors import CliError
from cli.paths import ROOT, TEST_DATA
from cli.supervisor import interruptible


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--data", type=click.Path(path_type=Path), default=TEST_DATA, show_default=".hearth/test")
@click.option("--changed", is_flag=True, help="Only parts that changed since they passed on this machine.")
@click.option("--status", "show_status", is_flag=True, help="Show what passed for the current files; run nothing.")
@click.option("--again", type=click.IntRange(1), metavar="N", help="Repeat one part N times, in random order.")
@click.argument("words", nargs=-1, metavar="[PART]... [FILE]... [OPTIONS OF PYTEST]", type=click.UNPROCESSED)
def test(data: Path, changed: bool, show_status: bool, again: int | None, words: tuple[str, ...]) -> None:
    """Run every suite, or the named ones: arch, py, cli, web, ops, e2e, faults, old; browsers, a11y and long by name.

    After a single PART, FILEs run alone, and what begins with a dash is handed to its last command.

    \b
    Examples:
      hearth test
      hearth test arch py
      hearth test py -k ledger
      hearth test py tests/billing/test_discounts.py
      hearth test web src/lib/badge.test.ts
      hearth test --changed
      hearth test --status
      hearth test e2e --again 20
    """
    parts, options = _choose(words)
    is_whole = not options and all(part in PARTS for part in parts)
    has_git = passed.has_git()
    if (show_status or changed) and not has_git:
        raise CliError("--status and --changed compare files by git: install it, and clone the project with it.")
    if show_status:
        status(PARTS, passed.tree_of_files(), passed.read())
        return
    if again:
        sys.exit(_repeat(parts, options, again, data))
    # Nothing that tests write is kept, so Postgres need not wait for the disk; and what Python compiles is cached for
    # hundreds of processes.
    os.environ["HEARTH_UNSAFE_POSTGRES"] = "1"
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if "browsers" in [part.name for part in parts] and (missing := missing_engines()):
        raise CliError(f"not run: {' and '.join(missing)} must be installed first: {install_command()}")
    tree, was_clean = (passed.tree_of_files(), passed.is_clean()) if has_git else ("", False)
    known = passed.read()
    tasks = [Task(part, _commands(part, options, data), is_whole=is_whole) for part in parts]
    if changed:
        tasks = [task for part in parts if (task := passed.changed_task(part, tree, known))]
        tasks = [replace(task, commands=_with_results(task.part, task.commands, data)) for task in tasks]
    tasks.sort(key=lambda task: -passed.last_seconds(task.part, known))
    shutil.rmtree(_results(data), ignore_errors=True)
    started = time.monotonic()
    with interruptible(), _engines_for(tasks, data) as urls:
        results = running.run(tasks, urls, data / "logs")
    if has_git and tree == passed.tree_of_files() and is_whole:
        everything = {part.name for part in PARTS if not part.is_by_name}
        is_everything = was_clean and not changed and {part.name for part in parts} >= everything
        passed.note(results, tree, is_everything=is_everything)
    skipped = [part for part in parts if part not in [task.part for task in tasks]]
    sys.exit(report(results, skipped, time.monotonic() - started, _results(data)))


def _choose(words: Sequence[str]) -> tuple[list[Part], list[str]]:
    first_option = next((index for index, word in enumerate(words) if word.startswith("-")), len(words))
    names, options = words[:first_option], list(words[first_option:])
    known = {part.name: part for part in PARTS}
    files = [name for name in names if "/" in name]
    names = [name for name in names if name not in files]
    if unknown := [name for name in names if name not in known]:
        raise CliError(f"there is no part {unknown[0]}; choose from {', '.join(known)}.")
    if files:
        return [_narrowed([known[name] for name in names], files)], options
    if options and len(names) != 1:
        raise CliError(f"name the one part that {options[0]} is for, as in `hearth test py {options[0]}`.")
    return [known[name] for name in names] or [part for part in PARTS if not part.is_by_name], options


def _narrowed(parts: Sequence[Part], files: Sequence[str]) -> Part:
    """Return a part that runs these files alone (CliError without a part of its own, or a missing file)."""
    if len(parts) != 1 or not (parts[0].is_pytest or parts[0].front_end):
        raise CliError(f"name the one part that {files[0]} is of, as in `hearth test py {files[0]}`.")
    [part] = parts
    for file in files:
        path = file.partition("::")[0]
        if not any((folder / path).exists() for folder in (ROOT, ROOT / part.front_end)):
            raise CliError(f"there is no {path}.")
    return replace(part, commands=part.commands_for(files))


def _repeat(parts: Sequence[Part], options: Sequence[str], times: int, data: Path) -> int:
    """Run one part several times in random order and show each failure with its seed; return the exit code."""
    if len(parts) != 1 or not parts[0].is_pytest:
        raise CliError("name one part of pytest's to repeat, as in `hearth test py --again 5`.")
    [part] = parts
    failed: list[tuple[int, str]] = []
    for _ in range(times):
        seed = random.randrange(2**32)
        task = Task(part, _commands(part, [*options, "--seed", str(seed)], data), is_whole=False)
        shutil.rmtree(_results(data), ignore_errors=True)
        with interruptible(), _engines_for([task], data) as urls:
            [result] = running.run([task], urls, data / "logs")
        if result.problem:
            names = [name for file in sorted(_results(data).glob("*.xml")) for name in failures(file)]
            failed += [(seed, name) for name in names or [result.problem]]
    click.echo()
    for seed, name in failed:
        click.echo(f"seed {seed}: {name}")
    bad = len({seed for seed, _ in failed})
    click.echo(f"{times - bad} passed, {bad} failed")
    return 1 if failed else 0


def _commands(part: Part, options: Sequence[str], data: Path) -> Sequence[Sequence[str]]:
    *before, last = part.commands
    return _with_results(part, [*before, [*last, *options]], data)


def _with_results(part: Part, commands: Sequence[Sequence[str]], data: Path) -> list[Sequence[str]]:
    """Return the commands, with which every pytest writes its results to a file."""
    return [
        [*command, "-o", "junit_family=xunit1", f"--junitxml={_results(data) / f'{part.name}-{number}.xml'}"]
        if "pytest" in command
        else command
        for number, command in enumerate(commands)
    ]


def _results(data: Path) -> Path:
    return data.resolve() / "results"


@contextmanager
def _engines_for(tasks: Sequence[Task], data: Path) -> Iterator[Mapping[str, str]]:
    if not any(task.part.needs_engines for task in tasks):
        yield {}
        return
    folder = data / "engines"
    with engines(folder) as urls:
        yield {**urls.environment(), "HEARTH_TEST_LOGS": str(folder / "logs")}
