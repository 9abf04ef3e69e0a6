"""Photos from uploads, decoded in a separate process with limited rights."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from modules.media.contracts import Crop
from modules.media.errors import Rejected

DECODER = Path(__file__).with_name("decoder.py")
SECONDS = 20
# The process gets no secrets of ours; libvips works on one thread and in memory only.
ENVIRONMENT = {"VIPS_CONCURRENCY": "1", "VIPS_DISC_THRESHOLD": "2g", "MALLOC_ARENA_MAX": "2", "LC_ALL": "C.UTF-8"}


@dataclass(frozen=True)
class Rendered:
    """A photo in all its sizes as WebP, by name (`card`, `card-blurred`, ...); width and height of the largest.

    `likeness` is the perceptual hash of a profile's photo, 32 bytes; None for other uses and for blank pictures.
    """

    width: int
    height: int
    files: dict[str, bytes]
    likeness: bytes | None = None


def render(content: bytes, *, use: str = "profile") -> Rendered:
    """Render an upload from its pixels in the sizes of its use (decoder.RENDERERS); raises Rejected."""
    return _decode(content, use)


def recut(whole: bytes, crop: Crop) -> Rendered:
    """Render a crop of a rendered picture in the card sizes; width and height are the frame's. Raises Rejected."""
    return _decode(whole, "crop", str(crop.x), str(crop.y), str(crop.width))


def _decode(content: bytes, *use: str) -> Rendered:
    try:
        child = subprocess.run(
            [sys.executable, "-I", str(DECODER), *use],
            input=content,
            capture_output=True,
            timeout=SECONDS,
            env=ENVIRONMENT,
            cwd="/",
        )
    except subprocess.TimeoutExpired as error:
        raise Rejected("unreadable") from error
    head, _, body = child.stdout.partition(b"\n")
    if child.returncode != 0 or not head:
        reason = child.stderr.decode(errors="replace").strip()
        raise Rejected("too-many-pixels" if reason == "too-many-pixels" else "unreadable")
    about = json.loads(head)
    files, start = {}, 0
    for name, length in about["files"]:
        files[name] = body[start : start + length]
        start += length
    looks = bytes.fromhex(about["likeness"]) if about["likeness"] else None
    return Rendered(width=about["width"], height=about["height"], files=files, likeness=looks)
