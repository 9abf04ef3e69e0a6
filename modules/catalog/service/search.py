"""Search: filters become a query, an engine answers it, and the page is built from Postgres.

The request holds no database connection while it asks the search engine. When that fails, Postgres answers.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar
from uuid import UUID

from app.kernel import clock
from app.kernel.db.session import Session, on_replica
from app.kernel.errors import LoginRequired
from modules.catalog import search_index
from modules.catalog.contracts import (
    MAX_RESULTS,
    Engine,
    Facets,
    Filters,
    Hits,
    ResultPage,
    Searcher,
    SearchQuery,
    Sort,
)
from modules.catalog.errors import IndexUnavailable
from modules.catalog.policies import search as policies
from modules.catalog.policies import widening
from modules.catalog.queries import search as queries
from modules.catalog.service import walks
from modules.catalog.service.index_servers import release_to_search
from modules.catalog.service.walks import Walk
from modules.catalog.service.widening import count_widenings
from modules.profiles import api as profiles_api
from modules.profiles.contracts import Place, Profile, ProfileCard, Viewer
from modules.profiles.errors import ProfileNotFound
from modules.profiles.reference import cells as reference
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from modules.social import api as social_api

DEFAULT_RADIUS_KM = 25
_places: dict[int, Place] = {}
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Context:
    """The site, profile and searcher of a request, read once for all its queries."""

    site: Site
    own: Profile | None
    searcher: Searcher


def search_members(
    session: Session, *, viewer: Viewer, filters: Filters, page: int, page_size: int, has_source: bool = False
) -> ResultPage:
    """Return one page of results (spec 3.11), in a read-only transaction; raises LoginRequired (spec 6.1)."""
    ensure_may_search(session, viewer=viewer, has_source=has_source)
    if page > 1 and viewer.member_id is not None:
        walk = walks.find_walk(viewer.member_id, filters=filters, page=page, page_size=page_size)
        if walk is not None:
            return _continue(session, viewer, walk, filters, page=page, page_size=page_size)
    context = _read_context(session, viewer)
    query, applied = _build_query(session, context, filters, page=page, page_size=page_size)
    if viewer.member_id is not None and policies.choose_engine(query) is Engine.POSTGRES:
        with on_replica(session):
            hits, ids = queries.search_whole(session, query)
        engine, is_away = Engine.POSTGRES, False
        if hits.members + hits.fictional > query.offset + query.limit:
            walks.keep_walk(viewer.member_id, filters=filters, query=query, applied=applied, hits=hits, ids=ids)
    else:
        hits, engine, is_away = _find(session, query)
    found = _build_page(session, viewer, query, hits, engine=engine, applied=applied, degraded=is_away)
    if found.results or page > 1:
        return found
    candidates = widening.widenings(filters, applied, youngest=context.site.min_age)
    return replace(
        found,
        widenings=count_widenings(
            session,
            candidates,
            query_of=lambda one: _build_query(session, context, one.filters, page=1, page_size=1)[0],
        ),
    )


def _continue(
    session: Session, viewer: Viewer, walk: Walk, filters: Filters, *, page: int, page_size: int
) -> ResultPage:
    """Return a later page of a search whose results are kept: those of its members who may be shown now."""
    pages, has_more = _pages(walk.hits, counted=walk.counted, page_size=page_size)
    similar: list[ProfileCard] = []
    if page == pages and not has_more:
        query, _ = prepare(session, viewer=viewer, filters=filters, page=page, page_size=page_size)
        similar = _list_almost_fitting(session, viewer, query, walk.hits)
    return ResultPage(
        results=social_api.list_listed_cards(session, viewer=viewer, ids=walk.hits.ids),
        total=walk.hits.members,
        fictional_total=walk.hits.fictional,
        page=page,
        pages=pages,
        has_more=has_more,
        similar=similar,
        engine=Engine.POSTGRES,
        degraded=False,
        applied=walk.applied,
    )


def _pages(hits: Hits, *, counted: int, page_size: int) -> tuple[int, bool]:
    """Return the number of pages, and whether there may be more than were counted."""
    found = hits.members + hits.fictional
    return -(-min(found, counted) // page_size), found >= counted


def _find(session: Session, query: SearchQuery) -> tuple[Hits, Engine, bool]:
    """Return the hits, the engine that answered, and whether the search engine failed."""
    if policies.choose_engine(query) is Engine.POSTGRES:
        with on_replica(session):
            return queries.search(session, query), Engine.POSTGRES, False
    release_to_search(session)
    needs_ordering = policies.needs_ordering(query)
    found = _ask(search_index.find_all, query) if needs_ordering else None
    answer = None if needs_ordering else _ask(search_index.search, query)
    is_away = found is None and answer is None
    if answer is not None:
        return answer, Engine.MEILISEARCH, False
    with on_replica(session):
        hits = queries.search(session, query, among=found)
    return hits, Engine.POSTGRES if is_away else Engine.MEILISEARCH, is_away


def count_facets(session: Session, *, viewer: Viewer, filters: Filters, has_source: bool = False) -> Facets:
    """Return the counts of the facets, in a read-only transaction; raises LoginRequired."""
    now = clock.now()
    ensure_may_search(session, viewer=viewer, has_source=has_source)
    query, _ = prepare(session, viewer=viewer, filters=replace(filters, fictional=False), page=1, page_size=1)
    online_since, new_since = now - policies.ONLINE, now - policies.NEW
    facets = None
    if query.active_since is None and policies.fits_index(query):
        release_to_search(session)
        facets = _ask(lambda q: search_index.count_facets(q, new_since=new_since), query)
    with on_replica(session):
        if facets is None:
            return queries.count_facets(session, query, online_since=online_since, new_since=new_since)
        return replace(facets, online=queries.count_online(session, query, since=online_since))


def list_similar(session: Session, *, viewer: Viewer, member_id: UUID, has_source: bool = False) -> list[ProfileCard]:
    """Return similar members whose wishes the viewer fits; raises ProfileNotFound for blocked and absent members."""
    ensure_may_search(session, viewer=viewer, has_source=has_source)
    likeness = queries.find_likeness(session, member_id=member_id, site_id=viewer.site_id)
    searcher = _searcher(session, viewer, _own_profile(session, viewer))
    if likeness is None or (member_id in searcher.absent_ids and member_id != viewer.member_id):
        raise ProfileNotFound()
    age = clock.age_on(clock.today(), likeness.date_of_birth)
    alike = replace(
        searcher,
        region=likeness.region,
        interests=likeness.interests,
        absent_ids=searcher.absent_ids | {member_id},
    )
    filters = Filters(
        genders=(likeness.gender,) if likeness.gender else (),
        country=likeness.country,
        min_age=age - policies.WIDER_AGES,
        max_age=age + policies.WIDER_AGES,
    )
    query = policies.build_query(filters, alike, now=clock.now(), page_size=policies.SIMILAR)
    return social_api.list_cards(session, viewer=viewer, ids=queries.search(session, query).ids)


def greet_someone(session: Session, *, viewer: Viewer, member_id: UUID) -> ProfileCard | None:
    """Like one real member who fits both ways for a member who asked for it, at most once a day (spec 7.10).

    Returns the liked member, or None when nobody fits or no like is due.
    """
    if not social_api.may_auto_like(session, member_id=member_id) or not profiles_api.is_visible(session, member_id):
        return None
    query, _ = prepare(session, viewer=viewer, filters=Filters(), page=1, page_size=MAX_RESULTS)
    ids = queries.search(session, query).ids
    liked = social_api.liked_ids(session, member_id=member_id, among=ids)
    chosen = next((candidate for candidate in ids if candidate not in liked), None)
    if chosen is None:
        return None
    return social_api.give_auto_like(session, viewer=viewer, member_id=member_id, to_id=chosen)


def ensure_may_search(session: Session, *, viewer: Viewer, has_source: bool) -> None:
    """Raise LoginRequired for a visitor of a site on which visitors may not search (spec 6.1)."""
    if not may_search(session, viewer=viewer, has_source=has_source):
        raise LoginRequired()


def may_search(session: Session, *, viewer: Viewer, has_source: bool) -> bool:
    """Return whether somebody may search and see profiles on their site (spec 6.1)."""
    site = sites_api.get_site(session, viewer.site_id)
    return policies.may_search(
        is_member=viewer.member_id is not None,
        logged_out_search=site.logged_out_search,
        by_trafficsource=site.logged_out_search_trafficsource,
        has_source=has_source,
    )


def prepare(
    session: Session, *, viewer: Viewer, filters: Filters, page: int, page_size: int
) -> tuple[SearchQuery, Filters]:
    """Return the query for some filters, and the applied filters, completed with the viewer's wishes."""
    return _build_query(session, _read_context(session, viewer), filters, page=page, page_size=page_size)


