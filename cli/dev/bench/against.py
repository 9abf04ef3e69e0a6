"""`hearth bench --against REV`: two checkouts measured in turns on one machine, and the ratios of their figures."""

import json
import os
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from cli.dev.bench.history import MEASURES
from cli.dev.bench.targets import Figure
from cli.errors import CliError
from cli.paths import ROOT


def compare(data: Path, revision: str, *, size: int, paths: Sequence[str], rounds: int) -> Iterator[str]:
    """Measure this checkout and the one of a revision in turns; yields a line with the ratios of each figure."""
    trees = {"this": ROOT, "that": _checkout(data, revision)}
    figures: dict[str, dict[str, list[Figure]]] = {"this": defaultdict(list), "that": defaultdict(list)}
    for number in range(rounds):
        for name in ("this", "that") if number % 2 == 0 else ("that", "this"):
            for figure in _measure(trees[name], data / name, size, paths):
                figures[name][figure["what"]].append(figure["ours"])
    for what in figures["this"].keys() & figures["that"].keys():
        ours, theirs = figures["this"][what], figures["that"][what]
        ratios = [
            f"{measure} {median(one[measure] / other[measure] for one, other in zip(ours, theirs, strict=True)):.2f}"
            for measure in MEASURES
            if measure in ours[0] and measure in theirs[0]
        ]
        yield f"{what}: {', '.join(ratios)}"


def _checkout(data: Path, revision: str) -> Path:
    """Return a checkout of a revision below the data folder; its own launcher installs what it needs."""
    found = _git("rev-parse", "--verify", f"{revision}^{{commit}}")
    tree = data / "checkouts" / found[:12]
    if not tree.exists():
        _git("worktree", "add", "--detach", str(tree.resolve()), found)
    return tree


def _git(*words: str) -> str:
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True)
    if done.returncode:
        raise CliError(f"git {words[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def _measure(tree: Path, data: Path, size: int, paths: Sequence[str]) -> list[Figure]:
    argv = [str(tree.resolve() / "hearth"), "bench", *paths, "--members", str(size), "--rounds", "1"]
    environment = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH")}
    done = subprocess.run(
        [*argv, "--data", str(data.resolve())], cwd=tree, env=environment, capture_output=True, text=True
    )
    if done.returncode:
        raise CliError(f"{tree}: {(done.stdout + done.stderr)[-300:]}")
    return [json.loads(line) for line in (data / str(size) / "results.jsonl").read_text().splitlines()]
