"""The lists of erased and of deleted members, in the storage, so that they survive when the database is restored from
a backup.

They hold only a hash of each id and a day, so that they identify nobody.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time
from uuid import UUID

from app.kernel import clock
from app.kernel.db.session import transaction
from app.kernel.files.storage import storage
from app.kernel.ids import token_hash
from app.kernel.progress import Progress, silent
from modules.accounts.contracts import Departure
from modules.accounts.identity.queries import members as member_queries
from modules.accounts.leaving.queries import deletions as deletion_queries
from modules.accounts.leaving.service import leaving

ERASED = "erasures"
WAITING = "deletions"
BATCH = 1000


def hashed_id(member_id: UUID) -> str:
    """Return the hash by which the lists name a member."""
    return token_hash(str(member_id)).hex()


def note_erasure(member_id: UUID) -> None:
    """Move a member from the list of deleted members to that of erased ones."""
    storage().put(f"{ERASED}/{hashed_id(member_id)}", clock.today().isoformat().encode())
    storage().delete(f"{WAITING}/{hashed_id(member_id)}")


def note_deletion(member_id: UUID) -> None:
    """Put a deleted member on the list, or take a reactivated one off it. The current state decides, because events may
    come in any order; it is read again after the storage was written, which may take long.
    """
    erase_at, is_noted = _find_erase_at(member_id), False
    while not is_noted:
        key = f"{WAITING}/{hashed_id(member_id)}"
        if erase_at is None:
            storage().delete(key)
        else:
            storage().put(key, erase_at.date().isoformat().encode())
        noted, erase_at = erase_at, _find_erase_at(member_id)
        is_noted = noted == erase_at


def _find_erase_at(member_id: UUID) -> datetime | None:
    with transaction(read_only=True) as session:
        return deletion_queries.find_erase_at(session, member_id)


def list_departures() -> Iterator[Departure]:
    """Yield the entries of both lists."""
    for folder in (ERASED, WAITING):
        for name in storage().list_names(folder):
            day = storage().find(f"{folder}/{name}")
            if day is not None:  # None: reactivated meanwhile
                yield Departure(name, day.decode(), is_erased=folder == ERASED)


def add_departures(noted: Iterable[Departure]) -> None:
    """Add entries that `list_departures` returned on another installation."""
    for one in noted:
        storage().put(f"{ERASED if one.is_erased else WAITING}/{one.name}", one.day.encode())


def reapply_departures(progress: Progress = silent) -> int:
    """Erase or delete again the members on the lists whom a restored backup contains; returns how many."""
    count = 0
    for member_id, erase_on in _list_returned(progress):
        with transaction() as session:
            if erase_on is None or erase_on < clock.today():
                leaving.erase_member(session, member_id=member_id)
            else:
                erase_at = datetime.combine(erase_on, time.max, UTC)
                leaving.delete_member(session, member_id=member_id, reason=None, erase_at=erase_at)
        count += 1
    return count


def count_returned(progress: Progress = silent) -> int:
    """Return how many members are on a list although the database has them undeleted."""
    return sum(1 for _ in _list_returned(progress))


def _list_returned(progress: Progress) -> Iterator[tuple[UUID, date | None]]:
    """Yield (member id, day of the erasure or None if already erased) of such members."""
    departures = list(list_departures())
    erased = {one.name for one in departures if one.is_erased}
    waiting = {one.name: date.fromisoformat(one.day) for one in departures if not one.is_erased}
    after, seen = None, 0
    with transaction(read_only=True) as session:
        total = member_queries.count_erasable(session)
    while True:
        with transaction(read_only=True) as session:
            left = member_queries.list_erasable(session, after=after, limit=BATCH)
        if not left:
            return
        after = left[-1][0]
        for member_id, status in left:
            name = hashed_id(member_id)
            if name in erased:
                yield member_id, None
            elif name in waiting and status in member_queries.PRESENT:
                yield member_id, waiting[name]
        seen += len(left)
        progress("members", seen, total)
