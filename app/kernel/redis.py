"""Redis: queues, rate limits, wake-ups, marks. Nothing in it is needed for what was acknowledged."""

from functools import cache

from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

from app.kernel.config import config


@cache
def redis(*, patient: bool = False) -> Redis:
    """Return this process's client; time-outs are short, because people wait. A worker's are long (`patient`)."""
    return Redis.from_url(
        config().redis_url,
        socket_connect_timeout=1,
        socket_timeout=None if patient else 5,
        retry=Retry(ExponentialBackoff(cap=0.2, base=0.01), 1),
        health_check_interval=30,
    )
