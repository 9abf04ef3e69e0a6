"""The safe way of photos: what comes in from strangers, what goes out."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageCms

from cli.paths import ROOT
from modules.media import policies
from modules.media.errors import Rejected
from modules.media.images import decoder
from modules.media.images import rendering as images
from tests.factories.pictures import worst_picture
from tests.profiles import pictures

NAMES = {f"{size}{twin}" for size in ("thumb", "card", "match", "full") for twin in ("", "-blurred")}


@pytest.mark.spec("6.4")
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_every_allowed_type_becomes_webp_in_all_sizes(kind: str) -> None:
    content = pictures.encoded(pictures.portrait(1800, 2400), kind)
    assert policies.photo_type(content) is not None
    rendered = images.render(content)
    found = {name: pictures.opened(file) for name, file in rendered.files.items()}
    assert set(found) == NAMES
    assert {image.format for image in found.values()} == {"WEBP"}
    assert {image.mode for image in found.values()} == {"RGB"}
    for twin in ("", "-blurred"):
        assert found[f"thumb{twin}"].size == (160, 213)
        assert found[f"card{twin}"].size == (480, 640)
        assert found[f"match{twin}"].size == (640, 640)
        assert found[f"full{twin}"].size == (1200, 1600)
    assert (rendered.width, rendered.height) == (1200, 1600)


def test_a_small_photo_is_not_blown_up_to_the_full_size() -> None:
    rendered = images.render(pictures.encoded(pictures.portrait(90, 120)))
    assert (rendered.width, rendered.height) == (90, 120)
    assert pictures.opened(rendered.files["card"]).size == (480, 640)


@pytest.mark.parametrize("mode", ["L", "RGBA", "CMYK", "P", "LA"])
def test_pictures_without_three_plain_colours_come_out_right(mode: str) -> None:
    kind = "JPEG" if mode in ("L", "CMYK") else "PNG"
    full = pictures.opened(images.render(pictures.encoded(pictures.portrait(mode=mode), kind)).files["full"])
    assert full.mode == "RGB"
    ground = full.getpixel((5, 5))
    assert isinstance(ground, tuple)
    meant = (231, 231, 231) if mode in ("L", "LA") else (240, 230, 210)
    assert all(abs(found - wanted) < 25 for found, wanted in zip(ground, meant, strict=True))


def test_sixteen_bits_and_animations_come_out_as_one_plain_picture() -> None:
    deep = Image.new("I;16", (300, 400), 40_000)
    assert pictures.opened(images.render(pictures.encoded(deep, "PNG")).files["full"]).mode == "RGB"
    first, second = Image.new("RGB", (300, 400), (255, 0, 0)), Image.new("RGB", (300, 400), (0, 0, 255))
    moving = pictures.encoded(first, "WEBP", save_all=True, append_images=[second], duration=100)
    still = pictures.opened(images.render(moving).files["full"])
    assert still.size == (300, 400)
    assert getattr(still, "n_frames", 1) == 1


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_metadata_is_gone_before_anything_is_written(kind: str) -> None:
    full = decoder.from_pixels(decoder.flat(decoder.upright(decoder.fit(decoder.decode(pictures.with_metadata(kind))))))
    shape = {"width", "height", "bands", "format", "coding", "interpretation", "xoffset", "yoffset", "xres", "yres"}
    assert set(full.get_fields()) <= {*shape, "filename"}


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_nothing_but_pixels_leaves(kind: str) -> None:
    content = pictures.with_metadata(kind)
    assert pictures.CANARY in content, "the canary must be in the upload, or the test proves nothing"
    for name, file in images.render(content).files.items():
        assert pictures.CANARY not in file, name
        found = pictures.opened(file)
        assert not found.getexif(), name
        assert not set(found.info) & {"exif", "xmp", "icc_profile", "comment"}, name
        assert b"EXIF" not in file
        assert b"XMP" not in file
        assert b"ICCP" not in file


def test_photos_are_turned_as_exif_says() -> None:
    full = pictures.opened(images.render(pictures.turned()).files["full"])
    assert full.size == (600, 800)
    top, bottom = full.getpixel((300, 100)), full.getpixel((300, 700))
    assert isinstance(top, tuple)
    assert isinstance(bottom, tuple)
    assert top[0] > 200 > top[2]
    assert bottom[2] > 200 > bottom[0]


def test_colours_are_brought_to_srgb() -> None:
    """A picture in a profile of its own is converted before the profile is dropped."""
    swapped = ImageCms.createProfile("LAB")
    lab = Image.new("LAB", (200, 260), (128, 200, 128))
    profile = ImageCms.ImageCmsProfile(swapped).tobytes()
    tiff = pictures.encoded(lab, "TIFF", icc_profile=profile)
    with pytest.raises(Rejected):
        images.render(tiff)
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    full = pictures.opened(images.render(pictures.encoded(pictures.portrait(), icc_profile=srgb)).files["full"])
    ground = full.getpixel((5, 5))
    assert isinstance(ground, tuple)
    assert all(abs(found - meant) < 8 for found, meant in zip(ground, (240, 230, 210), strict=True))


@pytest.mark.spec("6.4")
def test_blurred_twins_show_nothing() -> None:
    rendered = images.render(pictures.encoded(pictures.portrait(1200, 1600)))
    for size in ("thumb", "card", "match", "full"):
        sharp, blurred = (pictures.opened(rendered.files[f"{size}{twin}"]) for twin in ("", "-blurred"))
        assert sharp.size == blurred.size
        assert pictures.sharpness(sharp) > 10 * pictures.sharpness(blurred), size
    # Whatever is done to a twin, it knows no more than the few pixels it was made of.
    again = pictures.opened(rendered.files["full-blurred"])
    few = again.resize((12, 16)).resize(again.size, Image.Resampling.BICUBIC)
    assert _difference(again, few) < 6


def _difference(one: Image.Image, other: Image.Image) -> float:
    pairs = zip(one.convert("L").tobytes(), other.convert("L").tobytes(), strict=True)
    return sum(abs(a - b) for a, b in pairs) / (one.width * one.height)


@pytest.fixture
def decoder_notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Return what the newest decoder of the test took: seconds of processor, and kilobytes at most."""
    notes = tmp_path / "notes"
    measures = {"DECODER": str(images.DECODER), "NOTES": str(notes)}
    monkeypatch.setattr(images, "ENVIRONMENT", {**images.ENVIRONMENT, **measures})
    monkeypatch.setattr(images, "DECODER", ROOT / "tests/security/measured_decoder.py")
    return lambda: notes.read_text().splitlines()[-1].split()


