"""All streams of this process, and the one Redis connection that feeds them.

A member's channel is subscribed from their first stream to their last. The hub subscribes first, then reads the stored
entries, and drops those that a stream already has: so nothing is lost or repeated, even after an outage of Redis.
"""

import asyncio
import random
import time
from collections.abc import Callable, Iterable
from uuid import UUID

from redis.exceptions import RedisError

from app.kernel import log, metrics
from app.kernel.events.live import Channel, Entry, Reader
from app.live.stream import LOGOUT, Stream

MAX_STREAMS_OF_A_MEMBER = 10
BEAT_SECONDS = 20
READERS = 16
JOINED_AT_ONCE = 500
AGAIN_SECONDS = 0.2
# How long streams stay open, and are opened, without Redis; after that, browsers poll every minute. Sentinels need some
# ten seconds to make another Redis the master.
PATIENCE_SECONDS = 15
# Another process authenticates so many browsers that come back; the last streams end well before the process is killed.
ENDED_IN_A_SECOND = 1000
ENDING_SECONDS = 5.0


class Hub:
    """Streams by member. `on_arrival` is called at a member's first stream, `on_logout` when sessions may be over."""

    def __init__(self, *, on_arrival: Callable[[UUID], None], on_logout: Callable[[UUID], None]) -> None:
        self.members: dict[UUID, set[Stream]] = {}
        self.is_ready = False
        self._on_arrival, self._on_logout = on_arrival, on_logout
        self._reader = Reader()
        self._is_ending = False
        self._lost_at = time.monotonic()
        self._history = ""
        self._subscribed: set[UUID] = set()
        self._changed: set[UUID] = set()
        self._change = asyncio.Event()
        self._awaited: set[UUID] = set()
        self._confirmed = asyncio.Event()
        self._to_read: asyncio.Queue[Stream] = asyncio.Queue()

    @property
    def is_patient(self) -> bool:
        """Return whether streams may be open: Redis is there, or was a moment ago. They miss nothing meanwhile."""
        return self.is_ready or time.monotonic() - self._lost_at <= PATIENCE_SECONDS

    def count(self) -> int:
        """Return how many streams are open."""
        return sum(len(streams) for streams in self.members.values())

    def streams(self) -> list[Stream]:
        """Return all open streams."""
        return [stream for streams in self.members.values() for stream in streams]

    def add(self, stream: Stream) -> None:
        """Add a stream; it replaces the member's oldest if there are too many."""
        streams = self.members.setdefault(stream.member_id, set())
        if not streams:
            self._on_arrival(stream.member_id)
        if len(streams) >= MAX_STREAMS_OF_A_MEMBER:
            oldest = min(streams, key=lambda one: one.opened_at)
            streams.discard(oldest)
            oldest.end("many")
        streams.add(stream)
        if self._is_ending:
            stream.end("stopped")
        metrics.LIVE_STREAMS.inc()
        self._mark_changed(stream.member_id)

    def remove(self, stream: Stream) -> None:
        """Remove a stream."""
        metrics.LIVE_STREAMS.dec()
        metrics.LIVE_ENDED.labels(stream.ending or "left").inc()
        streams = self.members.get(stream.member_id, set())
        streams.discard(stream)
        if not streams:
            self.members.pop(stream.member_id, None)
            self._mark_changed(stream.member_id)

    def end_all(self, why: str) -> None:
        """End every stream."""
        for stream in self.streams():
            stream.end(why)

    def end_one_by_one(self) -> None:
        """End every stream within ENDING_SECONDS, so that not all browsers open their next one at the same moment."""
        self._is_ending = True
        streams = self.streams()
        seconds = min(ENDING_SECONDS, len(streams) / ENDED_IN_A_SECOND)
        for stream in streams:
            asyncio.get_running_loop().call_later(random.uniform(0, seconds), stream.end, "stopped")

    async def run(self) -> None:
        """Feed the streams for ever, even if Redis fails."""
        while True:
            try:
                await self._follow()
            except* (RedisError, OSError) as errors:
                if self.is_ready:
                    self._lost_at = time.monotonic()
                    log.get("live").warning("Redis away", error=type(errors.exceptions[0]).__name__)
            except* Exception as errors:
                log.get("live").error("streams restart", exc_info=errors)
            self.is_ready = False
            if not self.is_patient:
                self.end_all("blind")
            await asyncio.sleep(AGAIN_SECONDS)

    async def close(self) -> None:
        """Disconnect from Redis."""
        await self._reader.close()

    async def _follow(self) -> None:
        """Listen until the connection breaks. Entries that are missed meanwhile are in the members' streams."""
        channel = self._reader.channel()
        try:
            self._history = await channel.open()
            self._subscribed, self._awaited, self._to_read = set(), set(), asyncio.Queue()
            for stream in self.streams():
                stream.hold()
            for member_id in self.members:
                self._on_logout(member_id)
                self._mark_changed(member_id)
            self.is_ready = True
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._receive(channel))
                tasks.create_task(self._subscribe(channel))
                tasks.create_task(self._keep_alive(channel))
                for _ in range(READERS):
                    tasks.create_task(self._read())
        finally:
            await channel.close()

    async def _receive(self, channel: Channel) -> None:
        while True:
            member_id, entry = await channel.receive()
            if member_id is None:
                continue
            if entry is None:
                self._awaited.discard(member_id)
                if not self._awaited:
                    self._confirmed.set()
            elif entry.topic == LOGOUT:
                self._on_logout(member_id)
            else:
                for stream in self.members.get(member_id, ()):
                    stream.deliver(self._history, entry)

    async def _subscribe(self, channel: Channel) -> None:
        """Subscribe to members who came and unsubscribe from those who left, in sequence, so that replies match."""
        while True:
            await self._change.wait()
            self._change.clear()
            changed, self._changed = self._changed, set()
            left = (changed & self._subscribed) - self.members.keys()
            if left:
                await channel.unsubscribe(left)
                self._subscribed -= left
            come = [member_id for member_id in changed if member_id in self.members]
            for start in range(0, len(come), JOINED_AT_ONCE):
                await self._subscribe_some(channel, come[start : start + JOINED_AT_ONCE])

    async def _subscribe_some(self, channel: Channel, come: Iterable[UUID]) -> None:
        new = set(come) - self._subscribed
        if new:
            self._awaited = set(new)
            self._confirmed.clear()
            await channel.subscribe(new)
            await self._confirmed.wait()
            self._subscribed |= new
        for member_id in come:
            for stream in self.members.get(member_id, ()):
                if stream.is_held:
                    self._to_read.put_nowait(stream)

    async def _read(self) -> None:
        """Read the stored entries of one stream after another."""
        while True:
            stream = await self._to_read.get()
            if not stream.is_held or stream.ending:
                continue
            history = self._history
            past: list[Entry] | None = None
            if stream.cursor is not None and stream.cursor[0] == history:
                past = await self._reader.list_after(stream.member_id, stream.cursor[1])
            if past is None:
                stream.reset(history, await self._reader.find_tail(stream.member_id))
            else:
                stream.resume(history, past)

    async def _keep_alive(self, channel: Channel) -> None:
        while True:
            await asyncio.sleep(1)
            now = time.monotonic()
            for stream in self.streams():
                stream.beat(now, BEAT_SECONDS)
            await channel.ping()

    def _mark_changed(self, member_id: UUID) -> None:
        self._changed.add(member_id)
        self._change.set()
