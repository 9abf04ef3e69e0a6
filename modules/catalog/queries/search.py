"""The search in Postgres.

A search is one statement: it filters `listing` in the order of an index, up to some hundred rows, and counts and pages
them. It is planned for its values, because a generic plan was 40 times slower with a million members.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from sqlalchemy import (
    CTE,
    Boolean,
    ColumnElement,
    Date,
    DateTime,
    Double,
    Integer,
    Select,
    SmallInteger,
    Text,
    Uuid,
    all_,
    and_,
    any_,
    bindparam,
    cast,
    func,
    literal,
    not_,
    or_,
    select,
    text,
    type_coerce,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, aggregate_order_by
from sqlalchemy.orm import aliased
from sqlalchemy.types import TypeEngine

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session, planned_for_values
from modules.catalog.contracts import ANY, COUNTED, EXACT_FILTERS, FIT_PAGES, Facets, Hits, Likeness, SearchQuery, Sort
from modules.catalog.models import Listing, ListingText
from modules.catalog.queries.ids import ids_of_page
from modules.profiles.contracts import Kind
from modules.social import api as social_api

_LISTINGS = select(
    *(column for column in Listing.__table__.columns),
    *(column for column in ListingText.__table__.columns if column.name not in ("member_id", "folded")),
).join(ListingText, ListingText.member_id == Listing.member_id)
# Prefix of the parameters of the search whose results are excluded.
_WITHOUT = "without_"


@dataclass(frozen=True, slots=True)
class _Shape:
    """The parts of a search that decide its statement: which filters there are, without their values."""

    filters: frozenset[str]
    sort: Sort
    words: int
    interests: int


def search(
    session: Session, query: SearchQuery, *, among: Sequence[UUID] | None = None, without: SearchQuery | None = None
) -> Hits:
    """Return one page of a search, without the results of the search `without`.

    `among` are the ids that the index found for the text; with them, only those are searched.
    """
    others = _shape_of(without) if without is not None else None
    statement = _statement(_shape_of(query), is_among=among is not None, without=others)
    values = values_of(query) | _page_values(query)
    if among is not None:
        values["among"] = among
    if without is not None:
        values |= values_of(without, prefix=_WITHOUT)
    with planned_for_values(session):
        row = session.execute(statement, values).one()
    return Hits(tuple(row[0]), row[1], row[2])


def search_whole(session: Session, query: SearchQuery) -> tuple[Hits, bytes]:
    """Return one page of a search, and the ids of all results that it counted, in their order."""
    values = values_of(query) | _order_values(query)
    if query.sort is Sort.FIT:
        values["window"] = FIT_PAGES * query.limit
    with planned_for_values(session):
        row = session.execute(_whole_statement(_shape_of(query)), values).one()
    # One value is read faster than hundreds of ids.
    ids = row[0] or b""
    return Hits(ids_of_page(ids, query.offset, query.limit), row[1], row[2]), ids


def deal(session: Session, query: SearchQuery, *, member_id: UUID) -> list[UUID]:
    """Return members whom a member has neither liked nor swiped: real members first, then by fit."""
    values = values_of(query) | _order_values(query) | {"limit": query.limit, "dealt_to": member_id}
    with planned_for_values(session):
        return list(session.execute(_deck_statement(_shape_of(query)), values).scalar_one())


@lru_cache(maxsize=100)
def _deck_statement(shape: _Shape) -> Select[*tuple[Any, ...]]:
    undecided = social_api.undecided(bindparam("dealt_to", type_=Uuid), Listing.member_id)
    found = _found(shape, False, None).where(undecided).cte("found")
    order = (found.c.kind != Kind.MEMBER, _fitness(found, shape.interests).desc(), found.c.position)
    dealt = select(found.c.member_id).order_by(*order).limit(bindparam("limit", type_=Integer))
    return select(func.array(dealt.scalar_subquery(), type_=ARRAY(Uuid)))


def _shape_of(query: SearchQuery) -> _Shape:
    interests = len(query.searcher.interests) if query.sort is Sort.FIT else 0
    return _Shape(frozenset(_filter_values(query)), query.sort, len(query.words), interests)


# Cached, because building a statement costs more than running it.
@lru_cache(maxsize=500)
def _statement(shape: _Shape, *, is_among: bool, without: _Shape | None) -> Select[*tuple[Any, ...]]:
    found = _found(shape, is_among, without).cte("found")
    page = func.array(_page(found, shape).scalar_subquery(), type_=ARRAY(Uuid))
    return select(page, *_counts(found)).select_from(found)


@lru_cache(maxsize=100)
def _whole_statement(shape: _Shape) -> Select[*tuple[Any, ...]]:
    found = _found(shape, False, None).cte("found")
    order: list[Any] = [found.c.position]
    if shape.sort is Sort.FIT:
        window = (found.c.position - 1).op("/")(bindparam("window", type_=Integer))
        order = [window, _fitness(found, shape.interests).desc(), *order]
    ids = func.string_agg(func.uuid_send(found.c.member_id), aggregate_order_by(literal(b""), *order))
    return select(ids, *_counts(found)).select_from(found)


def _counts(found: CTE) -> list[ColumnElement[int]]:
    return [func.count().filter(found.c.kind == kind) for kind in (Kind.MEMBER, Kind.FICTIONAL)]


def _found(shape: _Shape, is_among: bool, without: _Shape | None) -> Select[Any]:
    order = _order(shape.sort)
    found = select(Listing.member_id, Listing.kind, func.row_number().over(order_by=order).label("position"))
    if shape.sort is Sort.FIT:
        found = found.add_columns(Listing.region, Listing.interests, Listing.has_photo)
    if is_among:
        found = found.where(Listing.member_id == any_(bindparam("among", type_=ARRAY(Uuid))))
    elif shape.words:
        found = found.join(ListingText, ListingText.member_id == Listing.member_id).where(*_has_words(shape.words))
    if without is not None:
        found = found.where(Listing.member_id.not_in(_ids(without, _WITHOUT)))
    return found.where(*_conditions(shape.filters)).order_by(*order).limit(bindparam("counted", type_=Integer))


def _ids(shape: _Shape, prefix: str) -> Select[Any]:
    listing, words = aliased(Listing), aliased(ListingText)
    ids = select(listing.member_id).where(*_conditions(shape.filters, listing, prefix))
    if shape.words:
        ids = ids.join(words, words.member_id == listing.member_id).where(*_has_words(shape.words, words, prefix))
    return ids


def count_each(session: Session, queries: Sequence[SearchQuery]) -> list[int]:
    """Return how many each of several searches finds, up to COUNTED, in one statement."""
    prefixes = [f"search_{number}_" for number in range(len(queries))]
    values: dict[str, Any] = {"counted": COUNTED}
    for prefix, query in zip(prefixes, queries, strict=True):
        values |= values_of(query, prefix=prefix)
    with planned_for_values(session):
        return list(session.execute(_counts_statement(tuple(map(_shape_of, queries))), values).one())


@lru_cache(maxsize=100)
def _counts_statement(shapes: tuple[_Shape, ...]) -> Select[*tuple[Any, ...]]:
    counted = bindparam("counted", type_=Integer)
    found = (_ids(shape, f"search_{number}_").limit(counted).subquery() for number, shape in enumerate(shapes))
    return select(*(select(func.count()).select_from(ids).scalar_subquery() for ids in found))


def _order(sort: Sort) -> list[Any]:
    if sort is Sort.NEWEST:
        return [Listing.created_at.desc(), Listing.member_id]
    if sort is Sort.NEAREST:
        centre = func.point(bindparam("east", type_=Double), bindparam("north", type_=Double))
        return [func.point(Listing.east, Listing.north).op("<->")(centre), Listing.member_id]
    return [Listing.last_active_at.desc(), Listing.member_id]


def _page(found: CTE, shape: _Shape) -> Select[Any]:
    offset, limit = bindparam("offset", type_=Integer), bindparam("limit", type_=Integer)
    if shape.sort is not Sort.FIT:
        return select(found.c.member_id).order_by(found.c.position).offset(offset).limit(limit)
    # Sort.FIT orders one window of the most recently active at a time, so that every page costs the same.
    start, end = bindparam("window_start", type_=Integer), bindparam("window_end", type_=Integer)
    return (
        select(found.c.member_id)
        .where(found.c.position > start, found.c.position <= end)
        .order_by(_fitness(found, shape.interests).desc(), found.c.position)
        .offset(offset - start)
        .limit(limit)
    )


def _fitness(found: CTE, interests: int) -> ColumnElement[int]:
    """Return one point for each shared interest, two for the same region, one for a photo."""
    own = (bindparam(f"own_interest_{number}", type_=Text) for number in range(interests))
    shared = [cast(interest == any_(found.c.interests), Integer()) for interest in own]
    near = func.coalesce(cast(found.c.region == bindparam("own_region", type_=Text), Integer()), 0)
    return sum(shared, 2 * near + cast(found.c.has_photo, Integer()))


def _page_values(query: SearchQuery) -> dict[str, Any]:
    values = _order_values(query) | {"offset": query.offset, "limit": query.limit}
    if query.sort is Sort.FIT:
        window = FIT_PAGES * query.limit
        start = query.offset // window * window
        values |= {"window_start": start, "window_end": start + window}
    return values


def _order_values(query: SearchQuery) -> dict[str, Any]:
    values: dict[str, Any] = {"counted": query.counted}
    if query.sort is Sort.NEAREST and query.centre is not None:
        values["east"], values["north"] = query.centre
    if query.sort is Sort.FIT:
        own = {f"own_interest_{number}": interest for number, interest in enumerate(query.searcher.interests)}
        values |= {"own_region": query.searcher.region, **own}
    return values


def filters_of(query: SearchQuery) -> list[ColumnElement[bool]]:
    """Return the conditions of a search without its words; `values_of` returns their values."""
    return _conditions(frozenset(_filter_values(query)))


def values_of(query: SearchQuery, prefix: str = "") -> dict[str, Any]:
    """Return the values of a search's filters and words by their parameter names."""
    values = _filter_values(query)
    for number, word in enumerate(query.words):
        end = "" if number == len(query.words) - 1 else r"\M"
        values |= {f"word_{number}": word, f"exact_{number}": rf"\m{word}{end}"}
    return {f"{prefix}{name}": value for name, value in values.items()} if prefix else values


