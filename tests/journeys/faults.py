"""What is wrong with a page that somebody only opens: errors, requests that fail, and what is wider than the screen."""

from playwright.sync_api import ConsoleMessage, Page, Request, Response

from cli.dev.screens.axe import sideways_by

# 345 is a phone's 360 beside a scrollbar that takes room.
WIDTHS = (345, 360, 390, 1280)
# A page that is left ends what it asked for, and a test keeps some addresses away.
EXPECTED_FAILURES = ("net::ERR_ABORTED", "inspector")


class Faults:
    """Notes the errors, failed requests and refusals of a page, a line each."""

    def __init__(self, page: Page) -> None:
        self.lines: list[str] = []
        page.on("pageerror", lambda error: self.lines.append(f"error: {error}"))
        page.on("console", self._console)
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def take(self) -> list[str]:
        """Return what was noted since the last time."""
        taken, self.lines[:] = list(self.lines), []
        return taken

    def _console(self, line: ConsoleMessage) -> None:
        # Requests are noted by themselves.
        if line.type == "error" and not line.text.startswith("Failed to load resource"):
            self.lines.append(f"console: {line.text}")

    def _failed(self, request: Request) -> None:
        if request.failure not in EXPECTED_FAILURES:
            self.lines.append(f"failed: {request.method} {request.url} {request.failure}")

    def _answered(self, answer: Response) -> None:
        if answer.status >= 400:
            self.lines.append(f"{answer.status}: {answer.request.method} {answer.url}")


def too_wide(page: Page) -> list[str]:
    """Return a line for each width of a screen at which a page scrolls sideways; its own width stays."""
    before = page.viewport_size
    lines = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        if (by := sideways_by(page)) > 0:
            lines.append(f"scrolls sideways by {by} px at {width}")
    if before:
        page.set_viewport_size(before)
    return lines
