"""Maintenance of the search index: updating, rebuilding, comparing. Each step opens its own transactions."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from app.kernel import log
from app.kernel.db.session import transaction
from app.kernel.progress import Progress, counted, silent
from modules.catalog import search_index
from modules.catalog.contracts import IndexReport
from modules.catalog.documents import document
from modules.catalog.errors import IndexRefused, IndexUnavailable
from modules.catalog.queries import search as queries
from modules.catalog.service import listings
from modules.profiles import api as profiles_api

BATCH = 1000
INDEX_BATCH = 20_000
# So many members are copied in the time of a job.
BEGUN_AT_ONCE = 20_000


def follow_members(member_ids: Iterable[UUID]) -> None:
    """Copy some members' profiles into their listings, and into the search index when it answers."""
    # In order, so that two jobs never wait for each other.
    ordered = sorted(set(member_ids))
    with transaction() as session:
        listings.refresh_listings(session, ordered, is_followed=search_index.keeps_index())
    push_waiting_changes()


def push_changes() -> None:
    """Copy every waiting change into the search index in batches; raises IndexUnavailable."""
    _note_everybody_if_lost()
    is_more_waiting = True
    while is_more_waiting:
        with transaction() as session:
            taken = listings.take_changes(session)
            documents = listings.list_documents(session, list(taken)) if taken else []
        # A member who changed during the copying was leased here, so no other process copied the change.
        is_changed = bool(taken) and _copy(taken, documents)
        is_more_waiting = is_changed or len(taken) == listings.MAX_AT_ONCE


def _note_everybody_if_lost() -> None:
    """Have everybody copied into an index that is new or lost: in one of the latest changes alone, searches would find
    nobody else. Raises IndexUnavailable where so many are listed that `rebuild_index` must do it.
    """
    if not search_index.keeps_index() or search_index.is_begun():
        return
    with transaction() as session:
        # Asked at every change until the index is rebuilt.
        if queries.has_more_listings(session, BEGUN_AT_ONCE):
            raise IndexUnavailable()
        listed = queries.page_fingerprints(session, after=None, limit=BEGUN_AT_ONCE)
        listings.note_changes(session, [member_id for member_id, _ in listed])


def _copy(taken: dict[UUID, int], documents: list[dict[str, Any]]) -> bool:
    listed = {UUID(document["id"]) for document in documents}
    try:
        search_index.put(documents)
        search_index.remove([member_id for member_id in taken if member_id not in listed])
    except IndexUnavailable:
        with transaction() as session:
            listings.release_changes(session, taken)
        raise
    with transaction() as session:
        return listings.settle_changes(session, taken)


def push_waiting_changes() -> None:
    """Copy the changes that earlier attempts left, if there is a search engine and it answers."""
    if search_index.keeps_index():
        with _refusals_logged():
            push_changes()


def mend_loss() -> None:
    """Have everybody copied into an index that was lost, if the search engine answers; once a minute."""
    with _refusals_logged():
        _note_everybody_if_lost()


@contextmanager
def _refusals_logged() -> Iterator[None]:
    try:
        yield
    except IndexRefused as refused:
        log.get("catalog").warning("search engine refuses; its changes wait", reason=refused.reason)
    except IndexUnavailable:
        log.get("catalog").warning("search index away; its changes wait")


def copy_activity() -> None:
    """Copy when members were last active."""
    with transaction() as session:
        listings.copy_activity(session)


def rebuild_index(progress: Progress = silent) -> IndexReport:
    """Copy every profile into its listing, rebuild the index from the listings, and repair what changed meanwhile.

    `progress` gets (what, done, total), with 0 for an unknown total. Raises IndexUnavailable.
    """
    _rebuild_listings(progress)
    return rebuild_documents(progress)


def rebuild_documents(progress: Progress = silent) -> IndexReport:
    """Rebuild the index from the existing listings and repair what changed meanwhile; raises IndexUnavailable."""
    if not search_index.keeps_index():
        with transaction(read_only=True) as session:
            return IndexReport(queries.count_listings(session), documents=0, missing=(), extra=(), stale=())
    search_index.rebuild(_document_batches(progress))
    search_index.wait_until_done()
    report = verify_index()
    repair(report)
    return report


def _rebuild_listings(progress: Progress) -> None:
    seen: set[UUID] = set()
    after = None
    while True:
        with transaction() as session:
            ids = profiles_api.list_visible_ids(session, after=after, limit=BATCH)
            if not ids:
                break
            listings.refresh_listings(session, ids, is_followed=False)
        seen.update(ids)
        after = ids[-1]
        progress("listings", len(seen), 0)
    _forget_listings_except(seen)


def _forget_listings_except(seen: set[UUID]) -> None:
    gone = [member_id for member_id, _ in _fingerprints() if member_id not in seen]
    for start in range(0, len(gone), BATCH):
        with transaction() as session:
            listings.refresh_listings(session, gone[start : start + BATCH])


def _document_batches(progress: Progress) -> Iterator[list[dict[str, Any]]]:
    after, done = None, 0
    with transaction(read_only=True) as session:
        total = queries.count_listings(session)
    while True:
        with transaction(read_only=True) as session:
            rows = queries.page_listings(session, after=after, limit=INDEX_BATCH)
        if not rows:
            return
        yield [document(row) for row in rows]
        after = rows[-1]["member_id"]
        done += len(rows)
        progress("documents", done, total)


def _fingerprints() -> Iterator[tuple[UUID, int]]:
    after = None
    while True:
        with transaction(read_only=True) as session:
            page = queries.page_fingerprints(session, after=after, limit=INDEX_BATCH)
        if not page:
            return
        yield from page
        after = page[-1][0]


def verify_index(progress: Progress = silent) -> IndexReport:
    """Compare the fingerprints of all documents with Postgres; raises IndexUnavailable."""
    with transaction(read_only=True) as session:
        total = queries.count_listings(session)
    listed = dict(counted(_fingerprints(), "read from Postgres", total, progress, every=INDEX_BATCH))
    indexed = dict(counted(search_index.fingerprints(), "read from the index", total, progress, every=INDEX_BATCH))
    return IndexReport(
        members=len(listed),
        documents=len(indexed),
        missing=tuple(listed.keys() - indexed.keys()),
        extra=tuple(indexed.keys() - listed.keys()),
        stale=tuple(i for i, mark in listed.items() if indexed.get(i, mark) != mark),
    )


def repair(report: IndexReport) -> None:
    """Copy every document again that differs; raises IndexUnavailable."""
    differing = [*report.missing, *report.extra, *report.stale]
    for start in range(0, len(differing), BATCH):
        with transaction() as session:
            listings.note_changes(session, differing[start : start + BATCH])
    push_changes()
