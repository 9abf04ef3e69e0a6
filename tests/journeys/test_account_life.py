"""The life of an account: leaving and coming back with everything, another address, a copy of one's data."""

import json
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4
from zipfile import ZipFile

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.journeys.conftest import DESK, PHONE, Person
from tests.journeys.people import newcomer
from tests.journeys.test_first_conversation import PASSWORD, confirm
from tests.journeys.test_money import expect_title

Mailed = Callable[[str, str], str]
SIZES = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])


@SIZES
@pytest.mark.spec("2.8", "2.33", "4.2", "8.3")
def test_somebody_leaves_and_comes_back_with_everything(
    arrive: Callable[..., Person], mailed_link: Mailed, viewport: ViewportSize
) -> None:
    person, email = newcomer(arrive, viewport)
    page = person.page
    person.go("/profile")
    person.go("/notifications/delete")
    expect_title(page, "Before you go, Nora")
    page.get_by_role("radio", name="It’s too expensive").check(force=True)
    person.check()
    page.get_by_role("button", name="Delete my account").click()
    expect_title(page, "Delete your account?")
    person.check()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Delete my account").click()
    expect_title(page, "Your account is deleted")
    person.check()

    page.get_by_role("link", name="Go to the login page").click()
    page.get_by_label("Email address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_text("This account is about to be deleted.")).to_be_visible()
    person.check()
    page.get_by_role("button", name="Send me the link again").click()
    expect(page.get_by_text("We’ve sent you a link.")).to_be_visible()

    person.go(mailed_link(email, "/account-deleted/return"))
    person.check()
    page.get_by_role("button", name="Reactivate my account").click()
    expect_title(page, "Welcome back, Nora")
    person.check()
    person.go("/profile")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    person.context.clear_cookies()
    person.log_in(email, PASSWORD)


@pytest.mark.spec("2.26", "2.34")
def test_somebody_takes_another_address(arrive: Callable[..., Person], mailed_link: Mailed) -> None:
    person, email = newcomer(arrive)
    page, other = person.page, f"other.{uuid4().hex[:8]}@example.org"
    confirm(person, email, mailed_link)
    person.go("/notifications")
    page.get_by_label("New email address").fill(other)
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Change email address").click()
    expect(page.get_by_text("Check your email")).to_be_visible()
    person.go(mailed_link(other, "/mail-change/do"))
    page.get_by_role("button", name="Confirm my new email").click()
    expect_title(page, "Your email address has been changed")
    person.check()
    person.go(mailed_link(email, "/mail-change/undo"))
    person.check()
    page.get_by_role("button", name="Keep my old email").click()
    expect_title(page, "You’ve kept your old email address")
    # Whoever changed the address knew the password, so it opens nothing any more.
    person.go(mailed_link(email, "/reset-password/do"))
    page.get_by_label("New password", exact=True).fill(f"{PASSWORD} again")
    page.get_by_label("Repeat new password").fill(f"{PASSWORD} again")
    page.get_by_role("button", name="Save new password").click()
    expect_title(page, "Your password has been changed")
    person.context.clear_cookies()
    person.log_in(email, f"{PASSWORD} again")


def test_somebody_takes_their_data_along(arrive: Callable[..., Person], tmp_path: Path) -> None:
    person, email = newcomer(arrive)
    page = person.page
    person.go("/notifications")
    page.get_by_role("button", name="Request a copy").click()
    fetch = page.get_by_role("link", name="Download my copy")
    expect(fetch).to_be_visible()
    with page.expect_download() as kept:
        fetch.click()
    file = tmp_path / kept.value.suggested_filename
    kept.value.save_as(file)
    with ZipFile(file) as archive:
        assert json.loads(archive.read("data.json"))["accounts"]["email"] == email
        (tmp_path / "index.html").write_bytes(archive.read("index.html"))
    page.goto((tmp_path / "index.html").as_uri())
    expect(page.get_by_role("heading", level=1)).to_contain_text("Everything Hearthside knows about you")
    person.check()
