"""axe's findings on the current page (WCAG 2.2 A and AA), and whether it scrolls sideways or cuts a label."""

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from playwright.sync_api import Error, Page

PHONE_WIDTH = 390
# The usual width of Android phones; what is measured on a phone is also measured at this width.
NARROW = 360
# Finite animations are awaited, so that pictures do not differ and no colour is in transition.
SETTLED = """() => Promise.allSettled(
    document.getAnimations().filter(one => one.effect.getComputedTiming().endTime !== Infinity).map(one => one.finished)
)"""
# Elements that appear while axe runs have no colour transitions.
LOOK = """async ([watched, rules]) => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(still);
    const found = await axe.run(watched, rules);
    document.adoptedStyleSheets.pop();
    return found;
}"""
# The page, and the console's main part, which scrolls by itself.
SIDEWAYS = """Math.max(...[document.documentElement, ...document.querySelectorAll('main')]
    .filter((box) => box === document.documentElement || getComputedStyle(box).overflowX === 'auto')
    .map((box) => box.scrollWidth - box.clientWidth))"""
# Labels whose text reaches beyond a box that hides it, or beyond their own; those for screen readers are clipped whole.
CUT = """() => {
    const cut = (text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, right, width } = range.getBoundingClientRect();
        if (width === 0) return false;
        for (let box = text.parentElement; box; box = box.parentElement) {
            const style = getComputedStyle(box), edge = box.getBoundingClientRect();
            if (edge.width <= 1 || style.clip !== 'auto' || style.clipPath !== 'none') return false;
            if (style.position === 'fixed' || style.overflowX === 'auto') return false;
            const hides = style.overflowX !== 'visible' || box.matches('button, [role=tab]');
            if (style.display !== 'inline' && hides && (right > edge.right + 1 || left < edge.left - 1)) return true;
        }
        return false;
    };
    const labels = document.querySelectorAll('button, label, h1, h2, legend, [role=tab], [role=menuitem], nav a');
    return [...labels]
        .filter((label) => label.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((label) => {
            const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) if (walker.currentNode.data.trim() && cut(walker.currentNode)) return true;
            return false;
        })
        .map((label) => label.innerText.trim().slice(0, 80));
}"""
FITTING_MS = 2000
FULL_HEIGHT = "document.documentElement.scrollHeight"
# react-aria's announcer names a pending button by its id, and clears the line seconds after the button is gone.
WATCHED = {"exclude": [["[data-live-announcer]"]]}
# Reporting passed rules, too, would take longer than the check.
RULES: Mapping[str, Any] = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "resultTypes": ["violations"],
}
# Rules that can fail in dark colours only.
COLOURS: Mapping[str, Any] = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    "resultTypes": ["violations"],
}


def problems(page: Page, rules: Mapping[str, Any] = RULES) -> list[str]:
    """Return a line for each finding of axe on the whole page, for sideways scrolling and for each cut label."""
    size = page.viewport_size
    if size is None:
        raise ValueError("the page has no size of its own")
    # The whole page at once: what is under a sticky bar now can be scrolled into view by a person.
    height = max(size["height"], page.evaluate(FULL_HEIGHT))
    page.set_viewport_size({"width": size["width"], "height": height})
    found = _violations(page, rules)
    for width in (NARROW, size["width"]) if size["width"] == PHONE_WIDTH else (size["width"],):
        page.set_viewport_size({"width": width, "height": size["height"]})
        found += misfits(page)
    return found


def misfits(page: Page) -> list[str]:
    """Return a line for sideways scrolling and for each label that is cut, at the page's present width."""
    width = page.evaluate("innerWidth")
    by = sideways_by(page)
    cut = [f"cuts “{label}” at {width}" for label in page.evaluate(CUT)]
    return [f"scrolls sideways by {by} px at {width}", *cut] if by > 0 else cut


def sideways_by(page: Page) -> int:
    """Return by how many pixels a page scrolls sideways, when it has had time to adapt to its width."""
    with suppress(Error):
        page.wait_for_function(f"() => {SIDEWAYS} <= 0", timeout=FITTING_MS)
    return int(page.evaluate(SIDEWAYS))


def _violations(page: Page, rules: Mapping[str, Any]) -> list[str]:
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(_script())
    page.evaluate(SETTLED)
    found = page.evaluate(LOOK, [WATCHED, rules])
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found["violations"]]


@cache
def _script() -> str:
    from axe_playwright_python.sync_playwright import Axe

    return str(Axe().axe_script)
