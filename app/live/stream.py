"""One browser's stream: what is to be written into it, and up to where it has been told."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from uuid import UUID

from app.kernel import live
from app.kernel.live import Entry

# What a browser may leave unread. Whoever has more comes back with their cursor, which costs less than keeping it.
MOST_WAITING = 500
RETRY_MILLISECONDS = 3000
LOGOUT = "logout"


class Stream:
    """What one browser is to be told. It is held while its past is read, so that the past comes before the present."""

    def __init__(self, member_id: UUID, session_id: UUID, cursor: str | None) -> None:
        self.member_id, self.session_id = member_id, session_id
        self.opened_at = self.written_at = time.monotonic()
        self.cursor = live.read_cursor(cursor) if cursor else None
        self.is_held = True
        self.ending = ""
        self._waiting: deque[bytes] = deque([f"retry: {RETRY_MILLISECONDS}\n\n".encode()])
        self._held: list[Entry] = []
        self._wake = asyncio.Event()
        self._wake.set()
        self._writer: asyncio.Task[None] | None = None

    def hold(self) -> None:
        """Keep what comes until the past is known again."""
        self.is_held = True

    def tell(self, run: str, entry: Entry) -> None:
        """Write news, unless the stream has them already; while it is held, keep them."""
        if self.is_held:
            self._held.append(entry)
        elif entry.id is None:
            self._push(f"event: signal\ndata: {entry.text}\n\n")
        elif self.cursor is None or live.place(entry.id) > live.place(self.cursor[1]):
            self._advance(run, entry)

    def resume(self, run: str, entries: Iterable[Entry]) -> None:
        """Write what was missed, then what came meanwhile."""
        if not self.is_held:
            return
        for entry in entries:
            # Whoever was logged out has not come in again.
            if entry.topic not in ("", LOGOUT):
                self._advance(run, entry)
        self._release(run)

    def reset(self, run: str, id: str) -> None:
        """Say that the past is not known: whoever is told reads everything anew, and from the entry `id` on no more."""
        if not self.is_held:
            return
        self.cursor = (run, id)
        self._push(f"event: reset\nid: {live.write_cursor(run, id)}\ndata: {{}}\n\n")
        self._release(run)

    def beat(self, now: float, every: float) -> None:
        """Say that nothing is new, if nothing was said for `every` seconds."""
        if now - self.written_at >= every:
            self._push(":\n\n")

    def log_out(self) -> None:
        """Say that the session is over, and end."""
        self._push('event: signal\ndata: {"topic":"logout"}\n\n')
        self.end(LOGOUT)

    def end(self, why: str) -> None:
        """Write what waits, and then no more."""
        self.ending = self.ending or why
        self._wake.set()

    async def write(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Write until the stream ends or the browser is gone."""
        self._writer = asyncio.current_task()
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._waiting:
                chunk = b"".join(self._waiting)
                self._waiting.clear()
                await send(chunk)
            if self.ending and not self._waiting:
                return

    def _advance(self, run: str, entry: Entry) -> None:
        if entry.id is not None:
            self.cursor = (run, entry.id)
            self._push(f"event: signal\nid: {live.write_cursor(run, entry.id)}\ndata: {entry.text}\n\n")

    def _release(self, run: str) -> None:
        self.is_held = False
        held, self._held = self._held, []
        for entry in held:
            self.tell(run, entry)

    def _push(self, frame: str) -> None:
        if self.ending:
            return
        if len(self._waiting) >= MOST_WAITING:
            self.ending = "slow"
            # It waits for a browser that does not read.
            if self._writer is not None:
                self._writer.cancel()
            return
        self.written_at = time.monotonic()
        self._waiting.append(frame.encode())
        self._wake.set()
