"""What axe says about a page as it is (WCAG 2.2 A and AA), and whether something makes it scroll sideways."""

import json
from collections.abc import Mapping

from playwright.sync_api import Page, expect

from cli.screens.look import NARROW, RULES, SETTLED, SIDEWAYS, WATCHED, axe_script

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
# Whether light or dark changes nothing else.
COLOURS = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    "resultTypes": ["violations"],
}


def check(page: Page) -> None:
    """Let axe look at a page, and see that nothing makes it scroll sideways; on a phone, on the usual Android, too."""
    size = page.viewport_size
    assert size is not None
    # The whole page at once: what lies half under a sticky bar now can be scrolled free by a person.
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": size["width"], "height": max(size["height"], height)})
    report = _ask_axe(page, RULES)
    for width in (NARROW, size["width"]) if size["width"] == PHONE["width"] else (size["width"],):
        page.set_viewport_size({"width": width, "height": size["height"]})
        if (by := page.evaluate(SIDEWAYS)) > 0:
            report.append(f"scrolls sideways by {by} px at {width}")
    assert report == [], f"{page.url}: {report}"


def check_both_widths(page: Page) -> None:
    """Check a page as a phone and as a desk show it."""
    for size in (PHONE, DESK):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        check(page)


def check_light_and_dark(page: Page) -> None:
    """Check a page, and its colours in the dark."""
    check(page)
    check_dark(page)


def check_desk(page: Page) -> None:
    """Check a page of the console at both widths, and its colours in the dark."""
    check_both_widths(page)
    check_dark(page)


def check_dark(page: Page) -> None:
    """Let axe look at a page's colours in the dark."""
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    report = _ask_axe(page, COLOURS)
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert report == [], f"{page.url}, dark: {report}"


def _ask_axe(page: Page, rules: Mapping[str, object]) -> list[str]:
    # A colour half-way through its change is nobody's colour.
    page.evaluate(SETTLED)
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(axe_script())
    found = page.evaluate(f"axe.run({json.dumps(WATCHED)}, {json.dumps(rules)})")
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found["violations"]]
