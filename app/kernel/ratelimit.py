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
    """At most `calls` in `seconds` from one network."""

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
    now = time.time()
    window = int(now // limit.seconds)
    key = f"limit:{limit.name}:{network}:{window}"
    try:
        pipe = redis().pipeline(transaction=False)
        pipe.incr(key)
        pipe.expire(key, limit.seconds)
        calls = int(pipe.execute()[0])
    except RedisError:
        calls = _count_in_memory(key, now + limit.seconds, now)
    if calls > limit.calls:
        raise TooManyRequests(retry_after=int((window + 1) * limit.seconds - now) + 1)


def _count_in_memory(key: str, until: float, now: float) -> int:
    if len(_memory) > 10_000:
        for old in [k for k, (end, _) in _memory.items() if end < now]:
            del _memory[old]
    _, calls = _memory.get(key, (until, 0))
    _memory[key] = (until, calls + 1)
    return calls + 1
