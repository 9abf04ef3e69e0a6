"""The process that decodes an upload: bytes on stdin, rebuilt pictures on stdout.

It runs as a program of its own (`python -I decoder.py profile`, or `crop` with its x, y and width) and imports no other
module of ours. It limits its own resources before it reads the first byte; when a decoder crashes or uses too much,
this process ends and the photo is refused. Stdout: one line of JSON with the names and lengths of the files, then the
files. Exit code 3 with a reason on stderr: refused.
"""

import json
import math
import resource
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pyvips

MAX_BYTES = 10 * 1024 * 1024
MAX_PIXELS = 65_000_000  # cameras of 64 megapixels make 9,248 x 6,936 or 9,280 x 6,944
MAX_SIDE = 16_384  # pixels; a picture of one long column takes seconds, however few pixels it has
MEMORY = 1024**3
CPU_SECONDS = 2
HEIC_CPU_SECONDS = 4  # HEIC of 64 megapixels and 9.6 MB takes 2.75

FULL = 1600  # long edge
PREVIEW = 640  # long edge, in a conversation
CROPS = {"card": (480, 640), "match": (640, 640), "thumb": (160, 213)}
QUALITY = 82
BLURRED_QUALITY = 60
# Twice as fast as 4, which libwebp prefers, for files one in twenty larger.
EFFORT = 2
# The blurred version is made of so few pixels that no face can be recognised.
BLURRED_WIDTH = 12

SRGB = "srgb"

# A perceptual hash is made of the lowest frequencies of a small grey version; blank pictures have none.
GREY_SIDE, FREQUENCIES, MIN_DETAIL = 64, 16, 1.0
COSINES = [
    [math.cos(math.pi * (2 * at + 1) * frequency / (2 * GREY_SIDE)) for at in range(GREY_SIDE)]
    for frequency in range(1, FREQUENCIES + 1)
]


class Refused(Exception):
    """The upload cannot be made into a photo."""


def limit_process() -> None:
    """Limit this process: no core dumps, no files to write, bounded memory, time and open files."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    limit_processor(HEIC_CPU_SECONDS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32))


def limit_processor(seconds: int) -> None:
    """End this process when it has used so many seconds of a processor."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def main() -> None:
    """Decode stdin, write all sizes to stdout."""
    limit_process()
    content = sys.stdin.buffer.read(MAX_BYTES + 1)
    if not is_heic(content):
        limit_processor(CPU_SECONDS)
    try:
        if len(content) > MAX_BYTES:
            raise Refused("unreadable")
        files, picture = RENDERERS[sys.argv[1]](content, *map(float, sys.argv[2:]))
        looks = likeness(picture) if sys.argv[1] == "profile" else None
    except Refused as refusal:
        sys.stderr.write(str(refusal))
        sys.exit(3)
    except Exception:
        sys.stderr.write("unreadable")
        sys.exit(3)
    lengths = [[name, len(file)] for name, file in files.items()]
    head = {"width": picture.width, "height": picture.height, "likeness": looks, "files": lengths}
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + b"".join(files.values()))


def render(content: bytes) -> tuple[dict[str, bytes], Any]:
    """Return all sizes and their blurred versions as WebP, and the full size."""
    full = rebuild(content)
    return with_blurred({"full": full, **cuts(full)}), full


def render_crop(content: bytes, x: float, y: float, width: float) -> tuple[dict[str, bytes], Any]:
    """Return the card sizes of a frame of 3:4 in a picture, and the frame.

    `x` and `width` are fractions of the picture's width, `y` of its height. The square size is the most salient part of
    the frame, as it is of an uncropped picture.
    """
    picture = rebuild(content)
    left, top = round(x * picture.width), round(y * picture.height)
    across = min(round(width * picture.width), picture.width - left)
    down = min(round(width * picture.width * 4 / 3), picture.height - top)
    frame = picture.crop(left, top, max(across, 1), max(down, 1))
    return with_blurred(cuts(frame)), frame


def cuts(picture: Any) -> dict[str, Any]:
    """Return the most salient part of a picture in each of the sizes of CROPS."""
    # Two files are made of each: without a copy in memory, that part would be searched twice.
    return {
        name: picture.thumbnail_image(width, height=height, size="both", crop="attention").copy_memory()
        for name, (width, height) in CROPS.items()
    }


def with_blurred(sizes: dict[str, Any]) -> dict[str, bytes]:
    """Return pictures as WebP, each with its blurred version."""
    files = {}
    for name, image in sizes.items():
        files[name] = to_webp(image, QUALITY)
        files[f"{name}-blurred"] = to_webp(blurred(image), BLURRED_QUALITY)
    return files


def render_chat(content: bytes) -> tuple[dict[str, bytes], Any]:
    """Return a whole picture in the sizes of conversations as WebP, and the full size."""
    full = rebuild(content)
    preview = full.thumbnail_image(PREVIEW, height=PREVIEW, size="down")
    return {"preview": to_webp(preview, QUALITY), "full": to_webp(full, QUALITY)}, full


RENDERERS: dict[str, Callable[..., tuple[dict[str, bytes], Any]]] = {
    "profile": render,
    "chat": render_chat,
    "crop": render_crop,
}


