"""Rate limits for a subject (a network, a member, a mailbox, a country), counted in Redis.

While Redis is down they are counted in this process's memory.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network
from uuid import UUID

from redis.exceptions import RedisError

from app.kernel.config import config
from app.kernel.errors import RateLimited
from app.kernel.http.hosts import host_name
from app.kernel.redis import redis


class TooManyRequests(RateLimited):
    code = "rate-limited"


@dataclass(frozen=True)
class Limit:
    """At most `calls` for a subject in `seconds`, which begin with the first call.

    Some limits count something else, such as the milliseconds that calls took.
    """

    name: str
    calls: int
    seconds: int


# How many times as much as one member a network may read: an office or a family.
MEMBERS_IN_A_NETWORK = 5

_memory: dict[str, tuple[float, int]] = {}


def network_of(address: str | None) -> str:
    """Return the network of an address, which a proxy may write with a port, or an IPv4 address as IPv6.

    It is the address itself for IPv4, the /64 for IPv6, and "unknown" for anything else.
    """
    for form in (address or "", host_name(address or "").strip("[]")):
        try:
            found = ip_address(form)
        except ValueError:
            continue
        ipv4 = found if isinstance(found, IPv4Address) else found.ipv4_mapped
        return str(ipv4 or ip_network((found.packed, 64), strict=False))
    return "unknown"


def check(limit: Limit, subject: str) -> None:
    """Count one call of a subject; raises TooManyRequests with the seconds to wait."""
    calls, left = _count(limit, subject, 1)
    if calls > limit.calls:
        raise TooManyRequests(retry_after=left + 1)


def ensure_left(limit: Limit, subject: str) -> None:
    """Raise TooManyRequests, with the seconds to wait, if a subject has no call left; counts nothing."""
    calls, left = _count(limit, subject, 0)
    if calls >= limit.calls:
        raise TooManyRequests(retry_after=left + 1)


def count(limit: Limit, subject: str, *, calls: int = 1) -> None:
    """Count calls, or what else a limit counts, after they were made; never raises."""
    _count(limit, subject, calls)


def check_read(what: str, *, network: str, member_id: UUID | None) -> None:
    """Count one expensive read; raises TooManyRequests with the seconds to wait.

    A read that the member's own limit refuses is not counted for the network.
    """
    from_network, by_member = read_limits()
    reads = [(from_network, f"{what} {network}", 1)]
    if member_id is not None:
        reads.append((by_member, f"{what} {member_id}", 1))
    of_network, *of_member = _count_each(reads)
    for calls, left in of_member:
        if calls > by_member.calls:
            _count(from_network, f"{what} {network}", -1)
            raise TooManyRequests(retry_after=left + 1)
    calls, left = of_network
    if calls > from_network.calls:
        raise TooManyRequests(retry_after=left + 1)


def read_limits() -> tuple[Limit, Limit]:
    """Return the limits of one kind of read, for a network and for a member (HEARTH_READS_A_MINUTE)."""
    calls = config().reads_a_minute
    return Limit("read-network", MEMBERS_IN_A_NETWORK * calls, 60), Limit("read-member", calls, 60)


def _count(limit: Limit, subject: str, calls: int) -> tuple[int, int]:
    """Add calls to a subject's; returns their number, and the seconds until they are forgotten."""
    return _count_each([(limit, subject, calls)])[0]


def _count_each(made: Sequence[tuple[Limit, str, int]]) -> list[tuple[int, int]]:
    """Do what `_count` does for several subjects at once."""
    keys = [f"limit:{limit.name}:{subject}" for limit, subject, _ in made]
    try:
        pipe = redis().pipeline()
        for key, (limit, _, calls) in zip(keys, made, strict=True):
            pipe.set(key, 0, ex=limit.seconds, nx=True)
            pipe.incrby(key, calls)
            pipe.ttl(key)
        answers = pipe.execute()
    except RedisError:
        return [_count_in_memory(key, limit.seconds, calls) for key, (limit, _, calls) in zip(keys, made, strict=True)]
    return list(zip(answers[1::3], answers[2::3], strict=True))


def _count_in_memory(key: str, seconds: int, more: int) -> tuple[int, int]:
    now = time.monotonic()
    if len(_memory) > 10_000:
        for old in [k for k, (end, _) in _memory.items() if end <= now]:
            del _memory[old]
    end, calls = _memory.get(key, (0.0, 0))
    if end <= now:
        end, calls = now + seconds, 0
    _memory[key] = (end, calls + more)
    return calls + more, int(end - now)
