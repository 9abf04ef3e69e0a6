"""The review desk: a queue cleared by keys, a second signature, and a decision that somebody else takes back."""

import re
from collections.abc import Callable
from datetime import date

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import PHONE, Person
from tests.journeys.keyboard import NO_POINTER
from tests.journeys.looking import check_light_and_dark
from tests.journeys.people import settle
from tests.journeys.review_queue import add_photos, call, others, report
from tests.journeys.staff import Colleague

# The desk shows what waits in the whole installation.
pytestmark = pytest.mark.xdist_group("review")
Arrive = Callable[..., Person]
Hire = Callable[..., Colleague]

CASES = 10
COLOURS = ("#d9e8e4", "#e8d9e4", "#8899aa", "#ccbb88", "#99bb99", "#bb9999", "#7788bb", "#dddddd")
CASE = ".case-head h2"


def show_one_site(page: Page, site_id: str) -> None:
    """Let the queue show what waits at one site: at the others, journeys beside this one fill it at the same time."""
    queue = re.compile(r"/ops/api/moderation\.review\?")
    page.route(queue, lambda route: route.continue_(url=f"{route.request.url}&site_id={site_id}"))


def open_case(page: Page, base: str, kind: str, name: str) -> None:
    """Choose a case from the queue, and wait until it is open."""
    page.goto(f"{base}/ops/review")
    # By the keyboard, since the list moves on while other journeys fill it.
    page.locator(".waiting").filter(has_text=kind).filter(has_text=name).first.press("Enter")
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
def test_a_moderator_clears_ten_cases_by_keys_alone(arrive: Arrive, hire: Hire) -> None:
    member = arrive(host="evergreen.localhost")
    member.enter(settle(site="evergreen", born=date(1962, 5, 17), seeking_genders=["woman", "man"]))
    add_photos(member, *COLOURS)
    call(member, "PATCH", "profile", {"about": "I like long walks. Write to me on WhatsApp, it is easier there."})
    for one, reason in zip(others(member)[:2], ("fake", "insult"), strict=True):
        report(member, one["id"], reason, "Please look at this.")

    moderator = hire("moderator")
    page = moderator.page
    page.add_init_script(NO_POINTER)
    show_one_site(page, str(member.member.site_id))
    page.goto(f"{member.base.replace('evergreen.localhost', '127.0.0.1')}/ops/review")
    # Photos are made ready first, and the list looks again by itself.
    expect(page.locator(".waiting").nth(CASES - 1)).to_be_visible(timeout=120_000)
    check_light_and_dark(page)
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
            expect(page.get_by_text("The photo is hidden immediately.")).to_be_visible()
            decide(page, "r")
        else:
            decide(page, "a")
        decided.append(case)
    assert len(set(decided)) == CASES
    for case in decided:
        assert moderator.call("GET", f"moderation.review/{case}")["state"] == "decided"


@pytest.mark.spec("10.5")
def test_a_moderator_opens_a_case_about_somebody_whom_nobody_reported(arrive: Arrive, hire: Hire) -> None:
    base, other = arrive().base, settle(photos=2)
    page = hire("moderator").page
    page.goto(f"{base}/ops/review")
    page.get_by_role("button", name="New case").click()
    asked = page.get_by_role("dialog")
    asked.get_by_role("combobox", name="Member").fill(other.name)
    page.get_by_role("option", name=other.name).first.click()
    asked.get_by_label("Reason (not shown to the member)").fill("A colleague of another site told us of them.")
    check_light_and_dark(page)
    asked.get_by_role("button", name="New case").click()
    expect(page.locator(CASE)).to_contain_text(f"Opened by staff · {other.name}")
    expect(page.get_by_text("A colleague of another site told us of them.")).to_be_visible()
    # One photo goes, the words and the other photos stay.
    page.keyboard.press("2")
    page.get_by_role("checkbox", name="Photo 1").check()
    expect(page.get_by_text("The photo is hidden immediately.")).to_be_visible()
    page.get_by_role("combobox", name="Reason for removing the photos").click()
    page.get_by_role("option", name="Not the member").click()
    check_light_and_dark(page)
    decide(page, "r")


