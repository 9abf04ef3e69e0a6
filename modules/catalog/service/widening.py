"""Counting the results of searches with one filter loosened."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from app.kernel.db.session import Session
from modules.catalog import search_index
from modules.catalog.contracts import SearchQuery, Widening
from modules.catalog.errors import IndexUnavailable
from modules.catalog.policies import search as policies
from modules.catalog.policies import widening
from modules.catalog.queries import search as queries
from modules.catalog.service.index_servers import release_to_search
from modules.profiles.contracts import Kind


def count_widenings(
    session: Session, candidates: Sequence[Widening], *, query_of: Callable[[Widening], SearchQuery]
) -> tuple[Widening, ...]:
    """Return for each filter the narrowest candidate that finds a real member, with the number found."""
    wanted = [replace(query_of(candidate), kinds=(Kind.MEMBER,)) for candidate in candidates]
    totals = _count(session, wanted) if wanted else []
    counted = (replace(candidate, total=total) for candidate, total in zip(candidates, totals, strict=True))
    return widening.offered(counted)


def _count(session: Session, wanted: Sequence[SearchQuery]) -> list[int]:
    """Return the totals, from the index where it can answer because it counts faster, else from Postgres."""
    known = [query for query in wanted if query.active_since is None and policies.fits_index(query)]
    totals = dict(zip(known, _ask_index(session, known), strict=False))
    left = [query for query in wanted if query not in totals]
    totals |= zip(left, _ask_postgres(session, left), strict=True)
    return [totals[query] for query in wanted]


def _ask_index(session: Session, wanted: Sequence[SearchQuery]) -> list[int]:
    """Return the totals from the index, or nothing when the search engine does not answer."""
    if not wanted:
        return []
    release_to_search(session)
    try:
        return search_index.count_each(wanted)
    except IndexUnavailable:
        return []


def _ask_postgres(session: Session, wanted: Sequence[SearchQuery]) -> list[int]:
    return queries.count_each(session, wanted) if wanted else []
