"""Marks that live for seconds, in Redis: what nobody misses when it is lost, and what is never worth a row."""

from uuid import UUID

from redis.exceptions import RedisError

from app.kernel.redis import redis

# How long somebody counts as looking after a page of theirs said that it is in front; it says so every 20 seconds.
LOOKING_SECONDS = 30


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


def set_once(key: str, *, seconds: int) -> bool:
    """Set a key of Redis unless it is set, for so many seconds; return whether it was set now, True without Redis."""
    try:
        return bool(redis().set(key, "1", ex=seconds, nx=True))
    except RedisError:
        return True


def note_looking(member_id: UUID) -> None:
    """Note that a member has a page in front of them, where what is new shows by itself."""
    set_mark(f"looking:{member_id}", "1", seconds=LOOKING_SECONDS)


def is_looking(member_id: UUID) -> bool:
    """Tell whether a member looks at one of our pages at this moment."""
    return find_mark(f"looking:{member_id}") is not None