def _filter_values(query: SearchQuery) -> dict[str, Any]:
    searcher, genders = query.searcher, list(query.genders)
    values: dict[str, Any] = {
        "site_id": searcher.site_id,
        "kinds": list(query.kinds),
        "absent_ids": list(searcher.absent_ids),
        # One gender has its own filter, because an index then gives the order.
        "gender": genders[0] if len(genders) == 1 else None,
        "genders": genders if len(genders) > 1 else None,
        "born_after": query.born_after,
        "born_until": query.born_until,
        "cells": list(query.cells),
        "active_since": query.active_since,
        "created_since": query.created_since,
        "with_photo": query.with_photo,
        "interests": list(query.interests),
        "sought": [ANY, searcher.gender] if searcher.gender is not None else None,
        "age": searcher.age,
        "is_without_words": query.is_without_words,
    }
    for name in EXACT_FILTERS:
        values[name] = getattr(query, name)
    return {name: value for name, value in values.items() if value}


def _equals(column: str) -> Callable[[type[Listing], Any], ColumnElement[bool]]:
    return lambda listing, value: getattr(listing, column) == value


_FILTERS: dict[str, tuple[TypeEngine[Any], Callable[[type[Listing], Any], ColumnElement[bool]]]] = {
    "site_id": (Uuid(), lambda listing, value: listing.site_id == value),
    "kinds": (ARRAY(Text()), lambda listing, value: listing.kind == any_(value)),
    "absent_ids": (ARRAY(Uuid()), lambda listing, value: listing.member_id != all_(value)),
    "gender": (Text(), lambda listing, value: listing.gender == value),
    "genders": (ARRAY(Text()), lambda listing, value: listing.gender == any_(value)),
    **{name: (Text(), _equals(name)) for name in EXACT_FILTERS},
    "born_after": (Date(), lambda listing, value: listing.date_of_birth > value),
    "born_until": (Date(), lambda listing, value: listing.date_of_birth <= value),
    "cells": (ARRAY(Text()), lambda listing, value: listing.cell == any_(value)),
    "active_since": (DateTime(timezone=True), lambda listing, value: listing.last_active_at >= value),
    "created_since": (DateTime(timezone=True), lambda listing, value: listing.created_at >= value),
    "with_photo": (Boolean(), lambda listing, value: listing.has_photo == value),
    "interests": (ARRAY(Text()), lambda listing, value: listing.interests.contains(value)),
    # Excludes members whose wishes the searcher does not fit.
    "sought": (ARRAY(Text()), lambda listing, value: listing.seeking.overlap(value)),
    "age": (
        SmallInteger(),
        lambda listing, value: and_(listing.seeking_min_age <= value, listing.seeking_max_age >= value),
    ),
    "is_without_words": (Boolean(), lambda listing, value: not_(value)),
}