@pytest.mark.spec("10.5", "10.4")
def test_a_ban_for_good_waits_for_somebody_else(arrive: Arrive, hire: Hire) -> None:
    rob, other = arrive(), settle()
    rob.enter(settle(language="nl"))
    report(rob, str(other.id), "money", "He asks me for a gift card.")
    first, second = hire("moderator"), hire("moderator")

    page = first.page
    open_case(page, rob.base, "Reported member", other.name)
    page.keyboard.press("1")
    expect(page.get_by_text("The account stays open until a second person signs.")).to_be_visible()
    check_light_and_dark(page)
    case = page.url
    page.get_by_role("button", name="Send for a second signature").click()
    expect(page).not_to_have_url(case)
    page.goto(f"{rob.base}/ops/review/signatures")
    page.locator(".waiting", has_text=other.name).click()
    expect(page.get_by_text("You made this decision,")).to_be_visible()
    expect(page.get_by_role("button", name="Confirm")).to_have_count(0)
    # An open desk may take on what comes back to the queue.
    page.goto(f"{rob.base}/robots.txt")

    page = second.page
    page.goto(f"{rob.base}/ops/review/signatures")
    page.locator(".waiting", has_text=other.name).click()
    expect(page.get_by_text("He asks me for a gift card.")).to_be_visible()
    expect(page.get_by_role("button", name="Confirm")).to_be_disabled()
    check_light_and_dark(page)
    page.keyboard.press("2")
    decide(page, "r")
    open_case(page, rob.base, "Reported member", other.name)
    decide(page, "a")


@pytest.mark.spec("10.5", "2.37")
def test_a_member_objects_to_a_decision_and_somebody_else_takes_it_back(
    arrive: Arrive, hire: Hire, mailed_link: Callable[[str, str], str]
) -> None:
    rob, euan = arrive(), arrive()
    rob.enter(settle(language="nl"))
    euan.enter(settle())
    me = euan.call("/me")
    report(rob, me["id"], "insult", "He called me names.")
    first, second = hire("moderator"), hire("moderator")

    page = first.page
    open_case(page, rob.base, "Reported member", me["name"])
    page.keyboard.press("3")
    words = page.locator(".said blockquote p").last.inner_text()
    assert words == "You insulted or threatened someone, or spread hatred."
    decide(page, "r")
    (made,) = first.call("GET", f"moderation.decisions?member_id={me['id']}&rule=insult")["data"]

    reader = arrive(PHONE)
    reader.go(mailed_link(euan.member.email, f"/cases/{made['id']}"))
    told = reader.page
    expect(told.get_by_text(words)).to_be_visible()
    told.get_by_label("Why is the decision wrong?").fill("That was a joke between old friends.")
    told.get_by_role("button", name="Send appeal").click()
    expect(told.get_by_text(re.compile("^We’ll answer by"))).to_be_visible()

    page.goto(f"{rob.base}/ops/review/appeals")
    page.locator(".waiting", has_text=me["name"]).click()
    expect(page.get_by_text("You made this decision,")).to_be_visible()

    page = second.page
    page.goto(f"{rob.base}/ops/review/appeals")
    page.locator(".waiting", has_text=me["name"]).click()
    expect(page.get_by_text("That was a joke between old friends.")).to_be_visible()
    check_light_and_dark(page)
    page.keyboard.press("2")
    page.get_by_label(f"Answer to {me['name']}, in English").fill("You are right, and we are sorry.")
    page.get_by_role("button", name=f"Decide and notify {me['name']}").click()
    expect(page.get_by_text("No open appeals.")).to_be_visible()

    told.reload()
    expect(told.get_by_text("This decision was reversed.")).to_be_visible()
    expect(told.get_by_text("You are right, and we are sorry.")).to_be_visible()
