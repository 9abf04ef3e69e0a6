"""A filter of the search stands in every list of filters, and narrows in both engines."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from modules.catalog.contracts import EXACT_FILTERS, Filters, Loosened, Searcher, SearchQuery
from modules.catalog.documents import filter_of
from modules.catalog.policies.widening import widenings
from modules.catalog.queries.search import filters_of
from modules.catalog.schemas import AppliedOut, FiltersIn
from modules.sites.contracts import SEARCH_FIELDS

NOW = datetime(2026, 2, 28, 12, tzinfo=UTC)
EVERYBODY = SearchQuery(searcher=Searcher(site_id=UUID(int=1)))
# A value of each filter of a query.
VALUES: dict[str, Any] = {
    **dict.fromkeys(EXACT_FILTERS, "a-key"),
    "kinds": (),
    "genders": ("woman",),
    "born_after": date(1980, 1, 1),
    "born_until": date(1990, 1, 1),
    "cells": ("208:20",),
    "active_since": NOW,
    "created_since": NOW,
    "with_photo": True,
    "interests": ("tea",),
    "is_without_words": True,
}
NO_FILTERS = {"searcher", "text", "words", "sort", "centre", "offset", "limit"}


def in_postgres(query: SearchQuery) -> set[str]:
    return {str(condition) for condition in filters_of(query)}


def test_every_filter_of_a_query_is_a_condition_of_both_engines() -> None:
    assert set(VALUES) == set(SearchQuery.__dataclass_fields__) - NO_FILTERS, "filters without a value above"
    narrowed = {name: replace(EVERYBODY, **{name: value}) for name, value in VALUES.items()}
    alike = [name for name, query in narrowed.items() if in_postgres(query) == in_postgres(EVERYBODY)]
    assert alike == [], "_filter_values and _FILTERS in modules/catalog/queries/search.py"
    # The index does not know who is online.
    alike = [name for name, query in narrowed.items() if filter_of(query) == filter_of(EVERYBODY)]
    assert alike == ["active_since"], "filter_of in modules/catalog/documents.py"


def test_every_filter_is_answered_as_applied_and_can_be_offered_by_a_site() -> None:
    applied = AppliedOut().fields
    attributes = {field.attribute or name for name, field in applied.items()}
    assert attributes ^ set(Filters.__dataclass_fields__) == set(), "in AppliedOut or Filters only"
    assert set(FiltersIn().fields) - {"network"} ^ set(applied) == set(), "in FiltersIn or AppliedOut only"
    # A site offers a place with its distance; fictional profiles have a setting, and the order is no filter.
    offered = set(applied) - {"place_id", "radius_km", "fictional", "sort"} | {"place"}
    assert set(SEARCH_FIELDS) ^ offered == set(), "in SEARCH_FIELDS or AppliedOut only"


def test_every_filter_but_the_genders_can_be_loosened() -> None:
    values: dict[str, Any] = {**dict.fromkeys(EXACT_FILTERS, "a-key"), "interests": ("tea",), "text": "tea"}
    asked = Filters(min_age=30, radius_km=50, online=True, new=True, with_photo=True, **values)
    assert {one.loosened for one in widenings(asked, asked, youngest=18)} == {*Loosened}
    left_out = {"genders", "min_age", "max_age", "place_id", "radius_km", "fictional", "sort"}
    loosened = set(Filters.__dataclass_fields__) - left_out | {Loosened.AGES, Loosened.DISTANCE}
    assert {*Loosened} ^ loosened == set(), "in Loosened or Filters only"
