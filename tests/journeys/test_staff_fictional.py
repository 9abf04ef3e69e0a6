"""A fictional profile answered for at the writers' desk: what the member was told stands there, and what they read."""

import re
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import DESK, LOG, Person
from tests.journeys.looking import check_both_widths, check_desk
from tests.journeys.people import settle
from tests.journeys.staff import Colleague
from tests.journeys.test_chat import write
from tests.journeys.test_staff_work import open_desk
from tests.running import Instance

FOUND = """
SELECT m.id::text, m.name FROM accounts.member m JOIN sites.site s ON s.id = m.site_id
 WHERE m.is_fictional AND s.key = 'hearthside' ORDER BY m.id LIMIT 1
"""
LABEL = "Fictional profile"
LONELY = "He says that he is so lonely."
DANGER = "He says that he cannot go on."


@pytest.fixture
def fictional(installation: Instance) -> tuple[str, str]:
    """The id and the name of a fictional profile of the demo."""
    with psycopg.connect(installation.settings["HEARTH_DATABASE_URL"].replace("+psycopg", "")) as connection:
        row = connection.execute(FOUND).fetchone()
    assert row is not None
    return row[0], row[1]


def told_stays_in_view(desk: Page) -> None:
    """See that what the member was told is there at the end of the conversation, on a phone and on a desk."""
    size = desk.viewport_size
    assert size is not None
    for width, height in ((390, 700), (1280, 500)):
        desk.set_viewport_size({"width": width, "height": height})
        desk.locator(".fiction-said li").last.evaluate("last => last.scrollIntoView({block: 'end'})")
        expect(desk.locator(".fiction-told:visible").first).to_be_in_viewport(ratio=1)
    desk.set_viewport_size({"width": size["width"], "height": size["height"]})


def hand_to_moderation(desk: Page) -> None:
    """Hand the conversation that is on the desk to moderation, and once more when it cannot wait."""
    for title, why in (("Hand over to moderation", LONELY), ("Mark as urgent", DANGER)):
        desk.get_by_role("heading", level=2).first.click()
        desk.keyboard.press("h")
        dialog = desk.get_by_role("dialog", name=title)
        expect(dialog.get_by_label(re.compile("^Urgent"))).to_have_count(1 if why == LONELY else 0)
        dialog.get_by_label(re.compile("^What moderation should review")).fill(why)
        check_both_widths(desk)
        dialog.get_by_role("button", name="Hand over to moderation").click()
        expect(desk.get_by_role("region", name="With moderation")).to_contain_text(why)
        expect(dialog).to_be_hidden()
        check_desk(desk)


def read_in_the_case(moderator: Colleague) -> None:
    """See as a moderator why the conversation is there and what was said in it, and find no rule broken."""
    case = moderator.wait_for_case("kind=opened&sort=-opened_at")
    assert case["priority"] == 1
    page = open_desk(moderator, f"review/{case['id']}")
    headings = page.get_by_role("heading", name=re.compile("^Chat with .*, handed over by Robin$"))
    # A page shows what the relay had told of when it was opened.
    for _ in range(20):
        headings.first.wait_for()
        if headings.count() == 2:
            break
        page.reload()
    expect(headings).to_have_count(2)
    for why in (LONELY, DANGER):
        expect(page.get_by_text(why)).to_be_visible()
    expect(page.get_by_text("Hello, are you a real person?").first).to_be_visible()
    expect(page.get_by_text("Your access to this chat is recorded")).to_be_visible()
    check_desk(page)
    page.keyboard.press("a")
    expect(page).not_to_have_url(re.compile(case["id"]))
    assert moderator.call("GET", f"moderation.review/{case['id']}")["state"] == "decided"