def _build_query(
    session: Session, context: _Context, filters: Filters, *, page: int, page_size: int
) -> tuple[SearchQuery, Filters]:
    own = context.own
    applied = _with_wishes(filters, own)
    place_id = applied.place_id or (own.place_id if own else None)
    wants_place = applied.radius_km or applied.place_id or applied.sort is Sort.NEAREST
    place = _place(session, place_id) if place_id and wants_place else None
    cells: tuple[str, ...] = ()
    if place and (applied.radius_km or applied.place_id):
        radius = applied.radius_km or DEFAULT_RADIUS_KM
        applied = replace(applied, place_id=place.id, radius_km=radius)
        cells = tuple(reference.cells_within(place.lat, place.lng, radius))
    kinds = policies.kinds_shown(
        wanted=applied.fictional,
        is_enabled=context.site.fictional_enabled,
        hides=bool(own and own.hide_fictional),
    )
    query = policies.build_query(
        applied,
        context.searcher,
        now=clock.now(),
        kinds=kinds,
        cells=cells,
        centre=(place.lat, place.lng) if place else None,
        page=page,
        page_size=page_size,
    )
    return query, applied


def _read_context(session: Session, viewer: Viewer) -> _Context:
    own = _own_profile(session, viewer)
    return _Context(sites_api.get_site(session, viewer.site_id), own, _searcher(session, viewer, own))


