"""Firefox by WebDriver BiDi, which it speaks itself; no program stands between (docs/decisions/0048)."""

import base64
import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from cli.engines.browsers import FIREFOX
from tests.browsers.page import Page

START = 120.0  # seconds; Firefox takes a quarter of a minute on a busy machine
ANSWER = 120.0  # seconds for one answer
MAX_ANSWER_BYTES = 64 * 2**20  # bytes of one answer; a picture is some hundred thousand
# Bars over the page as phones have them, English, and nothing asked of the internet.
SETTINGS = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "ui.prefersReducedMotion": 1,
    "ui.useOverlayScrollbars": 1,
}
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# The log has no refusals of the page's policy.
TELL = """() => addEventListener('securitypolicyviolation', event =>
    console.error(`Content Security Policy: ${event.violatedDirective} ${event.blockedURI}`))"""


class Firefox:
    """A Firefox that runs."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self._lines: list[dict[str, Any]] = []
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])
        self.call("script.addPreloadScript", functionDeclaration=TELL)

    def call(self, method: str, **parameters: Any) -> Any:
        """Do one command and return what it answers."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            said = json.loads(self._socket.recv(ANSWER))
            if said["type"] == "event":
                self._lines.append(said["params"])
            elif said["id"] == self._number:
                assert said["type"] == "success", said
                return said["result"]

    def lines(self, window: str) -> list[dict[str, Any]]:
        """Return what a window's console was told."""
        return [line for line in self._lines if line["source"].get("context") == window]

    def open(self, width: int, height: int) -> "FirefoxPage":
        """Open a window that shares nothing with the others."""
        person = self.call("browser.createUserContext")["userContext"]
        window = self.call("browsingContext.create", type="tab", userContext=person)["context"]
        self.call("browsingContext.setViewport", context=window, viewport={"width": width, "height": height})
        # Firefox 140.12 fails by itself on the empty page of a new window.
        self.forget(window)
        return FirefoxPage(self, window, person)

    def forget(self, window: str, since: int = 0, realm: str | None = None) -> None:
        """Forget what a window's console was told: since some line, by the scripts of one page."""
        self._lines[since:] = [
            line
            for line in self._lines[since:]
            if line["source"].get("context") != window or realm not in (None, line["source"]["realm"])
        ]

    @property
    def said(self) -> int:
        """The number of lines that all windows' consoles were told."""
        return len(self._lines)


class FirefoxPage(Page):
    """A window of Firefox."""

    def __init__(self, firefox: Firefox, window: str, person: str) -> None:
        self._firefox, self._window, self._person = firefox, window, person

    def _call(self, method: str, **parameters: Any) -> Any:
        return self._firefox.call(method, context=self._window, **parameters)

    def open(self, url: str) -> None:
        # What Firefox no longer loads for the page that is left is not missed.
        said, left = self._firefox.said, self._call("script.getRealms", type="window")["realms"][0]["realm"]
        self._call("browsingContext.navigate", url=url, wait="complete")
        self._firefox.forget(self._window, said, left)

    def evaluate(self, function: str, *arguments: Any) -> Any:
        answer = self._firefox.call(
            "script.callFunction",
            functionDeclaration=f"async given => JSON.stringify((await ({function})(...JSON.parse(given))) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self._window},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def act(self, sources: list[dict[str, Any]]) -> None:
        self._call("input.performActions", actions=sources)

    def choose_file(self, selector: str, file: Path) -> None:
        field = self._call("browsingContext.locateNodes", locator={"type": "css", "value": selector})["nodes"][0]
        self._call("input.setFiles", element={"sharedId": field["sharedId"]}, files=[str(file)])

    def picture(self) -> bytes:
        return base64.b64decode(self._call("browsingContext.captureScreenshot")["data"])

    def complaints(self) -> list[str]:
        lines = self._firefox.lines(self._window)
        return [line["text"] for line in lines if line["level"] == "error"]

    def close(self) -> None:
        self._firefox.call("browser.removeUserContext", userContext=self._person)


@contextmanager
def running(folder: Path) -> Iterator[Firefox]:
    """Start Firefox on an empty folder, and stop it."""
    folder.mkdir(parents=True)
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in SETTINGS.items()]
    (folder / "user.js").write_text("\n".join(lines))
    output = folder.with_suffix(".out")
    command = [FIREFOX, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    environment = {**os.environ, "HOME": str(folder), "MOZ_CRASHREPORTER_DISABLE": "1"}
    with output.open("wb") as out:
        process = subprocess.Popen(command, env=environment, stdout=out, stderr=out, start_new_session=True)
    try:
        end = time.monotonic() + START
        while not (found := LISTENING.search(output.read_text())):
            assert process.poll() is None, f"Firefox ended: {output.read_text()}"
            assert time.monotonic() < end, f"Firefox did not start: {output.read_text()}"
            time.sleep(0.1)
        with connect(f"{found[1]}/session", max_size=MAX_ANSWER_BYTES, compression=None, proxy=None) as socket:
            yield Firefox(socket)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(60)
