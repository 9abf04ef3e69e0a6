"""The copy of a member's data: every module contributes a part, declared in its manifest.

As with the current user (docs/decisions/0007), the module that assembles the copy is a low one and may not import those
above it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from uuid import UUID

from app.kernel.db.session import Session

T = TypeVar("T")
# So many rows are in memory at a time.
BATCH = 200


@dataclass(frozen=True, slots=True)
class Rows(Generic[T]):
    """Rows of which a member may have very many: they are read anew, in batches, each time that they are gone through,
    in the transaction in which the export was made.
    """

    read: Callable[[], Iterable[T]]

    def __iter__(self) -> Iterator[T]:
        return iter(self.read())


@dataclass(frozen=True, slots=True)
class Table:
    """One table for people, in their language; without `columns` each row is a name and a value."""

    title: str
    rows: Iterable[Sequence[str]]
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModuleExport:
    """What one module has stored: `data` for programs, ready for JSON or Rows of it, `tables` for people, and `files`:
    the name of each in the copy, and its storage key.
    """

    data: Mapping[str, Any]
    tables: Sequence[Table]
    files: Mapping[str, str] = field(default_factory=dict)


# Called with the session, the member's id and the language of the tables.
Exporter = Callable[[Session, UUID, str], ModuleExport]

_exporters: dict[str, Exporter] = {}


def install(exporters: Mapping[str, Exporter]) -> None:
    """Register the exporters of all modules, in the order in which people read their parts."""
    _exporters.update(exporters)


def collect(session: Session, *, member_id: UUID, language: str) -> dict[str, ModuleExport]:
    """Return the part of each module of a member's data."""
    return {name: export(session, member_id, language) for name, export in _exporters.items()}
