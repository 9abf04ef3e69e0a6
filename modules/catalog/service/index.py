"""Maintenance of the search index: updating, building, comparing. Each step opens its own transactions.

Each server has a copy of the index, a queue of changes, and its own state: one that is away delays no other.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
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
from modules.catalog.search_index import Server
from modules.catalog.service import index_servers, listings
from modules.catalog.service.index_servers import Building
from modules.profiles import api as profiles_api

BATCH = 1000
FINGERPRINTS = 20_000
# So many documents are built at once that nobody notices the time that they take a worker.
BUILT_AT_ONCE = 5000
INDEXING_SECONDS = 2.0
# What a command waits for a server to be ready, and between two looks.
MAX_INDEXING_SECONDS, WAIT_SECONDS = 3600.0, 0.1


def follow_members(member_ids: Iterable[UUID]) -> None:
    """Copy some members' profiles into their listings, and into the search index of each server that answers."""
    # In order, so that two jobs never wait for each other.
    ordered = sorted(set(member_ids))
    with transaction() as session:
        listings.refresh_listings(session, ordered)
    push_waiting_changes()


def push_waiting_changes() -> None:
    """Copy the changes that wait to each server that answers, and build an index that is not whole."""
    for server in search_index.servers():
        try:
            push_changes(server)
        except IndexRefused as refused:
            named = {"server": server.name, "reason": refused.reason}
            log.get("catalog").warning("search engine refuses; its changes wait", **named)
        except IndexUnavailable:
            log.get("catalog").warning("search index away; its changes wait", server=server.name)


def mend_loss() -> None:
    """Build the index of each server that lost it, also when nothing changes; once a minute."""
    push_waiting_changes()
    with transaction() as session:
        if servers := search_index.servers():
            listings.tidy_changes(session, [server.name for server in servers])


def push_changes(server: Server) -> None:
    """Copy every waiting change to a server in batches; raises IndexUnavailable.

    Where its index is not whole, it builds a part of it instead, and the changes wait until all is built: in an index
    of the latest changes alone, searches would find nobody else.
    """
    while _advance(server).is_more:
        pass


@dataclass(frozen=True, slots=True)
class _Step:
    """What one step did for a server: whether its index was whole, how many documents were copied, and whether there is
    more to do at once.
    """

    is_whole: bool
    copied: int
    is_more: bool


def _advance(server: Server) -> _Step:
    """Copy the next changes to a server, or build the next part of its index; raises IndexUnavailable."""
    with transaction() as session:
        known = index_servers.find_index(session, server.name)
    index_id = server.find_index()
    with transaction() as session:
        is_whole = index_id is not None and (
            index_id == known or index_servers.adopt_index(session, server.name, index_id)
        )
        taken = listings.take_changes(session, server.name) if is_whole else {}
        documents = listings.list_documents(session, list(taken)) if taken else []
        building = None if is_whole else index_servers.take_building(session, server.name, known)
    if is_whole:
        # A member who changed during the copying was leased here, so no other process copied the change.
        is_changed = bool(taken) and _copy(server, taken, documents)
        return _Step(True, len(taken), is_more=is_changed or len(taken) == listings.MAX_AT_ONCE)
    return _build_part(server, building) if building else _Step(False, 0, is_more=False)


def _copy(server: Server, taken: dict[UUID, int], documents: list[dict[str, Any]]) -> bool:
    listed = {UUID(document["id"]) for document in documents}
    try:
        server.put(documents)
        server.remove([member_id for member_id in taken if member_id not in listed])
    except IndexUnavailable:
        with transaction() as session:
            listings.release_changes(session, server.name, taken)
        raise
    with transaction() as session:
        return listings.settle_changes(session, server.name, taken)


