"""The page about a run: scores by module, and a line for each mutant that lived."""

import ast
from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.mutation.explained import EXPLAINED
from tests.mutation.mutants import Change
from tests.mutation.runner import CAP
from tests.mutation.source import read

GOAL = 85  # percent
LIVED = ("survived", "uncovered")
COLUMNS = ("module", "mutants", "killed", *LIVED, "skipped", "explained", "score", "seconds each", "of processor")
LENGTH = 110  # of the code shown


def write(found: Mapping[str, list[dict[str, Any]]], *, minutes: float) -> tuple[str, bool]:
    """Return the page about what became of the mutants of modules, and whether every module reaches the goal."""
    scores = {module: _score(mutants) for module, mutants in found.items()}
    head = [
        f"| {' | '.join(COLUMNS)} |",
        f"| --- {'| ---: ' * (len(COLUMNS) - 1)}|",
        *(_row(module, mutants, scores[module]) for module, mutants in found.items()),
        "",
        f"{minutes:.0f} minutes. A mutant has survived after {CAP:.0f} s of processor of the tests that run its line.",
    ]
    lists = [line for module, mutants in found.items() for line in _lived(module, mutants)]
    return "\n".join([*head, *lists, ""]), all(score >= GOAL for score in scores.values())


def _score(mutants: list[dict[str, Any]]) -> float:
    fates = Counter(mutant["fate"] for mutant in mutants)
    return 100 * fates["killed"] / max(1, len(mutants) - fates["skipped"])


def _row(module: str, mutants: list[dict[str, Any]], score: float) -> str:
    fates = Counter(mutant["fate"] for mutant in mutants)
    counts = [len(mutants), *(fates[fate] for fate in ("killed", *LIVED, "skipped"))]
    explained = sum(1 for mutant in mutants if mutant["fate"] in LIVED and key_of(mutant) in EXPLAINED)
    each = [sum(mutant[key] for mutant in mutants) / max(1, len(mutants)) for key in ("seconds", "processor")]
    return (
        f"| {module} | {' | '.join(map(str, counts))} | {explained} | {score:.1f} % | {each[0]:.2f} | {each[1]:.2f} |"
    )


def _lived(module: str, mutants: list[dict[str, Any]]) -> list[str]:
    lines = ["", f"## {module}", ""]
    for mutant in mutants:
        if mutant["fate"] in LIVED:
            path, _, before, after = key_of(mutant)
            tests = "no test runs it" if not mutant["tests"] else f"{mutant['tests']} tests"
            more = " of more" if mutant["is_cut"] else ""
            why = f" **{EXPLAINED[key_of(mutant)]}**" if key_of(mutant) in EXPLAINED else ""
            code = f"`{_short(before, after)}` became `{_short(after, before)}`"
            lines.append(f"- {path}:{_change(mutant).first_line} {code} ({tests}{more}){why}")
    return lines


def _change(mutant: dict[str, Any]) -> Change:
    return read(mutant["path"]).changes[int(mutant["number"])]


def key_of(mutant: dict[str, Any]) -> tuple[str, str, str, str]:
    """Return how a mutant is named where it is explained: its file, its function, the code before and after."""
    change = _change(mutant)
    after = ast.unparse(change.new) if change.new else ""
    return mutant["path"], change.function, ast.unparse(change.old), after


def _short(code: str, other: str) -> str:
    """Return the part of a long text in which it differs from another one."""
    flat, other = " ".join(code.split()), " ".join(other.split())
    if len(flat) <= LENGTH:
        return flat or "nothing"
    first = next((place for place, sign in enumerate(flat) if flat[: place + 1] != other[: place + 1]), 0)
    begin = max(0, min(first - LENGTH // 2, len(flat) - LENGTH))
    return f"{'…' if begin else ''}{flat[begin : begin + LENGTH]}{'…' if begin + LENGTH < len(flat) else ''}"
