"""Short-lived marks in Redis: losing one does no harm."""

from uuid import UUID

from redis.exceptions import RedisError

from app.kernel.redis import redis

# How long a member counts as looking after their page reported to be visible; it reports every 20 seconds.
LOOKING_SECONDS = 30


def set_mark(name: str, value: str, *, seconds: int) -> None:
    """Set a mark, or extend its life; without Redis there are no marks."""
    try:
        redis().set(f"mark:{name}", value, ex=seconds)
    except RedisError:
        return


def find_mark(name: str) -> str | None:
    """Return the value of a mark, or None if it has expired."""
    try:
        value = redis().get(f"mark:{name}")
    except RedisError:
        return None
    return value.decode() if isinstance(value, bytes) else None


def set_once(key: str, *, seconds: int) -> bool:
    """Set a key of Redis for `seconds` if it is not set; return whether it was set now, True without Redis."""
    try:
        return bool(redis().set(key, "1", ex=seconds, nx=True))
    except RedisError:
        return True


def note_looking(member_id: UUID) -> None:
    """Note that a member has a page in front of them, which shows news by itself."""
    set_mark(f"looking:{member_id}", "1", seconds=LOOKING_SECONDS)


def is_looking(member_id: UUID) -> bool:
    """Return whether a member is looking at a page now."""
    return find_mark(f"looking:{member_id}") is not None
