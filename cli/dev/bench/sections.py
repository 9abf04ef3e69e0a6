"""Parts of docs/performance.md that are written from figures in docs/reports."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cli.paths import ROOT

DOCUMENT = ROOT / "docs/performance.md"
REPORTS = ROOT / "docs/reports"


def save(name: str, figures: Sequence[Any], content: str) -> None:
    """Write figures to the report of a name, and their tables between the markers of that name in the document."""
    (REPORTS / f"{name}.json").write_text(json.dumps(figures, indent=1) + "\n")
    begin, end = f"<!-- {name}: written by `hearth bench {name} --save` -->", f"<!-- end of {name} -->"
    DOCUMENT.write_text(replace_between(DOCUMENT.read_text(), begin, end, content))


def replace_between(text: str, begin: str, end: str, content: str) -> str:
    """Return a text with other content between two markers."""
    before, _, rest = text.partition(begin)
    after = rest.partition(end)[2]
    return f"{before}{begin}\n\n{content}\n{end}{after}"


def describe_run(machine: Mapping[str, Any]) -> str:
    """Return when, of what and where figures were measured (see machine.describe)."""
    return "{date}, {commit}, {machine}; load average at the end {load}".format_map(machine)


def as_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    return "".join(f"| {' | '.join(row)} |\n" for row in (columns, ("---",) * len(columns), *rows))
