"""Re-encryption of values that a former secret sealed, so that it can be deleted (docs/decisions/0044)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from cryptography.exceptions import InvalidTag
from sqlalchemy import func, select, text, update

from app.kernel.db.session import Session, transaction
from app.kernel.progress import Progress
from app.kernel.secrets.sealing import SealedColumn, reseal

BATCH = 100


@dataclass
class Count:
    """The result for a column: `former` values are sealed under a former secret, no secret opens `lost` ones."""

    column: str
    values: int = 0
    former: int = 0
    lost: list[UUID] = field(default_factory=list)


def count_former(columns: Iterable[SealedColumn], show: Progress) -> list[Count]:
    """Return how many values of each column still need a former secret; changes nothing."""
    return [_process_column(one, show, writes=False) for one in columns]


def reseal_columns(columns: Iterable[SealedColumn], show: Progress) -> list[Count]:
    """Seal values of a former secret under the current one, and return how many that were.

    It can be stopped and run again at any time, while the installation is in use.
    """
    return [_process_column(one, show, writes=True) for one in columns]


def _process_column(sealed: SealedColumn, show: Progress, *, writes: bool) -> Count:
    count = Count(sealed.name)
    with transaction(read_only=True) as session:
        total = session.execute(select(func.count(sealed.column))).scalar_one()
    last = UUID(int=0)
    while rows := _process_batch(sealed, last, count, writes=writes):
        last = rows[-1].id
        show(sealed.name, count.values, max(total, count.values))
    return count


def _process_batch(sealed: SealedColumn, after: UUID, count: Count, *, writes: bool) -> list[Any]:
    """Process the next rows in their own transaction, and return them."""
    table = sealed.column.class_
    found = select(table.id, sealed.owner.label("owner"), sealed.column.label("sealed"))
    following = found.where(sealed.column.is_not(None), table.id > after).order_by(table.id).limit(BATCH)
    with transaction(read_only=not writes) as session:
        rows = list(session.execute(following))
        for row, fresh in _reopen_each(sealed, rows, count):
            count.former += not writes or _replace_value(session, sealed, row, fresh)
    count.values += len(rows)
    return rows


def _reopen_each(sealed: SealedColumn, rows: list[Any], count: Count) -> Iterator[tuple[Any, bytes]]:
    """Yield the rows that a former secret sealed, with their new values."""
    for row in rows:
        try:
            fresh = reseal(row.sealed, purpose=sealed.purpose, owner=row.owner)
        except InvalidTag:
            count.lost.append(row.id)
            continue
        if fresh is not None:
            yield row, fresh


def _replace_value(session: Session, sealed: SealedColumn, row: Any, fresh: bytes) -> bool:
    """Replace the value that was read; return False if it was changed meanwhile."""
    table = sealed.column.class_
    # Triggers refuse any other change of immutable rows.
    session.execute(text("SET LOCAL hearth.resealing = 'on'"))
    ours = update(table).where(table.id == row.id, sealed.column == row.sealed)
    written = session.execute(ours.values({sealed.column: fresh}).returning(table.id))
    return written.one_or_none() is not None
