"""Tables for spreadsheets as CSV: no cell of them is taken for a formula, by whichever sign a program parts them."""

import csv
import re
from collections.abc import Iterable
from decimal import Decimal
from io import StringIO
from typing import Any, TextIO

# Where a cell begins: at its own beginning, and for programs that part at other signs than commas within it. A program
# passes over white space and quotes there, and takes these signs, wide ones too, for the beginning of a formula.
_FORMULA = re.compile('(^|[;|\t\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029])(?=[\\s"]*[=+@\uff1d\uff0b\uff0d\uff20-])')
_BOM = "\ufeff"


def write_table(file: TextIO, rows: Iterable[Iterable[Any]]) -> int:
    """Write rows with their heads as CSV in a file of UTF-8, and return how many they are, heads included."""
    # Spreadsheets know UTF-8 by this mark.
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


def harmless(text: str) -> str:
    """Return a text of which no spreadsheet takes any part for a formula."""
    return _FORMULA.sub(r"\1'", text)


def _cell(value: Any) -> Any:
    """Return a number as it is, and all else as a text."""
    return value if isinstance(value, int | float | Decimal) else harmless("" if value is None else str(value))
