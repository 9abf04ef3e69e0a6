"""Listings, which are copies of visible profiles, and the changes that the search index must follow."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Uuid, any_, bindparam, delete, exists, func, select, tuple_, update
from sqlalchemy.dialects.postgresql import ARRAY, Insert, insert

from app.kernel import clock
from app.kernel.db.session import Base, Session
from app.kernel.fields import fields_of
from app.kernel.text.folding import searchable
from modules.catalog.contracts import ANY
from modules.catalog.documents import document, fingerprint
from modules.catalog.models import IndexChange, Listing, ListingText
from modules.catalog.policies.search import OLDEST, ONLINE, spot_of
from modules.catalog.queries import search as queries
from modules.profiles import api as profiles_api
from modules.profiles.contracts import SearchDocument

LEASE = timedelta(seconds=30)
MAX_AT_ONCE = 1000
# Activity older than this is copied with the profile's next change.
ACTIVITY_WINDOW = timedelta(minutes=10)


def _replacing(table: type[Base]) -> tuple[Insert, list[str]]:
    """Return a statement that inserts or replaces rows of a table by member, and its columns."""
    new = insert(table)
    columns = [column.name for column in table.__table__.columns]
    fresh = {name: new.excluded[name] for name in columns if name != "member_id"}
    return new.on_conflict_do_update(index_elements=["member_id"], set_=fresh), columns


_REPLACING = (_replacing(Listing), _replacing(ListingText))


_IDS = bindparam("member_ids", type_=ARRAY(Uuid))
_DELETE = delete(Listing).where(Listing.member_id == any_(_IDS))
_FORGET_FRESH = delete(IndexChange).where(IndexChange.member_id == any_(_IDS), IndexChange.version == 1)


def refresh_listings(session: Session, member_ids: Sequence[UUID], *, is_followed: bool = True) -> None:
    """Copy the profiles of some members into their listings, and note that the search index must follow.

    The change is noted first: its row lock makes concurrent copies of one member run one after the other, so that the
    later one reads the later profile. Without `is_followed` the note is deleted again, because the index is rebuilt
    afterwards.
    """
    note_changes(session, member_ids)
    documents = profiles_api.list_search_documents(session, member_ids)
    gone = set(member_ids) - {document.member_id for document in documents}
    if gone:
        session.execute(_DELETE, {"member_ids": list(gone)})
    write_listings(session, [listing_row(document) for document in documents])
    if not is_followed:
        session.execute(_FORGET_FRESH, {"member_ids": list(member_ids)})


_NOTE = insert(IndexChange).on_conflict_do_update(
    index_elements=[IndexChange.member_id],
    set_={"version": IndexChange.version + 1, "changed_at": func.now()},
)


def note_changes(session: Session, member_ids: Sequence[UUID]) -> None:
    """Note that the documents of some members must follow their listings."""
    if member_ids:
        session.execute(_NOTE, [{"member_id": member_id} for member_id in sorted(member_ids)])


def write_listings(session: Session, rows: Sequence[dict[str, Any]]) -> None:
    """Insert or replace listings with their texts."""
    if not rows:
        return
    for replacing, columns in _REPLACING:
        session.execute(replacing, [{name: row[name] for name in columns} for row in rows])


def listing_row(document: SearchDocument) -> dict[str, Any]:
    """Return the columns of a listing and its texts for a profile."""
    east, north = None, None
    if document.lat is not None and document.lng is not None:
        east, north = spot_of(document.member_id, document.lat, document.lng)
    row = {
        **fields_of(document),
        "interests": list(document.interests),
        "seeking": list(document.seeking_genders) or [ANY],
        "seeking_min_age": document.seeking_min_age or 0,
        "seeking_max_age": document.seeking_max_age or OLDEST,
        "last_active_at": document.last_active_at or document.created_at - ONLINE,
        "city": document.city or "",
        "east": east,
        "north": north,
    }
    folded = searchable(f"{row['name']} {row['city']}", f"{row['headline']} {row['about']}")
    return {**row, "folded": folded, "fingerprint": fingerprint(row)}


def copy_activity(session: Session) -> None:
    """Copy when members were last active, in one statement."""
    active = profiles_api.list_active_since(session, since=clock.now() - ACTIVITY_WINDOW)
    later = update(Listing).where(Listing.member_id == bindparam("id"), Listing.last_active_at < bindparam("at"))
    rows = [{"id": member_id, "at": at} for member_id, at in sorted(active.items())]
    if rows:
        session.connection().execute(later.values(last_active_at=bindparam("at")), rows)


_IS_FREE = IndexChange.taken_until.is_(None) | (IndexChange.taken_until < func.now())
_HAS_CHANGES = select(exists().where(_IS_FREE))


def has_changes(session: Session) -> bool:
    """Return whether a change waits to be copied that no process is copying."""
    return bool(session.execute(_HAS_CHANGES).scalar_one())


def take_changes(session: Session) -> dict[UUID, int]:
    """Lease waiting changes for LEASE, as {member: version}, so that no other process copies them."""
    waiting = (
        select(IndexChange.member_id)
        .where(_IS_FREE)
        .order_by(IndexChange.changed_at)
        .limit(MAX_AT_ONCE)
        .with_for_update(skip_locked=True)
    )
    taken = update(IndexChange).where(IndexChange.member_id.in_(waiting)).values(taken_until=func.now() + LEASE)
    rows = session.execute(taken.returning(IndexChange.member_id, IndexChange.version))
    return {row.member_id: row.version for row in rows}


def settle_changes(session: Session, taken: dict[UUID, int]) -> bool:
    """Delete the copied changes and release newer ones made meanwhile; returns whether there were any."""
    done = tuple_(IndexChange.member_id, IndexChange.version).in_(list(taken.items()))
    session.execute(delete(IndexChange).where(done))
    return release_changes(session, taken)


def release_changes(session: Session, taken: dict[UUID, int]) -> bool:
    """Release leased changes; returns whether there were any."""
    released = update(IndexChange).where(IndexChange.member_id.in_(taken)).values(taken_until=None)
    return bool(session.execute(released.returning(IndexChange.member_id)).all())


def list_documents(session: Session, member_ids: Sequence[UUID]) -> list[dict[str, Any]]:
    """Return the documents of some members, without those who are not listed."""
    return [document(row) for row in queries.list_listings(session, member_ids)]
