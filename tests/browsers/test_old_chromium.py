"""Chromium 109, the oldest browser that the build promises to serve: each page comes, and no script fails in it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from cli.dev.screens.look import ALIVE, STREAM, block
from cli.engines.chromium import ensure_old, running
from tests.browsers.conftest import Member
from tests.journeys.staff import Login

# It can draw without a graphics card only, and cannot start the process that starts the others.
ARGUMENTS = ["--disable-gpu", "--no-zygote"]
# That a call was refused is the page's to say; it is no error of a script.
REFUSED = "Failed to load resource"
PATIENCE = 60_000  # milliseconds for one thing on a page; it only ends what hangs
AS_VISITOR = ("/", "/pricing", "/members", "/landers/maplanding", "/landers/tinderswipe", "/signup", "/login")
AS_MEMBER = (
    "/",
    "/members",
    "/members/{member}",
    "/chats",
    "/chats/{conversation}",
    "/swipe-game",
    "/credits",
    "/credits/{bundle}",
    "/notifications",
)


@dataclass
class Window:
    """A window, and what its scripts complained about."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def open(self, url: str) -> None:
        """Open a page; fails where it says that it failed, or a script does."""
        self.page.goto(url)
        self.page.locator("h1").first.wait_for()
        self.page.wait_for_function(ALIVE)
        self.look()

    def look(self) -> None:
        """Fail where the page says that it failed, or a script did."""
        self.page.wait_for_load_state("networkidle")
        assert self.page.get_by_text("Something went wrong").count() == 0, f"{self.page.url}: {self.complaints}"
        assert self.complaints == [], f"{self.page.url}: {self.complaints}"
        expect(self.page.locator("h1").first).to_be_visible()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Start it once."""
    expect.set_options(timeout=PATIENCE)
    with running(ensure_old(), *ARGUMENTS) as browser:
        yield browser


def arrive(chromium: Browser, base: str, member: Member | None = None) -> tuple[BrowserContext, Window]:
    """Open a window for a visitor, or for a member who is logged in."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="en", service_workers="block")
    context.set_default_timeout(PATIENCE)
    if member:
        name, value = member.session
        context.add_cookies([{"name": name, "value": value, "url": base}])
    window = Window(context.new_page())
    block(window.page, *STREAM)
    window.page.on("pageerror", lambda error: window.complaints.append(str(error)))
    window.page.on(
        "console",
        lambda line: window.complaints.append(line.text) if line.type == "error" and REFUSED not in line.text else None,
    )
    return context, window


@pytest.fixture(scope="module")
def visitor(chromium: Browser, base: str) -> Iterator[Window]:
    """Somebody who is not logged in."""
    context, window = arrive(chromium, base)
    yield window
    context.close()


@pytest.fixture(scope="module")
def member(chromium: Browser, base: str, euan: Member) -> Iterator[Window]:
    """A member of the demo."""
    context, window = arrive(chromium, base, euan)
    yield window
    context.close()


@pytest.fixture(autouse=True)
def _apart(request: pytest.FixtureRequest) -> None:
    """Let no page answer for the one before."""
    for name in {"visitor", "member"} & set(request.fixturenames):
        request.getfixturevalue(name).complaints.clear()


def test_it_is_the_old_one(chromium: Browser) -> None:
    assert chromium.version.startswith("109.")


@pytest.mark.parametrize("path", AS_VISITOR)
def test_a_page_comes_for_a_visitor(path: str, visitor: Window, base: str) -> None:
    visitor.open(base + path)


@pytest.mark.parametrize("path", AS_MEMBER)
def test_a_page_comes_for_a_member(path: str, member: Window, base: str, things: dict[str, str]) -> None:
    member.open(base + path.format_map(things))


def test_somebody_takes_the_first_step_of_the_signup(chromium: Browser, base: str) -> None:
    context, window = arrive(chromium, base)
    page = window.page
    window.open(f"{base}/signup")
    page.get_by_label("Your name").fill("Nora")
    for name, value in (("day", "30"), ("month", "04"), ("year", "1964")):
        page.get_by_role("spinbutton", name=re.compile(name)).first.click()
        page.keyboard.type(value)
    page.get_by_label("Email address").fill(f"nora.{uuid4().hex[:8]}@example.org")
    page.get_by_label("Password").fill("four unrelated quiet words")
    page.get_by_role("button", name="Create my profile").click()
    page.wait_for_url("**/signup/photo")
    window.look()
    context.close()


def test_a_colleague_signs_in_to_the_console(chromium: Browser, base: str, engage: Callable[[str], Login]) -> None:
    context, window = arrive(chromium, base)
    page, login = window.page, engage("admin")
    page.goto(f"{base}/ops/")
    page.get_by_label("Email").fill(login.email)
    page.get_by_label("Password").fill(login.password)
    page.get_by_label("Code from your app").fill(login.code())
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
    window.look()
    context.close()