def _conditions(names: frozenset[str], listing: type[Listing] = Listing, prefix: str = "") -> list[ColumnElement[bool]]:
    return [
        condition(listing, bindparam(f"{prefix}{name}", type_=type_))
        for name, (type_, condition) in _FILTERS.items()
        if name in names
    ]


def _has_words(words: int, text_of: type[ListingText] = ListingText, prefix: str = "") -> list[ColumnElement[bool]]:
    """Return the conditions for whole words and the beginning of the last one; similar words match too."""
    return [
        or_(
            text_of.folded.op("~", is_comparison=True)(bindparam(f"{prefix}exact_{number}", type_=Text)),
            bindparam(f"{prefix}word_{number}", type_=Text).op("<%", is_comparison=True)(text_of.folded),
        )
        for number in range(words)
    ]


def count_facets(session: Session, query: SearchQuery, *, online_since: datetime, new_since: datetime) -> Facets:
    """Return the counts of all facets in one statement, for when the search engine does not answer."""
    columns = (Listing.gender, Listing.region, Listing.interests, Listing.has_photo, Listing.last_active_at)
    found = select(*columns, Listing.created_at).where(*filters_of(query))
    if query.words:
        has_words = _has_words(len(query.words))
        found = found.join(ListingText, ListingText.member_id == Listing.member_id).where(*has_words)
    rows = found.cte("found")
    total = select(
        func.count(),
        func.count().filter(rows.c.last_active_at >= online_since),
        func.count().filter(rows.c.has_photo),
        func.count().filter(rows.c.created_at >= new_since),
    )
    grouped = {
        "gender": _grouped(select(rows.c.gender.label("key")).where(rows.c.gender.is_not(None))),
        "region": _grouped(select(rows.c.region.label("key")).where(rows.c.region.is_not(None))),
        "interest": _grouped(select(func.unnest(rows.c.interests).label("key"))),
    }
    with planned_for_values(session):
        row = session.execute(total.select_from(rows).add_columns(*grouped.values()), values_of(query)).one()
    counts = dict(zip(grouped, row[4:], strict=True))
    return Facets(total=row[0], online=row[1], with_photo=row[2], new=row[3], **counts)


