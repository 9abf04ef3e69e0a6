"""What a profile may say: countries, regions, places, interests and choices, and their names in every locale.

Pure readers of the files in modules/profiles/data. Nothing is read at import; each file is read once, when first asked.
"""

import csv
import gzip
import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from app.kernel.i18n import LOCALES

DATA = Path(__file__).parent.parent / "data"


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
