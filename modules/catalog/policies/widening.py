"""Searches with one filter loosened, for when nobody fits."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from modules.catalog.contracts import RADII, Filters, Loosened, Widening
from modules.catalog.policies.search import OLDEST, WIDER_AGES


def widenings(asked: Filters, applied: Filters, *, youngest: int) -> list[Widening]:
    """Return the searches to try, each with one filter loosened, for each filter the narrowest first.

    `applied` are the filters completed with the searcher's wishes. The genders are never loosened.
    """
    searches = [
        *_wider_ages(asked, applied, youngest),
        *_wider_distances(asked, applied),
        *_without(asked, Loosened.REGION, is_set=applied.region is not None, region=None),
        *_without(asked, Loosened.ONLINE, is_set=applied.online, online=False),
        *_without(asked, Loosened.NEW, is_set=applied.new, new=False),
        *_without(asked, Loosened.WITH_PHOTO, is_set=applied.with_photo, with_photo=False),
        *_without(asked, Loosened.INTERESTS, is_set=bool(applied.interests), interests=()),
        *_without(asked, Loosened.TEXT, is_set=bool(applied.text), text=""),
        *_without(asked, Loosened.COUNTRY, is_set=applied.country is not None, country="", region=None),
    ]
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


def _without(asked: Filters, loosened: Loosened, *, is_set: bool, **off: object) -> Iterator[tuple[Loosened, Filters]]:
    if is_set:
        yield loosened, replace(asked, **off)  # type: ignore[arg-type]