@pytest.fixture
def peak_kilobytes(decoder_notes: Callable[[], list[str]]) -> Callable[[], int]:
    """Return the most memory that the newest decoder of the test took."""
    return lambda: int(decoder_notes()[1])


def test_a_bomb_is_refused_before_it_unfolds(peak_kilobytes: Callable[[], int]) -> None:
    content = pictures.bomb()
    assert len(content) < 30_000
    with pytest.raises(Rejected) as refused:
        images.render(content)
    assert refused.value.reason == "too-many-pixels"
    assert peak_kilobytes() < 512 * 1024


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(lambda: pictures.encoded(pictures.quarters(9248, 6936)), id="jpeg"),
        pytest.param(
            lambda: pictures.encoded(pictures.quarters(9248, 6936), progressive=True, subsampling=0), id="fine"
        ),
        pytest.param(lambda: pictures.encoded(pictures.quarters(9248, 6936), "PNG", compress_level=1), id="png"),
        pytest.param(lambda: pictures.encoded(pictures.quarters(9248, 6936), "WEBP", method=0), id="webp"),
        pytest.param(lambda: pictures.huge_webp(9248, 6936), id="lossless-webp"),
        pytest.param(lambda: pictures.tiled_heic(9248, 6936), id="heic"),
    ],
)
def test_sixty_four_megapixels_pass_within_the_limits(
    content: Callable[[], bytes], peak_kilobytes: Callable[[], int]
) -> None:
    rendered = images.render(content())
    assert (rendered.width, rendered.height) == (1600, 1200)
    assert pictures.shows(pictures.opened(rendered.files["full"]), (400, 300), pictures.RED)
    assert peak_kilobytes() < 512 * 1024


def test_decoding_ends_after_two_seconds_of_processor(decoder_notes: Callable[[], list[str]]) -> None:
    with pytest.raises(Rejected) as refused:
        images.render(worst_picture())
    assert refused.value.reason == "unreadable"
    assert float(decoder_notes()[0]) < 3


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(lambda: pictures.encoded(Image.new("L", (8000, 8126), 90)), id="jpeg"),
        pytest.param(lambda: pictures.encoded(Image.new("L", (8000, 8126), 90), "PNG"), id="png"),
        pytest.param(lambda: pictures.huge_webp(8000, 8126), id="webp"),
        pytest.param(lambda: pictures.huge_webp(16_383, 16_383), id="largest-webp"),
        pytest.param(lambda: pictures.tiled_heic(8000, 8126), id="heic"),
    ],
)
def test_more_than_sixty_five_million_pixels_are_refused_before_they_are_decoded(
    content: Callable[[], bytes], peak_kilobytes: Callable[[], int]
) -> None:
    with pytest.raises(Rejected) as refused:
        images.render(content())
    assert refused.value.reason == "too-many-pixels"
    assert peak_kilobytes() < 64 * 1024


def test_the_browser_sends_what_the_server_takes_in_the_size_that_it_keeps() -> None:
    assert json.loads((ROOT / "app/member_web.gen.json").read_text())["photo"] == {
        "longest_side": decoder.FULL,
        "most_pixels": decoder.MAX_PIXELS,
        "most_bytes": policies.MAX_PHOTO_BYTES,
    }


