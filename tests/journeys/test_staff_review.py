"""The review desk: a queue cleared by keys, a second signature, and a decision that somebody else takes back."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import PHONE, Person
from tests.journeys.keyboard import NO_POINTER
from tests.journeys.review_queue import add_photos, call, enter, others, report
from tests.journeys.staff import Colleague
from tests.journeys.test_gifts import who_am_i

Arrive = Callable[..., Person]
Hire = Callable[..., Colleague]
Logins = list[dict[str, str]]

CASES = 10
COLOURS = ("#d9e8e4", "#e8d9e4", "#8899aa", "#ccbb88", "#99bb99", "#bb9999", "#7788bb", "#dddddd")
CASE = ".case-head h2"


def login_of(logins: Logins, site: str, language: str) -> dict[str, str]:
    """Return the login of a member of a site who speaks a language."""
    return next(one for one in logins if site in one["who"] and f", {language}," in one["who"])


def somebody_else(person: Person, logins: Logins) -> dict[str, str]:
    """Return a member whom no login is for; by chance, for a second try may not report the same one again."""
    known = {login["who"].partition(",")[0] for login in logins}
    return random.choice([one for one in others(person) if one["name"] not in known])


def look_at(page: Page, base: str) -> None:
    """Let axe look at a page of the console, light and dark."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_attribute("data-theme", scheme)
        Person(page.context, page, base, []).check()
    page.emulate_media(color_scheme="light")


def open_case(page: Page, base: str, kind: str, name: str) -> None:
    """Choose a case from the queue, and wait until it is open."""
    page.goto(f"{base}/ops/review")
    page.locator(".waiting").filter(has_text=kind).filter(has_text=name).first.click()
    expect(page.locator(CASE)).to_contain_text(f"{kind} · {name}")
    # From then on keys are heard.
    expect(page.locator(CASE)).to_be_focused()


def decide(page: Page, *keys: str) -> None:
    """Decide about the case on the page by keys, and wait until it is left."""
    case = page.url
    for key in keys:
        page.keyboard.press(key)
    expect(page).not_to_have_url(case)


@pytest.mark.spec("10.5")
def test_a_moderator_clears_ten_cases_by_keys_alone(arrive: Arrive, hire: Hire, logins: Logins) -> None:
    member = arrive(host="evergreen.localhost")
    enter(member, login_of(logins, "Evergreen", "en"))
    add_photos(member, *COLOURS)
    call(member, "PATCH", "profile", {"about": "I like long walks. Write to me on WhatsApp, it is easier there."})
    for one, reason in zip(others(member)[:2], ("fake", "insult"), strict=True):
        report(member, one["id"], reason, "Please look at this.")

    moderator = hire("moderator")
    page = moderator.page
    page.add_init_script(NO_POINTER)
    page.goto(f"{member.base.replace('evergreen.localhost', '127.0.0.1')}/ops/review")
    # Photos are made ready first, and the list looks again by itself.
    expect(page.locator(".waiting").nth(CASES - 1)).to_be_visible(timeout=120_000)
    look_at(page, member.base)
    page.keyboard.press("j")
    page.wait_for_url("**/ops/review/*")
    decided = []
    for number in range(CASES):
        # The address is there a moment before its case.
        case = page.url.rpartition("/")[2]
        head = page.locator(f"[data-case='{case}'] h2")
        expect(head).to_be_focused()
        kind = head.inner_text().partition(" · ")[0]
        if kind == "New photo" and number % 2:
            page.keyboard.press("r")
            page.keyboard.press("2")
            expect(page.get_by_text("At once nobody sees the photo any more.")).to_be_visible()
            decide(page, "r")
        else:
            decide(page, "a")
        decided.append(case)
    assert len(set(decided)) == CASES
    for case in decided:
        assert moderator.call("GET", f"moderation.review/{case}")["state"] == "decided"


@pytest.mark.spec("10.5")
def test_a_moderator_opens_a_case_about_somebody_whom_nobody_reported(
    arrive: Arrive, hire: Hire, logins: Logins
) -> None:
    rob = arrive()
    enter(rob, login_of(logins, "Hearthside", "nl"))
    other = somebody_else(rob, logins)
    page = hire("moderator").page
    page.goto(f"{rob.base}/ops/review")
    page.get_by_role("button", name="Open a case").click()
    asked = page.get_by_role("dialog")
    asked.get_by_role("combobox", name="Member").fill(other["name"])
    page.get_by_role("option", name=other["name"]).first.click()
    asked.get_by_label("Why; colleagues read it").fill("A colleague of another house told us of them.")
    look_at(page, rob.base)
    asked.get_by_role("button", name="Open a case").click()
    expect(page.locator(CASE)).to_contain_text(f"Opened by us · {other['name']}")
    expect(page.get_by_text("A colleague of another house told us of them.")).to_be_visible()
    # One photo goes, the words and the other photos stay.
    page.keyboard.press("2")
    page.get_by_role("checkbox", name="Photo 1").check()
    expect(page.get_by_text("At once nobody sees the photo any more.")).to_be_visible()
    page.get_by_role("combobox", name="What is wrong with the photos").click()
    page.get_by_role("option", name="Not the member").click()
    look_at(page, rob.base)
    decide(page, "r")


