"""Somebody who keeps the installation changes prices and empties a list in the console, and visitors see it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import DESK, Person
from tests.journeys.looking import check
from tests.journeys.staff import Colleague
from tests.journeys.test_staff_work import open_desk

VAT = "NL000000000B00"
NAMES = ("Hearthside", "Evergreen")
PRICES = "Credits and limits"


def open_record(page: Page, colleague: Colleague, resource: str, name: str) -> None:
    """Go to a record by its name in the list."""
    open_desk(colleague, resource)
    page.get_by_role("cell", name=name, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)


@contextmanager
def form(page: Page, action: str) -> Iterator[Locator]:
    """Open the form of an action, send it at the end, and wait until that is done."""
    page.get_by_role("button", name=action, exact=True).click()
    dialog = page.get_by_role("dialog", name=action)
    yield dialog
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text(f"{action}: done.").last).to_be_visible()
    expect(dialog).to_be_hidden()


def replace(dialog: Locator, label: str, *values: str) -> None:
    """Take as many values from the end of a list as are given, and add those that are not empty."""
    for _ in values:
        dialog.get_by_label(label).press("Backspace")
    for value in filter(None, values):
        add(dialog, label, value)


def add(dialog: Locator, label: str, value: str) -> None:
    """Add a value to a list."""
    dialog.get_by_label(label).fill(value)
    dialog.get_by_label(label).press("Enter")


def sees(visitor: Person, *, gift: str, vat: bool) -> None:
    """Wait until a visitor's front page says the price of a gift, and the company's VAT number or none."""
    row = visitor.page.get_by_role("row").filter(has_text="Klein cadeau")
    number = visitor.page.get_by_role("contentinfo").get_by_text(VAT)
    # What sites say may be some seconds old.
    for _ in range(30):
        visitor.go("/")
        if gift in row.inner_text() and (number.count() > 0) == vat:
            return
        visitor.page.wait_for_timeout(1_000)
    raise AssertionError((row.inner_text(), number.count()))


@pytest.mark.spec("3.2", "3.3", "10.4")
def test_prices_are_changed_and_a_list_is_emptied_in_the_console(
    arrive: Callable[..., Person], hire: Callable[..., Colleague]
) -> None:
    visitor = arrive(DESK, host="evergreen.localhost")
    sees(visitor, gift="15 credits", vat=True)
    colleague = hire("admin")
    page = colleague.page

    open_record(page, colleague, "sites.sites", "Evergreen")
    # The price of a reply is empty, and stays so: a reply costs what a message costs.
    with form(page, PRICES) as dialog:
        dialog.get_by_label("Credits per gift").fill("12")
        check(page)
    with form(page, "Languages and countries"):
        pass
    with form(page, "Profiles and search"):
        pass
    with form(page, "Fictional profiles"):
        pass

    open_record(page, colleague, "sites.companies", "Example Company B.V.")
    with form(page, "Change") as dialog:
        replace(dialog, "VAT numbers", "NL000000000B01")
        replace(dialog, "Trade names", *[""] * len(NAMES))
    sees(visitor, gift="12 credits", vat=False)

    # Other journeys find the installation as it was.
    with form(page, "Change") as dialog:
        replace(dialog, "VAT numbers", VAT)
        for name in NAMES:
            add(dialog, "Trade names", name)
    open_record(page, colleague, "sites.sites", "Evergreen")
    with form(page, PRICES) as dialog:
        dialog.get_by_label("Credits per gift").fill("15")
    sees(visitor, gift="15 credits", vat=True)
