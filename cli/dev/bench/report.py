"""Figures on the screen, and in docs/performance.md between two markers.

docs/reports/bench.json has the latest figure of every path and size; the table is generated from it.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

import click

from cli.dev.bench.sections import replace_between
from cli.paths import ROOT

FIGURES = ROOT / "docs/reports/bench.json"
BEGIN, END = "<!-- figures: written by `hearth bench --save` -->", "<!-- end of the figures -->"
# The maximum (for "send": the minimum) of the ratio to the lower limit.
TARGETS = {"send": 0.5, "search": 2.0, "profile": 3.0, "chats": 3.0, "conversation": 3.0, "deck": 3.0, "signin": 1.2}
# Paths with a target of their own, in milliseconds unless UNITS has another unit, and the figure to which it applies.
LIMITS = {
    "console": (300, "p95"),
    "freshness": (1000, "p95"),
    "flood": (5000, "p95"),
    "command": (600, "p50"),
    "start": (5000, "p50"),
    "start-processor": (9000, "p50"),
    "first": (75_000, "p50"),
    "memory": (700, "p50"),
    "idle": (0.7, "p50"),
}
# Paths with a target of processor milliseconds.
COSTS = {"delivered": 6.0}
UNITS = {"memory": "MiB", "idle": "% of a core"}
Figure = dict[str, Any]
COLUMNS = ("members", "path", "bare", "ours", "ratio", "target", "reached", "ratio to a bare handler")


def show(figures: Iterable[Figure]) -> None:
    """Print figures, one line each."""
    for figure in figures:
        click.echo("  ".join(_row(figure)))


def save(figures: Sequence[Figure]) -> None:
    """Replace the figures of the same path and size, and write the document's table."""
    known = json.loads(FIGURES.read_text()) if FIGURES.exists() else []
    fresh = {_key(figure) for figure in figures}
    kept = sorted([*(one for one in known if _key(one) not in fresh), *figures], key=lambda one: one["members"])
    FIGURES.parent.mkdir(parents=True, exist_ok=True)
    FIGURES.write_text(json.dumps(kept, indent=1) + "\n")
    replace_between(BEGIN, END, _table(kept))


def _key(figure: Figure) -> tuple[int, str]:
    return figure["members"], figure["what"]


def _table(figures: Sequence[Figure]) -> str:
    rows = [COLUMNS, ("---",) * len(COLUMNS), *map(_row, figures)]
    runs = sorted({(one["members"], one["date"], one["machine"], one["load"]) for one in figures})
    runs_in_words = [
        f"- {size:,} members: {day}, {name}; load average at the end {load}" for size, day, name, load in runs
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n\n" + "\n".join(runs_in_words) + "\n"


def _row(figure: Figure) -> tuple[str, ...]:
    path = figure["path"]
    handler = f"{figure['ratio_handler']:.2f}" if "ratio_handler" in figure else ""
    return (
        f"{figure['members']:,}",
        _name(figure),
        _times(figure.get("bare", {})),
        _times(figure["ours"]),
        f"{figure['ratio']:.2f}" if "ratio" in figure else "",
        _target(path),
        "yes" if reaches(figure) else "no",
        handler,
    )


def _name(figure: Figure) -> str:
    what, path = figure["what"], figure["path"]
    if path == "search":
        return f"search: {what} ({figure['faster']} is the faster)"
    return f"{what}, {UNITS[path]}" if path in UNITS else what


def _times(times: dict[str, float]) -> str:
    rate = [f"{times['rate']:,}/s"] if "rate" in times else []
    milliseconds = " / ".join(f"{times[name]:,.1f}" for name in ("p50", "p95") if name in times)
    processor = [f"processor {times['processor']:.1f}"] if "processor" in times else []
    return ", ".join([*rate, *([milliseconds] if milliseconds else []), *processor])


def _target(path: str) -> str:
    if path in LIMITS:
        limit, which = LIMITS[path]
        return f"<= {limit:g} {UNITS[path]}" if path in UNITS else f"{which} <= {limit / 1000:g} s"
    if path in COSTS:
        return f"processor <= {COSTS[path]:g} ms"
    return f"{'>=' if path == 'send' else '<='} {TARGETS[path]:g}"


def reaches(figure: Figure) -> bool:
    """Return whether a figure reaches its target."""
    path = figure["path"]
    if path in LIMITS:
        limit, which = LIMITS[path]
        return bool(figure["ours"][which] <= limit)
    if path in COSTS:
        return bool(figure["ours"]["processor"] <= COSTS[path])
    return bool(figure["ratio"] >= TARGETS[path] if path == "send" else figure["ratio"] <= TARGETS[path])
