"""Photos of today's phones: the browser makes them smaller before it sends them, upright and in their colours."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.journeys.conftest import DESK, LOG, PHONE, Person
from tests.journeys.people import newcomer, settle
from tests.profiles import pictures

Arrive = Callable[..., Person]

MEGABYTE = 1024**2
BYTES = "async address => Array.from(new Uint8Array(await (await fetch(address)).arrayBuffer()))"


@pytest.fixture(scope="session")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photo of 60 megapixels, red and green above, blue and yellow below."""
    path = tmp_path_factory.mktemp("large") / "large.jpg"
    path.write_bytes(pictures.from_phone())
    assert path.stat().st_size > 10 * MEGABYTE, "the server would take it as it is, and the test would prove little"
    return path


def ensure_kept(page: Page, address: str) -> None:
    """Fail unless the server keeps the large photo upright, in its colours, and in the size of every photo."""
    kept = pictures.opened(bytes(page.evaluate(BYTES, address)))
    assert kept.size == (1067, 1600)
    corners = {(250, 400): pictures.RED, (800, 400): pictures.GREEN, (250, 1200): pictures.BLUE}
    assert [place for place, colour in corners.items() if not pictures.shows(kept, place, colour)] == []


@pytest.mark.spec("4.3", "5.7")
def test_a_photo_of_sixty_megapixels_becomes_a_profile_photo(arrive: Arrive, large: Path) -> None:
    person, _ = newcomer(arrive, PHONE)
    page = person.page
    person.go("/profile")
    held: list[Route] = []
    # The photo stays under way until the page has been checked: its answer opens a dialog.
    page.route("**/photos", lambda route: held.append(route))
    with page.expect_request("**/photos") as sent:
        page.locator("input[type=file]").set_input_files(large)
        expect(page.get_by_role("progressbar", name="Preparing large.jpg")).to_be_visible()
    person.check()
    held.pop().continue_()
    assert sent.value.sizes()["requestBodySize"] < MEGABYTE
    expect(page.get_by_role("dialog", name="Crop photo")).to_be_visible()
    [photo] = person.call("/profile")["photos"]
    ensure_kept(page, photo["full"])


@pytest.mark.spec("3.2", "4.3")
def test_it_can_be_sent_in_a_conversation(arrive: Arrive, large: Path, tmp_path: Path, quiet_site: Any) -> None:
    ruth, henk = (arrive(DESK, host=quiet_site.hosts[0]) for _ in range(2))
    for person, name in ((ruth, "Ruth"), (henk, "Henk")):
        person.enter(settle(name=name, credits=60, site=quiet_site.key))
    ruth.go(f"/members/{henk.call('/me')['id']}/chat")
    page = ruth.page
    page.locator("input[type=file]").set_input_files(large)
    dialog = page.get_by_role("dialog")
    send = dialog.get_by_role("button", name=re.compile("^Send photo"))
    expect(dialog.get_by_role("status")).to_contain_text("We’re preparing your photo.")
    expect(send).to_be_disabled()
    ruth.check()
    # Whoever thinks better of it closes the dialog, and what comes afterwards is another photo.
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    (tmp_path / "large.heic").write_bytes(bytes(10 * MEGABYTE + 1))
    page.locator("input[type=file]").set_input_files(tmp_path / "large.heic")
    expect(dialog.get_by_role("alert")).to_contain_text("This browser can’t make the photo smaller")
    page.locator("input[type=file]").set_input_files(large)
    expect(dialog.get_by_role("img", name="Your photo: large.jpg")).to_be_visible()
    send.click()
    shown = page.locator(LOG).get_by_role("img", name=re.compile("^Photo for Henk"))
    expect(shown).to_have_attribute("src", re.compile("^/media/"))
    [chat] = ruth.call("/conversations")["conversations"]
    [message] = ruth.call(f"/conversations/{chat['id']}/messages")["messages"]
    ensure_kept(page, message["photo"]["full"])
