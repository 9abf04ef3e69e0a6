"""The copy of everything that is known of a member: every module tells its share, which its manifest hands over.

As with the answer about who is logged in (docs/decisions/0007), the module that puts the copy together is a low one and
cannot call those above it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from app.kernel.db import Session


@dataclass(frozen=True, slots=True)
class Table:
    """One table for a person to read, in their language; without `columns` each row is a name and a value."""

    title: str
    rows: Sequence[Sequence[str]]
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Share:
    """What one module knows: `data` for programs, ready for JSON, `tables` for people; `files` by name in the copy, as
    the keys under which they are stored."""

    data: Mapping[str, Any]
    tables: Sequence[Table]
    files: Mapping[str, str] = field(default_factory=dict)


# Takes the member and the language of the tables.
Exporter = Callable[[Session, UUID, str], Share]

_exporters: dict[str, Exporter] = {}


def install(exporters: Mapping[str, Exporter]) -> None:
    """Make the shares of all modules known to this process, in the order in which people read them."""
    _exporters.update(exporters)


def collect(session: Session, *, member_id: UUID, language: str) -> dict[str, Share]:
    """Return every module's share of what is known of a member."""
    return {name: export(session, member_id, language) for name, export in _exporters.items()}
