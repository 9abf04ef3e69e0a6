"""The pool of drawn portraits for demo people: drawings, not faces of real people."""

import json
import random
import subprocess
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from cli.engines.node import node_env, npm
from cli.errors import CliError

SOURCES = Path(__file__).parent / "portraits"
PROCESSES = 2

GENDERS = ("woman", "man")
AGE_BANDS = ("18-29", "30-39", "40-49", "50-59", "60-69", "70-85")
BACKGROUNDS = ("sunset", "hills", "sea", "arch", "bookshelf", "plants", "town", "tiles")
# How many photos each face of one gender and age band has: most people upload one, a few upload more.
PHOTOS_PER_FACE = (6, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)

HAIR_BY_AGE = {
    "18-29": {"brown": 4, "blond": 3, "black": 3, "red": 1},
    "30-39": {"brown": 4, "blond": 3, "black": 3, "red": 1},
    "40-49": {"brown": 4, "blond": 2, "black": 2, "red": 1, "grey": 2},
    "50-59": {"grey": 5, "brown": 2, "blond": 2, "black": 1},
    "60-69": {"grey": 6, "white": 3, "blond": 1},
    "70-85": {"white": 5, "grey": 4},
}
BALD_BY_AGE = {
    "18-29": 0.0,
    "30-39": 0.1,
    "40-49": 0.15,
    "50-59": 0.2,
    "60-69": 0.2,
    "70-85": 0.25,
}


@dataclass(frozen=True)
class Portrait:
    """One drawn photo; the portraits with the same `seed` show the same person."""

    id: str
    seed: str
    gender: str
    age_band: str
    hair: str
    background: str


@cache
def portrait_pool() -> tuple[Portrait, ...]:
    """Return all portraits, which are always the same."""
    pool = [portrait for gender in GENDERS for band in AGE_BANDS for portrait in _portraits(gender, band)]
    return tuple(pool)


def age_band(age: int) -> str:
    """Return the band of an age in years; the last band for higher ages."""
    return next(band for band in reversed(AGE_BANDS) if age >= int(band[:2]))


def render(portraits: Sequence[Portrait], folder: Path) -> None:
    """Draw portraits as <id>.png, 600 x 800, in `folder`. Raises CliError when Node or a drawing fails."""
    _install()
    folder.mkdir(parents=True, exist_ok=True)
    command = ["node", str(SOURCES / "render.mjs"), str(folder)]
    env = node_env()

    def paint(share: Sequence[Portrait]) -> int:
        return subprocess.run(command, env=env, input=_requests(share), check=False).returncode

    with ThreadPoolExecutor(PROCESSES) as painters:
        exits = list(painters.map(paint, [portraits[number::PROCESSES] for number in range(PROCESSES)]))
    if any(exits):
        raise CliError("the demo portraits could not be drawn; the reason is above.")


def _portraits(gender: str, band: str) -> Iterable[Portrait]:
    choose = random.Random(f"{gender} {band}")
    for number, photos in enumerate(PHOTOS_PER_FACE):
        seed = f"{gender}-{band}-{number}"
        hair = _hair(choose, gender, band)
        for background in choose.sample(BACKGROUNDS, photos):
            yield Portrait(f"{seed}-{background}", seed, gender, band, hair, background)


def _hair(choose: random.Random, gender: str, band: str) -> str:
    if gender == "man" and choose.random() < BALD_BY_AGE[band]:
        return "bald"
    colours = HAIR_BY_AGE[band]
    return choose.choices(list(colours), list(colours.values()))[0]


def _requests(portraits: Iterable[Portrait]) -> bytes:
    return "".join(json.dumps(asdict(portrait)) + "\n" for portrait in portraits).encode()


def _install() -> None:
    installed = SOURCES / "node_modules/.package-lock.json"
    lock = SOURCES / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        npm(["ci", "--ignore-scripts"], cwd=SOURCES)
