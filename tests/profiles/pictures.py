"""Pictures for tests, good and hostile, made here and now."""

import io
import struct
import zlib
from itertools import starmap
from random import Random
from typing import Any

import pillow_heif
from PIL import Image, ImageChops, ImageCms, ImageDraw

pillow_heif.register_heif_opener()

RED, GREEN, BLUE, YELLOW = (220, 30, 30), (30, 160, 60), (30, 60, 200), (230, 210, 40)
CANARY = b"Kanarienstrasse 7, Zwolle"


def portrait(width: int = 600, height: int = 800, *, mode: str = "RGB") -> Image.Image:
    """A picture with fine detail, by which a blurred one is told: stripes below, a face above."""
    image = Image.new("RGB", (width, height), (240, 230, 210))
    draw = ImageDraw.Draw(image)
    for x in range(0, width, 8):
        draw.rectangle((x, height // 2, x + 3, height), fill=(20, 20, 20))
    draw.ellipse((width * 0.3, height * 0.1, width * 0.7, height * 0.45), fill=(200, 120, 90))
    return image.convert(mode)


def scene(seed: int, width: int = 600, height: int = 800) -> Image.Image:
    """A picture that looks like no other: large and small spots of chance colours, always the same for a seed."""
    chance = Random(seed)
    image = Image.new("RGB", (width, height))
    for across in (4, 9, 20, 50):
        spots = Image.frombytes("RGB", (across, across), chance.randbytes(across * across * 3))
        image = Image.blend(image, spots.resize((width, height), Image.Resampling.BICUBIC), 0.4)
    return image


def quarters(width: int, height: int) -> Image.Image:
    """A picture of four colours: red and green above, blue and yellow below."""
    image = Image.new("RGB", (width, height), RED)
    image.paste(GREEN, (width // 2, 0, width, height // 2))
    image.paste(BLUE, (0, height // 2, width // 2, height))
    image.paste(YELLOW, (width // 2, height // 2, width, height))
    return image


def shows(image: Image.Image, place: tuple[int, int], colour: tuple[int, int, int]) -> bool:
    """Tell whether a picture has about this colour at a place."""
    found = image.getpixel(place)
    return isinstance(found, tuple) and all(abs(a - b) < 30 for a, b in zip(found, colour, strict=True))


def encoded(image: Image.Image, kind: str = "JPEG", **options: Any) -> bytes:
    """A picture as a file."""
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def with_metadata(kind: str = "JPEG") -> bytes:
    """A picture that says in its EXIF data, its comment or its profile where it was taken."""
    exif = Image.Exif()
    exif[0x010E] = CANARY.decode()
    exif.get_ifd(0x8825).update({1: "N", 2: (52.0, 30.0, 44.5), 3: "E", 4: (6.0, 5.0, 30.1)})
    options: dict[str, Any] = {"exif": exif.tobytes()}
    if kind == "JPEG":
        options["comment"] = CANARY
    return encoded(portrait(), kind, **options)


def turned() -> bytes:
    """A landscape picture, red on its left, that EXIF says to turn by 90 degrees: red belongs on top."""
    image = Image.new("RGB", (800, 600), (0, 0, 255))
    image.paste((255, 0, 0), (0, 0, 400, 600))
    exif = Image.Exif()
    exif[0x0112] = 6
    return encoded(image, "JPEG", exif=exif.tobytes(), quality=95)


def from_phone() -> bytes:
    """Quarters of 60 megapixels as a phone writes them: on their side, and red where the profile says that blue is."""
    upright = quarters(6336, 9504)
    noise, patch = Image.new("L", upright.size), Image.effect_noise((792, 792), 30)
    for place in range(96):
        noise.paste(patch, (place % 8 * 792, place // 8 * 792))
    red, green, blue = (ImageChops.add(band, noise, offset=-128) for band in upright.split())
    exif = Image.Exif()
    exif[0x0112] = 6
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    swapped = srgb.replace(b"rXYZ", b"????", 1).replace(b"bXYZ", b"rXYZ", 1).replace(b"????", b"bXYZ", 1)
    stored = Image.merge("RGB", (blue, green, red)).transpose(Image.Transpose.ROTATE_90)
    return encoded(stored, quality=90, exif=exif.tobytes(), icc_profile=swapped)


def bomb(side: int = 12_000) -> bytes:
    """A PNG of a few kilobytes that unfolds to `side` x `side` pixels of one colour."""
    rows = zlib.compressobj(9)
    line = b"\0" + bytes(side // 8)
    data = b"".join(rows.compress(line) for _ in range(side)) + rows.flush()
    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def liar() -> bytes:
    """A PNG whose header says 100 x 100 while its data hold 12,000 x 12,000."""
    content = bytearray(bomb())
    content[16:24] = struct.pack(">II", 100, 100)
    content[29:33] = struct.pack(">I", zlib.crc32(bytes(content[12:29])))
    return bytes(content)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def huge_webp(width: int, height: int) -> bytes:
    """A WebP of forty bytes that unfolds to as many red pixels as it says."""
    content = bytearray(encoded(Image.new("RGB", (8, 8), RED), "WEBP", lossless=True))
    flags = int.from_bytes(content[21:25], "little") >> 28
    content[21:25] = (flags << 28 | height - 1 << 14 | width - 1).to_bytes(4, "little")
    return bytes(content)


def tiled_heic(width: int, height: int, side: int = 512) -> bytes:
    """A red HEIC of square tiles, as phones make them."""
    tile = encoded(Image.new("RGB", (side, side), RED), "HEIF")
    columns, rows = -(-width // side), -(-height // side)
    ids = range(2, 2 + columns * rows)
    grid = struct.pack(">BBBBII", 0, 1, rows - 1, columns - 1, width, height)
    pixels = _content_of(tile, b"mdat")
    start = tile.index(b"ftyp") - 4
    head = tile[start : start + int.from_bytes(tile[start : start + 4])]
    properties = (
        _box(b"hvcC", _content_of(tile, b"hvcC")),
        _full(b"ispe", struct.pack(">II", side, side)),
        _full(b"ispe", struct.pack(">II", width, height)),
    )

    def meta(at: int) -> bytes:
        places = [(1, at, len(grid)), *((one, at + len(grid), len(pixels)) for one in ids)]
        kinds = [(1, b"grid"), *((one, b"hvc1") for one in ids)]
        names = [_full(b"infe", struct.pack(">HH4sB", one, 0, kind, 0), version=2) for one, kind in kinds]
        uses = [struct.pack(">HBB", 1, 1, 3), *(struct.pack(">HBBB", one, 2, 0x81, 2) for one in ids)]
        return _full(
            b"meta",
            _full(b"hdlr", bytes(4), b"pict", bytes(13)),
            _full(b"pitm", struct.pack(">H", 1)),
            _full(b"iloc", struct.pack(">BBH", 0x44, 0, len(places)), *starmap(_place, places)),
            _full(b"iinf", struct.pack(">H", len(names)), *names),
            _full(b"iref", _box(b"dimg", struct.pack(f">HH{len(ids)}H", 1, len(ids), *ids))),
            _box(b"iprp", _box(b"ipco", *properties), _full(b"ipma", struct.pack(">I", len(uses)), *uses)),
        )

    return head + meta(len(head) + len(meta(0)) + 8) + _box(b"mdat", grid, pixels)


def _box(kind: bytes, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return struct.pack(">I", 8 + len(body)) + kind + body


def _full(kind: bytes, *parts: bytes, version: int = 0) -> bytes:
    return _box(kind, struct.pack(">I", version << 24), *parts)


def _place(item: int, start: int, length: int) -> bytes:
    return struct.pack(">HHHII", item, 0, 1, start, length)


def _content_of(file: bytes, kind: bytes) -> bytes:
    at = file.index(kind)
    return file[at + 4 : at - 4 + int.from_bytes(file[at - 4 : at])]


def opened(content: bytes) -> Image.Image:
    """A file as a picture, decoded."""
    image = Image.open(io.BytesIO(content))
    image.load()
    return image


def sharpness(image: Image.Image) -> float:
    """How much neighbours in a row of pixels differ, on average: high for stripes, near 0 when blurred."""
    grey = image.convert("L")
    width, height = grey.size
    pixels = grey.tobytes()
    steps = [abs(pixels[i] - pixels[i + 1]) for i in range(len(pixels) - 1) if (i + 1) % width]
    return sum(steps) / len(steps) if height else 0.0
