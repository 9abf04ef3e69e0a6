"""Parts of docs/performance.md that are written from figures in docs/reports."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from cli.paths import ROOT

DOCUMENT = ROOT / "docs/performance.md"
REPORTS = ROOT / "docs/reports"


def save(name: str, figures: Sequence[Any], content: str) -> None:
    """Write figures to the report of a name, and their tables between the markers of that name in the document."""
    (REPORTS / f"{name}.json").write_text(json.dumps(figures, indent=1) + "\n")
    begin, end = f"<!-- {name}: written by `hearth bench {name} --save` -->", f"<!-- end of {name} -->"
    replace_between(begin, end, content)


def replace_between(begin: str, end: str, content: str) -> None:
    """Replace what is between two markers of the document."""
    before, _, rest = DOCUMENT.read_text().partition(begin)
    after = rest.partition(end)[2]
    DOCUMENT.write_text(f"{before}{begin}\n\n{content}\n{end}{after}")


def as_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    return "".join(f"| {' | '.join(row)} |\n" for row in (columns, ("---",) * len(columns), *rows))
