"""A member decides: how they are told, how large everything is, who sees them; and a mail that knows its way out."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.journeys.conftest import DESK, PHONE, Person, tick
from tests.journeys.people import newcomer
from tests.journeys.test_money import expect_title

Arrive = Callable[..., Person]
MEMBERS_AREA = ("/members", "/chats", "/likes", "/credits", "/notifications")


def region(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


@pytest.mark.spec("2.18", "2.34", "4.6")
@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_settings_are_kept_and_worn_from_the_first_paint(arrive: Arrive, viewport: ViewportSize) -> None:
    person, _ = newcomer(arrive, viewport)
    page = person.page
    person.go("/notifications")
    expect_title(page, "Settings")
    notices = region(page, "Notify me about")
    tick(notices.get_by_role("switch", name="New likes: email"))
    expect(notices.get_by_text("Saved")).to_be_visible()
    panel = region(page, "When and how")
    tick(panel.get_by_role("switch", name="Quiet hours"))
    panel.get_by_label("Until", exact=True).select_option("07:30")
    expect(panel.get_by_text("Saved")).to_be_visible()
    person.check()

    reading = region(page, "Display")
    reading.get_by_role("radio", name="140%").click()
    reading.get_by_role("radio", name="Dark").click()
    person.check()
    # The server writes it into the page, before any script runs.
    document = page.evaluate("fetch('/notifications', {headers: {Accept: 'text/html'}}).then(answer => answer.text())")
    assert re.search(r'<html lang="en"[^>]* data-theme="dark"[^>]*>', document)
    assert re.search(r'<html lang="en"[^>]* data-text="larger"[^>]*>', document)
    page.reload()
    expect(region(page, "When and how").get_by_label("Until", exact=True)).to_have_value("07:30")
    expect(region(page, "Notify me about").get_by_role("switch", name="New likes: email")).not_to_be_checked()
    expect(region(page, "Display").get_by_role("radio", name="Dark")).to_be_checked()
    page.route("**/api/v1/conversations*", lambda route: route.fulfill(status=500, json={}))
    person.go("/chats")
    title, picture = page.get_by_role("heading", name="Something went wrong"), page.locator("main > svg")
    expect(title).to_be_visible()
    above, below = picture.bounding_box(), title.bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]
    way_home = page.get_by_role("link", name="Back to the home page")
    way_home.scroll_into_view_if_needed()
    expect(way_home).to_be_in_viewport(ratio=1)


@pytest.mark.spec("2.45")
@pytest.mark.parametrize("width", [360, 390, 767, 1280])
def test_the_languages_are_one_tap_away_at_every_width(arrive: Arrive, width: int) -> None:
    size: ViewportSize = {"width": width, "height": 800}
    visitor, (member, _) = arrive(size), newcomer(arrive, size)
    for person, path in ((visitor, "/"), (visitor, "/login"), *((member, path) for path in MEMBERS_AREA)):
        person.go(path)
        languages = person.page.get_by_role("button", name="Language: English")
        expect(languages, path).to_be_in_viewport(ratio=1)
        languages.click()
        expect(person.page.get_by_role("menuitemradio", name="Suomi"), path).to_be_visible()
        person.page.keyboard.press("Escape")
    languages.click()
    member.page.get_by_role("menuitemradio", name="Suomi").click()
    expect(member.page.locator("html")).to_have_attribute("lang", "fi")


@pytest.mark.spec("2.53", "2.54", "4.13")
@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_warnings_ask_for_the_address_and_a_photo(
    arrive: Arrive, viewport: ViewportSize, mailed_link: Callable[[str, str], str]
) -> None:
    person, email = newcomer(arrive, viewport)
    page = person.page
    person.go("/likes")
    notices = region(page, "Notices")
    expect(notices.get_by_text("Confirm your email address.")).to_be_visible()
    expect(notices.get_by_text("Your profile has no photo yet.")).to_be_visible()
    person.check()
    notices.get_by_role("button", name="Dismiss").click()
    expect(notices.get_by_text("Your profile has no photo yet.")).to_have_count(0)
    assert re.fullmatch(r"\d{10}", page.evaluate("localStorage.getItem('hide-enrich-alert')"))
    person.go("/notifications")
    expect(region(page, "Notices")).to_have_count(0)

    page.goto(person.base + "/likes?api_signup_complete=1")
    modal = page.get_by_role("dialog", name="One more step: confirm your email")
    expect(modal).to_be_visible()
    person.check()
    modal.get_by_role("button", name="Browse first").click()
    expect(modal).to_have_count(0)
    expect(region(page, "Notices")).to_have_count(0)

    page.goto(person.base + mailed_link(email, "/activate/done"))
    expect_title(page, "Your email is confirmed")
    person.go("/likes")
    expect(page.get_by_text("Confirm your email address.")).to_have_count(0)


@pytest.mark.spec("4.12", "8.7", "2.56")
def test_visits_are_told_unless_one_is_invisible_and_a_mail_knows_its_way_out(
    arrive: Arrive, mailed_link: Callable[[str, str], str], quiet_site: Any
) -> None:
    there = {"site": quiet_site.key, "host": quiet_site.hosts[0]}
    (guest, guest_email), (host, host_email) = (newcomer(arrive, DESK, **there) for _ in range(2))
    for person, email in ((guest, guest_email), (host, host_email)):
        person.page.goto(person.base + mailed_link(email, "/activate/done"))
        expect(person.page.get_by_role("link", name="Browse members")).to_be_visible()
    host_id = host.page.evaluate("fetch('/api/v1/me').then(answer => answer.json()).then(me => me.id)")

    host.go("/visitors")
    expect(host.page.get_by_text("No one has viewed your profile yet")).to_be_visible()
    host.check()
    guest.go(f"/members/{host_id}")
    guest.page.get_by_role("button", name=re.compile("^Like")).first.click()
    wait_for_one(host)
    host.check()
    guest.go("/notifications")
    tick(guest.page.get_by_role("switch", name="Invisible mode"))
    expect(region(guest.page, "Privacy").get_by_text("Saved")).to_be_visible()
    wait_for_none(host)
    expect(host.page.get_by_text("No one has viewed your profile yet")).to_be_visible()

    # The mail about the like leads out of such mails.
    host.page.goto(host.base + mailed_link(host_email, "/unsubscribe/"))
    expect_title(host.page, "Unsubscribe from these emails?")
    host.check()
    host.page.get_by_role("button", name="Unsubscribe").click()
    expect_title(host.page, "You’re unsubscribed")
    host.go("/likes")
    warning = region(host.page, "Notices").get_by_text("Emails about likes are off.")
    expect(warning).to_be_visible()
    host.go("/notifications")
    expect(host.page.get_by_text("Emails about likes are off.")).to_be_visible()
    host.page.get_by_role("button", name="Turn on again").click()
    host.go("/likes")
    expect(host.page.get_by_text("Emails about likes are off.")).to_have_count(0)


def wait_for_one(host: Person) -> None:
    """Open the visitors again until the guest is there: a visit is stored within seconds."""
    guest = host.page.get_by_role("main").get_by_role("listitem")
    nobody = host.page.get_by_text("No one has viewed your profile yet")
    for _ in range(40):
        host.go("/visitors")
        expect(guest.or_(nobody)).to_be_visible()
        if guest.count():
            return
        host.page.wait_for_timeout(250)
    raise AssertionError("the guest did not come")


def wait_for_none(host: Person) -> None:
    """Open the visitors again until the guest is gone: hiding follows by an event."""
    for _ in range(20):
        host.go("/visitors")
        if host.page.get_by_text("No one has viewed your profile yet").count():
            return
        host.page.wait_for_timeout(50)
