"""From a member's own address through the signup to the people who fit, and the door of a site by invitation."""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.journeys.conftest import DESK, PHONE, Person, tick
from tests.journeys.installation import hearth
from tests.journeys.people import open_site
from tests.journeys.test_first_conversation import PASSWORD, type_date


def fill_in(page: Page, name: str) -> None:
    """Fill in the account form and send it."""
    page.get_by_label("Your name").fill(name)
    type_date(page, "17", "05", "1985")
    page.get_by_label("Email address").fill(f"{name.lower()}.{uuid4().hex[:8]}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create my profile").click()


def somebody(person: Person) -> str:
    """Return the id of somebody whom visitors may see."""
    person.go("/members")
    address = person.page.locator("main a[href^='/members/']").first.get_attribute("href")
    assert address is not None
    return address.rsplit("/", 1)[1]


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.spec("2.6", "2.7", "2.23", "2.17", "2.11")
def test_a_visitor_comes_for_somebody_and_finds_who_fits(viewport: ViewportSize, arrive: Callable[..., Person]) -> None:
    person = arrive(viewport)
    page = person.page
    whom = somebody(person)
    for path in ("landing", "landing3"):
        person.go(f"/members/{whom}/{path}")
        person.check()
    person.go(f"/members/{whom}/landing2?network=leaf")
    person.check()
    page.get_by_label("I am", exact=True).select_option(label="A man")
    page.get_by_label("I’d like to meet").select_option(label="Anyone")
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url("**/signup?*network=leaf*")
    person.check()
    fill_in(page, "Bert")
    page.wait_for_url("**/signup-matches?for=*")
    expect(page.get_by_role("link", name="Back to that profile")).to_have_attribute("href", f"/members/{whom}")
    # So little is known so far that there may be people, but no reasons.
    expect(page.locator("main ol li").first).to_be_visible()
    person.check()

    # What the address said is not asked again; the other questions come one at a time.
    person.go("/match-finder")
    person.check()
    page.get_by_role("link", name="Start").click()
    expect(page.get_by_role("heading", level=1, name="What age are you looking for?")).to_be_visible()
    person.check()
    page.get_by_role("button", name="Continue").click()
    tick(page.get_by_role("radio", name=re.compile("^A lasting relationship")))
    person.check()
    page.get_by_role("button", name="Continue").click()
    for interest in ("Hiking", "Coffee", "Cooking"):
        page.get_by_role("button", name=interest, exact=True).click()
    person.check()
    page.get_by_role("button", name="Continue").click()
    page.get_by_text("Out in nature", exact=True).click()
    page.get_by_role("button", name="Continue").click()
    page.get_by_text("Shared interests", exact=True).click()
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url("**/match-finder/people")
    expect(page.get_by_role("list", name=re.compile("^Why ")).first).to_contain_text("shared interest")
    person.check()

    # The signup goes on where it was left.
    person.go("/complete-signup")
    page.wait_for_url("**/signup/photo")


@pytest.mark.spec("2.43", "6.3")
def test_a_visitor_joins_where_they_stand_and_likes_by_their_own_press(arrive: Callable[..., Person]) -> None:
    person = arrive(PHONE)
    page = person.page
    whom = somebody(person)
    person.go(f"/members/{whom}")
    like = page.get_by_role("button", name=re.compile("^Like ")).first
    name = (like.get_attribute("aria-label") or "").removeprefix("Like ")
    like.click()
    dialog = page.get_by_role("dialog", name=f"Sign up to like {name}")
    expect(dialog.get_by_label("Your name")).to_be_visible()
    person.check()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    like.click()
    dialog.get_by_label("Your name").fill("R")
    page.keyboard.press("Escape")
    expect(dialog).to_be_visible()
    fill_in(page, "Ruth")
    done = page.get_by_role("dialog", name="Welcome!")
    expect(done).to_be_visible()
    person.check()
    assert page.url.endswith(f"/members/{whom}")
    done.get_by_role("button", name=f"Like {name}").click()
    expect(page.get_by_role("button", name=f"Remove your like for {name}")).to_be_visible()


@pytest.mark.spec("6.2", "3.2")
def test_an_invitation_is_refused_and_another_accepted(arrive: Callable[..., Person]) -> None:
    site = open_site(signups="invitation")
    made = hearth("invitation", "create", site.key, "--json")
    code = re.search(r'"code": "([^"]+)"', made)
    assert code is not None
    person = arrive(DESK, host=site.hosts[0])
    page: Any = person.page
    person.go("/signup?invite=0000-0000-0000")
    expect(page.get_by_text("This invitation isn’t valid")).to_be_visible()
    person.check()
    page.get_by_label("Invitation code").fill(code[1].lower())
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("You’re invited. Welcome!")).to_be_visible()
    fill_in(page, "Cas")
    page.wait_for_url("**/signup/photo")
    other = arrive(PHONE, host=site.hosts[0])
    other.go(f"/signup?invite={code[1]}")
    expect(other.page.get_by_text("This invitation isn’t valid")).to_be_visible()
