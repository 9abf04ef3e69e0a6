"""Marks that live for seconds, in Redis: what nobody misses when it is lost, and what is never worth a row."""

from redis.exceptions import RedisError

from app.kernel.redis import redis


def set_mark(name: str, value: str, *, seconds: int) -> None:
    """Set a mark, or let it live longer; without Redis there are no marks."""
    try:
        redis().set(f"mark:{name}", value, ex=seconds)
    except RedisError:
        return


def find_mark(name: str) -> str | None:
    """Return what a mark was set to, while it lives."""
    try:
        value = redis().get(f"mark:{name}")
    except RedisError:
        return None
    return value.decode() if isinstance(value, bytes) else None
