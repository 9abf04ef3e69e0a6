"""How a screen is shown: the installation, its members, the browser and its settings."""

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Literal
from urllib.request import Request, urlopen

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, CDPSession, FilePayload, Page, StorageState

from cli.dev.screens.axe import SETTLED
from cli.dev.screens.states import state
from cli.dev.screens.table import Screen, Who
from cli.errors import CliError

HEIGHTS = {390: 844, 1280: 860}
PATIENCE_MS = 20_000
PAUSE_MS = 500
# An open stream would keep the network from being idle; without it a page polls.
STREAM = ("*/live", "*/live?*")
# A painted page is visible before its application runs, and reacts only then.
ALIVE = "() => Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer'))"


@dataclass(frozen=True)
class Look:
    """The settings under which a screen is shown: width, language, light or dark, niche, size of text."""

    width: int = 1280
    language: str = "en"
    is_dark: bool = False
    niche: int | None = None
    text: str | None = None

    @property
    def scheme(self) -> Literal["dark", "light"]:
        """Return the colour scheme that the browser prefers."""
        return "dark" if self.is_dark else "light"

    @property
    def name(self) -> str:
        """Return a name for the files of this look."""
        niche = f"niche{self.niche}" if self.niche else ""
        parts = (str(self.width), self.language, "dark" if self.is_dark else "", niche, self.text or "")
        return "-".join(part for part in parts if part)


@dataclass
class Installation:
    """A running Hearthside and the logins of its demo."""

    port: int
    logins: list[dict[str, str]]
    # The sessions of members who have logged in, by site, language and kind.
    sessions: dict[tuple[str, str, Who], StorageState] = field(default_factory=dict)
    _known: dict[tuple[str, str, Who], dict[str, str]] = field(default_factory=dict)

    def base(self, site: str) -> str:
        """Return the address of a site of the demo."""
        return f"http://{site}.localhost:{self.port}"

    def languages(self) -> list[str]:
        """Return the languages of the demo's site."""
        # Only browsers resolve *.localhost.
        request = Request(f"http://127.0.0.1:{self.port}/api/v1/settings", headers={"Host": "hearthside.localhost"})
        with urlopen(request, timeout=10) as answer:  # noqa: S310
            languages: list[str] = json.loads(answer.read())["languages"]
        return languages

    def people(self, site: str, language: str, who: Who) -> list[dict[str, str]]:
        """Return members who can log in, those of the language first; CliError if there are none."""
        here = [one for one in self.logins if one["who"].lower().endswith(site)]
        if who is Who.BUYER:
            here = [one for one in here if ", premium," in one["who"]]
        if not here:
            raise CliError(f"the demo has no {who} of {site} who logs in; use an installation with the demo.")
        return sorted(here, key=lambda one: f", {language}," not in one["who"])

    def start_session(self, page: Page, site: str, language: str, who: Who) -> None:
        """Log in a member with a conversation, unless the browser already has a session."""
        if (site, language, who) in self.sessions:
            return
        for login in self.people(site, language, who):
            page.context.clear_cookies()
            self.set_language(page.context, site, language)
            log_in(page, self.base(site), login)
            things = find_ids(page)
            if "conversation" in things:
                break
        self._known[site, language, who] = things
        self.sessions[site, language, who] = page.context.storage_state()

    def set_language(self, context: BrowserContext, site: str, language: str) -> None:
        """Choose a language for a browser."""
        context.add_cookies([{"name": "language", "value": language, "url": self.base(site)}])

    def fill_path(self, page: Page, site: str, language: str, who: Who, path: str) -> str:
        """Put ids from the demo into a path; CliError if the demo has none."""
        if "{" not in path:
            return path
        known = self._known.setdefault((site, language, who), {})
        if not known:
            if page.url == "about:blank":
                page.goto(self.base(site))
            known.update(find_ids(page))
        try:
            return path.format_map(known)
        except KeyError as error:
            raise CliError(f"the demo has nothing for {error} in {path}.") from error


