"""The live stream in Redis; no other module knows its keys.

Each member has a short stream of recent signals, for browsers that reconnect, and a channel of the same name for
connected ones. Nothing here is durable: a browser whose position is no longer in the stream reads everything again.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from redis.asyncio import ConnectionPool
from redis.asyncio.sentinel import MasterNotFoundError, SentinelConnectionPool
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import RedisError

from app.kernel.config import config
from app.kernel.db.session import Session
from app.kernel.events.outbox import Event
from app.kernel.redis import connect_async, redis

KEPT_ENTRIES = 200
KEPT_SECONDS = 24 * 3600
# Longer than any gap between announcing an event and marking it as dispatched.
MARK_SECONDS = 3600
SILENCE_SECONDS = 10
# RESP ends a subscription to no channel, so one channel is always subscribed.
_ALWAYS = "live"

# Of INFO: it changes whenever a server starts or becomes the master, which are the times when entries may be lost.
_HISTORY = re.compile(rb"master_replid:([0-9a-f]{8})")
# No longer numbers: Redis refuses ids beyond 64 bits, and its refusal would stop the streams of everybody.
_CURSOR = re.compile(r"([0-9a-f]{8})\.([0-9]{1,19}-[0-9]{1,19})")

# KEYS: the mark of this event for this member, the member's stream. ARGV: entry, entries kept, seconds kept of the
# stream and of the mark.
_ANNOUNCE = """
if not redis.call('SET', KEYS[1], 1, 'NX', 'EX', ARGV[4]) then return false end
local id = redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[2], '*', 's', ARGV[1])
redis.call('EXPIRE', KEYS[2], ARGV[3])
redis.call('PUBLISH', KEYS[2], id .. ' ' .. ARGV[1])
return id
"""
# An empty stream gets an empty entry, so that there is a position to resume from.
_TAIL = """
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if last[1] then return last[1][1] end
local id = redis.call('XADD', KEYS[1], '*', 's', '')
redis.call('EXPIRE', KEYS[1], ARGV[1])
return id
"""


@dataclass(frozen=True, slots=True)
class Signal:
    """A message to one member's browsers: a topic and ids, never texts or prices."""

    member_id: UUID
    topic: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def text(self) -> str:
        """Return the signal as JSON."""
        return json.dumps({"topic": self.topic, **self.data}, default=str, separators=(",", ":"))


@dataclass(frozen=True)
class Signals:
    """The live signals of an event; `find` is called with the relay's session and the event, and only reads."""

    event: type[Event]
    find: Callable[[Session, Any], Iterable[Signal]]


def signals(event: type[Event]) -> Callable[[Callable[[Session, Any], Iterable[Signal]]], Signals]:
    """Declare a function that returns the live signals of an event."""
    return lambda find: Signals(event, find)


def announce(news: Iterable[tuple[UUID, Signal]]) -> None:
    """Send signals of events in this order, each once, however often it is called; raises RedisError."""
    pipe = redis().pipeline(transaction=False)
    for event_id, signal in news:
        stream = _key(signal.member_id)
        text = signal.text()
        mark = f"{stream}:{event_id}:{signal.topic}"
        pipe.eval(_ANNOUNCE, 2, mark, stream, text, KEPT_ENTRIES, KEPT_SECONDS, MARK_SECONDS)
    pipe.execute()


def send_transient(*transient: Signal) -> None:
    """Send signals that are valid for seconds only, without storing them; best effort."""
    try:
        pipe = redis().pipeline(transaction=False)
        for signal in transient:
            pipe.publish(_key(signal.member_id), f" {signal.text()}")
        pipe.execute()
    except RedisError:
        return


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a member's stream; `id` is None for a signal that was not stored."""

    id: str | None
    text: str

    @property
    def topic(self) -> str:
        """Return the topic of the entry; empty if the entry is."""
        return str(json.loads(self.text)["topic"]) if self.text else ""


def position(entry_id: str) -> tuple[int, int]:
    """Return an entry's position in its stream, for comparisons."""
    milliseconds, _, number = entry_id.partition("-")
    return int(milliseconds), int(number)


def read_cursor(text: str) -> tuple[str, str] | None:
    """Return (history of Redis, entry id) from a browser's cursor, or None if it is malformed."""
    found = _CURSOR.fullmatch(text)
    return (found[1], found[2]) if found else None


