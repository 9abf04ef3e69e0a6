"""Icons of a site on a home screen, drawn in its niche's colours."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from io import BytesIO

from modules.sites.contracts import Site
from modules.sites.service.share_picture import COLOURS, LAMP

# --c-paper in member-web/src/styles/tokens.css; some niches have their own.
PAPER, PAPERS = "#faf8f4", {4: "#fbf7ec", 6: "#f7f9f9"}
DARK_PAPER = "#101918"
HEART = "#fff6df"
# The drawing (as in ops-console/public/arch.svg) is 42 units wide and high.
_UNITS = 42
# Drawn four times as large and scaled down, so that curves are smooth.
_SCALE = 4
_STEPS = 24

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class IconKind:
    """How one icon is drawn: `size` in pixels, `share` of it that the drawing fills.

    With `paper` the background fills the square, because the system cuts its edges; a `mark` is white only, for systems
    that use one colour.
    """

    size: int
    share: float
    is_on_paper: bool = False
    is_mark: bool = False


# Maskable icons keep the drawing in the safe zone, a circle of 80 % of the width (W3C manifest, 3.1.1).
APP_ICONS = {
    "icon-192": IconKind(192, 0.96),
    "icon-512": IconKind(512, 0.96),
    "maskable-192": IconKind(192, 0.66, is_on_paper=True),
    "maskable-512": IconKind(512, 0.66, is_on_paper=True),
    "apple-180": IconKind(180, 0.78, is_on_paper=True),
    "badge-96": IconKind(96, 0.92, is_mark=True),
}


@dataclass(frozen=True, slots=True)
class AppIcon:
    """A square PNG; `version` changes when what it shows does."""

    content: bytes
    version: str


def paper_of(site: Site) -> str:
    """Return the colour of a site's pages in the light theme."""
    return PAPERS.get(site.niche, PAPER)


def app_icon(site: Site, name: str) -> AppIcon:
    """Return an icon of APP_ICONS as a site shows it; a process draws it once."""
    return _draw(site.niche, name)


@lru_cache(maxsize=len(APP_ICONS) * len(COLOURS))
def _draw(niche: int, name: str) -> AppIcon:
    from PIL import Image, ImageDraw

    kind = APP_ICONS[name]
    wide = kind.size * _SCALE
    paper = PAPERS.get(niche, PAPER)
    image = Image.new("RGBA", (wide, wide), paper if kind.is_on_paper else (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    wall, flame, heart = ("white", (0, 0, 0, 0), "white") if kind.is_mark else (COLOURS[niche][1], LAMP, HEART)
    for shape, colour in ((_arch(), wall), (_drop(13, 8), flame), (_drop(24, 4), heart)):
        draw.polygon([_to_pixels(point, wide, kind.share) for point in shape], fill=colour)
    out = BytesIO()
    image.resize((kind.size, kind.size), Image.Resampling.LANCZOS).save(out, "PNG", optimize=True)
    content = out.getvalue()
    return AppIcon(content, sha256(content).hexdigest()[:8])


def _to_pixels(point: Point, wide: int, share: float) -> Point:
    """Return a point of the drawing in pixels; the middle of the drawing, 38 units high, is the icon's middle."""
    unit = wide * share / _UNITS
    return wide / 2 + (point[0] - 21) * unit, wide / 2 + (point[1] - 22) * unit


def _arch() -> list[Point]:
    return _mirrored([*_curve((21, 3), (29.837, 3), (37, 10.163), (37, 19)), (37, 41)])


def _drop(top: float, radius: float) -> list[Point]:
    """Return the outline of a flame that is 2 * `radius` wide, with its tip at `top`."""
    middle = top + 1.775 * radius
    wide, deep = 0.65 * radius, 0.5523 * radius
    right = _curve(
        (21, top), (21 + wide, top + 0.75 * radius), (21 + radius, top + 1.2 * radius), (21 + radius, middle)
    )
    low = _curve(
        (21 + radius, middle), (21 + radius, middle + deep), (21 + deep, middle + radius), (21, middle + radius)
    )
    return _mirrored([*right, *low])


def _mirrored(half: list[Point]) -> list[Point]:
    """Return a symmetric shape from its right half."""
    return [*half, *((_UNITS - x, y) for x, y in reversed(half))]


def _curve(start: Point, first: Point, second: Point, end: Point) -> Iterator[Point]:
    """Yield points of a cubic Bézier curve."""
    for step in range(_STEPS + 1):
        t = step / _STEPS
        parts = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        points = (start, first, second, end)
        yield (
            sum(part * point[0] for part, point in zip(parts, points, strict=True)),
            sum(part * point[1] for part, point in zip(parts, points, strict=True)),
        )
