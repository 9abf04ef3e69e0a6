"""Figures on the screen, and in docs/performance.md between two markers, from docs/reports/bench.json."""

import json
from collections.abc import Sequence

import click

from cli.dev.bench import history
from cli.dev.bench.sections import DOCUMENT, REPORTS, as_table, replace_between
from cli.dev.bench.targets import Figure, judge

FIGURES = REPORTS / "bench.json"
BEGIN, END = "<!-- figures: written by `hearth bench --save` -->", "<!-- end of the figures -->"
UNITS = {"memory": "MiB", "idle": "% of a core"}
COLUMNS = ("members", "path", "bare", "ours", "ratio", "ratio to a bare handler", "targets")


def read() -> list[Figure]:
    """Return the saved figures."""
    found: list[Figure] = json.loads(FIGURES.read_text()) if FIGURES.exists() else []
    return found


def show(figures: Sequence[Figure], known: Sequence[Figure]) -> None:
    """Print figures, one line each, with the change since the saved ones."""
    for figure in figures:
        before = history.find_latest(known, figure)
        change = history.describe_change(figure, before) if before else ""
        click.echo("  ".join((*_row(figure), change)).rstrip())


def save(figures: Sequence[Figure]) -> None:
    """Store figures beside the earlier ones, and write the document's table."""
    kept = history.merge(read(), figures)
    FIGURES.parent.mkdir(parents=True, exist_ok=True)
    FIGURES.write_text(json.dumps(kept, indent=1) + "\n")
    DOCUMENT.write_text(document(kept))


def document(figures: Sequence[Figure]) -> str:
    """Return the text of the document with the table of these figures."""
    return replace_between(DOCUMENT.read_text(), BEGIN, END, _table(figures))


def _table(figures: Sequence[Figure]) -> str:
    runs = sorted(
        {(one["members"], one["date"], one.get("commit", ""), one["machine"], one["load"]) for one in figures}
    )
    runs_in_words = [
        f"- {size:,} members: {', '.join(filter(None, (day, commit, name)))}; load average at the end {load}"
        for size, day, commit, name, load in runs
    ]
    return "\n".join([as_table(COLUMNS, map(_row, figures)), *runs_in_words, ""])


def _row(figure: Figure) -> tuple[str, ...]:
    return (
        f"{figure['members']:,}",
        _name(figure),
        _times(figure.get("bare", {})),
        _times(figure["ours"]),
        f"{figure['ratio']:.2f}" if "ratio" in figure else "",
        " / ".join(f"{figure[name]:.2f}" for name in ("ratio_handler_p50", "ratio_handler") if name in figure),
        ", ".join(f"{target} {verdict}" for target, verdict in judge(figure).items()),
    )


def _name(figure: Figure) -> str:
    what, path = figure["what"], figure["path"]
    if path == "search":
        return f"search: {what} ({figure['faster']} is the faster)"
    return f"{what}, {UNITS[path]}" if path in UNITS else what


def _times(times: dict[str, float]) -> str:
    rate = [f"{times['rate']:,}/s"] if "rate" in times else []
    milliseconds = " / ".join(f"{times[name]:,.1f}" for name in ("p50", "p95") if name in times)
    processor = [f"processor {times['processor']:,.1f}"] if "processor" in times else []
    return ", ".join([*rate, *([milliseconds] if milliseconds else []), *processor])
