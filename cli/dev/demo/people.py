"""Invented people for the demo sites: the same ones every time, and none of them real."""

import random
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from itertools import accumulate
from typing import Literal

from cli.dev.demo.pool import Portrait, age_band, portrait_pool
from cli.dev.demo.voice import TEXTS, Voice
from modules.profiles.reference.lists import Place, choices, interests

Site = Literal["hearthside", "evergreen"]


@dataclass(frozen=True)
class DemoPerson:
    """The profile of a demo person; `choices` are the choice fields but gender and sexuality, `portraits` are ids of
    the pool, the main photo first.
    """

    email: str
    name: str
    date_of_birth: date
    gender: str
    seeking_genders: tuple[str, ...]
    seeking_ages: tuple[int, int]
    place: Place
    choices: Mapping[str, str | None]
    interests: tuple[str, ...]
    headline: str
    about: str
    signup_message: str
    language: str
    portraits: tuple[str, ...]
    signed_up_ago: timedelta
    active_ago: timedelta
    is_fictional: bool


@dataclass(frozen=True)
class Crowd:
    """The population of a site: youngest, oldest and usual age in years; countries and their languages by weight."""

    ages: tuple[int, int, int]
    countries: dict[str, int]
    languages: dict[str, dict[str, int]]
    fictional_share: float


CROWDS: dict[Site, Crowd] = {
    "hearthside": Crowd(
        ages=(18, 80, 36),
        countries={"NL": 50, "BE": 18, "DE": 12, "GB": 15, "IE": 5},
        languages={
            "NL": {"nl": 85, "en": 15},
            "BE": {"nl": 90, "en": 10},
            "DE": {"de": 60, "en": 40},
            "GB": {"en": 1},
            "IE": {"en": 1},
        },
        fictional_share=0.03,
    ),
    "evergreen": Crowd(
        ages=(50, 85, 63),
        countries={"NL": 34, "BE": 10, "DE": 38, "AT": 6, "GB": 12},
        languages={"NL": {"nl": 1}, "BE": {"nl": 1}, "DE": {"de": 1}, "AT": {"de": 1}, "GB": {"en": 1}},
        fictional_share=0.0,
    ),
}

# The demo writes no French, so its Belgians live in Flanders and Brussels.
WALLOON_REGIONS = ("BE-WBR", "BE-WHT", "BE-WLG", "BE-WLX", "BE-WNA")
NAMES_LIKE = {"AT": "DE", "IE": "GB"}
HAIR_NAMES = {"blond": ("blond", "dark-blond")}
BODY_TYPES = {
    "woman": {"slim": 3, "average": 6, "athletic": 2, "curvy": 4, "full-figured": 2},
    "man": {"slim": 3, "average": 7, "athletic": 3, "muscular": 1, "full-figured": 2},
}
TATTOOS = {"none": 14, "one": 3, "a-few": 2, "many": 1}
# How long ago people were last seen, as (share, longest time).
ACTIVITY = (
    (8, timedelta(minutes=5)),
    (24, timedelta(days=1)),
    (30, timedelta(days=7)),
    (24, timedelta(days=30)),
    (14, timedelta(days=120)),
)


def people(count: int, *, site: Site, places: Iterable[Place], today: date) -> Iterator[DemoPerson]:
    """Yield the first `count` people of a demo site, living in `places`, with their ages on `today`."""
    towns = _towns(places, CROWDS[site])
    for number in range(count):
        yield _person(site, number, towns, today)


def _person(site: Site, number: int, towns: dict[str, "Towns"], today: date) -> DemoPerson:
    chance = random.Random(f"{site} {number}")
    crowd = CROWDS[site]
    age = int(chance.triangular(*crowd.ages))
    born = _birthday(chance, age, today)
    country = _weighted(chance, crowd.countries)
    language = _weighted(chance, crowd.languages[country])
    looks = chance.choice(("woman", "man"))
    gender = "nonbinary" if chance.random() < 0.015 else looks
    name = _name(chance, country, gender, born)
    portraits = _portraits(chance, looks, age)
    status = _status(chance, age)
    tattoos = _weighted(chance, TATTOOS)
    hobbies = _interests(chance, tattoos)
    voice = Voice(language, looks == "man", chance)
    signed_up_ago = timedelta(hours=1) + min(timedelta(days=chance.expovariate(1 / 240)), timedelta(days=1095))
    return DemoPerson(
        email=f"{_ascii(name)}.{number}@{site}.example.org",
        name=name,
        date_of_birth=born,
        gender=gender,
        seeking_genders=_seeking(chance, gender),
        seeking_ages=_seeking_ages(chance, age, crowd.ages[0]),
        place=towns[country].pick(chance),
        choices={
            "relationship_status": status,
            "hair_color": _perhaps(chance, chance.choice(HAIR_NAMES.get(portraits[0].hair, (portraits[0].hair,)))),
            "eye_color": _perhaps(chance, chance.choice(choices("eye_color"))),
            "body_type": _perhaps(chance, _weighted(chance, BODY_TYPES[looks])),
            "tattoos": _perhaps(chance, tattoos),
        },
        interests=hobbies,
        headline=voice.about("headlines"),
        about=_about(voice, age, status, hobbies),
        signup_message=voice.about("signup") if chance.random() < 0.6 else "",
        language=language,
        portraits=tuple(portrait.id for portrait in portraits),
        signed_up_ago=signed_up_ago,
        active_ago=min(_active_ago(chance), signed_up_ago),
        is_fictional=chance.random() < crowd.fictional_share,
    )


