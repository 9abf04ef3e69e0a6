"""The live stream's way through Redis, and the only place that knows its keys.

Every member has a short stream of what happened to them, for browsers that come back after a gap, and a channel of the
same name for those that are there. Nothing here is needed to know what was acknowledged: a browser whose place in the
stream is unknown reads everything anew.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from redis.asyncio import BlockingConnectionPool, Redis
from redis.exceptions import RedisError

from app.kernel.config import config
from app.kernel.db import Session
from app.kernel.outbox import Event
from app.kernel.redis import redis

KEPT_ENTRIES = 200
KEPT_SECONDS = 24 * 3600
# Longer than any relay is away between telling Redis and telling Postgres.
MARK_SECONDS = 3600
SILENCE_SECONDS = 30
# A subscription to no channel is none, so that one stands from the beginning.
_ALWAYS = "live"

_CURSOR = re.compile(r"([0-9a-f]{8})\.(\d{1,20}-\d{1,20})")

# KEYS: the mark of this event for this member, the member's stream. ARGV: entry, entries kept, seconds kept, mark's.
_ANNOUNCE = """
if not redis.call('SET', KEYS[1], 1, 'NX', 'EX', ARGV[4]) then return false end
local id = redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[2], '*', 's', ARGV[1])
redis.call('EXPIRE', KEYS[2], ARGV[3])
redis.call('PUBLISH', KEYS[2], id .. ' ' .. ARGV[1])
return id
"""
# A stream without entries gets one that says nothing, so that there is a place to come back to.
_TAIL = """
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if last[1] then return last[1][1] end
local id = redis.call('XADD', KEYS[1], '*', 's', '')
redis.call('EXPIRE', KEYS[1], ARGV[1])
return id
"""


@dataclass(frozen=True, slots=True)
class Signal:
    """Something that one member's browsers are told at once: a topic and ids, never words or prices."""

    member_id: UUID
    topic: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def text(self) -> str:
        """Return the signal as the stream carries it."""
        return json.dumps({"topic": self.topic, **self.data}, default=str, separators=(",", ":"))


@dataclass(frozen=True)
class Signals:
    """Whom an event is to be told; `find` gets the relay's session and the event, and only reads."""

    event: type[Event]
    find: Callable[[Session, Any], Iterable[Signal]]


def signals(event: type[Event]) -> Callable[[Callable[[Session, Any], Iterable[Signal]]], Signals]:
    """Declare whom an event is to be told."""
    return lambda find: Signals(event, find)


def announce(news: Iterable[tuple[UUID, Signal]]) -> None:
    """Tell members of events, in this order and each once, however often it is called; raises RedisError."""
    pipe = redis().pipeline(transaction=False)
    for event_id, signal in news:
        stream = _key(signal.member_id)
        text = signal.text()
        mark = f"{stream}:{event_id}:{signal.topic}"
        pipe.eval(_ANNOUNCE, 2, mark, stream, text, KEPT_ENTRIES, KEPT_SECONDS, MARK_SECONDS)
    pipe.execute()


def whisper(*told: Signal) -> None:
    """Tell members what is true for seconds only and is never repeated; best effort."""
    try:
        pipe = redis().pipeline(transaction=False)
        for signal in told:
            pipe.publish(_key(signal.member_id), f" {signal.text()}")
        pipe.execute()
    except RedisError:
        return


@dataclass(frozen=True, slots=True)
class Entry:
    """What a member's stream carried: `id` is None for what was whispered."""

    id: str | None
    text: str

    @property
    def topic(self) -> str:
        """Return what the entry is about; an empty one is about nothing."""
        return str(json.loads(self.text)["topic"]) if self.text else ""


def place(id: str) -> tuple[int, int]:
    """Return an entry's place in its stream, to be compared with others."""
    milliseconds, _, number = id.partition("-")
    return int(milliseconds), int(number)


def read_cursor(text: str) -> tuple[str, str] | None:
    """Return (run of Redis, entry id) of a cursor that a browser sent, or None for anything else."""
    found = _CURSOR.fullmatch(text)
    return (found[1], found[2]) if found else None


def write_cursor(run: str, id: str) -> str:
    """Return the cursor of an entry. It names the run of Redis, because a new run may have forgotten entries."""
    return f"{run}.{id}"


class Reader:
    """Reads members' streams for the live process; every method raises RedisError."""

    def __init__(self) -> None:
        self._redis: Redis = Redis(
            connection_pool=BlockingConnectionPool.from_url(
                config().redis_url,
                protocol=2,
                max_connections=16,
                timeout=10,
                socket_connect_timeout=1,
                socket_timeout=5,
            )
        )

    async def find_run(self) -> str:
        """Return the name of this run of Redis."""
        return str((await self._redis.info("server"))["run_id"])[:8]

    async def find_tail(self, member_id: UUID) -> str:
        """Return the id of the newest entry of a member's stream."""
        id: Any = await self._redis.eval(_TAIL, 1, _key(member_id), KEPT_SECONDS)
        return str(id, "ascii")

    async def list_after(self, member_id: UUID, id: str) -> list[Entry] | None:
        """Return what followed an entry; None when the stream does not have it any more, so that some may be lost."""
        rows: Any = await self._redis.xrange(_key(member_id), min=id)
        if not rows or rows[0][0].decode() != id:
            return None
        return [Entry(key.decode(), values[b"s"].decode()) for key, values in rows[1:]]

    async def close(self) -> None:
        """Let go of all connections."""
        await self._redis.aclose()

    def channel(self) -> "Channel":
        """Return one new connection for news as it happens."""
        connection: Any = self._redis.connection_pool.make_connection()  # type: ignore[no-untyped-call]
        return Channel(connection)


class Channel:
    """One connection that hears what is published to the members it listens to. It never comes back by itself: whoever
    holds it must know of every gap. Every method raises RedisError."""

    def __init__(self, connection: Any) -> None:
        # Typed as little as redis-py types it.
        self._connection = connection

    async def open(self) -> None:
        """Connect."""
        await self._connection.connect()
        await self._connection.send_command("SUBSCRIBE", _ALWAYS)

    async def listen_to(self, member_ids: Iterable[UUID]) -> None:
        """Ask for the news of members; `hear` says when it holds."""
        await self._connection.send_command("SUBSCRIBE", *(_key(member_id) for member_id in member_ids))

    async def leave(self, member_ids: Iterable[UUID]) -> None:
        """Ask for no more news of members."""
        await self._connection.send_command("UNSUBSCRIBE", *(_key(member_id) for member_id in member_ids))

    async def hear(self) -> tuple[UUID | None, Entry | None]:
        """Wait for the next news of a member; without an entry it says that a member is listened to from now on."""
        while True:
            kind, channel, *values = await self._connection.read_response(timeout=SILENCE_SECONDS)
            if kind == b"message":
                id, _, text = values[0].decode().partition(" ")
                return _member_of(channel), Entry(id or None, text)
            if kind == b"subscribe":
                return _member_of(channel), None

    async def ping(self) -> None:
        """Let Redis say something; without a word for SILENCE_SECONDS `hear` gives up."""
        await self._connection.send_command("PING")

    async def close(self) -> None:
        """Disconnect."""
        await self._connection.disconnect(nowait=True)


def _key(member_id: UUID) -> str:
    # In braces, so that a cluster keeps all of a member's keys in one place.
    return f"live:{{{member_id}}}"


def _member_of(key: bytes) -> UUID | None:
    return UUID(key[6:-1].decode()) if key.startswith(b"live:{") else None
