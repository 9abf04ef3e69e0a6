"""Ways through the site with nothing but keys: in, search, people. Where a dialog closes, the focus is back."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import PHONE, Person
from tests.journeys.keyboard import IN_FOCUS, Keys, log_in, logged_in, newly_come, newly_signed_up
from tests.journeys.people import settle
from tests.journeys.test_first_conversation import PASSWORD

Arrive = Callable[..., Person]


def somebody(keys: Keys) -> tuple[str, str]:
    """Return the id and name of a real person with several photos whom the member can find."""
    found: list[dict[str, str]] = keys.page.evaluate(
        "fetch('/api/v1/search?country=&gender=&page_size=48&with_photo=true').then(answer => answer.json())"
        ".then(({ results }) => results.filter(one => one.kind === 'member'))"
    )
    for one in found:
        photos = keys.page.evaluate(
            "id => fetch(`/api/v1/members/${id}`).then(answer => answer.json()).then(({ photos }) => photos.length)",
            one["id"],
        )
        if photos > 1:
            return one["id"], one["name"]
    raise AssertionError("nobody in the demo has several photos")


@pytest.mark.spec("2.31", "2.46", "3.1")
def test_a_visitor_skips_to_the_page_and_changes_the_language(arrive: Arrive) -> None:
    keys = newly_come(arrive)
    page = keys.page
    keys.person.go("/")
    keys.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    keys.press("Enter", "Tab")
    assert page.get_by_role("main").evaluate(IN_FOCUS)

    keys.person.go("/login")
    languages = page.get_by_role("banner").get_by_role("button", name="Language: English")
    keys.enter(languages)
    expect(page.get_by_role("menuitemradio", name="English")).to_be_focused()
    keys.press("Escape")
    expect(languages).to_be_focused()
    keys.press("Enter")
    keys.to(page.get_by_role("menuitemradio", name="Suomi"), key="ArrowDown")
    keys.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "fi")


@pytest.mark.spec("2.32", "2.25", "4.1")
def test_somebody_signs_up(arrive: Arrive) -> None:
    keys = newly_come(arrive)
    page = keys.page
    keys.person.go("/signup")
    # Whoever misses something is led to it.
    keys.enter(page.get_by_role("button", name="Create my profile"))
    keys.to(page.get_by_role("link", name=re.compile("Enter a name")), key="Shift+Tab")
    keys.press("Enter")
    expect(page.get_by_label("Your name")).to_be_focused()
    keys.write("Karin")
    for segment in page.get_by_role("spinbutton").all():
        keys.to(segment)
        label = segment.get_attribute("aria-label") or ""
        keys.write("17" if label.startswith("day") else "05" if label.startswith("month") else "1985")
    keys.fill(page.get_by_label("Email address"), f"karin.{uuid4().hex[:8]}@example.org")
    keys.fill(page.get_by_label("Password"), PASSWORD)
    keys.press("Enter")
    page.wait_for_url("**/signup/photo")
    expect(page.get_by_role("heading", level=1)).to_be_focused()

    keys.enter(page.get_by_role("button", name="Skip for now"))
    page.wait_for_url("**/signup/location")
    keys.fill(page.get_by_label("Country"), "Nether")
    keys.fill(page.get_by_label("Town or village"), "utrech")
    expect(page.get_by_role("option", name=re.compile("Utrecht")).first).to_be_visible()
    keys.press("ArrowDown", "Enter")
    expect(page.get_by_label("Town or village")).to_have_value(re.compile("Utrecht"))
    keys.enter(page.get_by_role("button", name="Continue"))
    page.wait_for_url("**/signup/personal")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.get_by_role("option", name="Woman").wait_for(state="attached")
    keys.fill(page.get_by_label("Gender"), "Wom")
    expect(page.get_by_label("Gender")).to_have_value("woman")
    keys.to(page.get_by_role("checkbox", name="Men", exact=True))
    keys.press("Space")
    keys.enter(page.get_by_role("button", name="Continue"))
    page.wait_for_url("**/signup/about")
    keys.fill(page.get_by_label("Headline"), "I read maps.")
    keys.enter(page.get_by_role("button", name="Continue"))
    for step in ("push", "confirm"):
        page.wait_for_url(f"**/signup/{step}")
        if step == "push":
            keys.enter(page.get_by_role("button", name="Continue"))
    expect(page.get_by_role("heading", level=1)).to_be_focused()


@pytest.mark.spec("2.15", "2.45")
def test_a_member_logs_in_and_out(arrive: Arrive) -> None:
    keys = newly_come(arrive)
    page = keys.page
    log_in(keys, settle().email, PASSWORD)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    account = page.get_by_role("button", name=re.compile("account menu$"))
    keys.to(account, key="Shift+Tab")
    keys.press("Enter")
    expect(page.get_by_role("menuitem", name="My profile")).to_be_focused()
    keys.press("Escape")
    expect(account).to_be_focused()
    keys.press("Space", "End")
    expect(page.get_by_role("menuitem", name="Log out")).to_be_focused()
    keys.press("Enter")
    page.wait_for_url(re.compile(r"//[^/]+/$"))
    expect(page.get_by_role("banner").get_by_role("link", name="Log in")).to_be_visible()


@pytest.mark.spec("2.2", "2.45")
def test_the_search_is_narrowed_at_a_desk(arrive: Arrive) -> None:
    keys = logged_in(arrive)
    page = keys.page
    keys.person.go("/members?gender=&country=")
    keys.fill(page.get_by_label("Keywords"), "zzzzzz")
    keys.press("Enter")
    page.wait_for_url("**text=zzzzzz*")
    keys.enter(page.get_by_role("button", name="Clear all filters"))
    expect(page.get_by_role("main").get_by_role("article").first).to_be_visible()
    keys.to(page.get_by_label("Sort"), key="Shift+Tab")
    keys.press("ArrowDown")
    page.wait_for_url("**sort=active*")
    expect(page.get_by_label("Sort")).to_be_focused()
    link = page.locator("main article a[href^='/members/']").first
    keys.enter(link)
    page.wait_for_url(re.compile("/members/[^/?]+$"))
    expect(page.get_by_role("heading", level=1)).to_be_focused()


@pytest.mark.spec("2.2")
def test_the_filters_of_a_phone_close_where_they_were_opened(arrive: Arrive) -> None:
    keys = logged_in(arrive, PHONE)
    page = keys.page
    keys.person.go("/members")
    filters = page.get_by_role("group", name="Filters").get_by_role("button", name="Filters")
    keys.enter(filters)
    sheet = page.get_by_role("dialog", name="Filters")
    keys.await_focus_in(sheet)
    keys.to(sheet.get_by_role("checkbox", name=re.compile("^New members")))
    keys.press("Space")
    page.wait_for_url("**new=*")
    # The focus stays inside until the sheet is closed.
    for _ in range(60):
        keys.press("Tab")
        assert sheet.evaluate(IN_FOCUS)
    keys.press("Escape")
    expect(sheet).to_be_hidden()
    expect(filters).to_be_focused()
    keys.enter(page.get_by_role("button", name="New members Remove"))
    expect(page.get_by_role("button", name="New members Remove")).to_have_count(0)


@pytest.mark.spec("2.2", "4.9")
def test_a_card_is_liked_and_the_like_taken_back(arrive: Arrive) -> None:
    keys = newly_signed_up(arrive)
    page = keys.page
    keys.person.go("/members?gender=&country=")
    like = page.get_by_role("main").get_by_role("button", name=re.compile("^Like ")).first
    keys.to(like)
    name = like.get_attribute("aria-label") or ""
    like = page.get_by_role("main").get_by_role("button", name=name, exact=True).first
    for key, state in (("Enter", "true"), ("Space", "false")):
        keys.press(key)
        expect(like).to_have_attribute("aria-pressed", state)
        expect(like).to_be_focused()


@pytest.mark.spec("2.37", "2.45")
def test_photos_are_looked_at_in_full(arrive: Arrive) -> None:
    keys = logged_in(arrive)
    page = keys.page
    member, name = somebody(keys)
    keys.person.go(f"/members/{member}")
    keys.enter(page.get_by_role("button", name=re.compile(rf"^Enlarge photo of {name}, 1 of ")))
    viewer = page.get_by_role("dialog", name=f"{name}’s photos")
    keys.await_focus_in(viewer)
    keys.press("ArrowRight")
    expect(viewer.get_by_role("img", name=re.compile("hoto of .*, 2 of "))).to_be_visible()
    keys.enter(viewer.get_by_role("button", name="Previous photo"))
    expect(viewer.get_by_role("img", name=re.compile("hoto of .*, 1 of "))).to_be_visible()
    keys.press("ArrowRight", "Escape")
    expect(viewer).to_be_hidden()
    expect(page.get_by_role("button", name=re.compile(rf"^Enlarge photo of {name}, 2 of "))).to_be_focused()
    keys.enter(page.get_by_role("button", name=re.compile("^Show photo 1 of")))
    expect(page.get_by_role("button", name=re.compile(rf"^Enlarge photo of {name}, 1 of "))).to_be_visible()


@pytest.mark.spec("2.37", "6.7")
def test_somebody_is_nearly_reported_then_blocked_and_unblocked(arrive: Arrive) -> None:
    keys = logged_in(arrive)
    page = keys.page
    member, name = somebody(keys)
    keys.person.go(f"/members/{member}")
    more = page.get_by_role("main").get_by_role("button", name="More", exact=True)
    keys.enter(more)
    expect(page.get_by_role("menuitem", name=f"Report {name}")).to_be_focused()
    keys.press("Enter")
    report = page.get_by_role("dialog", name=f"Report {name}")
    keys.choose(report.get_by_role("radio", name=re.compile("^Insults")))
    keys.enter(report.get_by_role("button", name="Cancel"))
    expect(report).to_be_hidden()
    expect(more).to_be_focused()
    # By now the code of menu and dialog is here, and both come and go at once.
    keys.press("Enter")
    expect(page.get_by_role("menuitem", name=f"Report {name}")).to_be_focused()
    keys.press("Enter")
    keys.enter(report.get_by_role("button", name="Cancel"))
    expect(report).to_be_hidden()
    expect(more).to_be_focused()

    def choose_block() -> None:
        keys.press("Enter")
        expect(page.get_by_role("menuitem", name=f"Report {name}")).to_be_focused()
        keys.press("ArrowDown", "Enter")

    choose_block()
    asked = page.get_by_role("alertdialog", name=f"Block {name}?")
    keys.enter(asked.get_by_role("button", name="Cancel"))
    expect(asked).to_be_hidden()
    expect(more).to_be_focused()
    choose_block()
    keys.enter(asked.get_by_role("button", name=f"Block {name}"))
    page.wait_for_url("**/members")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    keys.person.go("/notifications")
    keys.enter(page.get_by_role("button", name=f"Unblock {name}"))
    expect(page.get_by_role("button", name=f"Unblock {name}")).to_have_count(0)
