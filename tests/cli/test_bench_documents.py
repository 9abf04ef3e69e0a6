"""The tables that `hearth bench --save` writes into docs/performance.md."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.dev.bench import growth, pages, sections

MACHINE = {"date": "2026-11-30", "commit": "0123abc", "machine": "2 x CPU", "load": 0.4}


@pytest.fixture
def document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A document with a place for each table."""
    path = tmp_path / "performance.md"
    parts = [f"<!-- {name}: written by `hearth bench {name} --save` -->" for name in ("pages", "growth")]
    path.write_text("\n".join(f"{begin}\nold\n<!-- end of {begin.split()[1][:-1]} -->" for begin in parts))
    monkeypatch.setattr(sections, "DOCUMENT", path)
    monkeypatch.setattr(sections, "REPORTS", tmp_path)
    return path


def cost(series: str, what: str, p50: float, **sizes: int) -> dict[str, Any]:
    """Return a figure of growth."""
    return {"series": series, "what": what, "p50": p50, "p95": 2 * p50, **sizes}


def test_costs_are_shown_in_proportion_to_the_smallest_site(document: Path) -> None:
    figures = [
        cost("members", "chat list", 4.0, members=2000),
        cost("members", "chat list", 6.0, members=100_000),
        cost("messages", "chat list", 5.0, members=100_000, messages=1_000_000),
        cost("leaving", "erasure", 80.0, members=100_000, messages=1_000_000),
    ]
    growth.save(figures, MACHINE)
    assert document.read_text().partition("`hearth bench growth --save` -->")[2] == (
        "\n\n| p50 / p95 | ms at 2,000 members | ratio at 100,000 |\n| --- | --- | --- |\n"
        "| chat list | 4.0 / 8.0 | 1.50 / 1.50 |\n\n"
        "| p50 / p95 | ms at 1,000,000 messages |\n| --- | --- |\n| chat list | 5.0 / 10.0 |\n\n"
        "| of one member | ms at 100,000 members and 1,000,000 messages |\n| --- | --- |\n"
        "| erasure | 80.0 / 160.0 |\n\n"
        "Measured: 2026-11-30, 0123abc, 2 x CPU; load average at the end 0.4\n\n<!-- end of growth -->"
    )
    assert json.loads((document.parent / "growth.json").read_text()) == [{**one, **MACHINE} for one in figures]


def test_a_page_is_shown_beside_its_targets(document: Path) -> None:
    shared = {"page": "search", "lcp": 1250, "cls": 0}
    visitor = {**shared, "by": "visitor", "points": 98, "blocked": 20, "scripts": 170.5}
    pages.save([visitor, {**shared, "by": "member", "inp": 104}], MACHINE)
    rows = document.read_text().splitlines()
    assert rows[rows.index("|".join(["", *[" --- "] * 9, ""])) + 1 :][:2] == [
        "| search | visitor | 98 | 1.25 s | 20 ms | 0 | 170.5 KiB |  | yes |",
        "| search | member |  | 1.25 s |  | 0 |  | 104 ms | no |",
    ]
    assert pages.reaches({**visitor, "page": "home"}) is False