def write_cursor(history: str, entry_id: str) -> str:
    """Return the cursor of an entry, which means the same to every live process.

    It contains the history of Redis, because a restart or a failover may have lost entries.
    """
    return f"{history}.{entry_id}"


class Reader:
    """Reads members' streams for the live process; every method raises RedisError."""

    def __init__(self) -> None:
        # One protocol for all servers: replies are read without redis-py's commands, too.
        self._redis = connect_async(config().redis_url, protocol=2, socket_connect_timeout=1, socket_timeout=5)

    async def find_tail(self, member_id: UUID) -> str:
        """Return the id of the newest entry of a member's stream."""
        entry_id: Any = await self._redis.eval(_TAIL, 1, _key(member_id), KEPT_SECONDS)
        return str(entry_id, "ascii")

    async def list_after(self, member_id: UUID, entry_id: str) -> list[Entry] | None:
        """Return the entries after one; None if the stream no longer has that one, so that some may be lost."""
        rows: Any = await self._redis.xrange(_key(member_id), min=entry_id)
        if not rows or rows[0][0].decode() != entry_id:
            return None
        return [Entry(key.decode(), values[b"s"].decode()) for key, values in rows[1:]]

    async def close(self) -> None:
        """Close all connections."""
        await self._redis.aclose()

    def channel(self) -> "Channel":
        """Return a new connection for signals as they are published."""
        pool = self._redis.connection_pool
        return Channel(pool.make_connection(), pool)  # type: ignore[no-untyped-call]


class Channel:
    """A connection that receives what is published to members. It does not reconnect by itself: its owner must know of
    every gap. Every method raises RedisError.
    """

    def __init__(self, connection: Any, pool: ConnectionPool) -> None:
        # As untyped as in redis-py.
        self._connection = connection
        self._pool = pool

    async def open(self) -> str:
        """Connect; returns the history of the server, which what it publishes belongs to."""
        await self._connection.connect()
        await self._connection.send_command("INFO", "replication")
        found = _HISTORY.search(await self._connection.read_response())
        if found is None:
            raise Disconnected("Redis names no history")
        await self._connection.send_command("SUBSCRIBE", _ALWAYS)
        return found[1].decode()

    async def subscribe(self, member_ids: Iterable[UUID]) -> None:
        """Subscribe to members; `receive` reports when a subscription is active."""
        await self._connection.send_command("SUBSCRIBE", *(_key(member_id) for member_id in member_ids))

    async def unsubscribe(self, member_ids: Iterable[UUID]) -> None:
        """Unsubscribe from members."""
        await self._connection.send_command("UNSUBSCRIBE", *(_key(member_id) for member_id in member_ids))

    async def receive(self) -> tuple[UUID | None, Entry | None]:
        """Wait for the next entry of a member; None instead of an entry: the member is subscribed from now on."""
        while True:
            reply = await self._connection.read_response(timeout=SILENCE_SECONDS)
            if reply is None:
                raise Disconnected("Redis is silent")
            kind, channel, *values = reply
            if kind == b"message":
                entry_id, _, text = values[0].decode().partition(" ")
                return _member_of(channel), Entry(entry_id or None, text)
            if kind == b"subscribe":
                return _member_of(channel), None

    async def ping(self) -> None:
        """Have Redis answer, and check that no Sentinel names another master.

        `receive` gives up after SILENCE_SECONDS without an answer.
        """
        await self._connection.send_command("PING")
        if not isinstance(self._pool, SentinelConnectionPool):
            return
        try:
            master = await self._pool.get_master_address()  # type: ignore[no-untyped-call]
        except MasterNotFoundError:
            return
        if master != (self._connection.host, self._connection.port):
            raise Disconnected("another Redis is the master")

    async def close(self) -> None:
        """Disconnect."""
        await self._connection.disconnect(nowait=True)


def _key(member_id: UUID) -> str:
    # In braces, so that a cluster keeps all keys of a member on one node.
    return f"live:{{{member_id}}}"


def _member_of(key: bytes) -> UUID | None:
    return UUID(key[6:-1].decode()) if key.startswith(b"live:{") else None
