"""The swipe game by touch on a phone and by keys at a desk, the door for visitors, and the like modal."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import DESK, PHONE, Person

EVERGREEN = "evergreen.localhost"


def ask(page: Page, path: str) -> Any:
    """Return what the server answers to the one at this browser."""
    return page.evaluate("async path => (await fetch(path)).json()", f"/api/v1{path}")


def enter_with_cards(arrive: Callable[..., Person], logins: list[dict[str, str]], viewport: dict[str, int]) -> Person:
    """Log in as the first of the older members whose deck holds three cards, on the game."""
    for login in logins:
        if "Evergreen" not in login["who"]:
            continue
        person = arrive(viewport, host=EVERGREEN)
        person.context.add_cookies([{"name": "language", "value": "en", "url": person.base}])
        person.log_in(login["email"], login["password"])
        deck = ask(person.page, "/deck")
        if len(deck["cards"]) >= 3 and deck["likes_left"] > 0:
            person.go("/swipe-game")
            expect(top(person.page)).to_be_visible()
            return person
    raise AssertionError("nobody in the demo has three cards")


def top(page: Page) -> Any:
    """Return the name on the card that lies on top."""
    return page.locator("article[data-top] h2 a")


def drag(page: Page, by: int) -> None:
    """Move the top card sideways with a finger."""
    box = page.locator("article[data-top]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + 120
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 11):
        moved = [{"x": x + by * step / 10, "y": y}]
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": moved})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.spec("2.24", "9.2")
def test_the_deck_is_swiped_with_a_finger(arrive: Callable[..., Person], logins: list[dict[str, str]]) -> None:
    person = enter_with_cards(arrive, logins, PHONE)
    page = person.page
    person.check()
    left = ask(page, "/deck")["likes_left"]
    first = top(page).inner_text()
    drag(page, 30)
    expect(top(page)).to_have_text(first)
    drag(page, -200)
    expect(top(page)).not_to_have_text(first)
    second = top(page).inner_text()
    page.get_by_role("button", name="Undo").click()
    expect(top(page)).to_have_text(first)
    drag(page, 200)
    page.get_by_role("dialog").or_(page.get_by_text(re.compile("likes? left today"))).first.wait_for()
    if page.get_by_role("dialog").count():
        page.keyboard.press("Escape")
    expect(top(page)).to_have_text(second)
    expect(page.get_by_text(re.compile(rf"^{left - 1} likes? left today"))).to_be_visible()


@pytest.mark.spec("2.24")
def test_the_deck_is_played_with_keys(arrive: Callable[..., Person], logins: list[dict[str, str]]) -> None:
    person = enter_with_cards(arrive, logins, DESK)
    page = person.page
    person.check()
    first = top(page).inner_text()
    page.keyboard.press("ArrowLeft")
    expect(top(page)).not_to_have_text(first)
    expect(top(page)).to_be_focused()
    page.keyboard.press("z")
    expect(top(page)).to_have_text(first)
    expect(top(page)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/members/*-*")
    expect(page.get_by_role("heading", level=1)).to_contain_text(first.split(",")[0])


@pytest.mark.spec("2.28")
def test_a_visitor_meets_some_cards_and_then_the_door(arrive: Callable[..., Person]) -> None:
    person = arrive(PHONE)
    person.go("/landers/tinderswipe?network=partner")
    page = person.page
    page.locator("article[data-top]").wait_for()
    person.check()
    for _ in range(6):
        if not page.locator("article[data-top]").count():
            break
        page.get_by_role("button", name="Not now").click()
        page.wait_for_timeout(400)
    door = page.get_by_role("link", name="Create your free profile")
    expect(door).to_be_visible()
    person.check()
    door.click()
    page.wait_for_url("**/signup**")


@pytest.mark.spec("4.15", "5.8")
def test_the_like_modal_shows_a_received_like(arrive: Callable[..., Person], logins: list[dict[str, str]]) -> None:
    login = next(one for one in logins if "Hearthside" in one["who"] and ", en," in one["who"])
    person = arrive(DESK)
    person.log_in(login["email"], login["password"])
    page = person.page
    received = ask(page, "/likes?type=received")["profiles"]
    person.go("/lang-config?t=1")
    if not received:
        page.wait_for_timeout(2_000)
        expect(page.get_by_role("dialog")).to_have_count(0)
        return
    modal = page.get_by_role("dialog", name=f"{received[0]['name']} likes you")
    expect(modal).to_be_visible()
    assert "t=" not in page.url
    person.check()
    modal.get_by_role("link", name=re.compile("See the profile")).last.click()
    page.wait_for_url(f"**/members/{received[0]['id']}")
