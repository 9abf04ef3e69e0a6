"""Redis: queues, rate limits, wake-ups, marks. Nothing in it is needed for what was acknowledged."""

import time
from functools import cache
from typing import Any

from redis import ConnectionPool, Redis
from redis.asyncio import Redis as AsyncRedis
from redis.asyncio.retry import Retry as AsyncRetry
from redis.asyncio.sentinel import Sentinel as AsyncSentinel
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.connection import parse_url
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import TimeoutError as TimedOut
from redis.retry import Retry
from redis.sentinel import Sentinel, SentinelConnectionPool

from app.kernel.config import config
from app.kernel.sentinels import SentinelAddress, sentinel_address

# The kernel's keys, by how they begin, and what of members they hold: no words, and nothing that outlives two days
# unless its line says so. Those of modules stand in their manifests.
KEYS = {
    "limit:": "how often something was done by an address of the network, a member or one of the staff, or for a "
    "mailbox, as its hash, or a country; a day, and changes of one's country 30 days",
    "live:": "what happened to a member, as ids; a day",
    "mark:": "who looks or writes at this moment, which push services are paused, and which returns were processed, "
    "for minutes; whom a member's last search found, as ids, for a minute; which text messages were counted, as ids, "
    "for a day",
    "waiting:": "who opened whose profile, as ids, and when; seconds",
    "hearth:": "wake-ups between our processes",
    "rq:": "jobs, as ids of events; until they are done",
}
# For each Sentinel: one that is away is passed over, so the next one is asked soon.
SENTINEL_SECONDS = 0.5
PAUSE_SECONDS = 2.0


@cache
def redis(*, patient: bool = False) -> Redis:
    """Return this process's client; time-outs are short, because people wait. A worker's are long (`patient`)."""
    return connect(
        config().redis_url,
        is_patient=patient,
        socket_connect_timeout=1,
        socket_timeout=None if patient else 5,
        retry=Retry(ExponentialBackoff(cap=0.2, base=0.01), 1),
        health_check_interval=30,
    )


class _FailFast:
    """Pools of connections that try no new one for PAUSE_SECONDS after one failed: each would wait as long."""

    _paused_until = 0.0

    def get_connection(self, *arguments: Any, **options: Any) -> Any:
        if time.monotonic() < self._paused_until:
            raise Disconnected("Redis was away a moment ago")
        try:
            return super().get_connection(*arguments, **options)  # type: ignore[misc]
        except (Disconnected, TimedOut):
            self._paused_until = time.monotonic() + PAUSE_SECONDS
            raise


class _FailFastPool(_FailFast, ConnectionPool):
    pass


class _FailFastSentinelPool(_FailFast, SentinelConnectionPool):
    pass


def connect(url: str, *, is_patient: bool = True, **options: Any) -> Redis:
    """Return a client of the Redis at an address, or of the master that its Sentinels name at each new connection.

    One that is not patient raises ConnectionError at once for PAUSE_SECONDS after Redis was away.
    """
    address = sentinel_address(url)
    if address is None:
        return Redis.from_pool((ConnectionPool if is_patient else _FailFastPool).from_url(url, **options))
    of_master, of_sentinels = _split_options(address, options)
    of_sentinels["retry"] = Retry(NoBackoff(), 0)
    sentinel = Sentinel(address.hosts, sentinel_kwargs=of_sentinels)  # type: ignore[no-untyped-call]
    of_master["connection_pool_class"] = SentinelConnectionPool if is_patient else _FailFastSentinelPool
    client: Redis = sentinel.master_for(address.service, **of_master)  # type: ignore[no-untyped-call]
    return client


def connect_async(url: str, **options: Any) -> AsyncRedis:
    """Return a client as `connect` does, for asyncio."""
    address = sentinel_address(url)
    if address is None:
        return AsyncRedis.from_url(url, **options)
    of_master, of_sentinels = _split_options(address, options)
    of_sentinels["retry"] = AsyncRetry(NoBackoff(), 0)
    sentinel = AsyncSentinel(address.hosts, sentinel_kwargs=of_sentinels)  # type: ignore[no-untyped-call]
    client: AsyncRedis = sentinel.master_for(address.service, **of_master)
    return client


def _split_options(address: SentinelAddress, options: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the options of connections to the master, and to the Sentinels; those of the address come first."""
    found = {**options, **parse_url(address.url)}  # type: ignore[no-untyped-call]
    for name in ("host", "port", "connection_class"):
        found.pop(name, None)
    account = {name: found.pop(f"sentinel_{name}", None) for name in ("username", "password")}
    transport = {
        "ssl": address.url.startswith("rediss"),
        **{name: value for name, value in found.items() if name.startswith("ssl_")},
    }
    times = {"socket_connect_timeout": SENTINEL_SECONDS, "socket_timeout": SENTINEL_SECONDS}
    return {**found, **transport}, {**account, **transport, **times}
