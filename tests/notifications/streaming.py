"""The real live process beside the tests, and browsers that hold streams open."""

import json
import os
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID, uuid4

from app.kernel import jobs
from app.kernel.config import config
from app.kernel.db.session import transaction
from app.kernel.events import live
from app.kernel.events.live import Signal
from app.registry import MODULES
from app.relay import dispatch
from cli.paths import ROOT
from cli.ports import free_port
from cli.probe import answers
from tests.conftest import Client
from tests.factories.messaging import write

WAIT = 30.0  # seconds; a busy machine is slow, not wrong
START = 120.0  # seconds


class LiveProcess:
    """The live process on a port of its own, with this process's engines."""

    def __init__(self, **settings: str) -> None:
        self.port = int(os.environ["HEARTH_LIVE_PORT"])
        self.settings = settings
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        argv = [sys.executable, "-m", "app.serving", "live", "--port", str(self.port)]
        env = {**os.environ, "PYTHONUNBUFFERED": "1", **self.settings}
        self.process = subprocess.Popen(argv, cwd=ROOT, env=env, start_new_session=True)
        end = time.monotonic() + START
        while not self.is_ready():
            assert self.process.poll() is None, "the live process ended"
            if time.monotonic() > end:
                self.kill()
                raise AssertionError("the live process does not answer")
            time.sleep(0.05)

    def is_ready(self) -> bool:
        """Tell whether it takes streams."""
        try:
            return answers(self.port, "/readyz")
        except OSError:
            return False

    def kill(self) -> None:
        """Kill it as a crash would."""
        with_children = os.getpgid(self.process.pid)
        os.killpg(with_children, 9)
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop; returns its exit code."""
        self.process.terminate()
        return self.process.wait(WAIT)


class Tab:
    """A browser's stream: what it was told, in order, and where it would go on."""

    def __init__(
        self,
        browser: Client,
        *,
        member_id: UUID | None = None,
        after: str | None = None,
        origin: str | None = None,
        reads: bool = True,
        **headers: str,
    ) -> None:
        self.member_id = member_id
        found = browser.http.get_cookie("hearth_session", domain=browser.host)
        self.told: queue.Queue[dict[str, Any]] = queue.Queue()
        # Kept apart, because it comes when it comes.
        self.presence: queue.Queue[dict[str, Any]] = queue.Queue()
        self.cursor = after
        self.is_over = threading.Event()
        self.socket = socket.create_connection(("127.0.0.1", int(os.environ["HEARTH_LIVE_PORT"])), timeout=WAIT)
        own = f"http://{browser.host}"
        lines = [
            "GET /live HTTP/1.1",
            f"Host: {browser.host}:{os.environ['HEARTH_LIVE_PORT']}",
            *([f"Origin: {own if origin is None else origin}"] if origin != "" else []),
            *([f"Cookie: hearth_session={found.value}"] if found else []),
            *([f"Last-Event-ID: {after}"] if after else []),
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self.lines = self.socket.makefile("rb")
        self.status = int(self.lines.readline().split()[1])
        self.headers = {}
        while (line := self.lines.readline()) not in (b"\r\n", b""):
            name, _, value = line.decode().partition(":")
            self.headers[name.lower()] = value.strip()
        self.socket.settimeout(None)
        if self.status != 200:
            self.lines.close()
        elif reads:
            self.read()

    def read(self) -> None:
        """Read from now on."""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        event: dict[str, Any] = {}
        try:
            for line in self.lines:
                name, _, value = line.decode().strip().partition(": ")
                if name in ("event", "id", "data"):
                    event[name] = value
                elif not name and "event" in event:
                    self.cursor = event.get("id", self.cursor)
                    data = json.loads(event["data"])
                    told = self.presence if data.get("topic") == "presence" else self.told
                    told.put({**event, "data": data})
                    event = {}
        except (OSError, ValueError):
            pass
        finally:
            self.lines.close()
            self.is_over.set()

    def next(self) -> dict[str, Any]:
        """Return what is told next."""
        return self.told.get(timeout=WAIT)

    def signal(self) -> dict[str, Any]:
        """Return what the next signal says."""
        event = self.next()
        assert event["event"] == "signal", event
        data: dict[str, Any] = event["data"]
        return data

    def reset(self) -> None:
        """Wait to be told that nothing is known of the past."""
        assert self.status == 200
        assert self.next()["event"] == "reset"

    def rest(self) -> list[dict[str, Any]]:
        """Return what else was announced until now: a stream keeps its order, so the end of it is announced, too."""
        assert self.member_id is not None
        end, rest = uuid4(), []
        live.announce([(end, Signal(self.member_id, str(end)))])
        while (told := self.next()["data"])["topic"] != str(end):
            rest.append(told)
        return rest

    def close(self) -> None:
        """Close the browser."""
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()


@contextmanager
def live_process() -> Iterator[LiveProcess]:
    """Run the live process, and let the pages know where it is."""
    os.environ["HEARTH_LIVE_PORT"] = str(free_port())
    config.cache_clear()
    process = LiveProcess()
    try:
        yield process
    finally:
        if process.process.poll() is None:
            process.stop()
        del os.environ["HEARTH_LIVE_PORT"]
        config.cache_clear()


def relay() -> None:
    """Announce what waits in the outbox, as the relay does."""
    jobs.install(MODULES)
    while dispatch():
        pass


def send(sender: Any, to: Any, body: str = "Hello!") -> str:
    """Write to somebody; returns the conversation's id."""
    with transaction() as session:
        return str(write(session, sender=sender, to=to, body=body).message.conversation_id)
