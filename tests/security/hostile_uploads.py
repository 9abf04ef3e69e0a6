"""A hundred files that strangers could send in place of a photo, made here and now: nobody's pictures lie here."""

import io
import random
import struct
import zipfile
import zlib
from collections.abc import Iterator

from PIL import Image, PngImagePlugin

from tests.profiles.pictures import CANARY, _chunk, bomb, encoded, liar, portrait, with_metadata

TYPES = ("JPEG", "PNG", "WEBP", "HEIF")
MAGIC = {
    "JPEG": b"\xff\xd8\xff",
    "PNG": b"\x89PNG\r\n\x1a\n",
    "WEBP": b"RIFF\xff\xff\0\0WEBP",
    "HEIF": b"\0\0\0\x18ftypheic",
}
SCRIPT = b"<script>alert('" + CANARY + b"')</script>"
PHP = b"<?php system($_GET['" + CANARY + b"']); ?>"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">' + SCRIPT + b"</svg>"
LAUGHS = b'<!DOCTYPE a [<!ENTITY a "' + CANARY + b'"><!ENTITY b "&a;&a;&a;&a;">]><svg>&b;</svg>'
MAX_FILES = 100


def corpus() -> dict[str, bytes]:
    """Return the files by what they are; the same every time."""
    made: dict[str, bytes] = {}
    for part in (_strangers(), _broken(), _polyglots(), _telling(), _bombs(), _odd(), _heifs()):
        made.update(part)
    flipped = _flipped()
    while len(made) < MAX_FILES:
        name, content = next(flipped)
        made[name] = content
    return made


def _strangers() -> Iterator[tuple[str, bytes]]:
    """Other types, whatever they are called."""
    yield "nothing", b""
    yield "one byte", b"\xff"
    yield "zeros", bytes(4096)
    yield "text", CANARY
    yield "svg with a script", SVG
    yield "svg after a byte order mark", b"\xef\xbb\xbf" + SVG
    yield "svg with entities that multiply", LAUGHS
    yield "html", b"<html>" + SCRIPT
    yield "html before a photo", b"<html>" + encoded(portrait())
    yield "php", PHP
    yield "shell", b"#!/bin/sh\ncat /etc/passwd\n"
    yield "program for Linux", b"\x7fELF" + bytes(500)
    yield "program for Windows", b"MZ" + bytes(500)
    yield "zip", _zip()
    yield "packed zeros", zlib.compress(bytes(10_000_000))
    yield "postscript", b"%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file\n%%EOF"
    yield "photoshop", b"8BPS" + bytes(500)
    yield "jpeg xl", b"\0\0\0\x0cJXL \r\n\x87\n" + bytes(500)
    yield "film", b"\0\0\0\x18ftypisom" + bytes(500)
    yield "avif", b"\0\0\0\x18ftypavif" + bytes(500)
    for kind in ("GIF", "TIFF", "BMP", "PDF", "ICO", "JPEG2000"):
        yield kind.lower(), encoded(portrait(), kind)
    yield "moving gif", encoded(portrait(), "GIF", save_all=True, append_images=[portrait(mode="L")])


