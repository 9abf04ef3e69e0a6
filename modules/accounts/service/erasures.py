"""The list of who was erased. It lies in the storage, not in the database: a restored database has forgotten it.

It holds a hash of each id and nothing else, so that it says of nobody that they were here.
"""

from collections.abc import Iterable, Iterator
from uuid import UUID

from app.kernel import clock
from app.kernel.db import transaction
from app.kernel.ids import token_hash
from app.kernel.storage import storage
from modules.accounts import queries
from modules.accounts.service import leaving

FOLDER = "erasures"
BATCH = 1000


def name_of(member_id: UUID) -> str:
    """Return the name of a member on the list."""
    return token_hash(str(member_id)).hex()


def note_erasure(member_id: UUID) -> None:
    """Put a member on the list."""
    storage().put(f"{FOLDER}/{name_of(member_id)}", clock.today().isoformat().encode())


def list_erasures() -> Iterator[tuple[str, str]]:
    """Yield (name, day) of everybody on the list."""
    for name in storage().list_names(FOLDER):
        yield name, (storage().find(f"{FOLDER}/{name}") or b"").decode()


def add_erasures(noted: Iterable[tuple[str, str]]) -> None:
    """Put on the list what `list_erasures` gave elsewhere."""
    for name, day in noted:
        storage().put(f"{FOLDER}/{name}", day.encode())


def reapply_erasures() -> int:
    """Erase again everybody on the list whom a restored backup brought back; returns how many."""
    count = 0
    for member_id in _list_returned():
        with transaction() as session:
            leaving.erase_member(session, member_id=member_id)
        count += 1
    return count


def count_returned() -> int:
    """Return how many are on the list and yet not erased."""
    return sum(1 for _ in _list_returned())


def _list_returned() -> Iterator[UUID]:
    erased, after = set(storage().list_names(FOLDER)), None
    while True:
        with transaction(read_only=True) as session:
            ids = queries.list_erasable_ids(session, after=after, limit=BATCH)
        if not ids:
            return
        after = ids[-1]
        yield from (member_id for member_id in ids if name_of(member_id) in erased)
