"""The newest release of each engine on a given day, for comparison in `hearth doctor`.

docs/maintenance.md ("Releases of the engines") lists the advisories that were read.
"""

import re
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Review:
    """The newest release of each maintained line of an engine on a day (`on`), oldest line first.

    An older line gets no fixes; nothing is known about other lines.
    """

    on: date
    newest: tuple[str, ...]


ENGINES = {
    "PostgreSQL": Review(date(2026, 11, 28), ("15.20", "16.16", "17.12", "18.7")),
    "Valkey": Review(date(2026, 11, 28), ("7.2.15", "8.0.12", "8.1.11", "9.0.8", "9.1.4")),
    "Redis": Review(date(2026, 11, 28), ("6.2.24", "7.2.16", "7.4.11", "8.2.10", "8.4.6", "8.6.7", "8.8.3", "8.10.2")),
    "Meilisearch": Review(date(2026, 11, 28), ("1.55.1", "1.56.1")),
    "nginx": Review(date(2026, 11, 28), ("1.30.7", "1.31.9")),
}


def judge(engine: str, reported: str) -> tuple[bool, str]:
    """Return whether a release is up to date, as far as is known, and its description.

    reported: the version from the engine, such as `15.14 (Debian 15.14-0+deb12u1)`.
    """
    review, name = ENGINES[engine], f"{engine} {reported.partition(' ')[0]}".rstrip()
    version = _numbers(reported)
    lines = {_numbers(one)[:-1]: one for one in review.newest}
    oldest = min(lines)
    line = version[: len(oldest)]
    if line in lines and version < _numbers(lines[line]):
        return False, f"{name} is behind: {lines[line]} is the newest of its line as of {review.on}"
    if version and line < oldest:
        return False, f"{name} is behind: no line before {lines[oldest]} gets fixes as of {review.on}"
    return True, name if line in lines else f"{name} (of a line that was not reviewed)"


def _numbers(version: str) -> tuple[int, ...]:
    numbers = re.match(r"\d+(\.\d+)*", version)
    return tuple(map(int, numbers[0].split("."))) if numbers else ()
