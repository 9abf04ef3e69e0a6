"""Somebody of the staff chooses another password in the console, and comes in with it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import PHONE, Person
from tests.journeys.staff import Login

NEW = "three quiet harbours"


def sign_in(page: Page, login: Login, *, password: str, code: str) -> None:
    page.get_by_label("Email").fill(login.email)
    page.get_by_label("Password").fill(password)
    page.get_by_label("Code from your app").fill(code)
    page.get_by_role("button", name="Log in").click()


@pytest.mark.spec("10.4")
def test_a_new_password_opens_the_console_and_the_old_one_no_longer(
    arrive: Callable[..., Person], engage: Callable[[str], Login]
) -> None:
    person, login = arrive(PHONE), engage("support")
    page, (first, *others) = person.page, login.recovery_codes
    page.goto(f"{person.base}/ops/")
    sign_in(page, login, password=login.password, code=login.code())

    page.get_by_role("link", name="Your account").click()
    expect(page.get_by_text("You have 10 recovery codes left.")).to_be_visible()
    person.check()
    page.get_by_role("button", name="Change password").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Current password").fill(login.password)
    dialog.get_by_label("Code from your app").fill(first)
    dialog.get_by_label("New password *", exact=True).fill(NEW)
    dialog.get_by_label("Repeat new password").fill(NEW)
    person.check()
    dialog.get_by_role("button", name="Change password").click()
    expect(page.get_by_text(re.compile("^Password changed"))).to_be_visible()

    page.get_by_role("button", name="Log out").click()
    sign_in(page, login, password=login.password, code=others[0])
    expect(page.get_by_text(re.compile("^Login failed"))).to_be_visible()
    page.get_by_label("Password").fill(NEW)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("You used a recovery code. You have 8 left.")).to_be_visible()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()


@pytest.mark.spec("1.5", "10.4")
def test_the_console_is_shown_in_the_language_that_a_person_chose_also_in_another_browser(
    arrive: Callable[..., Person], engage: Callable[[str], Login]
) -> None:
    person, login = arrive(PHONE), engage("moderator")
    page = person.page
    page.goto(f"{person.base}/ops/account")
    sign_in(page, login, password=login.password, code=login.code())
    page.get_by_role("combobox", name="Language").click()
    page.get_by_role("option", name="Deutsch").click()
    expect(page.get_by_role("heading", name="Wiederherstellungscodes")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    person.check()

    elsewhere = arrive()
    elsewhere.page.goto(f"{elsewhere.base}/ops/account")
    sign_in(elsewhere.page, login, password=login.password, code=login.recovery_codes[0])
    expect(elsewhere.page.get_by_role("button", name="Abmelden")).to_be_visible()
    elsewhere.page.get_by_role("link", name="Mitglieder", exact=True).click()
    expect(elsewhere.page.get_by_role("columnheader", name="Registriert")).to_be_visible()
    elsewhere.check()