def _broken() -> Iterator[tuple[str, bytes]]:
    """Photos that end too early, and noise that begins like one."""
    noise = random.Random(7).randbytes(5000)  # the same noise every time
    for kind in TYPES:
        whole = encoded(portrait(), kind)
        for part in (10, 50, 95):
            yield f"{part} % of a {kind}", whole[: len(whole) * part // 100]
        yield f"noise as {kind}", MAGIC[kind] + noise
        yield f"first bytes of a {kind}", MAGIC[kind]


def _polyglots() -> Iterator[tuple[str, bytes]]:
    """Photos that are something else as well."""
    for kind in TYPES:
        whole = encoded(portrait(300, 400), kind)
        yield f"{kind} with a script behind", whole + SCRIPT
        yield f"{kind} with a zip behind", whole + _zip()
    yield "JPEG with php in its comment", encoded(portrait(300, 400), comment=PHP)
    yield "svg as PNG", MAGIC["PNG"] + SVG


def _telling() -> Iterator[tuple[str, bytes]]:
    """Photos that say where they were taken."""
    for kind in TYPES:
        yield f"{kind} with a place", with_metadata(kind)
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Comment", CANARY.decode())
    texts.add_text("Author", CANARY.decode(), zip=True)
    texts.add_itxt("Title", CANARY.decode())
    yield "PNG with texts", encoded(portrait(300, 400), "PNG", pnginfo=texts)
    yield "JPEG with XMP", encoded(portrait(300, 400), xmp=b"<x:xmpmeta>" + CANARY + b"</x:xmpmeta>")


def _bombs() -> Iterator[tuple[str, bytes]]:
    """A few kilobytes that want to be gigabytes."""
    yield "bomb", bomb()
    yield "larger bomb", bomb(30_000)
    yield "bomb that says it is small", liar()
    header = struct.pack(">IIBBBBB", 2**31 - 1, 2**31 - 1, 16, 6, 0, 0, 0)
    yield "PNG without an end", MAGIC["PNG"] + _chunk(b"IHDR", header)
    small = encoded(portrait(100, 100))
    size = small.index(b"\xff\xc0") + 5
    yield "JPEG that says it is huge", small[:size] + b"\xff\xdc\xff\xdc" + small[size + 4 :]
    text = zlib.compress(bytes(60_000_000))
    whole = encoded(portrait(100, 100), "PNG")
    for name, kind in (("text", b"zTXt"), ("colour profile", b"iCCP")):
        yield f"PNG with a packed {name}", whole[:33] + _chunk(kind, b"x\0\0" + text) + whole[33:]
    yield "WEBP of a single huge colour", encoded(Image.new("RGB", (12_000, 12_000)), "WEBP", lossless=True, method=0)
    yield "one row too many", encoded(Image.new("L", (8000, 8126), 90))


def _odd() -> Iterator[tuple[str, bytes]]:
    """What is a photo, and yet not what one expects."""
    for kind in ("JPEG", "PNG", "WEBP"):
        yield f"{kind} of one pixel", encoded(Image.new("RGB", (1, 1), (9, 9, 9)), kind)
        yield (
            f"{kind} with a broken colour profile",
            encoded(portrait(300, 400), kind, icc_profile=b"\0\0\2\x0c" + CANARY),
        )
    yield "a line down", encoded(Image.new("RGB", (1, 6000)), "PNG")
    yield "a line across", encoded(Image.new("RGB", (6000, 1)), "PNG")
    yield "four inks", encoded(portrait(300, 400, mode="CMYK"))
    yield "sixteen bits", encoded(Image.new("I;16", (300, 400), 30_000), "PNG")
    yield "one bit", encoded(portrait(300, 400, mode="1"), "PNG")
    yield "a palette", encoded(portrait(300, 400, mode="P"), "PNG")
    yield "see-through", encoded(portrait(300, 400, mode="RGBA"), "PNG")
    more = {"save_all": True, "append_images": [portrait(300, 400, mode="L").convert("RGB")]}
    yield "moving WEBP", encoded(portrait(300, 400), "WEBP", **more)
    yield "moving PNG", encoded(portrait(300, 400), "PNG", **more)
    exif = Image.Exif()
    exif[0x0112] = 99
    yield "turned by nobody knows what", encoded(portrait(300, 400), exif=exif.tobytes())
    yield "EXIF of noise", encoded(portrait(300, 400), exif=b"Exif\0\0" + CANARY)


def _heifs() -> Iterator[tuple[str, bytes]]:
    whole = encoded(portrait(300, 400), "HEIF")
    yield "HEIC with another brand", whole.replace(b"ftypheic", b"ftypmif1", 1)
    yield "HEIC with a box of no length", whole[:24] + b"\0\0\0\0" + whole[28:]
    yield "HEIC with a box beyond its end", whole[:24] + b"\xff\xff\xff\xff" + whole[28:]
    yield (
        "HEIC of several pictures",
        encoded(portrait(300, 400), "HEIF", save_all=True, append_images=[portrait(300, 400)]),
    )
    yield "HEIC that one can see through", encoded(portrait(300, 400, mode="RGBA"), "HEIF")


def _flipped() -> Iterator[tuple[str, bytes]]:
    """Photos in which some bytes are others, without an end."""
    chance = random.Random(11)  # the same bytes every time
    while True:
        for kind in TYPES:
            content = bytearray(encoded(portrait(300, 400), kind))
            places = [chance.randrange(12, len(content)) for _ in range(20)]
            for place in places:
                content[place] ^= 1 << chance.randrange(8)
            yield f"{kind} with other bits at {places[0]}", bytes(content)


def _zip() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("../../evil.sh", CANARY)
    return packed.getvalue()
