"""The lists of who was erased and of who waits for it. They lie in the storage, not in the database: a restored one has
forgotten them.

They hold a hash of each id and a day, and nothing else, so that they say of nobody that they were here.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time
from uuid import UUID

from app.kernel import clock
from app.kernel.db import transaction
from app.kernel.ids import token_hash
from app.kernel.progress import Progress, silent
from app.kernel.storage import storage
from modules.accounts import queries
from modules.accounts.contracts import Departure
from modules.accounts.service import leaving

ERASED = "erasures"
WAITING = "deletions"
BATCH = 1000


def name_of(member_id: UUID) -> str:
    """Return the name of a member on the lists."""
    return token_hash(str(member_id)).hex()


def note_erasure(member_id: UUID) -> None:
    """Put a member on the list of the erased; they wait no more."""
    storage().put(f"{ERASED}/{name_of(member_id)}", clock.today().isoformat().encode())
    storage().delete(f"{WAITING}/{name_of(member_id)}")


def note_deletion(member_id: UUID) -> None:
    """Put a member who left on the list of those who wait, or take one off it who came back: what they are now decides,
    in whatever order the events come.
    """
    with transaction(read_only=True) as session:
        erase_at = queries.find_erase_at(session, member_id)
    key = f"{WAITING}/{name_of(member_id)}"
    if erase_at is None:
        storage().delete(key)
    else:
        storage().put(key, erase_at.date().isoformat().encode())


def list_departures() -> Iterator[Departure]:
    """Yield everybody on the two lists."""
    for folder in (ERASED, WAITING):
        for name in storage().list_names(folder):
            day = storage().find(f"{folder}/{name}")
            if day is not None:  # None: they came back meanwhile
                yield Departure(name, day.decode(), is_erased=folder == ERASED)


def add_departures(noted: Iterable[Departure]) -> None:
    """Put on the lists what `list_departures` gave elsewhere."""
    for one in noted:
        storage().put(f"{ERASED if one.is_erased else WAITING}/{one.name}", one.day.encode())


def reapply_departures(progress: Progress = silent) -> int:
    """Erase or delete again everybody on the lists whom a restored backup brought back; returns how many."""
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
    """Return how many are on a list and yet here."""
    return sum(1 for _ in _list_returned(progress))


def _list_returned(progress: Progress) -> Iterator[tuple[UUID, date | None]]:
    """Yield (member, day of their erasure, or None when they were erased)."""
    departures = list(list_departures())
    erased = {one.name for one in departures if one.is_erased}
    waiting = {one.name: date.fromisoformat(one.day) for one in departures if not one.is_erased}
    after, seen = None, 0
    with transaction(read_only=True) as session:
        total = queries.count_erasable(session)
    while True:
        with transaction(read_only=True) as session:
            left = queries.list_erasable(session, after=after, limit=BATCH)
        if not left:
            return
        after = left[-1][0]
        for member_id, status in left:
            name = name_of(member_id)
            if name in erased:
                yield member_id, None
            elif name in waiting and status in queries.PRESENT:
                yield member_id, waiting[name]
        seen += len(left)
        progress("members", seen, total)
