"""The list of who left, as a file beside the backups: a hash and a day on each line, and `waits` for those who are not
erased before that day.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from cli.errors import CliError
from modules.accounts.contracts import Departure

LINE = re.compile(r"([0-9a-f]{64}) (\d{4}-\d\d-\d\d)( waits)?")


def read_list(file: Path) -> list[Departure]:
    """Return who stands in a file; raises CliError for another file."""
    lines = [LINE.fullmatch(line.strip()) for line in file.read_text(errors="replace").splitlines() if line.strip()]
    if not all(lines):
        raise CliError(f"{file} is no list of erasures; `hearth erase list` writes one.")
    return [Departure(line[1], line[2], is_erased=not line[3]) for line in lines if line]


def as_lines(departures: Iterable[Departure]) -> str:
    """Return the list as it stands in a file."""
    return "".join(f"{one.name} {one.day}{'' if one.is_erased else ' waits'}\n" for one in sorted(departures))


def add_to(file: Path, departures: list[Departure]) -> int:
    """Write a list together with whom the file names as erased, in one step, so that no crash leaves half of it;
    returns how many only the file still knew: where the storage lost those, who waits is kept, too, and else those who
    came back are taken off. Raises CliError for another file.
    """
    known = read_list(file) if file.exists() else []
    lost = {one for one in known if one.is_erased} - set(departures)
    kept = lost | {one for one in known if lost and not one.is_erased}
    new = file.with_name(f"{file.name}.new")
    new.write_text(as_lines(kept | set(departures)))
    new.replace(file)
    return len(lost)
