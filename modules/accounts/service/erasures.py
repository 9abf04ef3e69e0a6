"""The list of who was erased. It lies in the storage, not in the database: a restored database has forgotten it.

It holds a hash of each id and nothing else, so that it says of nobody that they were here.
"""

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


def reapply_erasures() -> int:
    """Erase again everybody on the list whom a restored backup brought back; returns how many."""
    erased = set(storage().list_names(FOLDER))
    count, after = 0, None
    while True:
        with transaction(read_only=True) as session:
            ids = queries.list_erasable_ids(session, after=after, limit=BATCH)
        if not ids:
            return count
        after = ids[-1]
        for member_id in ids:
            if name_of(member_id) in erased:
                with transaction() as session:
                    leaving.erase_member(session, member_id=member_id)
                count += 1