@pytest.mark.spec("10.5", "10.4")
def test_a_ban_for_good_waits_for_somebody_else(arrive: Arrive, hire: Hire, logins: Logins) -> None:
    rob = arrive()
    enter(rob, login_of(logins, "Hearthside", "nl"))
    other = somebody_else(rob, logins)
    report(rob, other["id"], "money", "He asks me for a gift card.")
    first, second = hire("moderator"), hire("moderator")

    page = first.page
    open_case(page, rob.base, "Reported member", other["name"])
    page.keyboard.press("1")
    expect(page.get_by_text("The account stays open until a second person signs.")).to_be_visible()
    look_at(page, rob.base)
    case = page.url
    page.get_by_role("button", name="Send for a second signature").click()
    expect(page).not_to_have_url(case)
    page.goto(f"{rob.base}/ops/review/signatures")
    page.locator(".waiting", has_text=other["name"]).click()
    expect(page.get_by_text("You have decided about this before.")).to_be_visible()
    expect(page.get_by_role("button", name="Confirm")).to_have_count(0)

    page = second.page
    page.goto(f"{rob.base}/ops/review/signatures")
    page.locator(".waiting", has_text=other["name"]).click()
    expect(page.get_by_text("He asks me for a gift card.")).to_be_visible()
    expect(page.get_by_role("button", name="Confirm")).to_be_disabled()
    look_at(page, rob.base)
    page.keyboard.press("2")
    decide(page, "r")
    open_case(page, rob.base, "Reported member", other["name"])
    decide(page, "a")


@pytest.mark.spec("10.5", "2.37")
def test_a_member_objects_to_a_decision_and_somebody_else_takes_it_back(
    arrive: Arrive, hire: Hire, logins: Logins, mailed_link: Callable[[str, str], str]
) -> None:
    rob, euan = arrive(), arrive()
    enter(rob, login_of(logins, "Hearthside", "nl"))
    concerned = login_of(logins, "Hearthside", "en")
    enter(euan, concerned)
    me = who_am_i(euan.page)
    report(rob, me["id"], "insult", "He called me names.")
    first, second = hire("moderator"), hire("moderator")

    page = first.page
    open_case(page, rob.base, "Reported member", me["name"])
    page.keyboard.press("3")
    words = page.locator(".said blockquote p").last.inner_text()
    assert words == "You insulted or threatened somebody, or spread hatred."
    decide(page, "r")
    (made,) = first.call("GET", f"moderation.decisions?member_id={me['id']}&rule=insult")["data"]

    reader = arrive(PHONE)
    reader.go(mailed_link(concerned["email"], f"/cases/{made['id']}"))
    told = reader.page
    expect(told.get_by_text(words)).to_be_visible()
    told.get_by_label("Why is it not right?").fill("That was a joke between old friends.")
    told.get_by_role("button", name="Send objection").click()
    expect(told.get_by_text(re.compile("^You get an answer by"))).to_be_visible()

    page.goto(f"{rob.base}/ops/review/appeals")
    page.locator(".waiting", has_text=me["name"]).click()
    expect(page.get_by_text("You have decided about this before.")).to_be_visible()

    page = second.page
    page.goto(f"{rob.base}/ops/review/appeals")
    page.locator(".waiting", has_text=me["name"]).click()
    expect(page.get_by_text("That was a joke between old friends.")).to_be_visible()
    look_at(page, rob.base)
    page.keyboard.press("2")
    page.get_by_label(f"What {me['name']} will read, in English").fill("You are right, and we are sorry.")
    page.get_by_role("button", name=f"Decide and tell {me['name']}").click()
    expect(page.get_by_text("Nobody has objected.")).to_be_visible()

    told.reload()
    expect(told.get_by_text("This decision was taken back.")).to_be_visible()
    expect(told.get_by_text("You are right, and we are sorry.")).to_be_visible()
