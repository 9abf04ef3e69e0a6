"""Journeys: a whole Hearthside as `./hearth up` starts it, and people in Chromium."""

import json
import re
import signal
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from cli.paths import ROOT
from cli.screens.look import ALIVE
from tests.browser import ARGUMENTS, executable
from tests.journeys.staff import engage, hire
from tests.running import Running, running

__all__ = ["engage", "hire"]

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
SCREENS = ROOT / ".hearth" / "journeys"
MEMBERS = "80"
BY_MAIL = {"HEARTH_REPLY_DOMAIN": "replies.example", "HEARTH_RETURNS_KEY": "only this house and its mail server know"}
# The conversation; react-aria's announcer has logs too, without a name.
LOG = "[role=log][aria-label]"
# react-aria's announcer names a pending button by its id and clears the line seconds after the button is gone.
WATCHED = {"exclude": [["[data-live-announcer]"]]}
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
PAGE_PATIENCE = 20_000  # milliseconds for one thing on a page, on a busy machine
PATIENCE = 300  # seconds for one journey on a busy machine; the longest takes one or two minutes
SETTLED = """() => Promise.allSettled(
    document.getAnimations().filter(one => one.effect.getComputedTiming().endTime !== Infinity).map(one => one.finished)
)"""


@pytest.fixture(autouse=True, scope="session")
def _engines() -> None:
    """Journeys need no engines of the test process: they talk to the running house only."""


@pytest.fixture(autouse=True)
def _patience() -> Iterator[None]:
    """End a journey that waits for ever: a worker that its browser ended meanwhile never answers."""

    def give_up(_signal: int, _frame: object) -> None:
        raise TimeoutError(f"no end within {PATIENCE} seconds")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A Hearthside with a small demo, which takes answers by mail."""
    with running(tmp_path_factory.mktemp("house") / "data", "--members", MEMBERS, settings=BY_MAIL) as up:
        yield up


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for all journeys."""
    expect.set_options(timeout=PAGE_PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(executable()), args=ARGUMENTS)
        yield browser
        browser.close()


def tick(choice: Locator) -> None:
    """Press a switch, radio or checkbox as people do: on its label, which covers the browser's own control."""
    choice.locator("xpath=ancestor::label[1]").click()


@dataclass
class Person:
    """Somebody at a browser of their own."""

    context: BrowserContext
    page: Page
    base: str
    problems: list[str]

    def go(self, path: str) -> None:
        """Open an address and wait for its heading, and for the application behind it."""
        self.page.goto(self.base + path)
        self.page.get_by_role("heading", level=1).first.wait_for()
        self.page.wait_for_function(ALIVE)

    def check(self) -> None:
        """Let axe look at the page as it is; fails with what it found (WCAG 2.2 A and AA)."""
        # A colour half-way through its change is nobody's colour.
        self.page.evaluate(SETTLED)
        size = self.page.viewport_size or DESK
        # The whole page at once: what lies half under a sticky bar now can be scrolled free by a person.
        height = self.page.evaluate("document.documentElement.scrollHeight")
        self.page.set_viewport_size({"width": size["width"], "height": max(size["height"], height)})
        found = Axe().run(self.page, context=WATCHED, options=RULES)
        self.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        report = [f"{v['id']}: {v['nodes'][0]['html'][:200]}" for v in found.response["violations"]]
        assert report == [], f"{self.page.url}: {report}"

    def log_in(self, email: str, password: str) -> None:
        """Log in on the login page."""
        self.go("/login")
        self.page.get_by_label("E-mail address").fill(email)
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_role("main").get_by_role("button", name="Log in").click()
        self.page.wait_for_url("**/members")


@pytest.fixture
def arrive(house: Running, chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Person]]:
    """Open a browser for somebody; a failing journey leaves a picture of every browser in .hearth/journeys."""
    people: list[Person] = []

    def run(
        viewport: dict[str, int] | None = None,
        *,
        language: str = "en",
        host: str = "127.0.0.1",
        workers: Literal["allow", "block"] = "block",
    ) -> Person:
        size: Any = viewport or DESK
        context = chromium.new_context(viewport=size, locale=language, service_workers=workers)
        context.set_default_timeout(PAGE_PATIENCE)
        page = context.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda line: problems.append(line.text) if "Content Security Policy" in line.text else None)
        people.append(Person(context, page, f"http://{host}:{house.port}", problems))
        return people[-1]

    yield run
    if getattr(request.node, "failed", False):
        SCREENS.mkdir(parents=True, exist_ok=True)
        for number, person in enumerate(people):
            person.page.screenshot(path=SCREENS / f"{request.node.name}-{number}.png", full_page=True)
    problems = [problem for person in people for problem in person.problems]
    for person in people:
        person.context.close()
    assert problems == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Any:
    """Tell the fixtures of a test that it failed."""
    report = yield
    if report.when == "call" and report.failed:
        item.failed = True  # type: ignore[attr-defined]
    return report


@pytest.fixture(scope="session")
def logins(house: Running) -> list[dict[str, str]]:
    """The demo's logins."""
    found: list[dict[str, str]] = json.loads((house.data / "demo-logins.json").read_text())
    return found


@pytest.fixture(scope="session")
def mailed_link(house: Running) -> Callable[[str, str], str]:
    """Return the path of a link in the newest mail to somebody, once it has come."""

    def run(email: str, path: str) -> str:
        page = house.settings["HEARTH_MAILBOX_URL"]
        end = time.monotonic() + 30
        while time.monotonic() < end:
            for summary in _get(f"{page}/api/messages?to={email}"):
                text = _get(f"{page}/api/messages/{summary['id']}")["text"]
                if found := re.search(rf"https?://[^/\s]+({path}\S*)", text):
                    return found[1]
            time.sleep(0.3)
        raise AssertionError(f"no mail with {path} came to {email}")

    return run


@pytest.fixture(scope="session")
def mail_to(house: Running) -> Callable[[str], dict[str, Any]]:
    """Return the newest mail to somebody, once one has come."""

    def run(email: str) -> dict[str, Any]:
        page = house.settings["HEARTH_MAILBOX_URL"]
        end = time.monotonic() + 30
        while time.monotonic() < end:
            for summary in _get(f"{page}/api/messages?to={email}"):
                found: dict[str, Any] = _get(f"{page}/api/messages/{summary['id']}")
                return found
            time.sleep(0.3)
        raise AssertionError(f"no mail came to {email}")

    return run


def _get(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=5) as answer:
        return json.loads(answer.read())


@pytest.fixture(scope="session")
def portrait(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A picture to upload."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (900, 1200), "#d9e8e4")
    draw = ImageDraw.Draw(image)
    draw.ellipse((250, 250, 650, 750), fill="#f2cdb0")
    draw.rectangle((200, 750, 700, 1200), fill="#0a5f5a")
    path = tmp_path_factory.mktemp("pictures") / "portrait.jpg"
    image.save(path, quality=90)
    return path
