"""Rules of discovery, pure."""

import math
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel.clock import age_on
from modules.catalog.contracts import Engine, Filters, Searcher, SearchQuery, Sort
from modules.catalog.policies import search as policies
from modules.profiles.contracts import Kind

NOW = datetime(2026, 2, 28, 12, tzinfo=UTC)
DAYS = st.dates(date(1990, 1, 1), date(2060, 12, 31))
SEARCHER = Searcher(site_id=UUID(int=1))


@pytest.mark.spec("3.11")
@given(today=DAYS, born=st.dates(date(1920, 1, 1), date(1985, 1, 1)), low=st.integers(18, 80), width=st.integers(0, 40))
def test_birth_dates_select_exactly_the_ages(today: date, born: date, low: int, width: int) -> None:
    after, until = policies.birth_dates(today, low, low + width)
    assert after is not None
    assert until is not None
    assert (after < born <= until) == (low <= age_on(today, born) <= low + width)


@pytest.mark.spec("6.1")
@pytest.mark.parametrize(
    ("is_member", "logged_out", "by_source", "has_source", "expected"),
    [
        (True, False, False, False, True),
        (False, False, False, True, False),
        (False, True, False, False, True),
        (False, False, True, True, True),
        (False, False, True, False, False),
    ],
)
def test_who_may_search(is_member: bool, logged_out: bool, by_source: bool, has_source: bool, expected: bool) -> None:
    may = policies.may_search(
        is_member=is_member, logged_out_search=logged_out, by_trafficsource=by_source, has_source=has_source
    )
    assert may is expected


@pytest.mark.parametrize(
    ("wanted", "is_enabled", "hides", "shown"),
    [(True, True, False, True), (False, True, False, False), (True, False, False, False), (True, True, True, False)],
)
def test_fictional_profiles_show_only_where_site_and_person_want_them(
    wanted: bool, is_enabled: bool, hides: bool, shown: bool
) -> None:
    kinds = policies.kinds_shown(wanted=wanted, is_enabled=is_enabled, hides=hides)
    assert (Kind.FICTIONAL in kinds) is shown


@pytest.mark.parametrize("filters", [{"online": True}, {"new": True}])
def test_nobody_fictional_is_online_or_new(filters: dict[str, Any]) -> None:
    query = policies.build_query(Filters(**filters), SEARCHER, now=NOW, kinds=(Kind.MEMBER, Kind.FICTIONAL))
    assert query.kinds == (Kind.MEMBER,)


@pytest.mark.parametrize(
    ("changes", "engine"),
    [
        ({}, Engine.POSTGRES),
        ({"sort": Sort.NEWEST}, Engine.POSTGRES),
        ({"sort": Sort.NEAREST}, Engine.POSTGRES),
        ({"sort": Sort.ACTIVE, "cells": ("1:1",)}, Engine.POSTGRES),
        ({"sort": Sort.NEWEST, "cells": ("1:1",)}, Engine.MEILISEARCH),
        ({"sort": Sort.NEWEST, "cells": ("1:1",), "active_since": NOW}, Engine.POSTGRES),
        ({"text": "piano"}, Engine.MEILISEARCH),
    ],
)
def test_each_engine_answers_what_it_answers_faster(changes: dict[str, object], engine: Engine) -> None:
    assert policies.choose_engine(SearchQuery(searcher=SEARCHER, **changes)) is engine  # type: ignore[arg-type]


def test_nearest_without_a_place_is_active() -> None:
    assert policies.build_query(Filters(sort=Sort.NEAREST), SEARCHER, now=NOW).sort is Sort.ACTIVE


@given(
    lat=st.floats(40, 60),
    lng=st.floats(-5, 25),
    near=st.tuples(st.floats(-0.3, 0.3), st.floats(-0.3, 0.3)),
)
def test_the_projection_keeps_short_distances_in_proportion(lat: float, lng: float, near: tuple[float, float]) -> None:
    x0, y0 = policies.projected(lat, lng)
    x1, y1 = policies.projected(lat + near[0], lng + near[1])
    flat = math.hypot(x1 - x0, y1 - y0) * math.cos(math.radians(lat + near[0] / 2))
    real = math.hypot(near[0], near[1] * math.cos(math.radians(lat + near[0] / 2)))
    assert flat == pytest.approx(real, rel=0.02, abs=1e-6)


def test_similar_searches_grow_wider_and_never_narrower() -> None:
    query = SearchQuery(
        searcher=SEARCHER,
        country="NL",
        region="NL-UT",
        cells=("208:20",),
        born_after=date(1980, 1, 1),
        born_until=date(1990, 1, 1),
    )
    place, country, ages = policies.relaxations(query)
    assert (place.country, place.region, place.cells) == ("NL", None, ())
    assert country.country is None
    assert (ages.born_after, ages.born_until) == (date(1975, 1, 1), date(1995, 1, 1))


def test_neighbours_stand_close_but_never_on_one_spot() -> None:
    spots = {policies.spot_of(uuid4(), 52.09, 5.12) for _ in range(500)}
    east, north = policies.projected(52.09, 5.12)
    # Two of five hundred may meet by chance.
    assert len(spots) > 495
    assert all(abs(x - east) < 2e-4 and abs(y - north) < 2e-4 for x, y in spots)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", ()),
        ("a", ("a",)),
        ("Piano a", ("piano", "a")),
        ("a b c d e f g h i j", ("j",)),
        ("Bo Lund", ("bo", "lund")),
        ("piano piano jazz piano", ("piano", "jazz", "piano")),
        ("one two three four five six seven", ("one", "two", "three", "four", "seven")),
    ],
)
def test_a_search_looks_for_a_few_words_and_for_one_letter_at_the_end(typed: str, words: tuple[str, ...]) -> None:
    assert policies.words_of(typed) == words
