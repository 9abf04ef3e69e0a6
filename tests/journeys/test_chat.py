"""A conversation as it is lived: photos both ways, what is seen and typed, a warning, a long history by keyboard."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.journeys.conftest import DESK, LOG, PHONE, Person
from tests.journeys.people import settle
from tests.running import Instance

SIZES = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
MANY = 500


@dataclass
class Pair:
    """Two who write to each other: Ruth's browser speaks English, Henk's Dutch."""

    ruth: Person
    henk: Person
    ruth_me: dict[str, Any]
    henk_me: dict[str, Any]

    def open(self, *, by_ruth: bool) -> Page:
        """Open the conversation in one of the browsers."""
        person, other = (self.ruth, self.henk_me) if by_ruth else (self.henk, self.ruth_me)
        person.go(f"/members/{other['id']}/chat")
        return person.page


@pytest.fixture
def meet(arrive: Callable[..., Person]) -> Callable[[ViewportSize], Pair]:
    """Let both in, with credits enough."""

    def run(viewport: ViewportSize) -> Pair:
        people = []
        for name, language in (("Ruth", "en"), ("Henk", "nl")):
            person = arrive(viewport)
            person.enter(settle(name=name, language=language, credits=60))
            people.append(person)
        ruth, henk = people
        return Pair(ruth, henk, ruth.call("/me"), henk.call("/me"))

    return run


def write(page: Page, text: str) -> None:
    """Write a message and send it."""
    page.get_by_role("textbox", name=re.compile("^(Message|Bericht aan)")).fill(text)
    page.get_by_role("button", name=re.compile("^(Send|Verstuur|Versturen|Stuur)")).click()
    expect(page.locator(LOG)).to_contain_text(text)


def width_of(picture: Any) -> int:
    """Return how many pixels wide a picture is once it is there."""
    width: int = picture.evaluate("image => image.decode().then(() => image.naturalWidth)")
    return width


@SIZES
@pytest.mark.spec("1.1", "2.9", "3.2", "4.8")
def test_photos_go_both_ways_and_are_seen(viewport: ViewportSize, meet: Callable[..., Pair], portrait: Path) -> None:
    pair = meet(viewport)
    henk = pair.henk_me["name"]
    page = pair.open(by_ruth=True)
    credits = pair.ruth.call("/me")["credits"]
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=f"A photo for {henk}").click()
    chooser.value.set_files(portrait)
    dialog = page.get_by_role("dialog", name=f"A photo for {henk}")
    assert width_of(dialog.get_by_role("img", name=re.compile("^Your photo"))) == 900
    dialog.get_by_label("Add a message").fill("The dike at noon.")
    button = dialog.get_by_role("button", name=re.compile("^Send photo"))
    expect(button).to_contain_text(re.compile(r"5 credits · [€£]\d"))
    pair.ruth.check()
    button.click()
    log = page.locator(LOG)
    expect(log).to_contain_text("The dike at noon.")
    expect(log.get_by_text("Delivered").last).to_be_visible()
    expect(page.get_by_text(f"{credits - 5} credits left")).to_be_visible()

    # Henk finds it in his list, looks at it large, and Ruth sees within a poll that he did.
    page = pair.henk.page
    pair.henk.go("/chats")
    page.get_by_role("link", name=re.compile(f"{pair.ruth_me['name']}.*Een foto: The dike at noon")).click()
    picture = page.locator(LOG).get_by_role("img", name=f"Foto van {pair.ruth_me['name']}").last
    assert width_of(picture) == 480
    expect(pair.ruth.page.locator(LOG).get_by_text("Read").last).to_be_visible()
    page.get_by_role("button", name=re.compile("^Vergroten")).last.click()
    large = page.get_by_role("dialog").get_by_role("img")
    assert width_of(large) == 900
    pair.henk.check()
    page.keyboard.press("Escape")
    expect(large).to_be_hidden()
    pair.henk.check()

    # He answers with one; it arrives while she looks.
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=re.compile("^Een foto voor")).click()
    chooser.value.set_files(portrait)
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Foto versturen")).click()
    arrived = pair.ruth.page.locator(LOG).get_by_role("img", name=f"Photo from {henk}").last
    expect(arrived).to_be_visible()
    assert width_of(arrived) == 480
    pair.ruth.check()


@pytest.mark.spec("8.5")
def test_a_file_that_is_no_photo_is_not_sent_and_costs_nothing(meet: Callable[..., Pair], tmp_path: Path) -> None:
    pair = meet(DESK)
    page = pair.open(by_ruth=True)
    credits = pair.ruth.call("/me")["credits"]
    for name, content in (("letter.txt", b"Dear Henk"), ("broken.jpg", b"\xff\xd8\xff and no more")):
        (tmp_path / name).write_bytes(content)
    page.locator("input[type=file]").set_input_files(tmp_path / "letter.txt")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("alert")).to_contain_text("Choose a JPEG, PNG, WebP or HEIC photo.")
    expect(dialog.get_by_role("button", name=re.compile("^Send photo"))).to_be_disabled()
    pair.ruth.check()
    page.keyboard.press("Escape")

    # One that only pretends is taken, tried, and paid back at once.
    page.locator("input[type=file]").set_input_files(tmp_path / "broken.jpg")
    expect(dialog).to_contain_text("This browser can’t show a preview")
    dialog.get_by_role("button", name=re.compile("^Send photo")).click()
    log = page.locator(LOG)
    expect(log.get_by_text("We couldn’t open this photo. You weren’t charged.").last).to_be_visible()
    expect(log.get_by_text("Credits refunded").last).to_be_visible()
    page.reload()
    expect(page.get_by_text(f"{credits} credits left")).to_be_visible()


@SIZES
def test_a_hint_is_shown_to_the_recipient_only(viewport: ViewportSize, meet: Callable[..., Pair]) -> None:
    pair = meet(viewport)
    ruth = pair.open(by_ruth=True)
    henk = pair.open(by_ruth=False)
    write(henk, "Ik ben hier zelden, schrijf me op wh4tsapp")
    hint = ruth.locator(LOG).get_by_text("Moving to another app?")
    expect(hint.last).to_be_visible()
    pair.ruth.check()
    expect(henk.locator(LOG).get_by_text("Verder praten in een andere app?")).to_have_count(0)
    count = hint.count()
    ruth.locator(LOG).get_by_role("button", name="Dismiss").last.click()
    expect(hint).to_have_count(count - 1)
    ruth.reload()
    expect(ruth.locator(LOG)).to_contain_text("schrijf me op wh4tsapp")
    expect(hint).to_have_count(count - 1)


def test_who_is_writing_is_seen_until_the_message_comes(meet: Callable[..., Pair]) -> None:
    pair = meet(DESK)
    ruth, henk = pair.open(by_ruth=True), pair.open(by_ruth=False)
    # Strangers do not see each other write.
    write(ruth, "Good morning Henk")
    expect(henk.locator(LOG)).to_contain_text("Good morning Henk")
    write(henk, "Dag Ruth")
    expect(ruth.locator(LOG)).to_contain_text("Dag Ruth")
    henk.get_by_role("textbox", name=re.compile("^Bericht aan")).press_sequentially("Goede", delay=30)
    typing = ruth.get_by_role("status").filter(has_text=f"{pair.henk_me['name']} is typing")
    expect(typing).to_be_visible()
    write(henk, "Goedemorgen Ruth")
    expect(ruth.locator(LOG)).to_contain_text("Goedemorgen Ruth")
    expect(typing).to_be_hidden()


def test_a_long_history_is_read_by_keyboard(meet: Callable[..., Pair], installation: Instance) -> None:
    pair = meet(DESK)
    page = pair.open(by_ruth=True)
    write(page, "The first of many")
    expect(page.locator(LOG).get_by_text("Delivered").last).to_be_visible()
    conversation = page.evaluate(
        "async id => (await (await fetch(`/api/v1/members/${id}/conversation`)).json()).conversation_id",
        pair.henk_me["id"],
    )
    line = _fill(installation, conversation, pair.henk_me["id"])
    page.reload()
    log = page.locator(LOG)
    first = log.locator("[data-seq='1']")
    expect(log.get_by_text(f"{line} {MANY} of {MANY}")).to_be_visible()
    shown = f"{line} {MANY - 60} of {MANY}"

    # Home leads to earlier messages, again and again, up to the beginning; what was on the screen stays there.
    log.focus()
    earlier = page.get_by_role("button", name="Show earlier messages")
    # Counted before it is asked whether there is more: what comes between is seen as having come.
    while (count := log.locator("[data-seq]").count()) and earlier.count():
        page.keyboard.press("Home")
        expect(log.locator("[data-seq]")).not_to_have_count(count)
    page.keyboard.press("Home")
    expect(first).to_be_in_viewport()
    expect(log.get_by_text(shown)).to_be_attached()
    assert log.locator("[data-seq]").count() >= MANY
    expect(page.get_by_role("button", name="Go to the newest message")).to_be_visible()

    # What comes meanwhile is counted, and does not move what is being read.
    henk = pair.open(by_ruth=False)
    more = f"And one more after {line}"
    write(henk, more)
    expect(page.get_by_text(re.compile(r"1\s+new message$"))).to_be_attached()
    expect(first).to_be_in_viewport()
    pair.ruth.check()

    # End leads back; from the newest message's menu the arrow keys lead through the others, and Tab leaves them.
    page.keyboard.press("End")
    expect(log.get_by_text(more)).to_be_in_viewport()
    for _ in range(12):
        page.keyboard.press("Tab")
        if _focused(page, "aria-haspopup") == "menu":
            break
    assert more in (_focused(page, "aria-label") or "")
    page.keyboard.press("ArrowUp")
    assert f"{line} {MANY} of {MANY}" in (_focused(page, "aria-label") or "")
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="Copy")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert _focused(page, "data-seq") is None
    assert page.evaluate("document.activeElement.closest('[role=log]')") is None


def _focused(page: Page, attribute: str) -> str | None:
    value: str | None = page.evaluate("name => document.activeElement?.getAttribute(name)", attribute)
    return value


def _fill(installation: Instance, conversation: str, sender: str) -> str:
    """Write a long past into a conversation, as it would have come over years; returns how its lines begin."""
    line = f"Line {uuid4().hex[:6]}"
    with psycopg.connect(installation.settings["HEARTH_DATABASE_URL"]) as connection:
        (last,) = connection.execute(
            "SELECT last_seq FROM messaging.conversation WHERE id = %s", [conversation]
        ).fetchone()
        values = {"id": conversation, "sender": sender, "last": last, "many": MANY, "line": line}
        connection.execute(
            "INSERT INTO messaging.message (id, conversation_id, seq, sender_id, sender_kind, body, sent_at)"
            " SELECT gen_random_uuid(), %(id)s, %(last)s + n, %(sender)s, '',"
            " format('%%s %%s of %%s', %(line)s::text, n, %(many)s),"
            " now() - make_interval(mins => %(many)s - n) FROM generate_series(1, %(many)s) AS n",
            values,
        )
        connection.execute("UPDATE messaging.conversation SET last_seq = last_seq + %(many)s WHERE id = %(id)s", values)
    return line
