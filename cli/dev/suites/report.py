"""The report of a test run: each part, the slowest files and the failures; and which parts passed for the files."""

import re
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from cli.dev.suites.parts import Part
from cli.dev.suites.passed import Passed
from cli.dev.suites.running import Result

SLOWEST = 10
# The lines with which pytest, vitest and the front ends' checks report a failure.
FAILURE = re.compile(r"\s*(FAILED |ERROR |FAIL |E  +\S|Red: |--- \S+: RED|\w*Error: )")
SHOWN = 40  # of these lines, for each part that failed


def report(results: Sequence[Result], skipped: Sequence[Part], wall: float, results_folder: Path) -> int:
    """Show the outcome of every part, the slowest files and the failures; return the exit code."""
    click.echo(f"\n{'part':<10}{'':<8}{'seconds':>9}{'processor':>11}")
    for part in skipped:
        click.echo(f"{part.name:<10}{'':<8}{'':>20}  unchanged since it passed")
    for one in results:
        outcome = click.style("failed  ", fg="red") if one.problem else click.style("passed  ", fg="green")
        text = f"{one.task.part.text}{': ' if one.problem else ''}{one.problem}"
        click.echo(f"{one.task.part.name:<10}{outcome}{one.wall:>9.1f}{one.processor:>11.1f}  {text}")
    total = sum(one.processor for one in results)
    click.echo(f"{'all':<18}{wall:>9.1f}{total:>11.1f}")
    _show_slowest(results_folder.glob("*.xml"))
    _show_failures(results)
    failed = sum(bool(one.problem) for one in results)
    click.echo(f"\n{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


def status(parts: Sequence[Part], tree: str, passed: Sequence[Passed]) -> None:
    """Show which parts passed for a tree; for the others, for which tree they last passed."""
    click.echo(f"The files as they are: tree {tree}")
    for part in parts:
        own = [one for one in passed if one.part == part.name]
        here = next((one for one in reversed(own) if one.tree == tree), None)
        if here:
            how = "" if here.is_whole else ", what had changed"
            state = f"passed{how}, {here.date}, {here.seconds:.0f} s"
        elif own:
            state = f"not run; passed for tree {own[-1].tree[:12]}, {own[-1].date}"
        else:
            state = "never passed on this machine"
        click.echo(f"{part.name:<10}{state}")


def failures(file: Path) -> list[str]:
    """Return the names of the tests that failed, from pytest's file of results."""
    if not file.exists():
        return []
    return [_name(case) for case in _cases(file) if case.find("failure") is not None or case.find("error") is not None]


def _show_failures(results: Sequence[Result]) -> None:
    for one in results:
        if one.problem and one.log:
            lines = [click.unstyle(line) for line in one.log.read_text(errors="replace").splitlines()]
            click.echo(f"\nWhat failed in {one.task.part.name}; the whole log: {one.log}")
            click.echo("\n".join([line[:200] for line in lines if FAILURE.match(line)][:SHOWN]))


def _show_slowest(files: Iterable[Path]) -> None:
    wall: dict[str, float] = defaultdict(float)
    processor: dict[str, float] = defaultdict(float)
    for case in (case for file in files for case in _cases(file)):
        name = case.get("file") or case.get("classname") or ""
        wall[name] += float(case.get("time") or 0)
        for one in case.iterfind("properties/property[@name='processor']"):
            processor[name] += float(one.get("value") or 0)
    slowest = sorted(wall, key=wall.__getitem__, reverse=True)[:SLOWEST]
    if slowest:
        click.echo(f"\n{'The slowest files':<60}{'seconds':>9}{'processor':>11}")
    for name in slowest:
        click.echo(f"{name:<60}{wall[name]:>9.1f}{processor[name]:>11.1f}")


def _cases(file: Path) -> list[ElementTree.Element]:
    return list(ElementTree.parse(file).iter("testcase"))  # noqa: S314  # written by our own run


def _name(case: ElementTree.Element) -> str:
    return f"{case.get('file')}::{case.get('name')}"
