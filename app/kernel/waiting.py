"""Lines that wait in Redis until a job stores them: what a read notes, because it cannot write to the database.

When Redis is lost, so is what waits there.
"""

from typing import cast

from redis.exceptions import RedisError

from app.kernel.redis import redis

# More are dropped, the oldest first.
MAX_WAITING = 20_000


def add_waiting(name: str, *lines: str) -> None:
    """Add lines to those that wait under a name; does nothing while Redis is away."""
    key = f"waiting:{name}"
    try:
        pipe = redis().pipeline(transaction=False)
        pipe.rpush(key, *lines)
        pipe.ltrim(key, -MAX_WAITING, -1)
        pipe.execute()
    except RedisError:
        return


def has_waiting(name: str) -> bool:
    """Return whether lines wait under a name; raises RedisError."""
    return bool(redis().exists(f"waiting:{name}"))


def take_waiting(name: str, *, limit: int) -> list[str]:
    """Remove and return the lines that have waited longest under a name; raises RedisError."""
    lines = cast(list[bytes] | None, redis().lpop(f"waiting:{name}", limit))
    return [line.decode() for line in lines or ()]
