"""What a profile may say: countries, regions, places, interests and choices, and their names in every locale.

Pure readers of the files in modules/profiles/data. Nothing is read at import; each file is read once, when first asked.
"""

import csv
import gzip
import json
import math
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

DATA = Path(__file__).parent.parent / "data"

LOCALES = ("da", "de", "en", "es", "fi", "fr", "it", "nl", "no", "pl", "sv")

CELL_DEGREES = 0.25
EARTH_RADIUS_KM = 6371.0088


class Region(NamedTuple):
    """A region by its ISO 3166-2 code, with its name in its own language."""

    code: str
    name: str
    country: str


class Interest(NamedTuple):
    """An interest a member may show; an intimate one needs the member's separate consent (spec 3.14)."""

    key: str
    intimate: bool


class Place(NamedTuple):
    """A town by its GeoNames id, with its own name and the coordinates of its centre in degrees."""

    id: int
    name: str
    country: str
    region: str
    lat: float
    lng: float
    population: int


def countries() -> tuple[str, ...]:
    """The ISO 3166-1 codes of the countries that have regions and places here."""
    return tuple(_regions())


def regions(country: str) -> tuple[Region, ...]:
    """The regions of a country, in the order of their names; KeyError for a country not in countries()."""
    return tuple(Region(region["code"], region["name"], country) for region in _regions()[country]["regions"])


def region_word(country: str) -> str:
    """The key of the country's own word for region, such as "canton"; KeyError if unknown (spec 3.15)."""
    word: str = _regions()[country]["word"]
    return word


@cache
def interests() -> tuple[Interest, ...]:
    """The 50 interests in the order of the specification's list (spec 3.14)."""
    return tuple(Interest(**entry) for entry in _read("interests.json"))


def is_intimate(key: str) -> bool:
    """Whether an interest needs the separate consent; KeyError for a key that is no interest (spec 3.14)."""
    return _intimate_by_key()[key]


def choices(field: str) -> tuple[str, ...]:
    """The keys a profile field may hold, in the order to show them; KeyError for a field without choices (spec 3.6)."""
    return _choices()[field]


@cache
def names(locale: str) -> Mapping[str, Mapping[str, str]]:
    """Names by field and key, such as names("de")["eye_color"]["grey"]; KeyError for an unknown locale (spec 1.5)."""
    if locale not in LOCALES:
        raise KeyError(locale)
    groups = _read(f"names/{locale}.json")
    return MappingProxyType({field: MappingProxyType(group) for field, group in groups.items()})


def places() -> Iterator[Place]:
    """Every place, one after another, by region and name; nothing is kept in memory."""
    return (place for place, _ in places_and_other_names())


def places_and_other_names() -> Iterator[tuple[Place, tuple[str, ...]]]:
    """Every place with its names in other languages, one after another; meant for filling a table."""
    with gzip.open(DATA / "places.csv.gz", "rt", encoding="utf-8", newline="") as file:
        lines = csv.reader(file)
        next(lines)
        for place_id, name, country, region, lat, lng, population, others in lines:
            place = Place(int(place_id), name, country, region, float(lat), float(lng), int(population))
            yield place, tuple(filter(None, others.split(" / ")))


def cell(lat: float, lng: float) -> str:
    """The grid cell of a point, "row:column" counted in 0.25 degrees from 0, 0; ValueError off the globe.

    It stands for the point in search and wherever an exact position would give a member away: it covers 28 km from
    south to north and, at 52 degrees, 17 km from west to east. Longitude 180 is -180, and the pole is in the last row.
    """
    if not (-90 <= lat <= 90 and -180 <= lng <= 180):
        raise ValueError(f"no such point on the globe: {lat}, {lng}")
    row = min(math.floor(lat / CELL_DEGREES), round(90 / CELL_DEGREES) - 1)
    return _cell_name(row, math.floor(lng / CELL_DEGREES))


def cells_within(lat: float, lng: float, km: float) -> list[str]:
    """The point's own cell first, then every cell whose centre is at most km kilometres away; ValueError as cell().

    Distances are great circles. The own cell always counts, so that a small radius still finds the neighbours.
    """
    own = cell(lat, lng)
    reach = math.degrees(km / EARTH_RADIUS_KM)
    first = max(math.floor((lat - reach) / CELL_DEGREES), round(-90 / CELL_DEGREES))
    last = min(math.floor((lat + reach) / CELL_DEGREES), round(90 / CELL_DEGREES) - 1)
    found = [
        _cell_name(row, column)
        for row in range(first, last + 1)
        for column in _columns_within(lat, lng, km, (row + 0.5) * CELL_DEGREES)
    ]
    return [own, *(name for name in found if name != own)]


def _columns_within(lat: float, lng: float, km: float, row_lat: float) -> range:
    """The columns, not yet wrapped at 180 degrees, whose centre in the row at row_lat is at most km away."""
    here, there = math.radians(lat), math.radians(row_lat)
    # Haversine solved for the difference in longitude: exact for short distances, where a cosine would lose digits.
    left_over = math.sin(min(km / EARTH_RADIUS_KM, math.pi) / 2) ** 2 - math.sin((there - here) / 2) ** 2
    if left_over < 0:
        return range(0)
    # Near a pole the whole row may be within; then the division exceeds 1 and the span is the half turn.
    share = min(left_over / (math.cos(here) * math.cos(there)), 1.0)
    span = math.degrees(2 * math.asin(math.sqrt(share)))
    first = math.ceil((lng - span) / CELL_DEGREES - 0.5)
    last = math.floor((lng + span) / CELL_DEGREES - 0.5)
    return range(first, min(last + 1, first + round(360 / CELL_DEGREES)))


def _cell_name(row: int, column: int) -> str:
    half_turn = round(180 / CELL_DEGREES)
    return f"{row}:{(column + half_turn) % (2 * half_turn) - half_turn}"


def _read(path: str) -> Any:
    return json.loads((DATA / path).read_text(encoding="utf-8"))


@cache
def _regions() -> dict[str, Any]:
    regions_by_country: dict[str, Any] = _read("regions.json")
    return regions_by_country


@cache
def _choices() -> dict[str, tuple[str, ...]]:
    return {field: tuple(keys) for field, keys in _read("choices.json").items()}


@cache
def _intimate_by_key() -> dict[str, bool]:
    return {interest.key: interest.intimate for interest in interests()}
