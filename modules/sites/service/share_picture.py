"""The picture of a link preview: the site's name and a drawing, in its niche's colours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from app.kernel.text.words import shortened
from modules.sites.contracts import Site

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

SIZE = (1200, 630)
FONTS = Path(__file__).parents[1] / "assets" / "fonts"
# (deep ground, wall) of each niche: --c-secondary and --c-primary in member-web/src/styles/tokens.css.
COLOURS = {
    1: ("#0b3a3c", "#0a5f5a"),
    2: ("#0c3447", "#0a5a74"),
    3: ("#133b2b", "#1d6143"),
    4: ("#0f3038", "#134f5c"),
    5: ("#122f30", "#0f4f4d"),
    6: ("#1a3542", "#22566b"),
    7: ("#0a3335", "#07504c"),
}
INK, QUIET, LAMP, GLOW = "#f2f8f6", "#bfd9d5", "#ffc53d", "#ffe6ab"
# Drawn twice as large and scaled down, so that curves are smooth.
_SCALE = 2
_LEFT, _TEXT_WIDTH = 90, 640


@dataclass(frozen=True, slots=True)
class SharePicture:
    """A PNG of 1200 x 630; `version` changes when what it shows does."""

    content: bytes
    version: str


def share_picture(site: Site) -> SharePicture:
    """Return the picture of a site; a process draws it once."""
    return _draw(site.name, site.domain, site.niche)


@lru_cache(maxsize=64)
def _draw(name: str, domain: str, niche: int) -> SharePicture:
    from PIL import Image, ImageDraw

    ground, wall = COLOURS[niche]
    image = Image.new("RGB", (SIZE[0] * _SCALE, SIZE[1] * _SCALE), ground)
    draw = ImageDraw.Draw(image)
    _arch(draw, (800, 90, 1140, 660), wall)
    for left, top in ((850, 250), (1000, 250), (850, 410), (1000, 410)):
        _arch(draw, (left, top, left + 90, top + 120), LAMP if (left, top) != (1000, 250) else ground)
    _arch(draw, (925, 560, 1015, 660), GLOW)
    size, lines = _fitted(name)
    head = 285 - len(lines) * size * 0.6
    for number, line in enumerate(lines):
        _write(draw, (_LEFT, head + number * size * 1.15), line, size, INK)
    _write(draw, (_LEFT, head + len(lines) * size * 1.15 + 40), domain, 34, QUIET)
    out = BytesIO()
    image.resize(SIZE, Image.Resampling.LANCZOS).save(out, "PNG", optimize=True)
    content = out.getvalue()
    return SharePicture(content, sha256(content).hexdigest()[:8])


def _arch(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], colour: str) -> None:
    left, top, right, bottom = (value * _SCALE for value in box)
    width = right - left
    draw.ellipse((left, top, right, top + width), fill=colour)
    draw.rectangle((left, top + width // 2, right, bottom), fill=colour)


def _fitted(name: str) -> tuple[int, list[str]]:
    """Return the largest size at which a name fits on one or two lines, and the lines."""
    words = name.split()
    ways = [[name], *([" ".join(words[:n]), " ".join(words[n:])] for n in range(1, len(words)))]
    for size in range(104, 40, -8):
        for lines in ways:
            if max(_width(line, size) for line in lines) <= _TEXT_WIDTH:
                return size, lines
    return 40, [shortened(name, 28)]


def _width(text: str, size: int) -> float:
    return sum(_font(face, size).getlength(part) for face, part in _runs(text)) / _SCALE


def _write(draw: ImageDraw.ImageDraw, place: tuple[float, float], text: str, size: int, colour: str) -> None:
    x: float = place[0] * _SCALE
    for face, part in _runs(text):
        font = _font(face, size)
        draw.text((x, place[1] * _SCALE), part, font=font, fill=colour)
        x += font.getlength(part)


def _runs(text: str) -> list[tuple[str, str]]:
    """Return a text in parts, each with the font file that has its characters."""
    parts: list[tuple[str, str]] = []
    for character in text:
        face = "latin-ext" if "\u0100" <= character <= "\u024f" else "latin"
        if parts and parts[-1][0] == face:
            parts[-1] = (face, parts[-1][1] + character)
        else:
            parts.append((face, character))
    return parts


@lru_cache(maxsize=64)
def _font(face: str, size: int) -> ImageFont.FreeTypeFont:
    from PIL import ImageFont

    return ImageFont.truetype(FONTS / f"young-serif-{face}.woff2", size * _SCALE)
