"""Nothing moves by itself: no route shifts its layout as its parts come, and what is written stays above a keyboard."""

import re
from collections.abc import Callable, Iterable

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from cli.screens.look import ALIVE, House, Look, visit
from cli.screens.table import SCREENS, Screen, Who
from tests.journeys.conftest import Person
from tests.journeys.people import newcomer
from tests.running import Running

# So many pages wait for their parts side by side.
AT_ONCE = 4
# Every file is on its way for a while, so that what stands in for it is painted.
SLOW = {"offline": False, "latency": 80, "downloadThroughput": -1, "uploadThroughput": -1}
FONTS = "**/*.woff2"
# A stream that stays open would never let the network be idle.
LIVE = re.compile(r"/live(\?|$)")
WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
        const moved = sources.map(({ node, previousRect, currentRect }) => {
            const name = (node?.parentElement ?? node)?.outerHTML?.slice(0, 120);
            return `${name} from ${previousRect.x}, ${previousRect.y} to ${currentRect.x}, ${currentRect.y}`;
        });
        if (!hadRecentInput) window.shifts.push({ value, moved });
    }
}).observe({ type: 'layout-shift', buffered: true });
"""


def routes(who: Who) -> list[Screen]:
    """Return every address of the table that somebody opens without more, each once."""
    opened = [one for one in SCREENS if one.who is who and one.site == "hearthside" and not one.holds]
    return list({one.path: one for one in reversed(opened)}.values())


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("who", [Who.VISITOR, Who.MEMBER], ids=str)
@pytest.mark.spec("2.1")
def test_no_route_moves_as_its_parts_come(
    who: Who, width: int, house: Running, chromium: Browser, logins: list[dict[str, str]]
) -> None:
    at = House(house.port, logins)
    with visit(at, chromium, Look(width), who=who, site="hearthside") as visitor:
        # Whether a font is there by the first paint depends on the machine; one that is not is left out of the page.
        visitor.context.route(FONTS, lambda route: route.abort())
        # The member has seen the new likes by then, whose number goes from the navigation.
        shifts_of(visitor.context, at.base("hearthside"), ["/likes"] if who is Who.MEMBER else [])
        paths = [at.fill(visitor.page, "hearthside", "en", who, one.path) for one in routes(who)]
        parts = [paths[at_once : at_once + AT_ONCE] for at_once in range(0, len(paths), AT_ONCE)]
        found = [line for part in parts for line in shifts_of(visitor.context, at.base("hearthside"), part)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.spec("2.52", "2.54")
def test_what_stands_above_the_pages_of_a_newcomer_comes_with_them(width: int, arrive: Callable[..., Person]) -> None:
    person, _ = newcomer(arrive, {"width": width, "height": 800})
    for late in (FONTS, LIVE):
        person.context.route(late, lambda route: route.abort())
    assert not (found := shifts_of(person.context, person.base, ["/members", "/likes", "/credits"])), "\n".join(found)
    person.go("/members")
    expect(person.page.get_by_role("region", name="Welcome discount")).to_be_visible()
    expect(person.page.get_by_role("region", name="Notices")).to_be_visible()


def shifts_of(context: BrowserContext, base: str, paths: Iterable[str]) -> list[str]:
    """Open some pages side by side; returns a line for each that moved."""
    pages = {path: open_slowly(context, base + path) for path in paths}
    lines = []
    for path, page in pages.items():
        page.wait_for_function(ALIVE)
        page.wait_for_load_state("networkidle")
        shifts = page.evaluate("window.shifts")
        total = round(sum(one["value"] for one in shifts), 4)
        if total:
            moved = [line for one in shifts for line in one["moved"]]
            lines.append(f"{path} by {total}: {moved[:6]}")
        page.close()
    return lines


def open_slowly(context: BrowserContext, address: str) -> Page:
    """Begin to open a page whose parts come one after the other."""
    page = context.new_page()
    page.add_init_script(WATCH)
    context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
    page.goto(address, wait_until="commit")
    return page
