"""Listings, which are copies of visible profiles, and the changes that the search index must follow."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Text, Uuid, all_, any_, bindparam, delete, func, select, tuple_, update
from sqlalchemy.dialects.postgresql import ARRAY, Insert, insert

from app.kernel import clock
from app.kernel.config import NO_SEARCH_ENGINE
from app.kernel.db.session import Base, Session
from app.kernel.fields import fields_of
from app.kernel.text.folding import searchable
from modules.catalog import search_index
from modules.catalog.contracts import ANY
from modules.catalog.documents import document, fingerprint
from modules.catalog.models import IndexChange, Listing, ListingText, ServerChange
from modules.catalog.policies.search import OLDEST, ONLINE, spot_of
from modules.catalog.queries import search as queries
from modules.catalog.service import index_servers
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
_FORGET_FRESH = delete(ServerChange).where(ServerChange.member_id == any_(_IDS), ServerChange.version == 1)


def refresh_listings(session: Session, member_ids: Sequence[UUID], *, is_followed: bool = True) -> None:
    """Copy the profiles of some members into their listings, and note that the search index must follow.

    The change is noted first: its row lock makes concurrent copies of one member run one after the other, so that the
    later one reads the later profile. The note is deleted again where there is no search engine, and without
    `is_followed`, because the index is rebuilt afterwards.
    """
    servers = [server.name for server in search_index.servers()]
    noted = servers or [NO_SEARCH_ENGINE]
    note_changes(session, member_ids, noted)
    index_servers.distrust_others(session, noted)
    documents = profiles_api.list_search_documents(session, member_ids)
    gone = set(member_ids) - {document.member_id for document in documents}
    if gone:
        session.execute(_DELETE, {"member_ids": list(gone)})
    write_listings(session, [listing_row(document) for document in documents])
    if not (is_followed and servers):
        session.execute(_FORGET_FRESH, {"member_ids": list(member_ids)})


_NOTE = insert(ServerChange).on_conflict_do_update(
    index_elements=[ServerChange.member_id, ServerChange.server],
    set_={"version": ServerChange.version + 1, "changed_at": func.now()},
)


def note_changes(session: Session, member_ids: Sequence[UUID], servers: Sequence[str]) -> None:
    """Note that the documents of some members must follow their listings, on some servers."""
    if member_ids:
        rows = [{"member_id": member_id, "server": name} for member_id in sorted(member_ids) for name in servers]
        session.execute(_NOTE, rows)


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


_IS_FREE = ServerChange.taken_until.is_(None) | (ServerChange.taken_until < func.now())
_NOTED_BEFORE = delete(IndexChange).where(IndexChange.taken_until.is_(None) | (IndexChange.taken_until < func.now()))
_UNREAD = delete(ServerChange).where(ServerChange.server != all_(bindparam("names", type_=ARRAY(Text))))


def tidy_changes(session: Session, servers: Sequence[str]) -> None:
    """Note for every server what the release before noted, and delete the changes for servers that are not in use,
    which are built anew when they are again.
    """
    noted = session.execute(_NOTED_BEFORE.returning(IndexChange.member_id)).scalars().all()
    note_changes(session, noted, servers)
    index_servers.distrust_others(session, servers)
    session.execute(_UNREAD, {"names": [*servers]})


def take_changes(session: Session, server: str) -> dict[UUID, int]:
    """Lease waiting changes for LEASE, as {member: version}, so that no other process copies them to the server."""
    waiting = (
        select(ServerChange.member_id)
        .where(ServerChange.server == server, _IS_FREE)
        .order_by(ServerChange.changed_at)
        .limit(MAX_AT_ONCE)
        .with_for_update(skip_locked=True)
    )
    own = update(ServerChange).where(ServerChange.server == server, ServerChange.member_id.in_(waiting))
    leased = own.values(taken_until=func.now() + LEASE).returning(ServerChange.member_id, ServerChange.version)
    return {row.member_id: row.version for row in session.execute(leased)}


def settle_changes(session: Session, server: str, taken: dict[UUID, int]) -> bool:
    """Delete the copied changes and release newer ones made meanwhile; returns whether there were any."""
    done = tuple_(ServerChange.member_id, ServerChange.version).in_(list(taken.items()))
    session.execute(delete(ServerChange).where(ServerChange.server == server, done))
    return release_changes(session, server, taken)


def release_changes(session: Session, server: str, taken: dict[UUID, int]) -> bool:
    """Release leased changes; returns whether there were any."""
    own = update(ServerChange).where(ServerChange.server == server, ServerChange.member_id.in_(taken))
    return bool(session.execute(own.values(taken_until=None).returning(ServerChange.member_id)).all())


def list_documents(session: Session, member_ids: Sequence[UUID]) -> list[dict[str, Any]]:
    """Return the documents of some members, without those who are not listed."""
    return [document(row) for row in queries.list_listings(session, member_ids)]
