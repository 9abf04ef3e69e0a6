"""Servers that end: a load balancer is told first, nobody's request is cut off, and streams go on elsewhere."""

import http.client
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from app.kernel import ending
from app.kernel.config import config
from cli.paths import ROOT
from cli.ports import free_port
from modules.sites.contracts import Site
from tests.conftest import Client
from tests.notifications.streaming import WAIT, LiveProcess, Tab, live_process, relay, send
from tests.sentinels import until

Open = Callable[..., Tab]
Couple = tuple[Any, Any]


def create_slow_application() -> Callable[..., Iterable[bytes]]:
    """Return an application that answers once a file is there, and says by another that it was asked."""
    place = Path(os.environ["TEST_PLACE"])
    ending.wake_main_thread()

    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/slow":
            (place / "asked").touch()
            until((place / "go").exists)
        start("200 OK", [("Content-Type", "text/plain")])
        return [b"answered"]

    return application


@contextmanager
def web(port: int, *options: str, **settings: str) -> Iterator["subprocess.Popen[bytes]"]:
    argv = [sys.executable, "-m", "app.serving", "web", "--port", str(port), *options]
    server = subprocess.Popen(argv, cwd=ROOT, env={**os.environ, **settings}, start_new_session=True)
    try:
        until(lambda: status(port, "/healthz") == 200 or server.poll() is not None)
        yield server
    finally:
        with suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)
        server.wait()


def status(port: int, path: str) -> int:
    """Return the status of an answer; 0 if nobody answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()


def test_a_request_that_has_begun_is_answered_before_the_server_ends(tmp_path: Path) -> None:
    port = free_port()
    application = ("--application", "tests.notifications.test_ending:create_slow_application")
    answers: list[int] = []
    with web(port, *application, TEST_PLACE=str(tmp_path)) as server:
        request = threading.Thread(target=lambda: answers.append(status(port, "/slow")))
        request.start()
        until((tmp_path / "asked").exists)
        server.terminate()
        until(lambda: status(port, "/healthz") == 0)
        (tmp_path / "go").touch()
        request.join()
        assert server.wait(WAIT) == 0
    assert answers == [200]


def test_a_web_server_says_that_it_is_not_ready_before_it_ends() -> None:
    port = free_port()
    with web(port, HEARTH_DRAIN_SECONDS="600") as server:
        assert status(port, "/readyz") == 200
        server.terminate()
        until(lambda: status(port, "/readyz") == 503)
        assert status(port, "/healthz") == 200, "it answers whoever does not know yet"
        server.terminate()
        assert server.wait(WAIT) == 0, "a second signal ends it at once"


def test_a_web_server_ends_by_itself_after_the_time_of_the_setting() -> None:
    with web(free_port(), HEARTH_DRAIN_SECONDS="1") as server:
        server.terminate()
        assert server.wait(WAIT) == 0


@pytest.fixture(scope="module")
def process(live_site: Site) -> Iterator[LiveProcess]:
    """A live process that waits long before it ends."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEARTH_DRAIN_SECONDS", "600")
        with live_process() as running:
            yield running
            running.kill()


@pytest.mark.parametrize("end", ["killed", "told to stop"])
def test_another_live_process_goes_on_where_one_ended(
    couple: Couple,
    open_tab: Open,
    log_in: Callable[[Any], Client],
    process: LiveProcess,
    monkeypatch: pytest.MonkeyPatch,
    end: str,
) -> None:
    ada, ben = couple
    browser = log_in(ben)
    tab = open_tab(ben, browser)
    tab.reset()
    if end == "killed":
        process.kill()
    else:
        process.process.terminate()
        until(lambda: not process.is_ready())
        send(ada, ben)
        relay()
        assert tab.signal()["topic"] == "message", "until it ends, its streams go on"
        assert process.stop() == 0
    assert tab.is_over.wait(WAIT)
    for _ in range(2):
        send(ada, ben)
    relay()
    with monkeypatch.context() as patch:
        patch.setenv("HEARTH_LIVE_PORT", str(free_port()))
        config.cache_clear()
        other = LiveProcess()
        try:
            again = open_tab(ben, browser, after=tab.cursor)
            assert [again.signal()["topic"] for _ in range(2)] == ["message"] * 2
            assert again.rest() == []
        finally:
            other.kill()
    config.cache_clear()
    process.start()
