"""Searches with one filter loosened, for when nobody fits."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from modules.catalog.contracts import RADII, Filters, Loosened, Widening
from modules.catalog.policies.search import OLDEST, WIDER_AGES

# Without a country every one is meant, and its region has no meaning.
LEFT_OUT = tuple(one for one in Loosened if one not in (Loosened.AGES, Loosened.DISTANCE, Loosened.COUNTRY))
NONE = Filters()


def widenings(asked: Filters, applied: Filters, *, youngest: int) -> list[Widening]:
    """Return the searches to try, each with one filter loosened, for each filter the narrowest first.

    `applied` are the filters completed with the searcher's wishes. The genders are never loosened.
    """
    searches = [
        *_wider_ages(asked, applied, youngest),
        *_wider_distances(asked, applied),
        *((one, _without(asked, one)) for one in LEFT_OUT if getattr(applied, one)),
    ]
    if applied.country is not None:
        searches.append((Loosened.COUNTRY, replace(asked, country="", region=None)))
    return [Widening(loosened, filters) for loosened, filters in searches]


def offered(counted: Iterable[Widening]) -> tuple[Widening, ...]:
    """Return for each filter the narrowest widening that finds somebody."""
    chosen: dict[Loosened, Widening] = {}
    for widening in counted:
        if widening.total > 0:
            chosen.setdefault(widening.loosened, widening)
    return tuple(chosen.values())


def _wider_ages(asked: Filters, applied: Filters, youngest: int) -> Iterator[tuple[Loosened, Filters]]:
    low, high = applied.min_age or youngest, applied.max_age or OLDEST
    step = max(youngest, low - WIDER_AGES), min(OLDEST, high + WIDER_AGES)
    for ages in dict.fromkeys((step, (youngest, OLDEST))):
        if ages != (low, high):
            yield Loosened.AGES, replace(asked, min_age=ages[0], max_age=ages[1])


def _wider_distances(asked: Filters, applied: Filters) -> Iterator[tuple[Loosened, Filters]]:
    if applied.radius_km is None:
        return
    for radius in RADII:
        if radius > applied.radius_km:
            yield Loosened.DISTANCE, replace(asked, radius_km=radius)
    yield Loosened.DISTANCE, replace(asked, place_id=None, radius_km=None)


def _without(asked: Filters, loosened: Loosened) -> Filters:
    nothing: Any = getattr(NONE, loosened)
    return replace(asked, **{loosened.value: nothing})
