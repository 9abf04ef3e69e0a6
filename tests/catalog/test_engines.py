"""Both engines give the same answer to the same search."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from app.kernel import clock
from app.kernel.db.session import transaction
from modules.catalog import search_index
from modules.catalog.contracts import EXACT_FILTERS, Hits, Searcher, SearchQuery, Sort
from modules.catalog.models import Listing, ListingText
from modules.catalog.policies import search as policies
from modules.catalog.queries import search as queries
from modules.profiles.contracts import Kind
from modules.profiles.reference import cells, lists
from tests.bench.population import WORDS

pytestmark = pytest.mark.search_engine

INTERESTS = [interest.key for interest in lists.interests() if not interest.intimate]
EXACT = {"country": ["NL", "BE", "DE"], "region": [None, "NL-UT", "NL-NH", "NL-ZH", "BE-VAN", "BE-WHT"]}
# Utrecht, Amsterdam, Antwerp.
POINTS = [(52.09, 5.12), (52.37, 4.89), (51.22, 4.40)]
DAYS = st.none() | st.dates(date(1940, 1, 1), date(2006, 12, 31))
CELLS = st.just(()) | st.builds(
    lambda point, km: tuple(cells.cells_within(point[0], point[1], km)),
    st.sampled_from(POINTS),
    st.sampled_from((25, 50, 100)),
)
FEW = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def in_postgres(query: SearchQuery) -> Hits:
    with transaction(read_only=True) as session:
        return queries.search(session, query)


@st.composite
def searches(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "genders": tuple(draw(st.sets(st.sampled_from(lists.choices("gender")), max_size=2))),
        **{name: draw(st.sampled_from([None, *EXACT[name]])) for name in EXACT_FILTERS},
        "born_after": draw(DAYS),
        "born_until": draw(DAYS),
        "cells": draw(CELLS),
        "created_since": draw(st.sampled_from([None, clock.now() - timedelta(days=200)])),
        "with_photo": draw(st.booleans()),
        "interests": tuple(draw(st.sets(st.sampled_from(INTERESTS), max_size=1))),
        "kinds": draw(st.sampled_from([(Kind.MEMBER,), (Kind.MEMBER, Kind.FICTIONAL)])),
        "limit": draw(st.sampled_from([1, 7, 24])),
        "offset": draw(st.sampled_from([0, 24])),
    }


SEARCHERS = st.fixed_dictionaries(
    {"gender": st.sampled_from([None, "woman", "man"]), "age": st.none() | st.integers(18, 90)}
)


@pytest.mark.spec("2.2", "3.11")
@FEW
@given(wanted=searches(), searcher=SEARCHERS, absent=st.integers(0, 3))
def test_both_engines_find_the_same_in_the_same_order(
    crowd: UUID, wanted: dict[str, Any], searcher: dict[str, Any], absent: int
) -> None:
    who = Searcher(site_id=crowd, **searcher)
    query = SearchQuery(searcher=who, sort=Sort.NEWEST, **wanted)
    blocked = frozenset(in_postgres(query).ids[:absent])
    query = replace(query, searcher=replace(who, absent_ids=blocked))
    hits = in_postgres(query)
    assert search_index.search(query) == hits
    assert blocked.isdisjoint(hits.ids)


@pytest.mark.spec("2.2")
@FEW
@given(wanted=searches(), words=st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=2, unique=True))
def test_both_engines_find_the_same_words(crowd: UUID, wanted: dict[str, Any], words: list[str]) -> None:
    query = SearchQuery(searcher=Searcher(site_id=crowd), text=" ".join(words), words=tuple(words), **wanted)
    query = replace(query, offset=0, limit=500, sort=Sort.NEWEST)
    # Postgres may forgive a slip of the pen where the index does not, and the other way round.
    exact = (
        select(Listing.member_id)
        .join(ListingText, ListingText.member_id == Listing.member_id)
        .where(*queries.filters_of(query))
        .where(*(ListingText.folded.op("~")(rf"\m{word}\M") for word in words))
    )
    with transaction(read_only=True) as session:
        ids = set(session.execute(exact, queries.values_of(query)).scalars())
    assert ids <= set(search_index.search(query).ids)
    assert ids <= set(in_postgres(query).ids)


@pytest.mark.parametrize("wrong", ["mountans", "bicyle", "montains"])
def test_both_engines_forgive_a_slip_of_the_pen(crowd: UUID, wrong: str) -> None:
    query = SearchQuery(searcher=Searcher(site_id=crowd), text=wrong, words=(wrong,), limit=500)
    assert len(search_index.search(query).ids) > 5
    assert len(in_postgres(query).ids) > 5


@pytest.mark.spec("3.11")
@pytest.mark.parametrize("sort", [Sort.FIT, Sort.ACTIVE, Sort.NEWEST, Sort.NEAREST])
def test_pages_hold_everybody_once(crowd: UUID, sort: Sort) -> None:
    query = SearchQuery(
        searcher=Searcher(site_id=crowd, interests=("hiking", "coffee"), region="NL-UT"),
        sort=sort,
        centre=policies.projected(*POINTS[0]),
        limit=7,
    )
    pages = [in_postgres(replace(query, offset=offset)) for offset in range(0, 504, 7)]
    found = [member_id for page in pages for member_id in page.ids]
    assert (len(found), len(set(found)), pages[0].members, pages[-1].members) == (500, 500, 240, 500)


def test_nearest_is_nearest(crowd: UUID) -> None:
    query = SearchQuery(
        searcher=Searcher(site_id=crowd), sort=Sort.NEAREST, centre=policies.projected(*POINTS[0]), limit=500
    )
    ids = in_postgres(query).ids
    with transaction(read_only=True) as session:
        rows = session.execute(select(Listing.member_id, Listing.east, Listing.north).where(Listing.site_id == crowd))
        spots = {row.member_id: (row.east, row.north) for row in rows}
    x, y = policies.projected(*POINTS[0])
    distances = [(spots[i][0] - x) ** 2 + (spots[i][1] - y) ** 2 for i in ids]
    assert distances == sorted(distances)


def test_fit_prefers_shared_interests_among_the_active(crowd: UUID) -> None:
    searcher = Searcher(site_id=crowd, interests=tuple(INTERESTS[:20]), region="NL-UT")
    fit = in_postgres(SearchQuery(searcher=searcher, sort=Sort.FIT, limit=24)).ids
    active = in_postgres(SearchQuery(searcher=searcher, sort=Sort.ACTIVE, limit=240)).ids
    assert set(fit) < set(active)
    with transaction(read_only=True) as session:
        rows = session.execute(select(Listing.member_id, Listing.interests).where(Listing.site_id == crowd))
        shared = {row.member_id: len(set(row.interests) & set(searcher.interests)) for row in rows}
    mean = sum(shared[i] for i in active) / len(active)
    assert sum(shared[i] for i in fit) / len(fit) > mean + 1


@pytest.mark.spec("3.11")
@FEW
@given(wanted=searches())
def test_both_engines_count_the_same(crowd: UUID, wanted: dict[str, Any]) -> None:
    wanted |= {"kinds": (Kind.MEMBER,), "offset": 0, "limit": 1}
    query = SearchQuery(searcher=Searcher(site_id=crowd), **wanted)
    new_since = clock.now() - timedelta(days=100)
    with transaction(read_only=True) as session:
        theirs = queries.count_facets(session, query, online_since=clock.now(), new_since=new_since)
    assert search_index.count_facets(query, new_since=new_since) == replace(theirs, online=0)
