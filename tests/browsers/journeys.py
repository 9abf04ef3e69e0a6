"""What is walked through in every browser that people have: written once, for any engine (see page.py)."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol
from uuid import uuid4

import pytest

from cli.paths import HEARTH
from tests.browsers.conftest import SITE, Member
from tests.browsers.page import Page
from tests.browsers.way import way_to
from tests.journeys.staff import Login
from tests.running import Running

PICTURES = HEARTH / "browsers"
HEIGHTS = {360: 780, 1280: 860}
WIDTHS = pytest.mark.parametrize("width", HEIGHTS)
FAILED = "Something went wrong"
PASSWORD = "four unrelated quiet words"
LOG = "[role=log][aria-label]"
SOON = 30.0  # seconds; a poll would be as slow, and the live stream takes one or two
VISITOR = {
    "home": "/",
    "login": "/login",
    "signup": "/signup",
    "pricing": "/pricing",
    "search-visitor": "/members",
    "member-visitor": "/members/{member}",
    "lander-map": "/landers/maplanding",
    "lander-swipe": "/landers/tinderswipe",
    "faq": "/pages/faq",
    "reset-password": "/reset-password",
}
MEMBER = {
    "home-member": "/",
    "search": "/members",
    "member": "/members/{member}",
    "likes": "/likes",
    "swipe": "/swipe-game",
    "finder": "/match-finder/people",
    "chats": "/chats",
    "chat": "/chats/{conversation}",
    "profile": "/profile",
    "settings": "/notifications",
    "credits": "/credits",
    "pay": "/credits/{bundle}",
    "transactions": "/transactions",
}


class Engine(Protocol):
    """A browser that opens windows."""

    def open(self, width: int, height: int) -> Page:
        """Open a window that shares nothing with the others."""


Arrive = Callable[[int], Page]


class Journeys:
    """The screens and the ways through, in the browser of the `engine` fixture."""

    name = ""

    @pytest.fixture
    def arrive(self, engine: Engine, request: pytest.FixtureRequest) -> Iterator[Arrive]:
        """Open a window for somebody; nothing that it does may let a script fail."""
        pages: list[Page] = []

        def run(width: int) -> Page:
            pages.append(engine.open(width, HEIGHTS[width]))
            return pages[-1]

        yield run
        failed = getattr(request.node, "failed", False)
        for number, page in enumerate(pages):
            if failed:
                self.keep(page, "failed", f"{request.node.name}-{number}")
            page.close()
        assert [line for page in pages for line in page.complaints()] == []

    def keep(self, page: Page, folder: str, name: str) -> None:
        """Keep a picture of the window."""
        place = PICTURES / self.name / folder
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{name}.png").write_bytes(page.picture())

    @WIDTHS
    def test_screens_of_a_visitor_come(self, width: int, arrive: Arrive, base: str, things: dict[str, str]) -> None:
        self.look_at(arrive(width), width, {name: base + path.format_map(things) for name, path in VISITOR.items()})

    @WIDTHS
    def test_screens_of_a_member_come(
        self, width: int, arrive: Arrive, base: str, things: dict[str, str], euan: Member
    ) -> None:
        page = arrive(width)
        enter(page, base, euan.login)
        self.look_at(page, width, {name: base + path.format_map(things) for name, path in MEMBER.items()})

    def look_at(self, page: Page, width: int, screens: dict[str, str]) -> None:
        """Keep a picture of each screen, and fail where one failed or can be scrolled sideways."""
        problems = []
        for name, url in screens.items():
            page.go(url)
            page.settle()
            self.keep(page, str(width), name)
            if page.evaluate("text => document.body.innerText.includes(text)", FAILED):
                problems.append(f"{name}: {FAILED}")
            if (sideways := page.sideways()) > 0:
                problems.append(f"{name} scrolls sideways by {sideways} px")
        assert problems == []

    def test_somebody_signs_up_to_the_end(
        self, arrive: Arrive, base: str, mailed_link: Callable[[str, str], str], portrait: Path
    ) -> None:
        page, email = arrive(360), f"nora.{uuid4().hex[:8]}@example.org"
        page.go(f"{base}/signup")
        page.fill("^Your name", "Nora")
        for name, value in (("day", "30"), ("month", "04"), ("year", "1964")):
            page.click("spinbutton", name)
            page.type(value)
        page.fill("^Email address", email)
        page.fill("^Password", PASSWORD)
        page.click("button", "^Create my profile")
        page.reach("/signup/photo")
        page.wait("() => document.querySelector('main input[type=file]') !== null")
        page.choose_file("main input[type=file]", portrait)
        page.click("button", "^Close", within="[role=dialog]")
        page.see("Only you can see it until we’ve checked it")
        go_on(page, "location")
        page.choose("^Country", "^Netherlands$")
        page.click("textbox", "^Town or village")
        page.type("utrech")
        page.click("option", "^Utrecht")
        go_on(page, "personal")
        page.choose("^Gender", "^Woman$")
        page.click("checkbox", "^Men")
        go_on(page, "about")
        page.fill("^Headline", "I make a decent pea soup.")
        for interest in ("Cooking", "Gardening", "Hiking"):
            page.click("button", f"^{interest}$")
        go_on(page, "push")
        go_on(page, "confirm")
        page.go(base + mailed_link(email, "/activate/done"))
        page.find("heading", "^Your email is confirmed")
        assert page.call("GET", "/api/v1/me")["name"] == "Nora"

    @WIDTHS
    def test_a_member_searches(self, width: int, arrive: Arrive, base: str, euan: Member) -> None:
        page = arrive(width)
        enter(page, base, euan.login)
        page.go(f"{base}/members?gender=&country=")
        name = page.wait("() => document.querySelector('main article h2, main article h3')?.textContent.split(',')[0]")
        if width < 992:
            page.click("button", "^Filters")
            page.find("dialog", "^Filters")
        page.fill("^Keywords", name)
        page.wait("name => new URLSearchParams(location.search).get('text') === name", name)
        if width < 992:
            page.click("button", "^Show \\d+ pe", within="[role=dialog]")
        page.click("link", name, within="main article")
        page.reach("/members/[^/]+")
        page.find("heading", name, within="main")

    def test_a_conversation_is_answered_live(
        self, arrive: Arrive, base: str, euan: Member, rob: Member, grant: Callable[[Member, int], None]
    ) -> None:
        for member in (euan, rob):
            if member.call("GET", "/api/v1/me")["credits"] < 30:
                grant(member, 30)
        page, said, answer = arrive(360), f"Good morning {uuid4().hex[:6]}", f"Good evening {uuid4().hex[:6]}"
        enter(page, base, euan.login)
        page.go(f"{base}/members/{rob.me['id']}/chat")
        page.fill("^Message", said)
        page.click("button", "^Send ")
        page.see(said, within=LOG)
        rob.call("POST", f"/api/v1/members/{euan.me['id']}/messages", {"body": answer})
        page.see(answer, within=LOG, seconds=SOON)
        # A long message stands whole in its field, however the engine makes it grow.
        page.fill("^Message", "A long message is written here, word after word. " * 3)
        page.wait("""() => [...document.querySelectorAll('main textarea')].every(
            one => one.clientHeight >= Math.min(one.scrollHeight, 80))""")

    @WIDTHS
    def test_a_bundle_is_paid(self, width: int, arrive: Arrive, base: str, euan: Member) -> None:
        page = arrive(width)
        enter(page, base, euan.login)
        before = page.call("GET", "/api/v1/me")["credits"]
        page.go(f"{base}/credits")
        page.click("radio", "^24 messages")
        page.click("link", "^Choose a payment method")
        page.find("heading", "^How would you like to pay", within="main")
        page.click("radio", "PayPal")
        page.click("checkbox", "^Start immediately: I ask for my credits now")
        page.click("button", "^Pay €")
        page.reach("/checkout/.*")
        page.click("radio", "^Pay$")
        page.click("button", "^Continue")
        page.reach("/transactions/[^/]+")
        page.find("heading", "^Thank you, your payment is complete", within="main")
        assert page.call("GET", "/api/v1/me")["credits"] > before

    def test_what_a_page_says_while_it_is_left_is_no_complaint(self, engine: Engine, base: str) -> None:
        page = engine.open(360, HEIGHTS[360])
        page.open(f"{base}/pricing")
        page.evaluate("""() => {
            console.error('said before');
            addEventListener('pagehide', () => console.error('said while it was left'));
        }""")
        page.open(f"{base}/pages/faq")
        page.evaluate("() => console.error('said after')")
        page.close()
        assert re.findall("said [a-z ]+", "\n".join(page.complaints())) == ["said before", "said after"]

    def test_without_a_server_there_is_a_page_that_leads_back(self, arrive: Arrive, installation: Running) -> None:
        page = arrive(360)
        with way_to(installation.port) as way:
            page.go(f"http://{SITE}:{way.port}/pricing")
            page.wait("async () => (await navigator.serviceWorker.ready).active.state === 'activated'")
            page.wait("async () => navigator.serviceWorker.controller !== null")
            page.wait("async () => (await caches.match('/offline.html')) !== undefined")
            way.cut()
            page.open(f"http://{SITE}:{way.port}/pages/faq")
            page.find("heading", "^You’re offline")
            self.keep(page, "360", "offline")
            way.mend()
            page.click("link", "^Try again")
            page.find("heading", "^Questions and answers", within="main")

    @WIDTHS
    def test_a_colleague_signs_in_to_the_console(
        self, width: int, arrive: Arrive, base: str, engage: Callable[[str], Login]
    ) -> None:
        page, login = arrive(width), engage("admin")
        page.open(f"{base}/ops/")
        page.fill("^Email", login.email)
        page.fill("^Password", login.password)
        page.fill("^Code from your app", login.code())
        page.click("button", "^Log in")
        page.find("button", "^Log out")
        page.find("heading", within="main")
        page.settle()
        self.keep(page, str(width), "console")
        assert page.sideways() <= 0


def enter(page: Page, base: str, login: dict[str, str]) -> None:
    """Log somebody in without the form, which the signup and the console fill in."""
    page.open(f"{base}/login")
    page.call("POST", "/api/v1/session", login)


def go_on(page: Page, to: str) -> None:
    """Finish a step of the signup."""
    page.click("button", "^Continue")
    page.reach(f"/signup/{to}")
