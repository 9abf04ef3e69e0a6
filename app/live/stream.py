"""One browser's stream: what waits to be written, and the last entry that was."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from uuid import UUID

from app.kernel.events import live
from app.kernel.events.live import Entry

# How many frames may wait. A browser with more reconnects with its cursor, which costs less than keeping them.
MAX_WAITING = 500
# How long a stream that ends waits for a browser to read what is left.
LAST_WRITE_SECONDS = 10.0
RETRY_MILLISECONDS = 3000
LOGOUT = "logout"


class Stream:
    """The frames for one browser. While its stored entries are read, new ones are held back to keep the order."""

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
        """Hold back new entries until the stored ones are read; what an earlier connection held back is among those."""
        self.is_held = True
        self._held = []

    def deliver(self, history: str, entry: Entry) -> None:
        """Write an entry, unless the stream already has it; hold it back while the stored ones are read."""
        if self.is_held:
            self._held.append(entry)
        elif entry.id is None:
            self._push(f"event: signal\ndata: {entry.text}\n\n")
        elif self.cursor is None or live.position(entry.id) > live.position(self.cursor[1]):
            self._advance(history, entry)

    def resume(self, history: str, entries: Iterable[Entry]) -> None:
        """Write the missed entries, then those that were held back."""
        if not self.is_held:
            return
        for entry in entries:
            # The stream belongs to a later login than an old logout.
            if entry.topic not in ("", LOGOUT):
                self._advance(history, entry)
        self._release(history)

    def reset(self, history: str, entry_id: str) -> None:
        """Tell the browser to read everything again: what it missed is unknown. It skips entries up to `entry_id`."""
        if not self.is_held:
            return
        self.cursor = (history, entry_id)
        self._push(f"event: reset\nid: {live.write_cursor(history, entry_id)}\ndata: {{}}\n\n")
        self._release(history)

    def beat(self, now: float, every: float) -> None:
        """Write a comment if nothing was written for `every` seconds."""
        if now - self.written_at >= every:
            self._push(":\n\n")

    def log_out(self) -> None:
        """Write that the session is over, and end."""
        self._push('event: signal\ndata: {"topic":"logout"}\n\n')
        self.end(LOGOUT)

    def end(self, why: str) -> None:
        """Write what waits, then end; a browser that does not read it is disconnected after LAST_WRITE_SECONDS."""
        self.ending = self.ending or why
        self._wake.set()
        if self._writer is not None:
            asyncio.get_running_loop().call_later(LAST_WRITE_SECONDS, self._writer.cancel)

    async def write(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Write until the stream ends or the browser disconnects."""
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

    def _advance(self, history: str, entry: Entry) -> None:
        if entry.id is not None:
            self.cursor = (history, entry.id)
            self._push(f"event: signal\nid: {live.write_cursor(history, entry.id)}\ndata: {entry.text}\n\n")

    def _release(self, history: str) -> None:
        self.is_held = False
        held, self._held = self._held, []
        for entry in held:
            self.deliver(history, entry)

    def _push(self, frame: str) -> None:
        if self.ending:
            return
        if len(self._waiting) >= MAX_WAITING:
            self.ending = "slow"
            # The writer waits for a browser that does not read.
            if self._writer is not None:
                self._writer.cancel()
            return
        self.written_at = time.monotonic()
        self._waiting.append(frame.encode())
        self._wake.set()
