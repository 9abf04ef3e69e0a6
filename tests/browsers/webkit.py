"""WebKitGTK by WebDriver: a driver and a window of the engine for each person, on a screen that nobody sees."""

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

import urllib3

from cli.engines.browsers import WEBKIT
from cli.ports import free_port
from cli.probe import answers
from tests.browsers.page import Page

WINDOW = Path(__file__).with_name("mini_browser.py")
START = 60.0  # seconds
ANSWER = 120.0  # seconds for one answer
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# Without a graphics card: drawn by the processor, and the picture handed over in shared memory.
ENVIRONMENT = {
    "GDK_BACKEND": "x11",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "NO_AT_BRIDGE": "1",
    "WEBKIT_DISABLE_DMABUF_RENDERER": "0",
    "WEBKIT_SKIA_ENABLE_CPU_RENDERING": "1",
}
# How WebKit begins the lines that are a fault of the page; that a call was refused (NETWORK) is none.
FAULTS = ("CONSOLE ERROR", "CONSOLE JS ERROR", "CONSOLE SECURITY ERROR")
# It does not know every directive of the policy, and says "access control" of each request that leaving a page cut off.
# What goes to another site breaks the policy, of which it complains in other words.
HARMLESS = ("Unrecognized Content-Security-Policy directive", "due to access control checks")
# Lines of the console that are ours.
LEFT, BEGUN = "hearthside: a page is left", "hearthside: a page has begun"
LEAVING = re.compile(f"{LEFT}.*?{BEGUN}", re.DOTALL)
SEND = """const done = arguments[arguments.length - 1];
(async given => (await (%s)(...JSON.parse(given))) ?? null)(arguments[0]).then(
    answer => done({ answer: JSON.stringify(answer) }), error => done({ error: String(error) }));"""


class WebKit:
    """A screen, and the folder of those who come to it."""

    def __init__(self, display: str, folder: Path) -> None:
        self._display, self._folder = display, folder
        self._number = 0

    def open(self, width: int, height: int) -> "WebKitPage":
        """Open a window that shares nothing with the others."""
        self._number += 1
        folder = self._folder / str(self._number)
        folder.mkdir()
        port = free_port()
        environment = {**os.environ, **ENVIRONMENT, "DISPLAY": self._display}
        with (folder / "driver").open("wb") as out:
            command = [WEBKIT, f"--port={port}", "--host=127.0.0.1"]
            driver = subprocess.Popen(command, env=environment, stdout=out, stderr=out, start_new_session=True)
        end = time.monotonic() + START
        while not _is_ready(port):
            assert driver.poll() is None, (folder / "driver").read_text()
            assert time.monotonic() < end, "WebKitWebDriver did not start"
            time.sleep(0.05)
        return WebKitPage(driver, port, folder, (width, height))


class WebKitPage(Page):
    """A window of WebKitGTK, and its driver."""

    def __init__(self, driver: "subprocess.Popen[bytes]", port: int, folder: Path, size: tuple[int, int]) -> None:
        self._driver, self._folder = driver, folder
        self._address = f"http://127.0.0.1:{port}/session"
        options = {"binary": str(WINDOW), "args": [*map(str, size), str(folder / "kept"), BEGUN]}
        wanted = {"webkitgtk:browserOptions": options, "pageLoadStrategy": "normal"}
        session = self._call("", capabilities={"alwaysMatch": wanted})["sessionId"]
        self._address += f"/{session}"
        self._call("/timeouts", script=ANSWER * 1000, pageLoad=ANSWER * 1000)

    def _call(self, path: str, method: str = "POST", **parameters: Any) -> Any:
        body: dict[str, Any] = {"json": parameters} if method == "POST" else {}
        answer = urllib3.request(method, self._address + path, timeout=ANSWER, retries=False, **body)
        assert answer.status == 200, answer.data.decode()
        return answer.json()["value"]

    def open(self, url: str) -> None:
        self.evaluate("line => console.info(line)", LEFT)
        self._call("/url", url=url)

    def evaluate(self, function: str, *arguments: Any) -> Any:
        answer = self._call("/execute/async", script=SEND % function, args=[json.dumps(arguments)])
        assert "answer" in answer, answer["error"]
        return json.loads(answer["answer"])

    def act(self, sources: list[dict[str, Any]]) -> None:
        self._call("/actions", actions=sources)

    def choose_file(self, selector: str, file: Path) -> None:
        field = self._call("/element", using="css selector", value=selector)[ELEMENT]
        self._call(f"/element/{field}/value", text=str(file))

    def picture(self) -> bytes:
        return base64.b64decode(self._call("/screenshot", "GET"))

    def complaints(self) -> list[str]:
        # What WebKit no longer loads for a page that is left is not missed.
        lines = LEAVING.sub("", (self._folder / "driver").read_text(errors="replace")).splitlines()
        faults = [line for line in lines if any(fault in line for fault in FAULTS)]
        return [line for line in faults if not any(known in line for known in HARMLESS)]

    def close(self) -> None:
        # The window and its engine are of the same group.
        os.killpg(self._driver.pid, signal.SIGTERM)
        self._driver.wait(60)


def _is_ready(port: int) -> bool:
    try:
        return answers(port, "/status")
    except OSError:
        return False


@contextmanager
def running(folder: Path) -> Iterator[WebKit]:
    """Start a screen that nobody sees, and stop it."""
    folder.mkdir(parents=True)
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    with (folder / "screen").open("wb") as out:
        screen = subprocess.Popen(command, stdout=out, stderr=out, pass_fds=(write,), start_new_session=True)
    os.close(write)
    try:
        with os.fdopen(read) as number:
            display = number.readline().strip()
        assert display, (folder / "screen").read_text()
        yield WebKit(f":{display}", folder)
    finally:
        screen.terminate()
        screen.wait(60)
