"""`python -m tests.faults.storm STOP`: two workers and two relays in which every handler fails at random.

A handler fails before its effect, after it but before the commit, or the worker is killed (-9) at either moment. The
relays are killed after they told browsers, around the queueing of jobs, and at any other moment; the queue is lost now
and then. Some duties fail always (`is_poisoned`). Every effect is noted in storm.effect, for a managed handler in the
transaction of its effect. Runs until the file STOP is there, then writes into it what it did (JSON).
"""

import json
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg
from redis import Redis
from sqlalchemy import text

from app import relay
from app.announcing import announce
from app.kernel import jobs, log
from app.kernel.config import config
from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import Handler, Queue
from app.registry import MODULES

RAISED = 0.1  # of the tries before the effect, and as many after it
KILLED = 0.005
RELAY_KILLED = 0.02  # of the batches, at each of three moments
LEASE = 10  # seconds instead of 30, so that what a killed worker held comes back soon
POISONED = ("notifications.on_message_sent", 50)  # this handler fails always, for one event in so many
TABLES = """
    CREATE SCHEMA storm;
    CREATE TABLE storm.duty (event text, handler text, managed boolean);
    CREATE TABLE storm.effect (event_id uuid, handler text);
    CREATE INDEX ON storm.effect (event_id, handler);
"""
HURRY = """
    UPDATE platform.inbox_entry SET next_try_at = now()
     WHERE attempts > 0 AND done_at IS NULL AND failed_at IS NULL AND next_try_at > now() + make_interval(secs => %s)
"""
_EFFECT = text("INSERT INTO storm.effect VALUES (:event_id, :handler)")
_handled = {"event_id": ""}


def work() -> None:
    """Run the jobs of all queues."""
    jobs.work(list(Queue))


ROLES: list[Callable[[], None]] = [work, work, relay.relay, relay.relay]


class Storm(Exception):
    """Something went wrong in a handler."""


def is_poisoned(event_id: str, handler: str) -> bool:
    """Tell whether a duty can never be done."""
    return handler == POISONED[0] and int(event_id[-4:], 16) % POISONED[1] == 0


def haunt(handler: Handler) -> Handler:
    """Return a handler that fails as this file says."""

    @wraps(handler.run)
    def run(*arguments: Any) -> None:
        _maybe_fail(handler.name)
        handler.run(*arguments)
        if handler.managed:
            _note_effect(arguments[0], handler.name)
        else:
            with transaction() as session:
                _note_effect(session, handler.name)
        if is_poisoned(_handled["event_id"], handler.name):
            raise Storm("poisoned")
        _maybe_fail(handler.name)

    return replace(handler, run=run)


def _maybe_fail(name: str) -> None:
    _maybe_die(KILLED)
    if random.random() < RAISED:
        raise Storm(f"in {name}")


def _maybe_die(chance: float) -> None:
    if random.random() < chance:
        os.kill(os.getpid(), signal.SIGKILL)


def _note_effect(session: Session, handler: str) -> None:
    session.execute(_EFFECT, {"event_id": _handled["event_id"], "handler": handler})


def install() -> None:
    """Let everything fail in this process and in those that it forks."""
    jobs.install(replace(module, handlers=tuple(haunt(each) for each in module.handlers)) for module in MODULES)
    jobs.LEASE_SECONDS = LEASE
    run_entry, enqueue = jobs.run_entry, jobs.enqueue_entries

    def run_noted(event_id: str, handler_name: str) -> None:
        _handled["event_id"] = event_id
        run_entry(event_id, handler_name)

    def enqueue_or_die(entries: Any) -> None:
        _maybe_die(RELAY_KILLED)
        enqueue(entries)
        _maybe_die(RELAY_KILLED)

    def announce_or_die(session: Session, events: Any) -> None:
        announce(session, events)
        # Browsers know already what is not noted as told.
        _maybe_die(RELAY_KILLED)

    jobs.run_entry, jobs.enqueue_entries = run_noted, enqueue_or_die
    patch.object(relay, "announce", announce_or_die).start()


class Weather:
    """Keeps the processes coming back, and does to them what comes from outside."""

    def __init__(self) -> None:
        self.running: dict[int, int] = {}  # process: its role's number
        self.seen: Counter[str] = Counter()

    def fork(self, role: int) -> None:
        """Start a process, at once because all is imported already."""
        if pid := os.fork():
            self.running[pid] = role
            return
        try:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            random.seed()
            ROLES[role]()
        finally:
            os._exit(0)

    def reap(self) -> None:
        """Start what died again."""
        for pid, role in list(self.running.items()):
            if os.waitpid(pid, os.WNOHANG) != (0, 0):
                del self.running[pid]
                self.seen["killed " + ROLES[role].__name__] += 1
                self.fork(role)

    def blow(self) -> None:
        """Kill a relay, lose the queue, and let what failed be due, each now and then; called ten times a second.

        What is hurried may be queued already: then two copies of its job run."""
        if random.random() < 0.03:
            os.kill(random.choice([pid for pid, role in self.running.items() if ROLES[role] is relay.relay]), 9)
        if random.random() < 0.01:
            with Redis.from_url(config().redis_url) as redis:
                self.seen["queue lost"] += redis.delete(*(jobs.queue_in_redis(queue).key for queue in Queue))
        if random.random() < 0.1:
            with psycopg.connect(config().database_url, autocommit=True) as connection:
                self.seen["hurried"] += connection.execute(HURRY, [random.choice([1, LEASE, LEASE, LEASE])]).rowcount

    def calm_down(self) -> None:
        """Stop every process."""
        for pid in self.running:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def main() -> None:
    """Let it storm until told to stop."""
    log.configure()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    install()
    duties = [(each.event.name(), each.name, each.managed) for module in MODULES for each in module.handlers]
    with psycopg.connect(config().database_url, autocommit=True) as connection:
        connection.execute(TABLES)
        connection.cursor().executemany("INSERT INTO storm.duty VALUES (%s, %s, %s)", duties)
    weather, stop = Weather(), Path(sys.argv[1])
    for role in range(len(ROLES)):
        weather.fork(role)
    try:
        while not stop.exists():
            time.sleep(0.1)
            weather.reap()
            weather.blow()
    finally:
        weather.calm_down()
    stop.write_text(json.dumps(weather.seen))


if __name__ == "__main__":
    main()
