"""An iPhone's keyboard covers the page and does not shrink it: what one writes in, and sends with, stays above it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import LOG, PHONE, Person
from tests.journeys.people import settle

KEYBOARD = 336
# What such a phone tells of itself, apart from the window, which stays as high as it is.
AN_IPHONE = """
const seen = new EventTarget();
let covered = 0;
Object.defineProperties(seen, {
    width: { get: () => innerWidth }, height: { get: () => innerHeight - covered },
    scale: { value: 1 }, offsetTop: { value: 0 }, offsetLeft: { value: 0 },
    pageTop: { get: () => scrollY }, pageLeft: { get: () => scrollX },
});
Object.defineProperty(window, 'visualViewport', { value: seen });
window.openKeyboard = height => { covered = height; seen.dispatchEvent(new Event('resize')); };
"""
# Chromium's own way for a debugger leaves the border of a field outside.
INTO_VIEW = "part => part.scrollIntoView({ block: 'nearest' })"
# Half a pixel is nothing.
IS_SEEN = """([part, edge]) => {
    const { top, bottom } = part.getBoundingClientRect();
    return Math.round(top) >= 0 && Math.round(bottom) <= edge;
}"""


@pytest.fixture
def iphone(arrive: Callable[..., Person]) -> Person:
    """A member on a phone whose keyboard covers the lower part of the window."""
    person = arrive(PHONE)
    person.context.add_init_script(AN_IPHONE)
    person.enter(settle(name="Ruth", credits=60))
    return person


def write_in(field: Locator) -> None:
    """Begin to write in a field: the keyboard opens, and the phone brings the field into view."""
    field.focus()
    field.page.evaluate("height => openKeyboard(height)", KEYBOARD)
    field.evaluate(INTO_VIEW)


def is_above_the_keyboard(page: Page, *parts: Locator) -> None:
    """Wait until parts of the page end above the keyboard; fails when one stays below."""
    for part in parts:
        part.evaluate(INTO_VIEW)
        page.wait_for_function(IS_SEEN, arg=[part.element_handle(), PHONE["height"] - KEYBOARD])


@pytest.mark.spec("2.9")
def test_a_conversation_stays_above_the_keyboard(iphone: Person) -> None:
    other = settle(name="Henk")
    iphone.go(f"/members/{other.id}/chat")
    field = iphone.page.get_by_role("textbox", name=re.compile("^Message"))
    send = iphone.page.get_by_role("button", name=re.compile("^Send"))
    write_in(field)
    field.fill("Shall we walk by the river?\nOr over the dike?")
    is_above_the_keyboard(iphone.page, field, send)
    send.click()
    expect(iphone.page.locator(LOG)).to_contain_text("Or over the dike?")
    is_above_the_keyboard(iphone.page, iphone.page.get_by_text("Or over the dike?"), field)


@pytest.mark.spec("6.5")
def test_a_dialog_and_its_buttons_stay_above_the_keyboard(iphone: Person) -> None:
    other = settle(name="Henk")
    iphone.go(f"/members/{other.id}")
    iphone.page.get_by_role("main").get_by_role("button", name="Report Henk").last.click()
    dialog = iphone.page.get_by_role("dialog")
    dialog.get_by_role("radio").first.locator("xpath=ancestor::label[1]").click()
    words = dialog.get_by_role("textbox")
    write_in(words)
    is_above_the_keyboard(iphone.page, words, dialog.get_by_role("button", name="Send report"))
