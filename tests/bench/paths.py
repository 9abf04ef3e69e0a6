"""What paths are measured with, and the first of them: sending messages, beside the bare twin.

The functions of all paths yield what cli/dev/bench/report.py writes.
"""

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from operator import truediv
from statistics import median
from typing import Any
from uuid import uuid4

import psycopg

from cli.dev.bench.machine import family, processor_seconds
from tests.bench import bare_send
from tests.bench.load import Connection, Times, interleave, ratio, request, summary, timed

SENDERS = 8
SEND_SECONDS = 3.0
COST_SECONDS = 1.0
Figure = dict[str, Any]


class Bench:
    """Who asks, where the application and its bare twin answer, and how long to measure."""

    def __init__(self, plan: dict[str, Any], rounds: int) -> None:
        self.plan, self.rounds = plan, rounds
        self.actors: list[dict[str, Any]] = plan["actors"]
        self.others: list[dict[str, Any]] = plan["others"]
        self.url = os.environ["HEARTH_DATABASE_URL"]
        # Each web server with what is behind it.
        self.processes: dict[str, list[int]] = json.loads(os.environ["BENCH_PROCESSES"])
        self.ports = {"ours": int(os.environ["BENCH_PORT"]), "bare": int(os.environ["BENCH_BARE_PORT"])}

    def request(self, method: str, path: str, *, who: dict[str, Any], body: Any = None, **headers: str) -> bytes:
        """Return a request to the bench's site, in somebody's name."""
        if "session" in who:
            headers["Cookie"] = f"hearth_session={who['session']}"
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return request(method, path, host=self.plan["host"], body=body, headers=named)

    def rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        with psycopg.connect(self.url) as connection:
            return connection.execute(statement, values).fetchall()

    def processor_seconds(self, name: str = "ours") -> float:
        """Return the processor time that a web server and the engines and workers behind it have used so far."""
        return processor_seconds(process for root in self.processes[name] for process in family(root))

    def cost(self, call: Callable[[int], None], finish: Callable[[], None] = lambda: None) -> dict[str, float]:
        """Return the processor milliseconds of a call, in all processes and with what it leaves to others until
        `finish` returns; it is repeated for a while, because the kernel counts hundredths of a second.
        """
        costs = []
        for _ in range(self.rounds):
            before, end = self.processor_seconds(), time.perf_counter() + COST_SECONDS
            for made in count(1):
                call(made)
                if time.perf_counter() > end:
                    break
            finish()
            costs.append(1000 * (self.processor_seconds() - before) / made)
        return {"processor": round(median(costs), 2)}

    def compare(self, calls: Mapping[str, Callable[[int], None]], each: int) -> dict[str, list[Times]]:
        """Measure the variants of one path in turns."""
        return interleave(calls, rounds=self.rounds, each=each)


def with_handler(times: dict[str, list[Times]]) -> Figure:
    """Return the part of a figure about a request, its bare handler over HTTP, and the bare limit."""
    ours, handler, bare = (times[name] for name in ("ours", "handler", "bare"))
    return {
        "ours": summary(ours),
        "handler": summary(handler),
        "bare": summary(bare),
        "ratio": ratio(ours, bare),
        "ratio_handler": ratio(ours, handler),
        "ratio_handler_p50": ratio(ours, handler, median),
    }


def send(bench: Bench) -> Iterator[Figure]:
    """Send messages with eight connections, each another member's, to the application and to its bare twin."""
    bare_send.prepare(bench.url)
    conversations = [conversations_of(bench, actor) for actor in range(SENDERS)]
    times: dict[str, list[Times]] = {"ours": [], "bare": []}
    rates: dict[str, list[float]] = {"ours": [], "bare": []}
    costs: dict[str, list[float]] = {"ours": [], "bare": []}
    for name in ("bare", "ours"):
        send_for(bench, bench.ports[name], conversations, 1.0)
    for number in range(bench.rounds):
        for name in ("ours", "bare") if number % 2 else ("bare", "ours"):
            before = bench.processor_seconds(name)
            sent = send_for(bench, bench.ports[name], conversations, SEND_SECONDS)
            costs[name].append(1000 * (bench.processor_seconds(name) - before) / len(sent))
            times[name].append(sent)
            rates[name].append(len(sent) / SEND_SECONDS)
    with psycopg.connect(bench.url) as connection:
        connection.execute("UPDATE platform.outbox_event SET dispatched_at = now() WHERE dispatched_at IS NULL")
    yield {
        "path": "send",
        "what": f"send a message, {SENDERS} connections",
        **{
            name: summary(times[name])
            | {"rate": round(median(rates[name])), "processor": round(median(costs[name]), 2)}
            for name in ("ours", "bare")
        },
        "ratio": round(median(own / bare for own, bare in zip(rates["ours"], rates["bare"], strict=True)), 2),
        "ratio_p95": ratio(times["ours"], times["bare"]),
        "ratio_processor": round(median(map(truediv, costs["bare"], costs["ours"])), 2),
    }


def conversations_of(bench: Bench, actor: int) -> list[str]:
    """Return the ids of an actor's conversations."""
    found = "SELECT conversation_id FROM messaging.participant WHERE member_id = %s ORDER BY 1"
    return [str(row[0]) for row in bench.rows(found, bench.actors[actor]["id"])]


def send_for(bench: Bench, port: int, conversations: list[list[str]], seconds: float) -> Times:
    """Return the time of every message that `SENDERS` threads sent."""
    end = time.perf_counter() + seconds

    def write(actor: int) -> Times:
        connection, sent = Connection(port), []
        for number in count():
            if time.perf_counter() > end:
                break
            path = f"/api/v1/conversations/{conversations[actor][number % len(conversations[actor])]}/messages"
            body = {"body": f"Message number {number}, of a usual length, so that there is something to write down."}
            who, key = bench.actors[actor], uuid4().hex
            message = bench.request("POST", path, who=who, body=body, Idempotency_Key=key)
            sent.append(timed(partial(connection.call, message, 201)))
        return sent

    with ThreadPoolExecutor(SENDERS) as threads:
        return [one for sent in threads.map(write, range(len(conversations))) for one in sent]
