"""The list of members who left, as a file beside the backups: a hash and a day on each line, and `waits` for those who
will be erased on that day.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from cli.errors import CliError
from modules.accounts.contracts import Departure

LINE = re.compile(r"([0-9a-f]{64}) (\d{4}-\d\d-\d\d)( waits)?")


def read_list(file: Path) -> list[Departure]:
    """Return the entries of a file; raises CliError for another kind of file."""
    lines = [LINE.fullmatch(line.strip()) for line in file.read_text(errors="replace").splitlines() if line.strip()]
    if not all(lines):
        raise CliError(f"{file} is not a list of erasures; `hearth erase list` writes one.")
    return [Departure(line[1], line[2], is_erased=not line[3]) for line in lines if line]


def as_lines(departures: Iterable[Departure]) -> str:
    """Return the list in the file's format."""
    return "".join(f"{one.name} {one.day}{'' if one.is_erased else ' waits'}\n" for one in sorted(departures))


def add_to(file: Path, departures: list[Departure]) -> int:
    """Write a list to a file in one step, and keep the members whom the file names as erased; returns how many only the
    file still has.

    If the storage lost some, the waiting ones are kept too; otherwise those who came back are removed. Raises CliError
    for another kind of file.
    """
    known = read_list(file) if file.exists() else []
    lost = {one for one in known if one.is_erased} - set(departures)
    kept = lost | {one for one in known if lost and not one.is_erased}
    new = file.with_name(f"{file.name}.new")
    new.write_text(as_lines(kept | set(departures)))
    new.replace(file)
    return len(lost)
