"""CSV tables for spreadsheets: no cell is read as a formula, whichever separator a program expects."""

import csv
import re
from collections.abc import Iterable
from decimal import Decimal
from io import StringIO
from typing import Any, TextIO

# What programs ignore before a character that begins a formula; fullwidth ones such as \uff1d begin one too.
_BEFORE_FORMULA = re.compile('(?:[;|]|(?<![\\s"]))[\\s"]*(?=[=+@\uff1d\uff0b\uff0d\uff20-])')
# Where programs that expect another separator than a comma begin a cell.
_CELL_STARTS = re.compile("[;|\t\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_BOM = "\ufeff"


def write_table(file: TextIO, rows: Iterable[Iterable[Any]]) -> int:
    """Write rows, the first of them the headings, to a file as CSV in UTF-8, and return their number."""
    # Spreadsheets recognise UTF-8 by the byte order mark.
    file.write(_BOM)
    writer = csv.writer(file)
    written = 0
    for row in rows:
        writer.writerow([_cell(value) for value in row])
        written += 1
    return written


def table_of(rows: Iterable[Iterable[Any]]) -> bytes:
    """Return a few rows as the content of a CSV file."""
    table = StringIO()
    write_table(table, rows)
    return table.getvalue().encode()


def escape_formulas(text: str) -> str:
    """Return a text no part of which a spreadsheet reads as a formula."""
    escaped = _BEFORE_FORMULA.sub(lambda found: _CELL_STARTS.sub(r"\g<0>'", found[0]), f";{text}")
    return escaped[1:]


def _cell(value: Any) -> Any:
    """Return a number unchanged, and everything else as a text."""
    return value if isinstance(value, int | float | Decimal) else escape_formulas("" if value is None else str(value))
