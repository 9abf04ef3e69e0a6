"""`hearth bench pages`: pages of a new installation with the demo, as Lighthouse sees them for a visitor, and as a
member sees them in a browser whose processor is slower.
"""

from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Any
from uuid import uuid4

from playwright.sync_api import Browser, Page

from app.pages.routes import match_route
from cli.dev.bench import lighthouse, sections
from cli.dev.screens.command import running_installation
from cli.dev.screens.look import ALIVE, Installation, Look, visit
from cli.dev.screens.table import Who
from cli.engines.chromium import ensure, running
from cli.errors import CliError

RUNS = 3  # at most; the median counts
SLOWER = 4
SITE, LANGUAGE, PHONE = "hearthside", "en", Look(390)
VISITOR_PAGES = {"home": "/", "prices": "/pricing", "search": "/members", "signup": "/signup"}
# A web process paints only once its V8 has started; after so many paintings in a row each of them does.
IN_A_ROW, TRIES = 12, 300
# Everything that the last input caused has been painted and reported.
SETTLED = """() => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done))))"""
WATCH = """{
    const seen = (window.seen = { lcp: 0, cls: 0, inp: 0 });
    const observe = (type, see, options) =>
        new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true, ...options });
    observe('largest-contentful-paint', (one) => { seen.lcp = one.startTime });
    observe('layout-shift', (one) => { if (!one.hadRecentInput) seen.cls += one.value });
    observe('event', (one) => { if (one.interactionId) seen.inp = Math.max(seen.inp, one.duration) },
        { durationThreshold: 16 });
}"""
FILTERS = "main .lucide-sliders-horizontal"
# By who sees the page: at least so many points, and at most so much of the others.
TARGETS = {
    "visitor": {"points": 98, "lcp": 1300, "cls": 0, "scripts": 130},
    "member": {"lcp": 1500, "cls": 0, "inp": 100},
}
SCRIPTS_OF_SEARCH = 180
COLUMNS = (
    "page",
    "seen by",
    "points (>= 98)",
    "LCP (<= 1.3 s, member 1.5 s)",
    "blocked",
    "CLS (0)",
    "scripts (<= 130 KiB, search 180)",
    "INP (<= 100 ms)",
    "reached",
)
Figure = dict[str, Any]


def measure(runs: int) -> Iterator[Figure]:
    """Yield the figures of each page, the median of `runs`."""
    lighthouse.install()
    chromium = ensure()
    with running_installation(None, None) as installation:
        base = installation.base(SITE)
        with running(chromium) as browser:
            _wait_for_paintings(browser, base)
        for name, path in VISITOR_PAGES.items():
            yield {"page": name, "by": "visitor", **lighthouse.measure(base + path, chromium, runs)}
        with running(chromium) as browser:
            yield from _member_pages(installation, browser, runs)


def _wait_for_paintings(browser: Browser, base: str) -> None:
    page = browser.new_page(java_script_enabled=False)
    for path in VISITOR_PAGES.values():
        match, in_a_row = match_route(path), 0
        if match is None or not match.route.is_painted:
            continue
        for _ in range(TRIES):
            page.goto(base + path)
            in_a_row = in_a_row + 1 if page.locator("#root[data-painted]").count() else 0
            if in_a_row == IN_A_ROW:
                break
        else:
            raise CliError(f"the server does not paint {path}.")
    page.close()


def _member_pages(installation: Installation, browser: Browser, runs: int) -> Iterator[Figure]:
    # Logs in once, so that each page is opened in a new browser.
    with visit(installation, browser, PHONE, who=Who.BUYER, site=SITE):
        pass
    for name, (path, use) in MEMBER_PAGES.items():
        seen = [_see(installation, browser, path, use) for _ in range(runs)]
        yield {"page": name, "by": "member", **{key: median(one[key] for one in seen) for key in seen[0]}}


def _see(installation: Installation, browser: Browser, path: str, use: Callable[[Page], None]) -> dict[str, float]:
    """Open a page as a member, use it, and return its LCP, CLS and the longest of the interactions."""
    with visit(installation, browser, PHONE, who=Who.BUYER, site=SITE) as visitor:
        page = visitor.page
        address = installation.base(SITE) + installation.fill_path(page, SITE, LANGUAGE, Who.BUYER, path)
        page.add_init_script(WATCH)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(address)
        page.locator("h1").first.wait_for()
        page.wait_for_function(ALIVE)
        page.wait_for_load_state("networkidle")
        use(page)
        page.evaluate(SETTLED)
        seen: dict[str, float] = page.evaluate("() => window.seen")
    return {"lcp": round(seen["lcp"]), "cls": round(seen["cls"], 3), "inp": round(seen["inp"])}


def _go_on_to_search(page: Page) -> None:
    page.locator("main a[href='/members']").first.click()
    page.locator(FILTERS).first.wait_for()


def _open_filters(page: Page) -> None:
    page.locator(FILTERS).first.click()
    page.locator("[role=dialog]").first.wait_for()


def _send_message(page: Page) -> None:
    text = f"Shall we walk along the river? {uuid4().hex[:6]}"
    page.locator("main form textarea").press_sequentially(text)
    page.locator("main form button[type=submit]").click()
    page.locator("[role=log] [data-seq]", has_text=text).wait_for()


MEMBER_PAGES: dict[str, tuple[str, Callable[[Page], None]]] = {
    "home": ("/", _go_on_to_search),
    "search": ("/members", _open_filters),
    "conversation": ("/chats/{conversation}", _send_message),
}


def show(figure: Figure) -> str:
    """Return a figure in one line."""
    return "  ".join(cell for cell in _row(figure) if cell)


def save(figures: Sequence[Figure], machine: dict[str, Any]) -> None:
    """Write the figures into the documents."""
    content = f"{sections.as_table(COLUMNS, map(_row, figures))}\nMeasured: {sections.describe_run(machine)}\n"
    sections.save("pages", [{**figure, **machine} for figure in figures], content)


def _row(figure: Figure) -> tuple[str, ...]:
    def shown(name: str, form: str) -> str:
        return form.format(figure[name]) if name in figure else ""

    return (
        figure["page"],
        figure["by"],
        shown("points", "{:g}"),
        f"{figure['lcp'] / 1000:.2f} s",
        shown("blocked", "{:g} ms"),
        shown("cls", "{:g}"),
        shown("scripts", "{:g} KiB"),
        shown("inp", "{:g} ms"),
        "yes" if reaches(figure) else "no",
    )


def reaches(figure: Figure) -> bool:
    """Return whether a page reaches its targets."""
    targets = dict(TARGETS[figure["by"]])
    if figure["page"] == "search" and "scripts" in targets:
        targets["scripts"] = SCRIPTS_OF_SEARCH
    least = targets.pop("points", 0)
    return figure.get("points", least) >= least and all(figure[name] <= most for name, most in targets.items())
