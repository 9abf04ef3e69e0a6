"""A gift on its way: from a profile, past an empty wallet, into the other side's chat."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from modules.messaging.contracts import Gift
from tests.journeys.conftest import DESK, LOG, PHONE, Person
from tests.journeys.people import give_credits, settle

SIZES = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])


@SIZES
@pytest.mark.spec("1.1", "1.3", "2.37", "8.5")
def test_a_gift_from_a_profile_reaches_the_other_side(viewport: ViewportSize, arrive: Callable[..., Person]) -> None:
    giver, taker = arrive(viewport), arrive(viewport)
    ruth = settle(name="Ruth", credits=20)
    giver.enter(ruth)
    taker.enter(settle(name="Henk", language="nl"))
    name, other = ruth.name, taker.call("/me")

    # Tulips cost more than there is: the dialog says so, and keeps the choice.
    page = giver.page
    giver.go(f"/members/{other['id']}")
    page.get_by_role("link", name=f"Send a gift to {other['name']}").click()
    dialog = page.get_by_role("dialog", name=f"A gift for {other['name']}")
    dialog.get_by_role("radio", name=re.compile("^A rose 15 credits")).focus()
    tulips = dialog.get_by_role("radio", name=re.compile("^Tulips 30 credits"))
    for _ in Gift:
        if tulips.is_checked():
            break
        page.keyboard.press("ArrowRight")
    expect(tulips).to_be_checked()
    expect(dialog).to_contain_text("You have 20, and this gift costs 30 credits")
    expect(dialog.get_by_role("button", name=re.compile("Send gift"))).to_be_disabled()
    dialog.get_by_label("Add a message").fill("For the wet shoes.")
    giver.check()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()

    # With credits again it goes; the price is on the button, and the balance falls by it.
    give_credits(ruth, 30)
    page.reload()
    page.get_by_role("button", name=f"A gift for {other['name']}").click()
    expect(dialog.get_by_role("radio", name=re.compile("^Tulips"))).to_be_checked()
    button = dialog.get_by_role("button", name=re.compile("Send gift"))
    expect(button).to_contain_text("30 credits")
    button.click()
    expect(page.locator(LOG)).to_contain_text(f"Tulips for {other['name']}")
    expect(page.get_by_text("20 credits left")).to_be_visible()
    giver.check()

    # The other side, who reads Dutch, finds it in the list, and sees it large, with the words.
    page = taker.page
    taker.go("/chats")
    page.get_by_role("link", name=re.compile(f"{name}.*Tulpen: For the wet shoes")).click()
    log = page.locator(LOG)
    expect(log).to_contain_text(f"Tulpen van {name}")
    drawing = log.get_by_role("img", name="Tekening: Tulpen").last
    assert drawing.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    taker.check()
