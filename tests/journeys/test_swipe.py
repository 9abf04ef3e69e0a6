"""The swipe game by touch on a phone and by keys at a desk, the door for visitors, and the like modal."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.factories.social import like
from tests.journeys.conftest import DESK, PHONE, Person
from tests.journeys.people import settle

EVERGREEN = "evergreen.localhost"


def enter_with_cards(arrive: Callable[..., Person], viewport: ViewportSize) -> Person:
    """Let one of the older members in, whose deck holds three cards at least, on the game."""
    person = arrive(viewport, host=EVERGREEN)
    person.enter(settle(site="evergreen", born=date(1962, 5, 17), seeking_genders=["woman", "man"]))
    deck = person.call("/deck")
    assert len(deck["cards"]) >= 3
    assert deck["likes_left"] > 0
    person.go("/swipe-game")
    expect(top(person.page)).to_be_visible()
    return person


def top(page: Page) -> Any:
    """Return the name on the card that lies on top."""
    return page.locator("article[data-top] h2")


def drag(page: Page, by: int) -> None:
    """Move the top card sideways with a finger."""
    card = page.locator("article[data-top]")
    # Wait until the middle of the card lies still and free, not under the bar at the top or the bottom.
    card.hover(trial=True)
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 11):
        moved = [{"x": x + by * step / 10, "y": y}]
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": moved})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.spec("2.24", "9.2")
def test_the_deck_is_swiped_with_a_finger(arrive: Callable[..., Person]) -> None:
    person = enter_with_cards(arrive, PHONE)
    page = person.page
    person.check()
    left = person.call("/deck")["likes_left"]
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
def test_the_deck_is_played_with_keys(arrive: Callable[..., Person]) -> None:
    person = enter_with_cards(arrive, DESK)
    page = person.page
    person.check()
    first = top(page).inner_text()
    page.keyboard.press("ArrowLeft")
    expect(top(page)).not_to_have_text(first)
    expect(top(page).get_by_role("link")).to_be_focused()
    page.keyboard.press("z")
    expect(top(page)).to_have_text(first)
    expect(top(page).get_by_role("link")).to_be_focused()
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
    door = page.get_by_role("link", name="Sign up free")
    for _ in range(6):
        # Two people may have the same name and age.
        card = page.locator("article[data-top]").element_handle()
        page.get_by_role("button", name="Pass").click()
        page.wait_for_function("card => !card.isConnected || !('top' in card.dataset)", arg=card)
        expect(door.or_(top(page)).first).to_be_visible()
        if door.is_visible():
            break
    expect(door).to_be_visible()
    person.check()
    door.click()
    page.wait_for_url("**/signup**")


@pytest.mark.spec("4.15", "5.8")
def test_the_like_modal_shows_a_received_like(arrive: Callable[..., Person], quiet_site: Any) -> None:
    person = arrive(DESK, host=quiet_site.hosts[0])
    person.enter(settle(site=quiet_site.key))
    page = person.page
    admirer = settle(site=quiet_site.key)
    like(admirer, person.member)
    person.go("/lang-config?t=1")
    modal = page.get_by_role("dialog", name=f"{admirer.name} likes you")
    expect(modal).to_be_visible()
    assert "t=" not in page.url
    person.check()
    modal.get_by_role("link", name=f"See {admirer.name}’s profile").last.click()
    page.wait_for_url(f"**/members/{admirer.id}")
