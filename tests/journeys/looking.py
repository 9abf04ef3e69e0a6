"""Pages as axe and a ruler see them: on a phone, at a desk, in the dark."""

from playwright.sync_api import Page, ViewportSize, expect

from cli.dev.screens.axe import COLOURS, problems

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}


def check(page: Page) -> None:
    """Let axe look at a page, and see that nothing makes it scroll sideways."""
    found = problems(page)
    assert found == [], f"{page.url}: {found}"


def check_both_widths(page: Page) -> None:
    """Check a page as a phone and as a desk show it."""
    for size in (PHONE, DESK):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        check(page)


def check_light_and_dark(page: Page) -> None:
    """Check a page, and its colours in the dark."""
    check(page)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    found = problems(page, COLOURS)
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert found == [], f"{page.url}, dark: {found}"


def check_desk(page: Page) -> None:
    """Check a page of the console at both widths, and its colours in the dark."""
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    check(page)
    page.set_viewport_size({"width": DESK["width"], "height": DESK["height"]})
    check_light_and_dark(page)
