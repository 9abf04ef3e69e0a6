"""Every route, only opened: nothing moves as its parts come, nothing fails, and nothing is wider than the screen."""

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from app.pages.routes import ROUTES, match_route
from cli.dev.screens.look import ALIVE, STREAM, Installation, Look, block, find_ids, visit
from cli.dev.screens.table import SCREENS, Who
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.contracts.staff import Role
from tests.factories.moderation import make_complaint, make_decision, make_staff
from tests.journeys.conftest import Person
from tests.journeys.faults import Faults, too_wide
from tests.journeys.installation import acting
from tests.journeys.people import newcomer, settle
from tests.running import Running

# So many pages wait for their parts side by side.
AT_ONCE = 4
# Every file that the browser does not have yet is on its way for a while, so that what stands in for it is painted.
SLOW = {"offline": False, "latency": 80, "downloadThroughput": -1, "uploadThroughput": -1}
# Whether a font is there by the first paint depends on the machine; one that is not is left out of the page.
FONTS = "*.woff2"
# Headless Chromium says "denied" whatever its owner allows.
MAY_ASK = "Object.defineProperty(Notification, 'permission', { get: () => 'default' })"
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


# What the addresses of nobody and nothing are answered.
REFUSALS = {
    "/nowhere/at/all": "404",
    "/members/00000000-0000-4000-8000-000000000000": "404",
}


UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"
# Addresses that look like a screen of the table, or lead to one.
NO_SCREENS = {Who.VISITOR: ("/landers/video/spring",), Who.MEMBER: ("/credits/{bundle}/ideal", "/complete-signup")}
FACTS = "The same words went to forty people."
# Those for which something has to be made first.
OF_COMPLAINTS = ("/complaints", "/complaints/{complaint}", "/cases", "/cases/{case}")


def routes(who: Who) -> list[str]:
    """Return every address of the table that somebody opens without more, each once; a buyer is a member, too."""
    people = (Who.MEMBER, Who.BUYER) if who is Who.BUYER else (who,)
    opened = [one.path for one in SCREENS if one.who in people and one.site == "hearthside" and not one.holds]
    return list(dict.fromkeys([*reversed(opened), *(path for one in people for path in NO_SCREENS.get(one, ()))]))


def routes_of_others(who: Who) -> list[str]:
    """Return an address for each route that the table knows only with other people.

    Mailed links go without their token, because a made-up one is refused.
    """
    own = {route_of(path) for path in routes(who)}
    others = (Who.MEMBER, Who.BUYER) if who is Who.VISITOR else (Who.VISITOR,)
    found = {route_of(path): path.removesuffix("?token=x") for other in others for path in routes(other)}
    return [path for route, path in found.items() if route not in own]


def route_of(path: str) -> str | None:
    """Return the pattern of the route at an address of the table; None where there is none, or a static page."""
    match = match_route(re.sub(r"{\w+}", UNKNOWN_ID, path).partition("?")[0])
    return match.route.pattern if match else None


@pytest.fixture
def at(installation: Running, logins: list[dict[str, str]]) -> Installation:
    """The installation, as the tests of screens visit it."""
    return Installation(installation.port, logins)


@pytest.mark.parametrize(
    ("who", "width"),
    [
        *((who, width) for who in (Who.VISITOR, Who.MEMBER) for width in (360, 1280)),
        *((Who.BUYER, width) for width in (390, 1280)),
    ],
    ids=str,
)
@pytest.mark.spec("2.1", "2.45")
def test_every_route_stands_still_and_has_no_fault(who: Who, width: int, at: Installation, chromium: Browser) -> None:
    with visit(at, chromium, Look(width), who=who, site="hearthside") as visitor:
        paths = [at.fill_path(visitor.page, "hearthside", "en", who, path) for path in routes(who)]
        found = faults_of(visitor.context, at.base("hearthside"), paths)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("who", "width"), [(Who.VISITOR, 390), (Who.MEMBER, 390), (Who.BUYER, 360)], ids=str)
@pytest.mark.spec("2.1", "6.3")
def test_the_routes_of_others_have_no_fault_either(who: Who, width: int, at: Installation, chromium: Browser) -> None:
    with visit(at, chromium, Look(width), who=who, site="hearthside") as visitor:
        visitor.page.goto(at.base("hearthside"))
        found_ids = find_ids(visitor.page)
        # Visitors are led to the login, whatever the address names, and see a profile that a like leads to.
        ids = {
            **dict.fromkeys(("conversation", "bundle", "order"), UNKNOWN_ID),
            "liked": found_ids["member"],
            **found_ids,
        }
        paths = [path.format_map(ids) for path in routes_of_others(who)]
        found = faults_of(visitor.context, at.base("hearthside"), paths)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("who", Who, ids=str)
@pytest.mark.spec("2.1")
def test_every_route_stands_still_in_german_with_the_largest_letters_and_has_no_fault(
    who: Who, at: Installation, chromium: Browser
) -> None:
    with visit(at, chromium, Look(360, "de"), who=who, site="hearthside") as visitor:
        visitor.context.add_cookies([{"name": "text", "value": "larger", "url": at.base("hearthside")}])
        paths = [at.fill_path(visitor.page, "hearthside", "de", who, path) for path in routes(who)]
        found = faults_of(visitor.context, at.base("hearthside"), paths)
    assert not found, "\n".join(found)