def _grouped(keys: Select[Any]) -> ColumnElement[dict[str, int]]:
    found = keys.subquery()
    counts = select(found.c.key, func.count().label("n")).group_by(found.c.key).subquery()
    found_counts = func.jsonb_object_agg(counts.c.key, counts.c.n, type_=JSONB)
    return select(func.coalesce(found_counts, text("'{}'::jsonb"))).scalar_subquery()


def count_online(session: Session, query: SearchQuery, *, since: datetime) -> int:
    """Return how many results were active since then, which the search engine does not know."""
    found = select(func.count()).where(*filters_of(query), Listing.last_active_at >= since)
    with planned_for_values(session):
        return session.execute(found, values_of(query)).scalar_one()


def find_likeness(session: Session, *, member_id: UUID, site_id: UUID) -> Likeness | None:
    """Return the properties of a listed member, or None when they are not listed."""
    interests = type_coerce(Listing.interests, ARRAY(Text(), as_tuple=True)).label("interests")
    listed = select(*columns_of(Likeness, Listing, without=["interests"]), interests)
    own = listed.where(Listing.member_id == member_id, Listing.site_id == site_id)
    return read(session, Likeness, own).one_or_none()


def list_listings(session: Session, member_ids: Sequence[UUID]) -> list[dict[str, Any]]:
    """Return the listings of some members with their texts."""
    rows = session.execute(_LISTINGS.where(Listing.member_id.in_(member_ids)))
    return [dict(row._mapping) for row in rows]


def page_listings(session: Session, *, after: UUID | None, limit: int) -> list[dict[str, Any]]:
    """Return a page of all listings with their texts, in the order of their ids."""
    query = _LISTINGS.order_by(Listing.member_id).limit(limit)
    if after is not None:
        query = query.where(Listing.member_id > after)
    return [dict(row._mapping) for row in session.execute(query)]


def page_fingerprints(session: Session, *, after: UUID | None, limit: int) -> list[tuple[UUID, int]]:
    """Return a page of (member, fingerprint) of all listings, in the order of their ids."""
    query = select(Listing.member_id, Listing.fingerprint).order_by(Listing.member_id).limit(limit)
    if after is not None:
        query = query.where(Listing.member_id > after)
    return [(row.member_id, row.fingerprint) for row in session.execute(query)]


def count_listings(session: Session) -> int:
    """Return how many listings there are on all sites."""
    return session.execute(select(func.count()).select_from(Listing)).scalar_one()


def _texts(items: Sequence[str]) -> ColumnElement[Any]:
    return cast(list(items), ARRAY(Text))