@pytest.mark.parametrize("size", [(1, 30_000_000), (30_000_000, 1), (16_385, 100)])
def test_a_side_longer_than_cameras_make_is_refused_before_it_is_decoded(size: tuple[int, int]) -> None:
    with pytest.raises(Rejected) as refused:
        images.render(pictures.encoded(Image.new("L", size, 90), "PNG"))
    assert refused.value.reason == "too-many-pixels"


def test_a_panorama_passes() -> None:
    rendered = images.render(pictures.encoded(Image.new("RGB", (16_384, 2_400), (90, 90, 90))))
    assert (rendered.width, rendered.height) == (1600, 234)


def _gif() -> bytes:
    return pictures.encoded(pictures.portrait(), "GIF")


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd" width="9" height="9"/></svg>'
EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(/etc/passwd) (r) file\n%%EOF"


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(lambda: SVG, id="svg"),
        pytest.param(lambda: EPS, id="eps"),
        pytest.param(_gif, id="gif"),
        pytest.param(lambda: b"MZ" + os.urandom(500), id="program"),
        pytest.param(lambda: pictures.encoded(pictures.portrait(), "TIFF"), id="tiff"),
        pytest.param(lambda: pictures.encoded(pictures.portrait(), "BMP"), id="bmp"),
        pytest.param(lambda: pictures.encoded(pictures.portrait(), "PDF"), id="pdf"),
        pytest.param(lambda: b"<html>" + pictures.encoded(pictures.portrait()), id="html-first"),
    ],
)
def test_other_types_are_refused_by_their_bytes(content: object) -> None:
    made = content()
    assert policies.photo_type(made) is None
    with pytest.raises(Rejected):
        images.render(made)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(lambda: pictures.encoded(pictures.portrait())[:-9000], id="truncated-jpeg"),
        pytest.param(lambda: pictures.encoded(pictures.portrait(), "PNG")[:-500], id="truncated-png"),
        pytest.param(lambda: pictures.encoded(pictures.portrait(), "WEBP")[:-2000], id="truncated-webp"),
        pytest.param(lambda: pictures.encoded(pictures.portrait(), "HEIF")[:-1500], id="truncated-heic"),
        pytest.param(lambda: b"\xff\xd8\xff" + os.urandom(5000), id="noise-as-jpeg"),
        pytest.param(lambda: b"\x89PNG\r\n\x1a\n" + os.urandom(5000), id="noise-as-png"),
        pytest.param(lambda: b"RIFF\xff\xff\0\0WEBP" + os.urandom(5000), id="noise-as-webp"),
        pytest.param(lambda: b"\0\0\0\x18ftypheic" + os.urandom(5000), id="noise-as-heic"),
        pytest.param(lambda: b"\xff\xd8\xff", id="three-bytes"),
        pytest.param(lambda: b"\x89PNG\r\n\x1a\n" + SVG, id="svg-as-png"),
    ],
)
def test_broken_files_are_refused_and_nothing_else_happens(content: object) -> None:
    with pytest.raises(Rejected):
        images.render(content())


def test_a_header_that_lies_gives_no_more_than_it_says() -> None:
    rendered = images.render(pictures.liar())
    assert (rendered.width, rendered.height) == (100, 100)


def test_what_follows_a_picture_does_not_come_along() -> None:
    """A file that is a picture and a page at once leaves as a picture only."""
    polyglot = pictures.encoded(pictures.portrait()) + b"<script>alert('" + pictures.CANARY + b"')</script>"
    for file in images.render(polyglot).files.values():
        assert pictures.CANARY not in file
        assert b"<script>" not in file


def test_a_decoder_that_runs_wild_is_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    source, written = Path(decoder.__file__).read_text(), tmp_path / "written"
    for name, body in (
        ("greedy", "bytearray(3 * 1024**3)"),
        ("crash", "import ctypes; ctypes.string_at(0)"),
        ("writer", f"open({str(written)!r}, 'wb', 0).write(b'x' * 100)"),
        ("sleeper", "import time; time.sleep(60)"),
    ):
        wild = tmp_path / f"{name}.py"
        wild.write_text(source.replace("    content = sys.stdin", f"    {body}\n    content = sys.stdin"))
        monkeypatch.setattr(images, "DECODER", wild)
        if name == "sleeper":
            monkeypatch.setattr(images, "SECONDS", 3)
        with pytest.raises(Rejected) as refused:
            images.render(pictures.encoded(pictures.portrait()))
        assert refused.value.reason == "unreadable", name
    assert written.stat().st_size == 0


def test_the_decoder_is_given_no_secret() -> None:
    show = "import os, sys; sys.stdout.write(repr(dict(os.environ)))"
    environment = subprocess.run(
        [sys.executable, "-I", "-c", show], env=images.ENVIRONMENT, capture_output=True, text=True, check=True
    ).stdout
    assert "HEARTH" not in environment


def test_bytes_beyond_ten_megabytes_are_not_even_read() -> None:
    content = pictures.encoded(pictures.portrait()) + bytes(11 * 1024 * 1024)
    with pytest.raises(Rejected):
        images.render(content)
    assert io.BytesIO(content).getbuffer().nbytes > policies.MAX_PHOTO_BYTES
