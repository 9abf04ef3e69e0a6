"""A member chooses what the small picture of a photo shows: by mouse, by finger, and by keys alone."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import DESK, PHONE, Person
from tests.journeys.keyboard import newly_signed_up
from tests.journeys.people import newcomer
from tests.profiles import pictures

Arrive = Callable[..., Person]

TITLE = "Crop photo"
# The colour in the middle of a picture that the page shows.
MIDDLE = """async image => {
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d');
    canvas.drawImage(image, 0, 0);
    return [...canvas.getImageData(image.naturalWidth / 2, image.naturalHeight / 2, 1, 1).data].slice(0, 3);
}"""


@pytest.fixture(scope="session")
def colours(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A picture of four colours, 1600 pixels square."""
    path = tmp_path_factory.mktemp("colours") / "colours.jpg"
    pictures.quarters(1600, 1600).save(path, quality=95)
    return path


def choose_photo(page: Page, path: Path) -> Locator:
    """Choose a photo and wait until its small picture is asked about."""
    page.locator("input[type=file]").set_input_files(path)
    dialog = page.get_by_role("dialog", name=TITLE)
    expect(dialog.get_by_role("application")).to_be_visible()
    return dialog


def frame_of(dialog: Locator) -> list[float]:
    """Where the frame is and how wide, in parts of the picture."""
    found: list[float] = dialog.get_by_role("application").evaluate(
        "({style}) => [style.left, style.top, style.width].map(part => parseFloat(part) / 100)"
    )
    return found


def expect_frame(dialog: Locator, *parts: float) -> None:
    assert frame_of(dialog) == pytest.approx(parts, abs=0.012)


def expect_colour(page: Page, colour: tuple[int, int, int]) -> None:
    """Wait until the small picture is cut anew, and look at its middle."""
    picture = page.get_by_role("img", name="Your photo 1 of 1")
    expect(picture).to_have_attribute("src", re.compile(r"/card-\d+\.webp"))
    found = picture.evaluate(MIDDLE)
    assert all(abs(a - b) < 40 for a, b in zip(found, colour, strict=True)), (found, colour)


@pytest.mark.spec("2.31", "4.3")
def test_the_frame_is_dragged_and_zoomed_by_mouse(arrive: Arrive, colours: Path) -> None:
    person, _ = newcomer(arrive, DESK)
    page = person.page
    person.go("/profile")
    dialog = choose_photo(page, colours)
    expect_frame(dialog, 0.125, 0, 0.75)
    person.check()
    zoom = dialog.get_by_role("slider", name="Zoom")
    zoom.press("End")
    expect_frame(dialog, 0.35, 0.3, 0.3)
    box: Any = dialog.get_by_role("img").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + box["width"] * 0.2, middle[1] + box["height"] * 0.1, steps=4)
    expect_frame(dialog, 0.55, 0.4, 0.3)
    page.mouse.move(DESK["width"] - 4, DESK["height"] - 4, steps=4)
    page.mouse.up()
    expect_frame(dialog, 0.7, 0.6, 0.3)
    dialog.get_by_role("button", name="Save crop").click()
    expect(dialog).to_be_hidden()
    expect_colour(page, pictures.YELLOW)
    person.check()
    # Later the dialog begins where it was left, and a press on the picture moves the frame there.
    page.get_by_role("button", name="Crop photo 1").click()
    expect(dialog.get_by_role("application")).to_be_visible()
    expect_frame(dialog, 0.7, 0.6, 0.3)
    dialog.get_by_role("img").click(position={"x": box["width"] * 0.25, "y": box["height"] * 0.3})
    expect_frame(dialog, 0.1, 0.1, 0.3)
    dialog.get_by_role("button", name="Use largest frame").click()
    expect_frame(dialog, 0.125, 0, 0.75)
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    expect_colour(page, pictures.YELLOW)


@pytest.mark.spec("2.31", "4.3")
def test_the_frame_is_placed_with_keys_alone(arrive: Arrive, colours: Path) -> None:
    keys = newly_signed_up(arrive)
    page = keys.page
    keys.person.go("/profile")
    with page.expect_file_chooser() as chooser:
        keys.enter(page.get_by_role("button", name="Choose a photo"))
    chooser.value.set_files(colours)
    dialog = page.get_by_role("dialog", name=TITLE)
    frame = dialog.get_by_role("application")
    expect(frame).to_be_visible()
    keys.to(frame)
    keys.press(*["+"] * 12)
    expect_frame(dialog, 0.35, 0.3, 0.3)
    keys.press(*["ArrowLeft"] * 16, *["ArrowDown"] * 20)
    expect_frame(dialog, 0, 0.6, 0.3)
    expect(page.locator("#announcer")).to_have_text("The frame starts 0% from the left and 60% from the top.")
    keys.press("-")
    expect_frame(dialog, 0, 0.56, 0.33)
    # What arrow keys do on the frame, buttons do for screen readers.
    keys.enter(dialog.get_by_role("button", name="Move the frame right"))
    expect_frame(dialog, 0.025, 0.56, 0.33)
    keys.enter(dialog.get_by_role("button", name="Save crop"))
    expect(dialog).to_be_hidden()
    expect_colour(page, pictures.BLUE)
    opener = page.get_by_role("button", name="Crop photo 1")
    keys.enter(opener)
    keys.await_focus_in(dialog)
    keys.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()


@pytest.mark.spec("2.31", "4.3")
def test_the_frame_is_dragged_by_finger(arrive: Arrive, colours: Path, tmp_path: Path) -> None:
    person, _ = newcomer(arrive, PHONE)
    page = person.page
    person.go("/profile")
    dialog = choose_photo(page, colours)
    person.check()
    dialog.get_by_role("slider", name="Zoom").press("End")
    box: Any = dialog.get_by_role("img").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = person.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": x + box["width"] * 0.1, "y": y - box["height"] * 0.1}]),
        ("touchMove", [{"x": x + box["width"] * 0.3, "y": y - box["height"] * 0.25}]),
        ("touchEnd", []),
    ):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect_frame(dialog, 0.65, 0.05, 0.3)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    dialog.get_by_role("button", name="Save crop").click()
    expect(dialog).to_be_hidden()
    expect_colour(page, pictures.GREEN)
    # What is as small as a card leaves no choice of size.
    page.locator("input[type=file]").set_input_files(_small(tmp_path))
    expect(dialog.get_by_text("too small to zoom")).to_be_visible()
    expect(dialog.get_by_role("slider")).to_have_count(0)
    person.check()


def _small(folder: Path) -> Path:
    path = folder / "small.jpg"
    Image.new("RGB", (300, 500), pictures.RED).save(path)
    return path