@dataclass(frozen=True)
class Towns:
    """The places of one country, chosen in proportion to their size."""

    places: Sequence[Place]
    weights: Sequence[int]

    def pick(self, chance: random.Random) -> Place:
        """Return a random place."""
        return chance.choices(self.places, cum_weights=self.weights)[0]


def _towns(places: Iterable[Place], crowd: Crowd) -> dict[str, Towns]:
    by_country: dict[str, list[Place]] = {country: [] for country in crowd.countries}
    for place in places:
        if place.country in by_country and place.region not in WALLOON_REGIONS:
            by_country[place.country].append(place)
    return {
        country: Towns(found, list(accumulate(place.population for place in found)))
        for country, found in by_country.items()
    }


def _birthday(chance: random.Random, age: int, today: date) -> date:
    # The 28th exists in every month; that takes up to three days, and 360 more are still within the year.
    return date(today.year - age, today.month, min(today.day, 28)) - timedelta(days=chance.randrange(360))


@cache
def _names() -> dict[str, dict[str, dict[str, str]]]:
    return tomllib.loads((TEXTS / "names.toml").read_text(encoding="utf-8"))


def _name(chance: random.Random, country: str, gender: str, born: date) -> str:
    generation = "older" if born.year < 1962 else "middle" if born.year < 1985 else "young"
    return chance.choice(_names()[NAMES_LIKE.get(country, country)][gender][generation].split())


def _ascii(name: str) -> str:
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()


@cache
def _faces(gender: str, band: str) -> tuple[Portrait, ...]:
    return tuple(portrait for portrait in portrait_pool() if (portrait.gender, portrait.age_band) == (gender, band))


def _portraits(chance: random.Random, gender: str, age: int) -> list[Portrait]:
    shown = _faces(gender, age_band(age))
    main = chance.choice(shown)
    others = [portrait for portrait in shown if portrait.seed == main.seed and portrait != main]
    return [main, *chance.sample(others, chance.randint(0, len(others)))]


def _status(chance: random.Random, age: int) -> str:
    if age < 30:
        return "single"
    widowed = max(0, age - 48)
    return _weighted(chance, {"single": 40, "divorced": 35, "separated": 8, "widowed": widowed})


def _seeking(chance: random.Random, gender: str) -> tuple[str, ...]:
    if gender == "nonbinary" or chance.random() < 0.04:
        return choices("gender")
    same = chance.random() < 0.08
    return (gender,) if same else ("man",) if gender == "woman" else ("woman",)


def _seeking_ages(chance: random.Random, age: int, youngest: int) -> tuple[int, int]:
    reach = 3 + age // 8
    return max(youngest, age - chance.randint(3, reach)), min(99, age + chance.randint(3, reach))


def _interests(chance: random.Random, tattoos: str) -> tuple[str, ...]:
    decent = [interest.key for interest in interests() if not interest.intimate]
    chosen = chance.sample(decent, chance.randint(3, 8))
    return tuple(key for key in chosen if key != "tattoos" or tattoos != "none")


def _about(voice: Voice, age: int, status: str, hobbies: Sequence[str]) -> str:
    chance = voice.chance
    life = [voice.about(_work(chance, age))]
    family = _family(chance, age, status)
    life += [voice.about(subject) for subject in family]
    leisure = voice.about_interests(hobbies, chance.randint(1, 2))
    if chance.random() < 0.5:
        leisure.append(voice.about("character"))
    start = life + leisure if chance.random() < 0.7 else leisure + life
    return " ".join([*start, voice.about("wishes")])


def _work(chance: random.Random, age: int) -> str:
    if age < 26:
        return "work_young"
    return "retired" if age > 66 or (age > 60 and chance.random() < 0.5) else "work"


def _family(chance: random.Random, age: int, status: str) -> list[str]:
    subjects = []
    if status in ("divorced", "widowed") and chance.random() < 0.4:
        subjects.append(status)
    if age >= 54 and chance.random() < 0.45:
        subjects.append("grown_children")
    elif 32 <= age < 50 and chance.random() < (0.15 if status == "single" else 0.5):
        subjects.append("small_children")
    if not subjects and chance.random() < 0.6:
        subjects.append(chance.choice(("single", "single", "dog", "cat")))
    return subjects


def _active_ago(chance: random.Random) -> timedelta:
    longest = chance.choices([time for _, time in ACTIVITY], [share for share, _ in ACTIVITY])[0]
    return longest * chance.random()


def _perhaps(chance: random.Random, value: str) -> str | None:
    """Return the value for most people, and an empty one for some."""
    return value if chance.random() < 0.88 else None


def _weighted(chance: random.Random, weights: dict[str, int]) -> str:
    return chance.choices(list(weights), list(weights.values()))[0]
