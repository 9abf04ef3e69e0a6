"""The list of who was erased, as a file beside the backups: a hash and a day on each line."""

import re
from pathlib import Path

from cli.errors import CliError


def read_list(file: Path) -> list[tuple[str, str]]:
    """Return (name, day) of each line; raises CliError for another file."""
    noted = [line.split() for line in file.read_text(errors="replace").splitlines() if line.strip()]
    if any(len(words) != 2 or not re.fullmatch(r"[0-9a-f]{64}", words[0]) for words in noted):
        raise CliError(f"{file} is no list of erasures; `hearth erase list` writes one.")
    return [(name, day) for name, day in noted]


def as_lines(erased: list[tuple[str, str]]) -> str:
    """Return the list as it stands in a file."""
    return "".join(f"{name} {day}\n" for name, day in sorted(erased))


def add_to(file: Path, erased: list[tuple[str, str]]) -> int:
    """Write a list together with what the file names already, in one step, so that no crash leaves half of it; returns
    how many only the file still knew. Raises CliError for another file.
    """
    known = set(read_list(file)) if file.exists() else set()
    new = file.with_name(f"{file.name}.new")
    new.write_text(as_lines([*known.union(erased)]))
    new.replace(file)
    return len(known.difference(erased))
