"""What a journey that failed leaves behind, in a folder of its own: pictures, traces, console, server log, mails."""

import json
import re
import urllib.request
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, Request, Response

from cli.paths import ROOT
from tests.running import Instance

JOURNEYS = ROOT / ".hearth" / "journeys"
PICTURE_MS = 5_000


def folder_of(item: pytest.Item) -> Path:
    """Return where a journey leaves what it saw."""
    return JOURNEYS / re.sub(r"[^\w\-\[\]]+", "-", item.name)


class Witness:
    """Notes what one browser is told and asks, cheaply enough for every journey."""

    def __init__(self, context: BrowserContext) -> None:
        self.lines: list[str] = []
        self.context = context
        context.on("page", self._watch)

    def _watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.lines.append(f"error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def _console(self, line: ConsoleMessage) -> None:
        self.lines.append(f"{line.type}: {line.text}")

    def _answered(self, answer: Response) -> None:
        if answer.status >= 400 or answer.request.method != "GET":
            now = f"{datetime.now():%H:%M:%S.%f}"
            self.lines.append(f"{now} {answer.status}: {answer.request.method} {answer.url}")

    def _failed(self, request: Request) -> None:
        self.lines.append(f"failed: {request.method} {request.url} {request.failure}")


class Marks:
    """How long each log of the installation was when a journey began, and which mails had come."""

    def __init__(self, installation: Instance) -> None:
        self.installation = installation
        self.lengths = {path: path.stat().st_size for path in self._logs()}

    def _logs(self) -> list[Path]:
        return [*sorted((self.installation.data / "logs").glob("*.log")), self.installation.output_file]

    def keep(self, folder: Path) -> None:
        """Write what was logged since, and the newest mails."""
        with (folder / "server.log").open("wb") as kept:
            for path in self._logs():
                with path.open("rb") as log:
                    log.seek(self.lengths.get(path, 0))
                    if new := log.read():
                        kept.write(f"== {path.name}\n".encode() + new)
        (folder / "mails.json").write_text(json.dumps(self._mails(), indent=2))

    def _mails(self) -> list[Any]:
        page = self.installation.settings["HEARTH_MAILBOX_URL"]
        newest = _get(f"{page}/api/messages")[:20]
        return [_get(f"{page}/api/messages/{one['id']}") for one in newest]


def keep_browser(folder: Path, number: int, witness: Witness) -> None:
    """Keep the pictures, the console and the trace of one browser."""
    for count, page in enumerate(witness.context.pages):
        with suppress(Error):
            page.screenshot(path=folder / f"{number}-{count}.png", full_page=True, timeout=PICTURE_MS)
            witness.lines.append(f"at the end: {page.url}")
    (folder / f"{number}-console.txt").write_text("\n".join(witness.lines) + "\n")
    with suppress(Error):
        witness.context.tracing.stop(path=folder / f"{number}-trace.zip")


def _get(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=5) as answer:
        return json.loads(answer.read())
