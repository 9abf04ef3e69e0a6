"""Rate limits per network, counted in Redis; in this process's memory while Redis is away."""

import time
from dataclasses import dataclass
from ipaddress import ip_network

from redis.exceptions import RedisError

from app.kernel.errors import RateLimited
from app.kernel.redis import redis


class TooManyRequests(RateLimited):
    code = "rate-limited"


@dataclass(frozen=True)
class Limit:
    """At most `calls` from one network in the `seconds` that begin with the first of them."""

    name: str
    calls: int
    seconds: int


_memory: dict[str, tuple[float, int]] = {}


def network_of(address: str | None) -> str:
    """Return the network that counts as one place: the address itself for IPv4, the /64 for IPv6."""
    if not address:
        return "unknown"
    return address if ":" not in address else str(ip_network(f"{address}/64", strict=False))


def check(limit: Limit, network: str) -> None:
    """Count one call; raises TooManyRequests with the seconds to wait."""
    key = f"limit:{limit.name}:{network}"
    try:
        pipe = redis().pipeline()
        pipe.set(key, 0, ex=limit.seconds, nx=True)
        pipe.incr(key)
        pipe.ttl(key)
        _, calls, left = pipe.execute()
    except RedisError:
        calls, left = _count_in_memory(key, limit.seconds)
    if calls > limit.calls:
        raise TooManyRequests(retry_after=left + 1)


def _count_in_memory(key: str, seconds: int) -> tuple[int, int]:
    now = time.monotonic()
    if len(_memory) > 10_000:
        for old in [k for k, (end, _) in _memory.items() if end <= now]:
            del _memory[old]
    end, calls = _memory.get(key, (0.0, 0))
    if end <= now:
        end, calls = now + seconds, 0
    _memory[key] = (end, calls + 1)
    return calls + 1, int(end - now)
