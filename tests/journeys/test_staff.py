"""Staff sign in to the console and find a member; the list is generated from Python."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.journeys.conftest import DESK, PHONE, Person
from tests.journeys.staff import Login


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.spec("10.4")
def test_staff_sign_in_and_list_members(
    viewport: ViewportSize, arrive: Callable[..., Person], engage: Callable[[str], Login]
) -> None:
    person = arrive(viewport)
    page = person.page
    login = engage("admin")
    page.goto(f"{person.base}/ops/")
    page.get_by_label(re.compile("Email", re.I)).fill(login.email)
    page.get_by_label(re.compile("Password")).first.fill(login.password)
    page.get_by_label(re.compile("code", re.I)).first.fill(login.code())
    person.check()
    page.get_by_role("button", name=re.compile("Log in", re.I)).click()
    expect(page.get_by_role("heading", name="Log in")).to_be_hidden()

    # It begins with what happened day by day, as bars and as tables.
    expect(page.get_by_role("figure", name=re.compile("^Signups: highest on"))).to_be_visible()
    expect(page.get_by_text("not responding")).to_be_hidden()
    person.check()
    page.get_by_label("As tables").check()
    expect(page.get_by_role("region", name="Messages", exact=True).get_by_role("table")).to_be_visible()
    person.check()
    for theme in ("dark", "light"):
        page.get_by_role("button", name=re.compile("^Toggle light")).click()
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
    page.goto(f"{person.base}/ops/accounts.members")
    expect(page.get_by_role("table")).to_be_visible()
    expect(page.get_by_role("table")).not_to_contain_text("@hearthside.example.org")
