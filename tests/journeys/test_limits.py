"""A member's own rules for money: a limit that refuses, credits that come by themselves, a month to keep."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.journeys.conftest import DESK, PHONE, Person
from tests.journeys.people import newcomer
from tests.journeys.test_money import choose_bundle, expect_title, pay, press_pay


def save_a_card(person: Person) -> None:
    """Buy a bundle with a card that is kept for the next time."""
    choose_bundle(person)
    person.page.get_by_role("radio", name="Card", exact=True).check()
    person.page.get_by_role("checkbox", name=re.compile("^Save this for next time")).check(force=True)
    pay(person.page, "Pay")
    expect_title(person.page, "Thank you, your payment is complete")


def set_limit(page: Page, amount: str) -> None:
    page.get_by_label("Monthly maximum (€)").fill(amount)
    page.get_by_role("button", name="Save limit").click()
    expect(page.get_by_text("Saved.")).to_be_visible()


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_a_member_decides_how_much_goes_out(arrive: Callable[..., Person], viewport: ViewportSize) -> None:
    person, _ = newcomer(arrive, viewport)
    save_a_card(person)

    page = person.page
    person.go("/credits")
    page.get_by_role("link", name="Limits and statements").click()
    expect_title(page, "Your limits and statements")
    set_limit(page, "25")
    expect(page.get_by_text(re.compile("You can spend at most €25.00 a month"))).to_be_visible()
    reload = page.get_by_role("region", name="Auto top-up")
    reload.get_by_role("button", name="Turn on auto top-up").click()
    expect(reload.get_by_text("Tick the box if you agree.")).to_be_visible()
    person.check()
    reload.get_by_role("checkbox").check(force=True)
    reload.get_by_role("button", name="Turn on auto top-up").click()
    expect(reload.get_by_text("Auto top-up is on.")).to_be_visible()
    person.check()
    with page.expect_download() as kept:
        page.get_by_role("link", name="Download as PDF").click()
    assert re.fullmatch(r"statement-\d{4}-\d{2}\.pdf", kept.value.suggested_filename)
    reload.get_by_role("button", name="Turn off auto top-up").click()
    expect(reload.get_by_text("Auto top-up is off.")).to_be_visible()

    choose_bundle(person)
    page.get_by_role("radio", name="PayPal").check()
    press_pay(page)
    expect(page.get_by_text(re.compile("over your spending limit. Your limit is €25.00"))).to_be_visible()
