"""Staff find their way in the console: by a key from anywhere, and by the menu on a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.cli.test_supervisor import until
from tests.journeys.conftest import DESK, PHONE
from tests.journeys.looking import check, check_both_widths
from tests.journeys.staff import Colleague
from tests.journeys.test_staff_work import open_desk


def look_for(page: Page, words: str) -> None:
    """Press the key and type, without touching the mouse."""
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox", name="Search and commands")).to_be_focused()
    page.keyboard.type(words)


def invoices_of(finance: Colleague) -> list[str]:
    """The numbers of the invoices of paid orders."""
    paid = finance.call("GET", "billing.orders?state=completed&per_page=100")["data"]
    return [order["invoice"] for order in paid if order["invoice"]]


@pytest.mark.spec("10.4")
def test_what_staff_look_for_is_found_by_a_key_as_far_as_their_role_goes(
    hire: Callable[[str], Colleague], logins: list[dict[str, str]]
) -> None:
    finance = hire("finance")
    # Those of the demo's orders are written once workers are there.
    until(lambda: bool(invoices_of(finance)))
    invoice = invoices_of(finance)[0]
    page = open_desk(finance, "billing.orders")
    look_for(page, invoice)
    expect(page.get_by_role("option", name=re.compile(f"^{invoice} · .* Orders"))).to_be_visible()
    check(page)

    colleague = hire("moderator")
    page = open_desk(colleague, "moderation.reports")
    for words in (invoice, "orders"):
        look_for(page, words)
        expect(page.get_by_text("No results.")).to_be_visible()
        expect(page.get_by_role("option")).to_have_count(0)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    look_for(page, logins[0]["email"])
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(logins[0]["who"].partition(",")[0])
    assert "/accounts.members/" in page.url
    # The last fact to come: it is asked for once the member is known.
    expect(page.locator(".facts").get_by_role("link", name="Hearthside")).to_be_visible()
    check_both_widths(page)
    page = open_desk(colleague, "accounts.members")
    page.get_by_role("row").nth(1).wait_for()
    check_both_widths(page)


@pytest.mark.spec("10.4")
def test_the_menu_of_a_phone_says_where_it_leads_and_goes_once_that_is_chosen(
    hire: Callable[[str], Colleague],
) -> None:
    page = open_desk(hire("moderator"), "review")
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog", name="Menu")
    expect(menu.get_by_role("region", name="Desks").get_by_role("link", name="Review desk")).to_be_visible()
    check(page)
    menu.get_by_role("link", name="Members", exact=True).click()
    expect(menu).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Members")
    page.set_viewport_size({"width": DESK["width"], "height": DESK["height"]})
    beside = page.get_by_role("navigation", name="Sections")
    expect(beside.get_by_role("link", name="Members", exact=True)).to_be_visible()
