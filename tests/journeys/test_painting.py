"""The server paints a visitor's first page, and the application goes on from there without anybody noticing."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.journeys.conftest import DESK, PHONE
from tests.running import Running

PAGES = ("/", "/landers/video", "/landers/gallery", "/landers/maplanding", "/members", "/pricing")
SHIFTS = """() => { window.shifts = []; new PerformanceObserver((list) => list.getEntries().forEach((one) =>
    window.shifts.push(one.value))).observe({ type: 'layout-shift', buffered: true }) }"""
ALIVE = "() => Object.keys(document.getElementById('root')).some((key) => key.startsWith('__reactContainer'))"


@pytest.fixture(scope="module")
def site(house: Running, chromium: Browser) -> str:
    """The address of a site whose web processes have both woken their painter."""
    address = f"http://hearthside.localhost:{house.port}"
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
    assert page.locator("h1").inner_text().startswith("Come in.")
    page.get_by_role("link", name="Log in").click()
    assert page.url.endswith("/login")
    page.goto(f"{site}/?lang=de")
    assert page.locator("html").get_attribute("lang") == "de"
    assert page.get_by_role("link", name="Anmelden").is_visible()
    context.close()


@pytest.mark.spec("2.1")
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_moves_when_the_application_takes_over(site: str, chromium: Browser, size: Any) -> None:
    for path in PAGES:
        context = chromium.new_context(viewport=size, color_scheme="dark" if size is DESK else "light")
        page = context.new_page()
        wrong: list[str] = []
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.add_init_script(f"({SHIFTS})()")
        page.goto(site + path)
        page.wait_for_function(ALIVE)
        page.wait_for_load_state("networkidle")
        assert page.locator("#root[data-painted]").count() == 1, path
        assert wrong == [], path
        assert sum(page.evaluate("window.shifts")) < 0.01, path
        context.close()


@pytest.fixture
def slow(site: str, chromium: Browser) -> Iterator[tuple[Page, threading.Event]]:
    """A page whose scripts come when they are let go."""
    context = chromium.new_context(viewport=DESK)
    page = context.new_page()
    held: list[Route] = []
    page.route("**/assets/index-*.js", held.append)
    page.held = held  # type: ignore[attr-defined]
    yield page, site  # type: ignore[misc]
    context.close()


@pytest.mark.spec("2.2")
def test_what_was_typed_before_the_application_came_stays(slow: Any) -> None:
    page, site = slow
    page.goto(f"{site}/members", wait_until="commit")
    field = page.get_by_role("textbox").or_(page.get_by_role("searchbox")).first
    field.click()
    page.keyboard.type("sail")
    page.mouse.wheel(0, 300)
    page.wait_for_function("scrollY > 100")
    (route,) = page.held
    route.continue_()
    page.wait_for_function(ALIVE)
    page.wait_for_load_state("networkidle")
    assert field.input_value() == "sail"
    assert field.evaluate("(one) => one === document.activeElement")
    assert page.evaluate("scrollY") > 100
