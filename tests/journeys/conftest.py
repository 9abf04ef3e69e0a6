"""Journeys: a whole Hearthside as `./hearth up` starts it, and people in Chromium."""

import json
import re
import shutil
import signal
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from cli.dev.screens.look import ALIVE
from cli.engines.chromium import ensure, running
from tests.journeys.evidence import Marks, Witness, folder_of, keep_browser
from tests.journeys.installation import Shared, forget_calls, found, inside
from tests.journeys.looking import DESK, PHONE, check
from tests.journeys.people import PATIENCE as COMES_WITHIN
from tests.journeys.people import cookies_of, open_site
from tests.journeys.staff import engage, hire
from tests.running import Instance

__all__ = ["DESK", "PHONE", "engage", "hire"]

# The conversation; react-aria's announcer has logs too, without a name.
LOG = "[role=log][aria-label]"
PAGE_PATIENCE = 60_000  # milliseconds for one thing on a page; it only ends what hangs
PATIENCE = 300  # seconds for one journey on a busy machine; the longest takes one or two minutes


@pytest.fixture(autouse=True, scope="session")
def _engines() -> None:
    """Journeys need no engines of the test process: they talk to the running installation only."""


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


def pytest_configure(config: pytest.Config) -> None:
    """Let the controller of several workers keep the installation that they share."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Shared())


@pytest.fixture(scope="package")
def installation(request: pytest.FixtureRequest) -> Iterator[Instance]:
    """A Hearthside with a small demo, which takes answers by mail; its services work in this process, too."""
    with found(request.config) as one, inside(one):
        yield one


@pytest.fixture(autouse=True)
def _first_call(installation: Instance) -> None:
    """Count nothing of what earlier journeys called against this one: all come from one address."""
    forget_calls()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for all journeys of a worker."""
    expect.set_options(timeout=PAGE_PATIENCE)
    with running(ensure()) as browser:
        yield browser


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
    member: Any = None

    def enter(self, member: Any) -> None:
        """Let a member in without the login page, which has journeys of its own."""
        self.member, cookies = member, cookies_of(member)
        self.context.add_cookies([{"name": name, "value": cookies[name], "url": self.base} for name in cookies])
        # A page without the application, from which calls can be made.
        self.page.goto(f"{self.base}/robots.txt")

    def call(self, path: str) -> Any:
        """Return what the members' API answers to this browser."""
        return self.page.evaluate("async path => (await fetch('/api/v1' + path)).json()", path)

    def go(self, path: str) -> None:
        """Open an address and wait for its heading, and for the application behind it."""
        self.page.goto(self.base + path)
        self.page.get_by_role("heading", level=1).first.wait_for()
        self.page.wait_for_function(ALIVE)

    def check(self) -> None:
        """Let axe look at the page as it is, and see that nothing makes it scroll sideways."""
        check(self.page)

    def log_in(self, email: str, password: str) -> None:
        """Log in on the login page."""
        self.go("/login")
        self.page.get_by_label("Email address").fill(email)
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_role("main").get_by_role("button", name="Log in").click()
        self.page.wait_for_url("**/members")


@pytest.fixture
def arrive(
    installation: Instance, chromium: Browser, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Person]]:
    """Open a browser for somebody; a failing journey leaves what every browser saw in its folder (see evidence.py)."""
    people: list[tuple[Person, Witness]] = []
    marks = Marks(installation)

    def run(
        viewport: ViewportSize | None = None,
        *,
        language: str = "en",
        host: str = "127.0.0.1",
        workers: Literal["allow", "block"] = "block",
        **options: Any,
    ) -> Person:
        size: Any = viewport or DESK
        context = chromium.new_context(viewport=size, locale=language, service_workers=workers, **options)
        context.set_default_timeout(PAGE_PATIENCE)
        context.tracing.start(screenshots=False, snapshots=False)
        witness = Witness(context)
        page = context.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda line: problems.append(line.text) if "Content Security Policy" in line.text else None)
        people.append((Person(context, page, f"http://{host}:{installation.port}", problems), witness))
        return people[-1][0]

    yield run
    problems = [problem for person, _ in people for problem in person.problems]
    if problems or getattr(request.node, "failed", False):
        folder = folder_of(request.node)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for number, (_, witness) in enumerate(people):
            keep_browser(folder, number, witness)
        marks.keep(folder)
    for person, _ in people:
        person.context.close()
    assert problems == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Any:
    """Tell the fixtures of a journey that it failed, and whoever reads the report where to look."""
    report = yield
    if report.failed:
        item.failed = True  # type: ignore[attr-defined]
        report.sections.append(("journey", f"pictures, traces, console, server log and mails: {folder_of(item)}"))
    return report


@pytest.fixture(scope="package")
def quiet_site(installation: Instance) -> Any:
    """A site where nobody is but whom a journey brings. On the others, other journeys like whoever is new."""
    return open_site()


@pytest.fixture(scope="package")
def logins(installation: Instance) -> list[dict[str, str]]:
    """The demo's logins."""
    found: list[dict[str, str]] = json.loads((installation.data / "demo-logins.json").read_text())
    return found


@pytest.fixture(scope="package")
def mailed_link(installation: Instance) -> Callable[[str, str], str]:
    """Return the path of a link in the newest mail to somebody, once it has come."""

    def run(email: str, path: str) -> str:
        page = installation.settings["HEARTH_MAILBOX_URL"]
        end = time.monotonic() + COMES_WITHIN
        while time.monotonic() < end:
            for summary in _get(f"{page}/api/messages?to={email}"):
                text = _get(f"{page}/api/messages/{summary['id']}")["text"]
                if found := re.search(rf"https?://[^/\s]+({path}\S*)", text):
                    return found[1]
            time.sleep(0.05)
        raise AssertionError(f"no mail with {path} came to {email}")

    return run


@pytest.fixture(scope="package")
def mail_to(installation: Instance) -> Callable[[str], dict[str, Any]]:
    """Return the newest mail to somebody, once one has come."""

    def run(email: str) -> dict[str, Any]:
        page = installation.settings["HEARTH_MAILBOX_URL"]
        end = time.monotonic() + COMES_WITHIN
        while time.monotonic() < end:
            for summary in _get(f"{page}/api/messages?to={email}"):
                found: dict[str, Any] = _get(f"{page}/api/messages/{summary['id']}")
                return found
            time.sleep(0.05)
        raise AssertionError(f"no mail came to {email}")

    return run


def _get(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=COMES_WITHIN) as answer:
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