def likeness(picture: Any) -> str | None:
    """Return the perceptual hash of a picture, 256 bits in hex, the same however it was saved; None if it is blank.

    Each bit is the sign of one coefficient of the two-dimensional discrete cosine transform, without the mean.
    """
    grey = picture.colourspace("b-w").thumbnail_image(GREY_SIDE, height=GREY_SIDE, size="force").cast("uchar")
    light = grey.write_to_memory()
    rows = [light[start : start + GREY_SIDE] for start in range(0, len(light), GREY_SIDE)]
    across = [[dct_coefficient(wave, row) for row in rows] for wave in COSINES]
    found = [dct_coefficient(down, column) for down in COSINES for column in across]
    if sorted(map(abs, found))[len(found) // 2] < MIN_DETAIL:
        return None
    return f"{int(''.join('1' if one > 0 else '0' for one in found), 2):064x}"


def dct_coefficient(wave: list[float], light: Any) -> float:
    """Return the coefficient of a cosine in a line of grey values."""
    return sum((height * float(value) for height, value in zip(wave, light, strict=True)), 0.0)


def rebuild(content: bytes) -> Any:
    """Return the picture of an upload, upright and in full size, rebuilt from its pixels; raises Refused."""
    return from_pixels(flat(upright(fit(decode(content)))))


def decode(content: bytes) -> Any:
    """Decode an upload with the decoder that its first bytes select; raises Refused for one that is too large."""
    if is_heic(content):
        return decode_heif(content)
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return decode_webp(content)
    if content.startswith(b"\xff\xd8\xff"):
        load = pyvips.Image.jpegload_buffer
    elif content.startswith(b"\x89PNG\r\n\x1a\n"):
        load = pyvips.Image.pngload_buffer
    else:
        raise Refused("unreadable")
    image = load(content, access="sequential", fail_on="truncated")
    ensure_size(image.width, image.height)
    return image


def is_heic(content: bytes) -> bool:
    """Tell whether an upload is HEIC by its first bytes."""
    return content[4:8] == b"ftyp"


def decode_webp(content: bytes) -> Any:
    """Decode WebP at twice the size that is kept, since libvips holds all pixels of it at once."""
    load = partial(pyvips.Image.webpload_buffer, content, access="sequential", fail_on="truncated")
    try:
        whole = load()
    except pyvips.Error as error:
        # libvips allocates memory for all pixels when it reads the header.
        raise Refused("too-many-pixels" if "out of memory" in str(error) else "unreadable") from error
    ensure_size(whole.width, whole.height)
    return load(scale=min(1, 2 * FULL / max(whole.width, whole.height)))


def decode_heif(content: bytes) -> Any:
    """Decode HEIC, which libvips cannot; libheif returns the picture upright already."""
    import pillow_heif

    heif = pillow_heif.open_heif(content, convert_hdr_to_8bit=True)
    ensure_size(*heif.size)
    bands = {"L": 1, "RGB": 3, "RGBA": 4}[heif.mode]
    width, height = heif.size
    row = width * bands
    pixels = memoryview(heif.data)
    if heif.stride != row:
        pixels = memoryview(b"".join(pixels[y * heif.stride : y * heif.stride + row] for y in range(height)))
    image = pyvips.Image.new_from_memory(pixels, width, height, bands, "uchar")
    image = image.copy(interpretation=SRGB if bands > 1 else "b-w")
    profile = heif.info.get("icc_profile")
    if profile:
        image = image.copy()
        image.set_type(pyvips.GValue.blob_type, "icc-profile-data", profile)
    return image


def ensure_size(width: int, height: int) -> None:
    """Raise Refused for more than MAX_PIXELS or a side above MAX_SIDE; called before pixels are decoded."""
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
        raise Refused("too-many-pixels")


def fit(image: Any) -> Any:
    """Return a picture at most FULL long, in sRGB, not yet turned upright."""
    # A picture without a colour profile is sRGB already; converting it would change no pixel and take the most time.
    is_srgb = image.interpretation == SRGB and not image.get_typeof("icc-profile-data")
    colours = {} if is_srgb else {"output_profile": SRGB}
    return image.thumbnail_image(FULL, height=FULL, size="down", no_rotate=True, **colours).copy_memory()


def upright(image: Any) -> Any:
    """Return a picture turned upright as its EXIF data says."""
    return image.autorot()


def flat(image: Any) -> Any:
    """Return a picture with three bands of 8 bits, transparent parts white."""
    image = image.colourspace(SRGB)
    if image.hasalpha():
        image = image.flatten(background=255)
    return image.cast("uchar")


def from_pixels(image: Any) -> Any:
    """Return a new picture made of the pixels alone, without any metadata."""
    pixels = image.write_to_memory()
    return pyvips.Image.new_from_memory(pixels, image.width, image.height, 3, "uchar").copy(interpretation=SRGB)


def blurred(image: Any) -> Any:
    """Return a picture of the same size in which nothing can be recognised."""
    few = image.thumbnail_image(BLURRED_WIDTH, height=10_000, size="both").gaussblur(1)
    return few.resize(image.width / few.width, vscale=image.height / few.height, kernel="cubic")


def to_webp(image: Any, quality: int) -> bytes:
    """Return a picture as WebP without metadata."""
    file: bytes = image.webpsave_buffer(Q=quality, keep="none", effort=EFFORT)
    return file


if __name__ == "__main__":
    main()
