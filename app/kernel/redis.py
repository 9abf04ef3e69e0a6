"""Redis: queues, rate limits, wake-ups, marks. Nothing in it is needed for what was acknowledged."""

from functools import cache

from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

from app.kernel.config import config

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
