"""The server paints a visitor's first page, and the application goes on from there without anybody noticing."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from app.pages.routes import ROUTES
from cli.dev.screens.look import ALIVE
from cli.paths import ROOT
from tests.journeys.conftest import DESK, PHONE
from tests.running import Instance

PAINTED = [route.address for route in ROUTES if route.is_painted]
PAGES = ("/", "/landers/video", "/landers/gallery", "/members", "/pricing")
SHIFTS = """() => { window.shifts = []; new PerformanceObserver((list) => list.getEntries().forEach((one) =>
    window.shifts.push(one.value))).observe({ type: 'layout-shift', buffered: true }) }"""
# A page takes two seconds to come.
SLOW = {"offline": False, "latency": 0, "downloadThroughput": 4_000, "uploadThroughput": -1}


@pytest.fixture(scope="module")
def site(installation: Instance, chromium: Browser) -> str:
    """The address of a site whose web processes have both woken their painter."""
    address = f"http://hearthside.localhost:{installation.port}"
    page = chromium.new_page(java_script_enabled=False)
    in_a_row, until = 0, time.monotonic() + 90
    while in_a_row < 12 and time.monotonic() < until:
        page.goto(address)
        in_a_row = in_a_row + 1 if page.locator("#root[data-painted]").count() else 0
        page.wait_for_timeout(100)
    page.close()
    assert in_a_row == 12, "the server paints nothing"
    return address


@pytest.mark.spec("2.1")
def test_the_front_door_can_be_read_without_scripts(site: str, chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    page.goto(site)
    assert page.locator("h1").inner_text().startswith("Meet someone.")
    page.get_by_role("link", name="Log in").click()
    assert page.url.endswith("/login")
    page.goto(f"{site}/?lang=de")
    assert page.locator("html").get_attribute("lang") == "de"
    assert page.get_by_role("link", name="Anmelden").is_visible()
    context.close()


@pytest.mark.spec("2.1")
@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_moves_when_the_application_takes_over(site: str, chromium: Browser, size: Any, path: str) -> None:
    context = chromium.new_context(viewport=size, color_scheme="dark" if size is DESK else "light")
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.add_init_script(f"({SHIFTS})()")
    go_on = hold_scripts(page)
    page.goto(site + path, wait_until="commit")
    page.locator("h1").evaluate("(title) => (title.isThePainted = true)")
    go_on()
    page.wait_for_load_state("networkidle")
    assert page.evaluate(ALIVE)
    assert page.locator("h1").evaluate("(title) => title.isThePainted"), "the painting was thrown away"
    assert wrong == []
    assert sum(page.evaluate("window.shifts")) < 0.01
    context.close()


@pytest.mark.spec("2.1")
def test_every_picture_of_a_painting_is_there(site: str, chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport=DESK)
    page = context.new_page()
    for path in sorted(PAINTED):
        page.goto(site + path)
        missing = page.locator("img").evaluate_all(
            "(all) => all.filter((one) => !one.naturalWidth).map((one) => one.outerHTML)"
        )
        assert missing == [], path
    context.close()


@pytest.mark.spec("2.1")
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_moves_as_a_page_comes_in_pieces(site: str, chromium: Browser, size: Any) -> None:
    context = chromium.new_context(viewport=size, service_workers="block")
    tabs = {path: context.new_page() for path in PAINTED}
    for path, page in tabs.items():
        # Its styles and scripts are in the browser's cache from now on.
        page.goto(site + path, wait_until="networkidle")
        page.add_init_script(f"({SHIFTS})()")
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW)
    for path, page in tabs.items():
        page.goto(site + path, wait_until="commit")
    moves = {}
    for path, page in tabs.items():
        page.wait_for_function(ALIVE)
        moves[path] = sum(page.evaluate("window.shifts"))
    assert {path: by for path, by in moves.items() if by >= 0.01} == {}
    context.close()


@pytest.mark.spec("2.1")
def test_nothing_of_a_painting_is_seen_before_all_of_it_is_there(site: str, chromium: Browser) -> None:
    """Without `rel=expect`, as in browsers that do not know it."""
    context = chromium.new_context(viewport=DESK, service_workers="block")
    page = context.new_page()
    answer = page.goto(site)
    assert answer is not None
    title = page.locator("h1")
    with in_two_pieces(*answer.text().replace('<link rel="expect"', "<link").partition("</h1>")) as (address, go_on):
        page.route(f"{address}assets/**", lambda route: route.fulfill(path=built(route.request.url)))
        page.goto(address, wait_until="commit")
        expect(title).to_be_attached()
        expect(title).to_be_hidden()
        assert page.evaluate("document.readyState") == "loading"
        go_on()
        expect(title).to_be_visible()
    context.close()


def built(url: str) -> Path:
    """Return the file of the build that an address leads to."""
    return ROOT / "member-web/dist" / urlsplit(url).path.lstrip("/")


@contextmanager
def in_two_pieces(*pieces: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """Serve a page of which only the first piece comes; yields its address, and what lets the rest come."""
    first, rest = pieces[0].encode(), "".join(pieces[1:]).encode()
    may_go_on = Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(first)
            self.wfile.flush()
            may_go_on.wait()
            self.wfile.write(rest)

        def log_message(self, *_args: object) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/", may_go_on.set
        finally:
            may_go_on.set()
            server.shutdown()
            thread.join()


def hold_scripts(page: Page) -> Callable[[], None]:
    """Keep the application waiting; what this returns lets it come."""
    held: list[Route] = []
    page.route("**/assets/after-paint-*.js", lambda route: held.append(route))

    def go_on() -> None:
        (route,) = held
        route.continue_()
        page.wait_for_function(ALIVE)

    return go_on


@pytest.mark.spec("2.2")
def test_what_was_typed_before_the_application_came_stays(site: str, chromium: Browser) -> None:
    context = chromium.new_context(viewport=DESK)
    page = context.new_page()
    go_on = hold_scripts(page)
    page.goto(f"{site}/members", wait_until="commit")
    words = page.locator("input[type=search]")
    words.click()
    page.keyboard.type("sail")
    go_on()
    page.wait_for_url("**/members?text=sail")
    assert words.input_value() == "sail"
    assert words.evaluate("(field) => field === document.activeElement")
    context.close()


@pytest.mark.spec("2.2")
def test_whoever_scrolled_before_the_application_came_stays_there(site: str, chromium: Browser) -> None:
    context = chromium.new_context(viewport=DESK)
    page = context.new_page()
    go_on = hold_scripts(page)
    page.goto(f"{site}/members", wait_until="commit")
    page.locator("footer").wait_for()
    page.evaluate("scrollTo(0, 200)")
    go_on()
    page.wait_for_function("() => scrollY === 200")
    context.close()


@pytest.mark.spec("2.1")
def test_a_choice_made_early_goes_along_to_the_signup(site: str, chromium: Browser) -> None:
    context = chromium.new_context(viewport=DESK)
    page = context.new_page()
    go_on = hold_scripts(page)
    page.goto(site, wait_until="commit")
    page.locator("select").first.select_option("man")
    go_on()
    page.get_by_role("button", name="Create your free profile").click()
    page.wait_for_url("**/signup?gender=man*")
    context.close()
