"""The ASGI application of the live process: `GET /live` is a stream of server-sent events (docs/decisions/0025)."""

import asyncio
import resource
import signal
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from app.kernel import ending, log, metrics
from app.kernel.config import config
from app.kernel.db.retries import wait_for_failovers
from app.kernel.http.headers import NOTHING, common_headers
from app.live.access import Caller, authenticate, page_origin
from app.live.attendance import Attendance
from app.live.hub import Hub
from app.live.stream import Stream

Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]

METRICS_OFFSET = 3
# The connection closes with the stream, and proxies do not buffer it.
STREAM = {"content-type": "text/event-stream", "x-accel-buffering": "no", "connection": "close"}
# File descriptors for other purposes: engines, logs, the listening socket, refused requests.
SPARE_FILES = 200
ASKERS = 4


class LiveApplication:
    """The hub of all streams, and the other endpoints."""

    def __init__(self) -> None:
        log.configure()
        wait_for_failovers()
        metrics.serve(METRICS_OFFSET)
        self._room = _room()
        self._pool = ThreadPoolExecutor(ASKERS, thread_name_prefix="ask")
        self._tasks: list[asyncio.Task[None]] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or the lifespan of the process."""
        if scope["type"] == "lifespan":
            await self._run_lifespan(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _run_lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        self.attendance = Attendance(self._pool)
        self.hub = Hub(on_arrival=self.attendance.note_arrival, on_logout=self.attendance.note_logout)
        self._tasks = [asyncio.create_task(self.hub.run()), asyncio.create_task(self.attendance.run(self.hub))]
        self._end_streams_when_told_to_stop()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.hub.close()
        self._pool.shutdown(wait=False, cancel_futures=True)
        await send({"type": "lifespan.shutdown.complete"})

    def _end_streams_when_told_to_stop(self) -> None:
        """End streams at the signal, because the server waits for open ones before it sends the shutdown event."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            # The server's own handler was added to the loop, which signal.signal does not replace.
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(self.hub.end_one_by_one))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, is_read = scope["path"], scope["method"] == "GET"
        if path == "/live" and is_read:
            await self._open_stream(scope, receive, send)
        elif path == "/healthz":
            await _send_text(send, 200, "ok")
        elif path == "/readyz":
            await _send_text(send, *(200, "ok") if self.hub.is_ready and not ending.is_near() else (503, "not ready"))
        else:
            await _send_text(send, *(405, "only GET") if path == "/live" else (404, "not found"))

    async def _open_stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Open a stream, or refuse it: 403 not logged in, 503 full or without Redis."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        caller = Caller(
            host=_host(headers),
            origin=headers.get("origin", ""),
            fetch_site=headers.get("sec-fetch-site", ""),
            cookies=headers.get("cookie", ""),
        )
        if not caller.is_own_page:
            await _send_text(send, 403, "another page")
            return
        cors = _cors(caller)
        if not self.hub.is_patient or self.hub.count() >= self._room:
            await _send_text(send, 503, "full or starting", {**cors, "retry-after": "60"})
            return
        try:
            found = await asyncio.get_running_loop().run_in_executor(self._pool, authenticate, caller)
        except (DBAPIError, NoConnection):
            await _send_text(send, 503, "starting", {**cors, "retry-after": "5"})
            return
        if found is None:
            await _send_text(send, 403, "nobody is logged in", cors)
            return
        after = parse_qs(scope["query_string"].decode("latin-1")).get("after", [None])[0]
        await self._serve_stream(Stream(*found, headers.get("last-event-id") or after), cors, receive, send)

    async def _serve_stream(self, stream: Stream, cors: Mapping[str, str], receive: Receive, send: Send) -> None:
        async def write(chunk: bytes) -> None:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})

        async def leave() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            stream.end("left")

        gone = asyncio.create_task(leave())
        self.hub.add(stream)
        try:
            await send(_start(200, {**cors, **STREAM}))
            await stream.write(write)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except asyncio.CancelledError:
            if not stream.ending:
                raise
        finally:
            gone.cancel()
            self.hub.remove(stream)


def _room() -> int:
    """Return how many streams fit into the limit of open files, after raising it to the maximum."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return max(soft - SPARE_FILES, SPARE_FILES)


def _host(headers: Mapping[str, str]) -> str:
    if config().trusted_proxies and (forwarded := headers.get("x-forwarded-host")):
        return forwarded.rpartition(",")[2].strip()
    return headers.get("host", "")


def _cors(caller: Caller) -> dict[str, str]:
    if not caller.origin:
        return {}
    allowed = {"access-control-allow-origin": page_origin(caller.host), "access-control-allow-credentials": "true"}
    return {**allowed, "vary": "origin"}


def _start(status: int, headers: Mapping[str, str]) -> dict[str, Any]:
    common = {name.lower(): value for name, value in common_headers().items()}
    given = {"cache-control": "no-store", "content-security-policy": NOTHING, **common, **headers}
    return {
        "type": "http.response.start",
        "status": status,
        "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in given.items()],
    }


async def _send_text(send: Send, status: int, words: str, headers: Mapping[str, str] | None = None) -> None:
    await send(_start(status, {**(headers or {}), "content-type": "text/plain"}))
    await send({"type": "http.response.body", "body": words.encode(), "more_body": False})