def _own_profile(session: Session, viewer: Viewer) -> Profile | None:
    return profiles_api.get_profile(session, viewer.member_id) if viewer.member_id else None


def _with_wishes(filters: Filters, own: Profile | None) -> Filters:
    """Return the filters completed with a profile's wishes; "" and () mean any, and a place needs no country."""
    if own is None:
        return replace(filters, country=filters.country or None)
    has_place = filters.place_id is not None or filters.radius_km is not None or filters.region is not None
    country = own.country if filters.country is None and not has_place else filters.country
    return replace(
        filters,
        genders=own.seeking_genders if filters.genders is None else filters.genders,
        country=country or None,
        min_age=filters.min_age if filters.min_age is not None else own.seeking_min_age,
        max_age=filters.max_age if filters.max_age is not None else own.seeking_max_age,
    )


def _searcher(session: Session, viewer: Viewer, own: Profile | None) -> Searcher:
    if own is None:
        return Searcher(site_id=viewer.site_id)
    return Searcher(
        site_id=viewer.site_id,
        member_id=own.id,
        gender=own.gender,
        age=clock.age_on(clock.today(), own.date_of_birth),
        region=own.region,
        interests=own.interests,
        absent_ids=frozenset({own.id, *social_api.list_blocked_ids(session, member_id=own.id)}),
    )


def _place(session: Session, place_id: int) -> Place:
    """Return a town; cached, because towns do not change while a process runs."""
    if place_id not in _places:
        _places[place_id] = profiles_api.get_place(session, place_id)
    return _places[place_id]


def _ask(question: Callable[[SearchQuery], T], query: SearchQuery) -> T | None:
    """Return the search engine's answer, or None when it does not answer."""
    try:
        return question(query)
    except IndexUnavailable:
        return None


def _build_page(
    session: Session,
    viewer: Viewer,
    query: SearchQuery,
    hits: Hits,
    *,
    engine: Engine,
    applied: Filters,
    degraded: bool = False,
) -> ResultPage:
    """Return the page for some hits; members who are no longer visible are left out."""
    pages, has_more = _pages(hits, counted=query.counted, page_size=query.limit)
    page = query.offset // query.limit + 1
    return ResultPage(
        results=social_api.list_cards(session, viewer=viewer, ids=hits.ids),
        total=hits.members,
        fictional_total=hits.fictional,
        page=page,
        pages=pages,
        has_more=has_more,
        similar=_list_almost_fitting(session, viewer, query, hits) if page == max(pages, 1) and not has_more else [],
        engine=engine,
        degraded=degraded,
        applied=applied,
    )


def _list_almost_fitting(session: Session, viewer: Viewer, query: SearchQuery, hits: Hits) -> list[ProfileCard]:
    """Return members who almost fit, by wider and wider searches (spec 3.11)."""
    ids: list[UUID] = []
    # When this page has all results, they are excluded by id, which is cheaper than searching for them again.
    is_whole = query.offset == 0
    absent = query.searcher.absent_ids | set(hits.ids) if is_whole else query.searcher.absent_ids
    for wider in policies.relaxations(replace(query, searcher=replace(query.searcher, absent_ids=absent))):
        known = {*ids, *hits.ids}
        found = queries.search(session, wider, without=None if is_whole else query).ids
        ids += [member_id for member_id in found if member_id not in known]
        if len(ids) >= policies.SIMILAR:
            break
    return social_api.list_cards(session, viewer=viewer, ids=ids[: policies.SIMILAR])