def _build_part(server: Server, building: Building) -> _Step:
    """Build the next part of a server's index, and swap it in when it is whole; raises IndexUnavailable.

    Where the process is killed, another one goes on when the lease ends.
    """
    copied_to, index_id = building.copied_to, None
    try:
        if copied_to is None or server.find_index(search_index.fresh_name()) is None:
            server.drop_index()
            server.start_fresh()
            copied_to = index_servers.START
        with transaction(snapshot=True) as session:
            rows = queries.page_listings(session, after=copied_to, limit=BUILT_AT_ONCE)
        server.put([document(row) for row in rows], into=search_index.fresh_name())
        copied_to = rows[-1]["member_id"] if rows else copied_to
        if len(rows) < BUILT_AT_ONCE and server.is_idle(within=INDEXING_SECONDS):
            copied_to = None
            with transaction() as session:
                index_servers.begin_anew(session, server.name, building)
            # Not repeated where it is interrupted: a second swap would bring back what was there before.
            index_id = server.swap_in()
    finally:
        with transaction() as session:
            index_servers.save_building(session, server.name, building, copied_to=copied_to, index_id=index_id)
    return _Step(False, len(rows), is_more=index_id is not None)


def copy_activity() -> None:
    """Copy when members were last active."""
    with transaction() as session:
        listings.copy_activity(session)


def rebuild_index(progress: Progress = silent) -> list[IndexReport]:
    """Copy every profile into its listing, and build the index of each server from the listings.

    `progress` gets (what, done, total), with 0 for an unknown total. A server that is away is reported so, and its
    index is built when it answers again; raises IndexUnavailable where none answers.
    """
    _rebuild_listings(progress)
    return rebuild_documents(progress)


def rebuild_documents(progress: Progress = silent) -> list[IndexReport]:
    """Build the index of each server from the existing listings, as `rebuild_index` does."""
    return _report_each(lambda server: _rebuild(server, progress))


def _report_each(report: Callable[[Server], IndexReport]) -> list[IndexReport]:
    """Return a report of each server, also of those that are away; raises IndexUnavailable where all are."""
    reports: list[IndexReport] = []
    failure: IndexUnavailable | None = None
    for server in search_index.servers():
        try:
            reports.append(report(server))
        except IndexUnavailable as error:
            failure = error
            reports.append(IndexReport(server.name, is_away=True))
    if failure is not None and all(one.is_away for one in reports):
        raise failure
    return reports


def _rebuild(server: Server, progress: Progress) -> IndexReport:
    """Build a server's index beside the one that is searched meanwhile; its changes wait so long."""
    with transaction() as session:
        building = index_servers.restart_building(session, server.name)
        total = queries.count_listings(session)
    started = None
    try:
        server.start_fresh()
        started = index_servers.START
    finally:
        with transaction() as session:
            index_servers.save_building(session, server.name, building, copied_to=started)
    done, step = 0, _Step(False, 0, is_more=True)
    while not step.is_whole:
        if not (step.copied or step.is_more):
            time.sleep(WAIT_SECONDS)  # the server is indexing, or a worker does a part
        step = _advance(server)
        done += 0 if step.is_whole else step.copied
        progress("documents", done, total)
    push_changes(server)
    server.is_idle(within=MAX_INDEXING_SECONDS)
    return _compare(server, silent)


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


def _fingerprints() -> Iterator[tuple[UUID, int]]:
    after = None
    while True:
        with transaction(read_only=True) as session:
            page = queries.page_fingerprints(session, after=after, limit=FINGERPRINTS)
        if not page:
            return
        yield from page
        after = page[-1][0]


def verify_index(progress: Progress = silent) -> list[IndexReport]:
    """Compare the fingerprints of all documents of each server with Postgres; raises IndexUnavailable where none
    answers.
    """
    return _report_each(lambda server: _compare(server, progress))


def _compare(server: Server, progress: Progress) -> IndexReport:
    with transaction(read_only=True) as session:
        total = queries.count_listings(session)
    listed = dict(counted(_fingerprints(), "read from Postgres", total, progress, every=FINGERPRINTS))
    indexed = dict(counted(server.fingerprints(), f"read from {server.name}", total, progress, every=FINGERPRINTS))
    return IndexReport(
        server=server.name,
        members=len(listed),
        documents=len(indexed),
        missing=tuple(listed.keys() - indexed.keys()),
        extra=tuple(indexed.keys() - listed.keys()),
        stale=tuple(i for i, mark in listed.items() if indexed.get(i, mark) != mark),
    )
