"""Two people at their browsers side by side, and a third device: what one does, the others see without asking."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.journeys.conftest import DESK, LOG, PHONE, Person
from tests.journeys.people import newcomer, settle
from tests.journeys.test_first_conversation import PASSWORD

STREAM = re.compile(r"/live(\?|$)")
# What the stream brings comes in a moment; a poll, which comes after a minute, would be too late.
SOON = 30_000
# A poll stands in for the stream: after a minute, on a busy machine.
POLLED = 100_000
ENOUGH = 30  # credits, for all that is written in one of these journeys


@dataclass
class Three:
    """Ruth, and Henk at a desk and with a phone; nothing waits for either."""

    ruth: Person
    henk: Person
    phone: Person
    ruth_me: dict[str, Any]
    henk_me: dict[str, Any]

    @property
    def henks(self) -> tuple[Page, Page]:
        """Henk's pages."""
        return self.henk.page, self.phone.page


@contextmanager
def streaming(person: Person) -> Iterator[None]:
    """Wait until the page that is opened meanwhile holds its stream."""
    with person.page.expect_response(lambda answer: STREAM.search(answer.url) is not None and answer.ok):
        yield


@pytest.fixture
def three(arrive: Callable[..., Person], quiet_site: Any) -> Three:
    """Let both in, with credits enough."""
    ruth, henk = (settle(name=name, credits=ENOUGH, site=quiet_site.key) for name in ("Ruth", "Henk"))
    people = [arrive(size, host=quiet_site.hosts[0]) for size in (DESK, DESK, PHONE)]
    for person, member in zip(people, (ruth, henk, henk), strict=True):
        person.enter(member)
    hers, his, phone = people
    return Three(hers, his, phone, hers.call("/me"), his.call("/me"))


def talk(person: Person, other: dict[str, Any]) -> Page:
    """Open the conversation with somebody."""
    with streaming(person):
        person.go(f"/members/{other['id']}/chat")
    return person.page


def write(page: Page, text: str) -> None:
    """Write a message and send it."""
    page.get_by_role("textbox", name=re.compile("^Message")).fill(text)
    page.get_by_role("button", name=re.compile("^Send ")).click()


def tab(page: Page, name: str) -> Locator:
    """A destination of the navigation, with what waits there."""
    return page.get_by_role("navigation", name="Main").get_by_role("link", name=re.compile(f"^{name}"))


@pytest.mark.spec("4.8", "4.19", "9.4")
def test_a_message_is_typed_seen_and_read_on_both_sides(three: Three) -> None:
    ruth = talk(three.ruth, three.henk_me)
    for person in (three.henk, three.phone):
        with streaming(person):
            person.go("/profile")
    first, second = f"Good morning {uuid4().hex[:6]}", f"And good evening {uuid4().hex[:6]}"

    # It waits on both of Henk's devices: in the title and in the navigation.
    write(ruth, first)
    for page in three.henks:
        expect(page).to_have_title(re.compile(r"^\(1\) "), timeout=SOON)
        expect(tab(page, "Messages")).to_have_text(re.compile("1 unread"))
    expect(ruth.locator(LOG).get_by_text("Delivered").last).to_be_visible()

    # He reads on one: it waits on neither, and Ruth sees that he did.
    henk = talk(three.henk, three.ruth_me)
    expect(henk.locator(LOG)).to_contain_text(first)
    for page in three.henks:
        expect(page).not_to_have_title(re.compile(r"^\("), timeout=SOON)
    expect(tab(three.phone.page, "Messages")).not_to_have_text(re.compile("unread"))
    expect(ruth.locator(LOG).get_by_text("Read").last).to_be_visible(timeout=SOON)

    # He sees her write and stop, and then the message, in the moment in which it is sent.
    typing = henk.get_by_role("status").filter(has_text=f"{three.ruth_me['name']} is typing")
    ruth.get_by_role("textbox", name=re.compile("^Message")).press_sequentially("And", delay=30)
    expect(typing).to_be_visible(timeout=SOON)
    expect(typing).to_be_hidden(timeout=SOON)
    began = time.monotonic()
    write(ruth, second)
    expect(henk.locator(LOG)).to_contain_text(second, timeout=SOON)
    print(f"a message was seen {time.monotonic() - began:.2f} s after it was written and sent")
    for page in (ruth, henk):
        assert page.locator(LOG).get_by_text(second).count() == 1