@pytest.mark.spec("2.1")
def test_ones_own_profile_fits_a_narrow_phone_in_german_with_letters_that_the_browser_makes_large(
    at: Installation, chromium: Browser
) -> None:
    with visit(at, chromium, Look(345, "de"), who=Who.MEMBER, site="hearthside") as visitor:
        visitor.page.goto(at.base("hearthside") + "/profile")
        expect(visitor.page.get_by_text("Hauptfoto", exact=True)).to_be_visible()
        visitor.page.locator("html").evaluate("root => { root.style.fontSize = '140%' }")
        assert too_wide(visitor.page) == []


@pytest.mark.parametrize("path", ["/members/{stranger}/chat", "/members/{fictional}/chat"])
@pytest.mark.spec("2.38")
def test_an_empty_conversation_shows_its_beginning_and_the_whole_form_on_a_small_phone(
    path: str, at: Installation, chromium: Browser
) -> None:
    with visit(at, chromium, Look(360, "de"), who=Who.MEMBER, site="hearthside") as visitor:
        page = visitor.page
        page.set_viewport_size({"width": 360, "height": 640})
        page.goto(at.base("hearthside") + at.fill_path(page, "hearthside", "de", Who.MEMBER, path))
        expect(page.get_by_role("log").get_by_role("button").first).to_be_visible()
        expect(page.get_by_role("log").locator("p, a").first).to_be_in_viewport(ratio=1)
        expect(page.locator("main form")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.spec("2.10")
def test_complaints_and_cases_have_no_fault(width: int, arrive: Callable[..., Person]) -> None:
    member = settle()
    with acting() as session:
        complaint = make_complaint(session, member)
        colleague = make_staff(session, Role.MODERATOR)
        case = make_decision(session, member, colleague, Verdict(Measure.WARNING, Rule.SPAM, facts=FACTS))
    person = arrive({"width": width, "height": 800}, host="hearthside.localhost")
    person.enter(member)
    paths = [path.format(complaint=complaint.id, case=case) for path in OF_COMPLAINTS]
    assert not (found := faults_of(person.context, person.base, paths)), "\n".join(found)


def test_no_route_of_the_application_is_left_out() -> None:
    opened = {route_of(path) for path in [*OF_COMPLAINTS, *(path for who in Who for path in routes(who))]}
    assert {route.pattern for route in ROUTES} - opened == set()


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.spec("2.52", "2.54")
def test_what_stands_above_the_pages_of_a_newcomer_comes_with_them(width: int, arrive: Callable[..., Person]) -> None:
    person, _ = newcomer(arrive, {"width": width, "height": 800})
    assert not (found := faults_of(person.context, person.base, ["/members", "/likes", "/credits"])), "\n".join(found)
    person.go("/members")
    expect(person.page.get_by_role("region", name="Welcome discount")).to_be_visible()
    expect(person.page.get_by_role("region", name="Notices")).to_be_visible()


@pytest.mark.xdist_group("service-worker")
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.spec("2.55")
def test_the_offer_of_push_messages_comes_with_the_page(
    width: int, arrive: Callable[..., Person], logins: list[dict[str, str]]
) -> None:
    size = {"width": width, "height": 800}
    person = arrive(size, workers="allow", host="hearthside.localhost")
    person.context.add_init_script(MAY_ASK)
    login = next(one for one in logins if one["who"].endswith("Hearthside") and ", en," in one["who"])
    person.log_in(login["email"], login["password"])
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    assert not (found := faults_of(person.context, person.base, ["/members", "/likes", "/credits"])), "\n".join(found)
    person.go("/members")
    expect(person.page.get_by_role("region", name="Notices").get_by_role("button", name="Turn on")).to_be_visible()


def faults_of(context: BrowserContext, base: str, paths: Sequence[str]) -> list[str]:
    """Open some addresses, so many side by side; returns a line for each fault of a page, and for each that moved."""
    tabs = [slow_tab(context) for _ in paths[:AT_ONCE]]
    faults = [Faults(tab) for tab in tabs]
    lines = []
    for start in range(0, len(paths), AT_ONCE):
        opened = list(zip(tabs, faults, paths[start : start + AT_ONCE], strict=False))
        for tab, _, path in opened:
            tab.goto(base + path, wait_until="commit")
        for tab, heard, path in opened:
            tab.wait_for_function(ALIVE)
            tab.wait_for_load_state("networkidle")
            # Each width draws the page anew, which may fail, too.
            found = [*moves_of(tab), *too_wide(tab), *heard.take()]
            lines += [f"{path}: {line}" for line in found if not line.startswith(REFUSALS.get(path, ()))]
    for tab in tabs:
        tab.close()
    return lines


def moves_of(tab: Page) -> list[str]:
    """Return by how much the page of a tab moved, where it did."""
    shifts = tab.evaluate("window.shifts")
    total = round(sum(one["value"] for one in shifts), 4)
    moved = [line for one in shifts for line in one["moved"]]
    return [f"moved by {total}: {moved[:6]}"] if total else []


def slow_tab(context: BrowserContext) -> Page:
    """Open a tab in which the parts of a page come one after the other."""
    tab = context.new_page()
    tab.add_init_script(WATCH)
    session = block(tab, *STREAM, FONTS)
    session.send("Network.emulateNetworkConditions", SLOW)
    return tab
