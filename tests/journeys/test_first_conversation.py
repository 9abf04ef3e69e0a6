"""The path through the whole installation: sign up, confirm, photo, search, like, match, write, be answered."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.factories.accounts import PASSWORD
from tests.journeys.conftest import DESK, LOG, PHONE, Person
from tests.journeys.people import PATIENCE, settle

SIZES = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])


def type_date(page: Page, day: str, month: str, year: str) -> None:
    """Type a date into the segments of the date field, in whatever order the language has them."""
    for name, value in (("day", day), ("month", month), ("year", year)):
        page.get_by_role("spinbutton", name=re.compile(name)).first.click()
        page.keyboard.type(value)


def create_account(person: Person, name: str, born: tuple[str, str, str]) -> str:
    """Fill in the first step; returns the e-mail address."""
    email = f"{name.lower()}.{uuid4().hex[:8]}@example.org"
    page = person.page
    person.go("/signup")
    page.get_by_label("Your name").fill(name)
    type_date(page, *born)
    page.get_by_label("Email address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create my profile").click()
    page.wait_for_url("**/signup/photo")
    return email


def go_on(person: Person, to: str) -> None:
    """Finish a step of the signup."""
    person.page.get_by_role("button", name="Continue").click()
    person.page.wait_for_url(f"**/signup/{to}")


def choose_town(page: Page, letters: str, town: str) -> None:
    """Type some letters and take a town of the Netherlands from the list."""
    page.get_by_label("Country").select_option(label="Netherlands")
    field = page.get_by_label("Town or village")
    field.click()
    field.press_sequentially(letters, delay=40)
    option = page.get_by_role("option", name=re.compile(town)).first
    option.wait_for()
    # Playwright's click scrolls the page a little, which closes the list.
    box = option.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def sign_up(person: Person, *, name: str, gender: str, seeks: str, portrait: Path, looks: bool = False) -> str:
    """Go through every step of the signup as a person does; returns the e-mail address."""
    page = person.page
    email = create_account(person, name, ("17", "05", "1985"))
    page.locator("input[type=file]").first.set_input_files(portrait)
    small = page.get_by_role("dialog", name="Crop photo")
    small.get_by_role("button", name="Close").click()
    page.get_by_text("Only you can see it until we’ve checked it").wait_for()
    if looks:
        person.check()
    go_on(person, "location")
    choose_town(page, "utrech", "Utrecht")
    if looks:
        person.check()
    go_on(person, "personal")
    page.get_by_label("Gender").select_option(label=gender)
    page.get_by_role("group", name="I’d like to meet").get_by_text(seeks, exact=True).click()
    if looks:
        person.check()
    go_on(person, "about")
    page.get_by_label("Headline").fill("I make a decent pea soup.")
    page.get_by_label("In your own words").fill("I like markets on Saturdays and slow walks home.")
    for interest in ("Cooking", "Gardening", "Hiking"):
        page.get_by_role("button", name=interest, exact=True).click()
    if looks:
        person.check()
    go_on(person, "push")
    go_on(person, "confirm")
    return email


def confirm(person: Person, email: str, mailed_link: Callable[[str, str], str]) -> None:
    """Open the link that was mailed."""
    person.go(mailed_link(email, "/activate/done"))
    expect(person.page.get_by_role("heading", name="Your email is confirmed")).to_be_visible()


def wait_until_found(person: Person, name: str) -> None:
    """Wait until the search knows somebody who has just confirmed."""
    end = time.monotonic() + PATIENCE
    while not any(one["name"] == name for one in person.call("/search?sort=newest")["results"]):
        assert time.monotonic() < end, f"{name} is not found"
        time.sleep(0.05)


@SIZES
@pytest.mark.spec("1.1", "2.32", "2.25", "2.2", "2.15", "2.39", "2.5", "2.9", "4.1", "4.8", "4.19", "9.2")
def test_two_strangers_meet(
    viewport: ViewportSize,
    arrive: Callable[..., Person],
    mailed_link: Callable[[str, str], str],
    portrait: Path,
    quiet_site: Any,
) -> None:
    anna, bert = (arrive(viewport, host=quiet_site.hosts[0]) for _ in range(2))
    name_a, name_b = f"Anna{uuid4().hex[:4]}", f"Bert{uuid4().hex[:4]}"
    for person, name, gender, seeks in ((anna, name_a, "Woman", "Men"), (bert, name_b, "Man", "Women")):
        email = sign_up(person, name=name, gender=gender, seeks=seeks, portrait=portrait, looks=person is anna)
        confirm(person, email, mailed_link)

    # Anna looks for people in Utrecht, finds Bert and likes him.
    page = anna.page
    wait_until_found(anna, name_b)
    anna.go("/members?sort=newest")
    page.get_by_role("link", name=re.compile(name_b)).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name_b)
    page.get_by_role("button", name=f"Like {name_b}").click()
    expect(page.get_by_role("button", name=f"Remove your like for {name_b}")).to_be_visible()
    anna.check()

    # Bert sees a new like, likes her too, and both have a match.
    page = bert.page
    bert.go("/likes")
    expect(page.get_by_role("main")).to_contain_text(name_a)
    page.get_by_role("main").get_by_role("link", name=re.compile(name_a)).first.click()
    page.get_by_role("button", name=f"Like {name_a}").click()
    expect(page.get_by_role("heading", name="New like!")).to_be_visible()
    bert.check()

    # Anna writes; the price is on the button, and her credits fall by it.
    page = anna.page
    anna.go("/likes/matches")
    page.get_by_role("main").get_by_role("link", name=re.compile(name_b)).first.click()
    page.get_by_role("link", name=re.compile(f"Message {name_b}")).click()
    page.get_by_label(f"Message {name_b}").fill("Do you still bake on Sundays?")
    button = page.get_by_role("button", name=re.compile("Send"))
    expect(button).to_contain_text("5 credits")
    expect(page.get_by_text("10 credits left")).to_be_visible()
    button.click()
    expect(page.locator(LOG)).to_contain_text("Do you still bake on Sundays?")
    expect(page.get_by_text("5 credits left")).to_be_visible()
    anna.check()

    # Bert's title and badge tell of it; opening the chat clears both; he answers.
    page = bert.page
    bert.go("/members")
    expect(page).to_have_title(re.compile(r"^\(1\)"))
    bert.go("/chats")
    page.get_by_role("link", name=re.compile(name_a)).first.click()
    expect(page.locator(LOG)).to_contain_text("Do you still bake on Sundays?")
    expect(page).not_to_have_title(re.compile(r"^\(1\)"))
    page.get_by_label(f"Message {name_a}").fill("Every Sunday. Apple, this week.")
    page.get_by_role("button", name=re.compile("Send")).click()
    expect(page.locator(LOG)).to_contain_text("Apple, this week.")

    # The answer reaches Anna while she looks at the conversation.
    expect(anna.page.locator(LOG)).to_contain_text("Apple, this week.")


@pytest.mark.spec("6.7", "2.37")
def test_a_block_makes_two_people_absent_for_each_other(
    arrive: Callable[..., Person],
) -> None:
    person = arrive(DESK)
    person.enter(settle())
    page = person.page
    person.go("/members?gender=&country=")
    address = page.locator("main a[href^='/members/']").first.get_attribute("href")
    assert address is not None
    person.go(address)
    page.get_by_role("button", name=re.compile("^More")).click()
    page.get_by_role("menuitem", name=re.compile("Block")).click()
    page.get_by_role("alertdialog").get_by_role("button", name=re.compile("^Block")).click()
    page.wait_for_url("**/members*")
    person.go("/members?gender=&country=")
    expect(page.get_by_role("main").get_by_role("article").first).to_be_visible()
    # By the address, for others may have the same name and age.
    expect(page.locator(f"main a[href='{address}']")).to_have_count(0)
    person.page.goto(person.base + address)
    expect(page.get_by_text("This page could not be found")).to_be_visible()


@pytest.mark.spec("2.45", "2.2", "2.37", "2.5")
def test_the_path_can_be_walked_by_keyboard_alone(arrive: Callable[..., Person]) -> None:
    person = arrive(DESK)
    page = person.page
    member = settle()
    person.go("/login")
    press_to(page, "Email address")
    page.keyboard.type(member.email)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/members")
    person.go("/members?gender=&country=")
    press_until(page, lambda: "/members/" in (focused(page, "href") or ""))
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/members/[^/?]+$"))
    page.get_by_role("main").get_by_role("link", name=re.compile("^Message")).wait_for()
    press_until(page, lambda: (focused(page, "href") or "").endswith("/chat"))
    page.keyboard.press("Enter")
    page.get_by_role("textbox", name=re.compile("^Message")).wait_for()
    press_until(page, lambda: (focused(page, "aria-label") or "").startswith("Message "))
    page.keyboard.type("Good evening from the keyboard")
    page.keyboard.press("Enter")
    expect(page.locator(LOG)).to_contain_text("Good evening from the keyboard")


def focused(page: Page, attribute: str) -> str | None:
    """Return an attribute of what has the focus."""
    value: str | None = page.evaluate("name => document.activeElement?.getAttribute(name)", attribute)
    return value


def press_until(page: Page, is_there: Callable[[], bool]) -> None:
    """Press Tab until the focus is where it should be."""
    for _ in range(80):
        if is_there():
            return
        page.keyboard.press("Tab")
    raise AssertionError("the keyboard never got there")


def press_to(page: Page, label: str) -> None:
    """Press Tab until the field with this label has the focus."""
    field = page.get_by_label(label)
    press_until(page, lambda: bool(field.evaluate("node => node === document.activeElement")))
