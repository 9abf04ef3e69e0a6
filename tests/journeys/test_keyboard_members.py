"""Ways through a membership with nothing but keys: writing, giving, photos, settings, paying, leaving."""

import re
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import LOG, Person
from tests.journeys.keyboard import logged_in, newly_signed_up
from tests.journeys.people import settle, write_to
from tests.journeys.test_first_conversation import PASSWORD
from tests.journeys.test_money import expect_title
from tests.journeys.test_settings import region

Arrive = Callable[..., Person]


@pytest.mark.spec("2.5", "2.9")
def test_a_message_is_written_and_its_menu_opened(arrive: Arrive) -> None:
    keys = logged_in(arrive, credits=30)
    page = keys.page
    write_to(keys.person.member, settle(), "Good morning.")
    keys.person.go("/chats")
    keys.enter(page.locator("main a[href^='/chats/']").first)
    box = page.get_by_role("textbox", name=re.compile("^Message"))
    words = f"Written with keys {uuid4().hex[:6]}"
    keys.fill(box, "One line")
    keys.press("Shift+Enter")
    keys.write(words)
    keys.press("Enter")
    expect(page.locator(LOG)).to_contain_text(words)
    expect(box).to_be_focused()
    expect(box).to_have_value("")
    menu = page.locator(LOG).get_by_role("button", name=words)
    keys.to(menu, key="Shift+Tab")
    keys.press("Enter")
    expect(page.get_by_role("menuitem", name="Copy")).to_be_focused()
    keys.press("Escape")
    expect(menu).to_be_focused()


@pytest.mark.spec("2.5", "2.37")
def test_a_gift_is_given_from_a_profile(arrive: Arrive) -> None:
    keys = logged_in(arrive, credits=65)
    page = keys.page
    partner = settle()
    write_to(keys.person.member, partner, "Good morning.")
    name = partner.name
    keys.person.go(f"/members/{partner.id}")
    keys.enter(page.get_by_role("link", name=f"Send a gift to {name}"))
    dialog = page.get_by_role("dialog", name=f"A gift for {name}")
    keys.choose(dialog.get_by_role("radio", name=re.compile("^A rose")))
    keys.press("Escape")
    expect(dialog).to_be_hidden()
    # The choice waits behind the button that opens the gifts again.
    gifts = page.get_by_role("main").get_by_role("button", name=f"A gift for {name}")
    keys.enter(gifts)
    expect(dialog.get_by_role("radio", name=re.compile("^A rose"))).to_be_checked()
    keys.press("Escape")
    expect(dialog).to_be_hidden()
    expect(gifts).to_be_focused()
    keys.press("Enter")
    keys.fill(dialog.get_by_label("Add a message"), "From the keyboard.")
    keys.enter(dialog.get_by_role("button", name=re.compile("^Send gift")))
    expect(page.locator(LOG)).to_contain_text("From the keyboard.")
    expect(gifts).to_be_focused()


@pytest.mark.spec("2.3", "2.31", "4.8")
def test_photos_are_put_in_order_and_deleted(arrive: Arrive, portrait: Path) -> None:
    keys = newly_signed_up(arrive)
    page = keys.page
    keys.person.go("/profile")
    for number, name in ((1, "Choose a photo"), (2, "Add a photo")):
        with page.expect_file_chooser() as chooser:
            keys.enter(page.get_by_role("button", name=name))
        chooser.value.set_files(portrait)
        small = page.get_by_role("dialog", name="Crop photo")
        keys.await_focus_in(small)
        keys.press("Escape")
        expect(small).to_be_hidden()
        expect(page.get_by_role("button", name=f"Delete photo {number}")).to_be_visible()
    photos = page.get_by_role("list", name="Your photos").get_by_role("listitem")
    keys.enter(page.get_by_role("button", name="Move photo 2 earlier"))
    # The photo keeps the focus, and what can be done with it comes next.
    expect(photos.first.locator("xpath=./div")).to_be_focused()
    keys.enter(page.get_by_role("button", name="Move photo 1 later"))
    expect(photos.nth(1).locator("xpath=./div")).to_be_focused()
    keys.press("Tab")
    expect(page.get_by_role("button", name="Move photo 2 to the front")).to_be_focused()
    keys.press("Enter")
    expect(photos.first.locator("xpath=./div")).to_be_focused()
    delete = page.get_by_role("button", name="Delete photo 1")
    keys.enter(delete)
    asked = page.get_by_role("alertdialog", name="Delete this photo?")
    keys.enter(asked.get_by_role("button", name="Keep photo"))
    expect(asked).to_be_hidden()
    expect(delete).to_be_focused()
    keys.press("Enter")
    keys.enter(asked.get_by_role("button", name="Delete photo"))
    expect(photos).to_have_count(1)
    expect(page.locator("#photos")).to_be_focused()


@pytest.mark.spec("2.34", "2.18")
def test_settings_are_changed(arrive: Arrive) -> None:
    keys = newly_signed_up(arrive)
    page = keys.page
    keys.person.go("/notifications")
    likes = region(page, "Notify me about").get_by_role("switch", name="New likes: email")
    keys.to(likes)
    keys.press("Space")
    expect(likes).not_to_be_checked()
    expect(region(page, "Notify me about").get_by_text("Saved")).to_be_visible()
    expect(likes).to_be_focused()
    reading = region(page, "Display")
    keys.choose(reading.get_by_role("radio", name="Dark"), key="ArrowRight")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(reading.get_by_role("radio", name="Dark")).to_be_focused()


@pytest.mark.spec("2.12", "2.27", "4.5")
def test_a_bundle_is_bought(arrive: Arrive) -> None:
    keys = newly_signed_up(arrive)
    page = keys.page
    keys.person.go("/credits")
    keys.choose(page.get_by_role("radio", name=re.compile("^24 messages")))
    keys.enter(page.get_by_role("link", name="Choose a payment method"))
    expect_title(page, "How would you like to pay?")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    keys.choose(page.get_by_role("radio", name="PayPal"))
    # Whoever forgets the box is told, and led to it.
    pay = page.get_by_role("button", name=re.compile("^Pay €"))
    box = page.get_by_role("checkbox", name=re.compile("^Start immediately"))
    keys.enter(pay)
    expect(page.get_by_text("Tick the box to get your credits now.")).to_be_visible()
    keys.to(box, key="Shift+Tab")
    keys.press("Space")
    keys.enter(pay)
    page.wait_for_url("**/checkout/**")
    keys.choose(page.get_by_label("Pay", exact=True))
    keys.enter(page.get_by_role("button", name="Continue"))
    page.wait_for_url("**/transactions/*")
    expect_title(page, "Thank you, your payment is complete")


@pytest.mark.spec("2.8", "2.33", "4.2")
def test_somebody_leaves(arrive: Arrive) -> None:
    keys = newly_signed_up(arrive)
    page = keys.page
    keys.person.go("/notifications")
    keys.enter(page.get_by_role("main").get_by_role("link", name="Delete my account"))
    expect_title(page, "Before you go, Nora")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    keys.choose(page.get_by_role("radio", name="It’s too expensive"))
    leave = page.get_by_role("button", name="Delete my account")
    keys.enter(leave)
    expect_title(page, "Delete your account?")
    keys.enter(page.get_by_role("button", name="Back", exact=True).last)
    expect_title(page, "Before you go, Nora")
    keys.enter(leave)
    expect_title(page, "Delete your account?")
    keys.fill(page.get_by_label("Your password"), PASSWORD)
    keys.press("Enter")
    expect_title(page, "Your account is deleted")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
