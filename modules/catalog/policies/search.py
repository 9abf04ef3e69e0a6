"""Rules of search."""

import math
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from app.kernel.text.folding import sought
from modules.catalog.contracts import EXACT_FILTERS, Engine, Filters, Searcher, SearchQuery, Sort
from modules.profiles.contracts import Kind

SIMILAR = 12
ONLINE = timedelta(minutes=5)
NEW = timedelta(days=7)
OLDEST = 120
MAX_WORDS = 5
# A single letter is in nearly every text; it is used only as the beginning of the last word.
MIN_LETTERS = 2
# Years by which similar members may be older or younger than the given ages.
WIDER_AGES = 5
# The most absent members (mostly blocks) that are sent with a query to the index.
MAX_ABSENT = 1000
# Numbers of members shown to visitors are rounded down to this.
COUNT_STEP = 10


def may_search(*, is_member: bool, logged_out_search: bool, by_trafficsource: bool, has_source: bool) -> bool:
    """Return whether somebody may search and see profiles (spec 6.1)."""
    return is_member or logged_out_search or (by_trafficsource and has_source)


def rounded_count(members: int) -> int | None:
    """Return a number of members rounded down to tens; None below ten, which could identify somebody."""
    return members // COUNT_STEP * COUNT_STEP or None


def years_before(day: date, years: int) -> date:
    """Return the latest birth date of somebody who is at least `years` old on `day`."""
    try:
        return day.replace(year=day.year - years)
    except ValueError:
        # 29 February in a common year: somebody born on 1 March is a day too young.
        return date(day.year - years, 2, 28)


def birth_dates(day: date, min_age: int | None, max_age: int | None) -> tuple[date | None, date | None]:
    """Return (born after, born until) for ages in whole years, both included."""
    after = years_before(day, max_age + 1) if max_age is not None else None
    until = years_before(day, min_age) if min_age is not None else None
    return after, until


def kinds_shown(*, wanted: bool, is_enabled: bool, hides: bool) -> tuple[Kind, ...]:
    """Return the kinds of profile that a search shows; fictional ones only if site and searcher want them."""
    return (Kind.MEMBER, Kind.FICTIONAL) if wanted and is_enabled and not hides else (Kind.MEMBER,)


def build_query(
    filters: Filters,
    searcher: Searcher,
    *,
    now: datetime,
    kinds: tuple[Kind, ...] = (Kind.MEMBER,),
    cells: tuple[str, ...] = (),
    centre: tuple[float, float] | None = None,
    page: int = 1,
    page_size: int = 24,
) -> SearchQuery:
    """Return the query for some filters; without a centre, "nearest" becomes "active"."""
    if filters.online or filters.new:
        # A fictional profile has no person behind it, so it is neither online nor new.
        kinds = (Kind.MEMBER,)
    born_after, born_until = birth_dates(now.date(), filters.min_age, filters.max_age)
    return SearchQuery(
        searcher=searcher,
        kinds=kinds,
        genders=filters.genders or (),
        **{name: getattr(filters, name) for name in EXACT_FILTERS},
        born_after=born_after,
        born_until=born_until,
        cells=cells,
        active_since=now - ONLINE if filters.online else None,
        created_since=now - NEW if filters.new else None,
        with_photo=filters.with_photo,
        interests=filters.interests,
        text=sought(filters.text),
        words=words_of(filters.text),
        is_without_words=bool(filters.text.strip()) and not sought(filters.text),
        sort=Sort.ACTIVE if filters.sort is Sort.NEAREST and centre is None else filters.sort,
        centre=projected(*centre) if centre else None,
        offset=(page - 1) * page_size,
        limit=page_size,
    )


def choose_engine(query: SearchQuery) -> Engine:
    """Return the faster engine for a query, by measurement (docs/decisions).

    The index is faster for texts and for counting around a place; only Postgres orders by activity, distance and fit.
    """
    if not fits_index(query):
        return Engine.POSTGRES
    if query.text or (query.cells and query.sort is Sort.NEWEST and query.active_since is None):
        return Engine.MEILISEARCH
    return Engine.POSTGRES


def fits_index(query: SearchQuery) -> bool:
    """Return whether a query has few enough absent members for the index."""
    return len(query.searcher.absent_ids) <= MAX_ABSENT


def needs_ordering(query: SearchQuery) -> bool:
    """Return whether the index's results must be filtered or ordered by data that only Postgres has."""
    return query.active_since is not None or query.sort in (Sort.ACTIVE, Sort.NEAREST)


def relaxations(query: SearchQuery) -> list[SearchQuery]:
    """Return wider and wider searches for similar members: without place, without country, with wider ages."""
    base = replace(query, offset=0, limit=SIMILAR, sort=Sort.ACTIVE, active_since=None, created_since=None)
    exact: dict[str, Any] = dict.fromkeys(EXACT_FILTERS) | {"country": query.country}
    place = replace(base, **exact, cells=(), text="", words=(), is_without_words=False, interests=())
    country = replace(place, country=None)
    ages = replace(
        country,
        born_after=years_before(query.born_after, WIDER_AGES) if query.born_after else None,
        born_until=_younger(query.born_until) if query.born_until else None,
    )
    return [place, country, ages]


def _younger(born_until: date) -> date:
    return years_before(born_until, -WIDER_AGES)


def projected(lat: float, lng: float) -> tuple[float, float]:
    """Return (east, north) of a point in the Mercator projection, in degrees; nearby distances keep their order."""
    bounded = max(-85.0, min(85.0, lat))
    return lng, math.degrees(math.asinh(math.tan(math.radians(bounded))))


def spot_of(member_id: UUID, lat: float, lng: float) -> tuple[float, float]:
    """Return (east, north) of a listing: its town's centre, moved by up to 11 m depending on the id.

    This makes the order by distance unique, so that no two pages show the same member.
    """
    east, north = projected(lat, lng)
    return east + member_id.int % 1009 * 1e-7, north + member_id.int % 1013 * 1e-7


def words_of(text: str) -> tuple[str, ...]:
    """Return the distinct folded words of a text, up to MAX_WORDS; single letters only as the last word."""
    *words, last = sought(text).split() or [""]
    kept = [word for word in dict.fromkeys(words) if len(word) >= MIN_LETTERS]
    return (*kept[: MAX_WORDS - 1], last) if last else ()