@dataclass
class Visit:
    """A browser at a site, logged in if the screen is for members."""

    installation: Installation
    look: Look
    context: BrowserContext
    page: Page
    site: str
    # The current screen's state. It lasts until the next screen; then held calls are answered.
    _state: ExitStack = field(default_factory=ExitStack)

    def show(self, screen: Screen) -> None:
        """Open a screen and bring it into its state."""
        self.leave()
        path = self.installation.fill_path(self.page, self.site, self.look.language, screen.who, screen.path)
        self._state.enter_context(state(self.page, screen))
        if screen.after_s:
            self.page.clock.install()
        self.page.goto(self.installation.base(self.site) + path)
        self.page.locator("h1").first.wait_for()
        self.page.wait_for_function(ALIVE)
        if screen.holds:
            # Placeholders appear after a moment only.
            self.page.wait_for_timeout(PAUSE_MS)
        else:
            self.page.wait_for_load_state("networkidle")
        self._apply_theme()
        if screen.after_s:
            self.page.clock.fast_forward(screen.after_s * 1000)
        if screen.file:
            self.page.locator(screen.file).first.set_input_files(a_photo())
        for selector in screen.press:
            self.page.locator(selector).first.click()
        if screen.waits:
            self.page.locator(screen.waits).first.wait_for()
        if screen.press or screen.waits:
            # What was opened may load data.
            self.page.wait_for_timeout(PAUSE_MS)
            self.page.wait_for_load_state("networkidle")
        if screen.scrolls_to:
            self.page.locator(screen.scrolls_to).last.scroll_into_view_if_needed()
        self.page.evaluate(SETTLED)

    def leave(self) -> None:
        """End the current screen's state: held calls are answered."""
        self._state.close()

    def switch_scheme(self, look: Look) -> None:
        """Change between light and dark on the current screen; the look's other settings stay."""
        self.look = look
        self.page.emulate_media(color_scheme=look.scheme)
        self.page.evaluate(SETTLED)

    def _apply_theme(self) -> None:
        if self.look.niche is not None:
            self.page.evaluate("niche => { document.documentElement.dataset.niche = niche }", str(self.look.niche))
        if self.look.text is not None:
            self.page.evaluate("text => { document.documentElement.dataset.text = text }", self.look.text)

    def picture(self, path: Path, *, is_full: bool) -> None:
        """Take a picture of the page."""
        self.page.screenshot(path=path, full_page=is_full, animations="disabled", caret="hide")


@cache
def a_photo() -> FilePayload:
    """Return an upright photo of a landscape, as from a phone."""
    made = BytesIO()
    Image.linear_gradient("L").resize((900, 1200)).convert("RGB").save(made, "JPEG")
    return {"name": "evening.jpg", "mimeType": "image/jpeg", "buffer": made.getvalue()}


def block(page: Page, *addresses: str) -> CDPSession:
    """Block a page's requests to some addresses, where * matches anything; returns the session that does so.

    Playwright's own routes would also disable the browser's cache, which makes a page cost twice as much.
    """
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setBlockedURLs", {"urls": list(addresses)})
    return session


@contextmanager
def visit(installation: Installation, browser: Browser, look: Look, *, who: Who, site: str) -> Iterator[Visit]:
    """Open a browser with a look for a member or visitor of a site."""
    context = browser.new_context(
        viewport={"width": look.width, "height": HEIGHTS.get(look.width, 860)},
        color_scheme=look.scheme,
        locale=look.language,
        reduced_motion="reduce",
        # A service worker's answers would replace the tested ones.
        service_workers="block",
        storage_state=installation.sessions.get((site, look.language, who)),
    )
    try:
        context.set_default_timeout(PATIENCE_MS)
        installation.set_language(context, site, look.language)
        page = context.new_page()
        block(page, *STREAM)
        if who is not Who.VISITOR:
            installation.start_session(page, site, look.language, who)
        shown = Visit(installation, look, context, page, site)
        try:
            yield shown
        finally:
            shown.leave()
    finally:
        context.close()


def log_in(page: Page, base: str, login: Mapping[str, str]) -> None:
    """Log in on the login page, in any language."""
    page.goto(f"{base}/login")
    page.locator("main input[type=email]").fill(login["email"])
    page.locator("main input[type=password]").fill(login["password"])
    page.locator("main form button[type=submit]").click()
    page.wait_for_url("**/members")


ASK = """async ([path, credentials]) => {
    const answer = await fetch(path, { credentials });
    return answer.ok ? answer.json() : null;
}"""


def find_ids(page: Page) -> dict[str, str]:
    """Return ids from the demo for paths, by asking the API as the logged-in member."""

    def ask(path: str, name: str, credentials: str = "same-origin") -> list[dict[str, Any]]:
        # The page calls the API, because only browsers resolve *.localhost.
        answer = page.evaluate(ASK, [f"/api/v1/{path}", credentials])
        found: list[dict[str, Any]] = answer[name] if answer else []
        return found

    met = ask("conversations", "conversations")
    known = {one["profile"]["id"] for one in met}
    everybody = "search?country=&gender=&min_age=18&max_age=99&page_size=48"
    real = [one["id"] for one in ask(everybody, "results") if one["kind"] != "fictional"]
    # A member's search shows only matching profiles; a visitor's shows all.
    found = ask(f"{everybody}&fictional=true", "results", "omit")
    things = {
        "member": next(iter(real), None),
        "stranger": next((one for one in real if one not in known), None),
        "fictional": next((one["id"] for one in found if one["kind"] == "fictional"), None),
        "liked": next((one["id"] for one in ask("likes?type=received", "profiles")), None),
        "conversation": next((one["id"] for one in met), None),
        "bundle": next((one["id"] for one in ask("shop", "bundles")), None),
        "order": next((one["id"] for one in ask("orders", "orders")), None),
    }
    return {name: thing for name, thing in things.items() if thing}