@pytest.mark.spec("2.39", "4.10", "4.11")
def test_a_like_is_told_and_a_match_opens_on_both_sides(three: Three) -> None:
    ruth, henk = three.ruth.page, three.henk.page
    for person in (three.henk, three.phone):
        with streaming(person):
            person.go("/profile")
    with streaming(three.ruth):
        three.ruth.go(f"/members/{three.henk_me['id']}")
    ruth.get_by_role("button", name=f"Like {three.henk_me['name']}").click()
    for page in three.henks:
        expect(page).to_have_title(re.compile(r"^\(1\) "), timeout=SOON)
        expect(tab(page, "Likes")).to_have_text(re.compile("1 new"))

    three.henk.go(f"/members/{three.ruth_me['id']}")
    henk.get_by_role("button", name=f"Like {three.ruth_me['name']}").click()
    for page, other in ((ruth, three.henk_me), (henk, three.ruth_me), (three.phone.page, three.ruth_me)):
        overlay = page.get_by_role("dialog", name="New like!")
        expect(overlay).to_be_visible(timeout=SOON)
        expect(overlay).to_contain_text(f"you and {other['name']} liked each other.")
    three.ruth.check()
    three.phone.check()


@pytest.mark.spec("9.4")
def test_a_page_whose_stream_is_cut_off_asks_by_itself_and_hears_of_everything(three: Three) -> None:
    page = three.henk.page
    page.route(STREAM, lambda route: route.abort())
    three.henk.go("/profile")
    refused: list[Request] = []
    page.on("requestfailed", lambda call: refused.append(call) if STREAM.search(call.url) else None)
    ruth = talk(three.ruth, three.henk_me)
    text = f"Do you hear me {uuid4().hex[:6]}?"
    write(ruth, text)
    expect(page).to_have_title(re.compile(r"^\(1\) "), timeout=POLLED)
    assert refused != [], "it heard by a stream that was cut off"

    # In the conversation it asks every few seconds.
    three.henk.go(f"/members/{three.ruth_me['id']}/chat")
    expect(page.locator(LOG)).to_contain_text(text)
    write(ruth, f"{text} And now?")
    expect(page.locator(LOG)).to_contain_text(f"{text} And now?", timeout=SOON)

    # The way is free again: the stream comes back by itself, as soon as the network says so.
    page.unroute(STREAM)
    with streaming(three.henk):
        page.evaluate("window.dispatchEvent(new Event('online'))")


@pytest.mark.spec("5.4", "6.8", "7.8")
def test_a_new_password_logs_the_other_devices_out_and_says_so_kindly(arrive: Callable[..., Person]) -> None:
    here, email = newcomer(arrive, DESK)
    for_members, for_all, asleep = (arrive(PHONE, host="hearthside.localhost") for _ in range(3))
    for person, address in ((for_members, "/profile"), (for_all, "/pages/privacy"), (asleep, "/profile")):
        person.enter(here.member)
        with streaming(person):
            person.go(address)
    asleep.page.goto("about:blank")
    with streaming(here):
        here.go("/notifications")
    page = here.page
    page.get_by_label("Old password").fill(PASSWORD)
    page.get_by_label("New password", exact=True).fill(f"{PASSWORD} again")
    page.get_by_label("Repeat new password").fill(f"{PASSWORD} again")
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("We’ve logged out all other browsers.")).to_be_visible()

    # A page for members leads to the login, and says why.
    for_members.page.wait_for_url("**/login?next=%2Fprofile", timeout=SOON)
    expect(for_members.page.get_by_text("You’ve been logged out.")).to_be_visible()
    for_members.check()

    # A page for everybody stays where it is, and says so, too.
    expect(for_all.page.get_by_text("You’ve been logged out.")).to_be_visible(timeout=SOON)
    assert for_all.page.url.endswith("/pages/privacy")
    expect(for_all.page.get_by_role("heading", level=1)).to_have_text("Privacy statement")

    # Whoever comes later is told then; who logs in again is where they were, and nobody here was logged out.
    asleep.go("/profile")
    asleep.page.wait_for_url("**/login?next=%2Fprofile")
    expect(asleep.page.get_by_text("You’ve been logged out.")).to_be_visible()
    asleep.page.get_by_label("Email address").fill(email)
    asleep.page.get_by_label("Password").fill(f"{PASSWORD} again")
    asleep.page.get_by_role("main").get_by_role("button", name="Log in").click()
    asleep.page.wait_for_url("**/profile")
    page.reload()
    assert page.url.endswith("/notifications")
    page.get_by_role("button", name=re.compile("account menu$")).click()
    page.get_by_role("menuitem", name="Log out").click()
    page.wait_for_url(f"{here.base}/")
    here.go("/login")
    expect(page.get_by_text("You’ve been logged out.")).to_have_count(0)