# Both desks begin with what waits longest in the whole installation.
@pytest.mark.xdist_group("review")
@pytest.mark.spec("3.2", "10.4", "10.9")
def test_a_fictional_profile_is_answered_for_with_label_and_acknowledgement(
    fictional: tuple[str, str], arrive: Callable[..., Person], hire: Callable[..., Colleague]
) -> None:
    profile_id, name = fictional
    member = arrive(DESK)
    member.enter(settle(credits=100))
    page = member.page
    member.go(f"/members/{profile_id}/chat")
    write(page, "Hello, are you a real person? I am so lonely." + " Do tell me more of your garden." * 18)
    warned = page.get_by_role("alertdialog", name=f"{name} is fictional")
    warned.get_by_role("button", name=re.compile("I understand, send it")).click()
    expect(page.locator(LOG)).to_contain_text("Hello, are you a real person?")

    colleague = hire("writer")
    desk = open_desk(colleague, "fiction")
    expect(desk.get_by_role("heading", level=1)).to_contain_text("Writers’ desk")
    check_desk(desk)
    desk.keyboard.press("j")
    told = desk.get_by_role("note", name=re.compile("^Disclosure to")).first
    expect(told).to_contain_text(f"{name}, {LABEL}")
    expect(told).to_contain_text(re.compile("Acknowledged · \\d"))
    expect(desk.locator(".fiction-said")).to_contain_text("Hello, are you a real person?")
    expect(desk.get_by_text("Asks if real")).to_be_visible()
    expect(desk.get_by_role("region", name="Take care")).to_contain_text("seems to be in distress")
    check_desk(desk)
    told_stays_in_view(desk)

    # Another writer is told who has it in hand, and sees none of it.
    other = open_desk(hire("writer"), desk.url.split("/ops/")[1])
    expect(other.get_by_text("Robin has claimed this chat.")).to_be_visible()
    expect(other.get_by_text("You haven’t claimed this chat.")).to_be_visible()
    expect(other.get_by_text("Hello, are you a real person?")).to_have_count(0)
    check_desk(other)

    desk.get_by_role("heading", level=2).first.click()
    desk.keyboard.press("t")
    expect(desk.get_by_text("Disclosed")).to_be_visible()
    expect(desk.locator(".fiction-said")).to_contain_text(f"{name} is not a real person")
    desk.get_by_label(re.compile(f"^As {name}")).fill("I am a real woman.")
    desk.get_by_role("button", name="Send").click()
    expect(desk.get_by_text("This message says that the profile is a real person.")).to_be_visible()
    desk.get_by_label(re.compile("^Note for other writers")).fill("Asks whether she is real.")
    desk.get_by_role("button", name="Save note").click()
    expect(desk.locator(".fiction-notes li")).to_contain_text("Asks whether she is real.")
    check_desk(desk)

    hand_to_moderation(desk)
    read_in_the_case(hire("moderator"))

    desk.get_by_label(re.compile(f"^As {name}")).fill("But I can tell you of my garden.")
    desk.get_by_role("heading", level=2).first.click()
    desk.keyboard.press("a")
    expect(desk.get_by_text("Answer sent.")).to_be_visible()
    expect(desk.locator(".fiction-said")).to_have_count(0)

    expect(page.locator(LOG)).to_contain_text("But I can tell you of my garden.")
    expect(page.locator(LOG)).to_contain_text(f"{name} is not a real person")
    expect(page.get_by_text(LABEL).first).to_be_visible()
    member.check()


@pytest.mark.spec("3.2", "10.4", "10.9")
def test_an_admin_makes_a_fictional_profile_with_photo_hours_and_writers(
    arrive: Callable[..., Person], hire: Callable[..., Colleague], portrait: Path
) -> None:
    console = open_desk(hire("admin"), "moderation.fictional-profiles")
    check_desk(console)
    console.get_by_role("button", name="Create fictional profile").click()
    dialog = console.get_by_role("dialog")
    dialog.get_by_label(re.compile("^Site")).click()
    console.get_by_role("option", name="Hearthside", exact=True).click()
    name = f"Vera{uuid4().hex[:4]}"
    for label, value in (
        ("Headline", "Tea first, then the mountains"),
        ("About", "I repair old clocks."),
        ("Name", name),
        ("Date of birth", "1980-05-17"),
        ("Country", "NL"),
        ("Town", "Utrecht"),
    ):
        dialog.get_by_label(re.compile(f"^{label}")).fill(value)
    dialog.get_by_label(re.compile("^Gender")).click()
    console.get_by_role("option", name="Woman").click()
    dialog.get_by_role("button", name="Create fictional profile").click()
    expect(console.get_by_text("Tea first, then the mountains")).to_be_visible()
    profile_id = console.url.split("/")[-2]

    console.get_by_role("button", name="Add photo").click()
    dialog.locator("input[type=file]").set_input_files(portrait)
    Person(console.context, console, "", []).check()
    dialog.get_by_role("button", name="Add photo").click()
    expect(dialog).to_be_hidden()
    console.get_by_role("button", name="Set hours").click()
    dialog.get_by_label("From (hour)").fill("18")
    dialog.get_by_label("Sunday").uncheck()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    writers = [hire("writer").call("GET", "session")["staff"]["email"] for _ in range(2)]
    console.get_by_role("button", name="Set writers").click()
    addresses = dialog.get_by_label(re.compile("^Writers’ email addresses"))
    for email in writers:
        addresses.fill(email)
        addresses.press("Enter")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    for email in writers:
        expect(console.get_by_text(email)).to_be_visible()
    console.get_by_role("button", name="Change facts").click()
    expect(dialog.get_by_label(re.compile("^Town"))).to_have_value("Utrecht")
    dialog.get_by_label(re.compile("^Town")).fill("Leiden")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(console.get_by_text("Leiden")).to_be_visible()
    check_desk(console)

    member = arrive(DESK)
    member.enter(settle())
    member.go(f"/members/{profile_id}")
    expect(member.page.get_by_role("heading", level=1)).to_contain_text(name)
    expect(member.page.get_by_text(LABEL).first).to_be_visible()
